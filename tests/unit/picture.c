/* SPDX-License-Identifier: MIT */
/*
 * Pictures of contexts of each kind, and what reading them leaves behind:
 * nothing.
 */
#include "tools/replay/picture/picture.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/everything.h"
#include "tests/offscreen.h"
#include "tests/tap.h"

#define W OFFSCREEN_WIDTH
#define H OFFSCREEN_HEIGHT

static struct procs gl;
static struct picture picture;

static void begin(enum offscreen kind)
{
	offscreen_begin(kind);
	ok(procs_open(&gl, offscreen_find, NULL), "%s", offscreen_names[kind]);
}

static void clear(GLfloat r, GLfloat g, GLfloat b)
{
	GL(ClearColor, void, GLfloat, GLfloat, GLfloat, GLfloat)(r, g, b, 1);
	GL(Clear, void, GLbitfield)(GL_COLOR_BUFFER_BIT);
}

/* Red, with a blue field of 8 by 4 at the lower left and a green one of 2 by 2
 * further up. */
static void paint(void)
{
	gl.Disable(GL_SCISSOR_TEST);
	clear(1, 0, 0);
	gl.Enable(GL_SCISSOR_TEST);
	GL(Scissor, void, GLint, GLint, GLsizei, GLsizei)(0, 0, 8, 4);
	clear(0, 0, 1);
	GL(Scissor, void, GLint, GLint, GLsizei, GLsizei)(3, 10, 2, 2);
	clear(0, 1, 0);
}

static uint32_t pixel(uint32_t x, uint32_t y)
{
	const uint8_t *at =
		picture.pixels + 4 * ((size_t)y * picture.width + x);

	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
	       (uint32_t)at[2] << 8 | at[3];
}

static void is_painted(void)
{
	is_u64(pixel(0, 0), 0x0000ffff);
	is_u64(pixel(7, 3), 0x0000ffff);
	is_u64(pixel(8, 3), 0xff0000ff);
	is_u64(pixel(7, 4), 0xff0000ff);
	is_u64(pixel(3, 10), 0x00ff00ff);
	is_u64(pixel(4, 11), 0x00ff00ff);
	is_u64(pixel(5, 11), 0xff0000ff);
	is_u64(pixel(picture.width - 1, picture.height - 1), 0xff0000ff);
}

static void is_read(unsigned of, uint32_t width, uint32_t height)
{
	is_str(picture_read(&picture, &gl, of, 0, 0), NULL);
	if (is_u64(picture.width, width) && is_u64(picture.height, height))
		is_painted();
}

static GLuint make_buffer(GLenum target, size_t n_bytes)
{
	GLuint buffer;

	GL(GenBuffers, void, GLsizei, GLuint *)(1, &buffer);
	gl.BindBuffer(target, buffer);
	GL(BufferData, void, GLenum, GLsizeiptr, const void *, GLenum)
	(target, (GLsizeiptr)n_bytes, NULL, GL_STREAM_READ);
	return buffer;
}

static GLuint attach(GLenum attachment, GLenum format, GLsizei samples,
		     GLsizei width, GLsizei height)
{
	GLuint store;

	gl.GenRenderbuffers(1, &store);
	gl.BindRenderbuffer(GL_RENDERBUFFER, store);
	if (samples)
		GL(RenderbufferStorageMultisample, void, GLenum, GLsizei,
		   GLenum, GLsizei, GLsizei)
	(GL_RENDERBUFFER, samples, format, width, height);
	else gl.RenderbufferStorage(GL_RENDERBUFFER, format, width, height);
	gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER,
				   store);
	return store;
}

static GLuint make_framebuffer(void)
{
	GLuint framebuffer;

	gl.GenFramebuffers(1, &framebuffer);
	gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	return framebuffer;
}

static void of_each_kind(void)
{
	for (int i = 0; i < OFFSCREEN_BARE; i++) {
		if (!offscreen_has((enum offscreen)i))
			continue;
		begin((enum offscreen)i);
		paint();
		is_read(ATTACHMENT_BACK, W, H);
		is_read(ATTACHMENT_DRAWN, W, H);
		is_read(ATTACHMENT_FRONT, W, H);
		is_u64(gl.GetError(), GL_NO_ERROR);
	}
}

static void nothing_changes(void)
{
	for (int i = 0; i < OFFSCREEN_BARE; i++) {
		if (!offscreen_has((enum offscreen)i))
			continue;
		begin((enum offscreen)i);
		paint();
		everything_store_oddly(&gl);
		if (gl.ReadBuffer)
			gl.ReadBuffer(GL_NONE);

		struct everything *before = everything_query(&gl);

		is_read(ATTACHMENT_BACK, W, H);
		everything_is_same(&gl, before);
	}
}

static void window_behind_object(void)
{
	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		begin((enum offscreen)i);
		paint();
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_RGBA4, 0, 20, 20);
		clear(1, 1, 1);
		/* a third one is read */
		if (gl.has_read_framebuffer) {
			GLuint other;

			gl.GenFramebuffers(1, &other);
			gl.BindFramebuffer(GL_READ_FRAMEBUFFER, other);
		}
		if (gl.ReadBuffer)
			gl.ReadBuffer(GL_NONE);

		struct everything *before = everything_query(&gl);

		is_read(ATTACHMENT_BACK, W, H);
		everything_is_same(&gl, before);
	}
}

static void objects(void)
{
	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		begin((enum offscreen)i);
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0,
		       gl.is_es && gl.version < 30 ? GL_RGB565 : GL_RGBA8, 0,
		       33, 17);
		paint();
		is_read(ATTACHMENT_DRAWN, 33, 17);
		is_read(ATTACHMENT_COLOR, 33, 17);
		ok(picture_read(&picture, &gl, ATTACHMENT_COLOR + 1, 0, 0));
		ok(picture_read(&picture, &gl, ATTACHMENT_COLOR + 99, 0, 0));
		is_u64(gl.GetError(), GL_NO_ERROR);
	}
}

static void second_attachment(void)
{
	const GLenum buffers[] = {GL_NONE, GL_COLOR_ATTACHMENT1};

	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		if (i == OFFSCREEN_ES2)
			continue;
		begin((enum offscreen)i);
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 0, 40, 30);
		clear(1, 1, 1);
		attach(GL_COLOR_ATTACHMENT1, GL_RGBA8, 0, 40, 30);
		GL(DrawBuffers, void, GLsizei, const GLenum *)(2, buffers);
		paint();

		struct everything *before = everything_query(&gl);

		is_read(ATTACHMENT_DRAWN, 40, 30);
		is_read(ATTACHMENT_COLOR + 1, 40, 30);
		is_str(picture_read(&picture, &gl, ATTACHMENT_COLOR, 0, 0),
		       NULL);
		is_u64(pixel(0, 0), 0xffffffff);
		everything_is_same(&gl, before);
	}
}

/* A clear of a kind of its own. */
static void fill_integers(GLenum format, bool is_signed)
{
	const GLint values[] = {-3, 200, 1000, 7};

	make_framebuffer();
	attach(GL_COLOR_ATTACHMENT0, format, 0, 10, 10);
	if (is_signed)
		GL(ClearBufferiv, void, GLenum, GLint, const GLint *)
	(GL_COLOR, 0, values);
	else GL(ClearBufferuiv, void, GLenum, GLint,
		const GLuint *)(GL_COLOR, 0, (const GLuint[]){3, 200, 1000, 7});
	is_str(picture_read(&picture, &gl, ATTACHMENT_DRAWN, 0, 0), NULL);
	is_u64(picture.width, 10);
	is_u64(pixel(9, 9), is_signed ? 0x00c8ff07 : 0x03c8ff07);
}

static void formats(void)
{
	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		if (i == OFFSCREEN_ES2)
			continue;
		begin((enum offscreen)i);
		fill_integers(GL_RGBA16I, true);
		fill_integers(GL_RGBA16UI, false);
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_RGBA16F, 0, 12, 9);
		clear(0.2f, 3, -1);
		is_str(picture_read(&picture, &gl, ATTACHMENT_DRAWN, 0, 0),
		       NULL);
		is_u64(pixel(11, 8), 0x33ff00ff);
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_RGB10_A2, 0, 12, 11);
		paint();
		is_str(picture_read(&picture, &gl, ATTACHMENT_DRAWN, 0, 0),
		       NULL);
		is_u64(pixel(0, 0), 0x0000ffff);
		is_u64(gl.GetError(), GL_NO_ERROR);
	}
}

static void samples(void)
{
	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		if (i == OFFSCREEN_ES2)
			continue;
		begin((enum offscreen)i);
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 4, 31, 23);
		paint();

		struct everything *before = everything_query(&gl);

		is_read(ATTACHMENT_DRAWN, 31, 23);
		everything_is_same(&gl, before);
		is_u64(gl.GetError(), GL_NO_ERROR);
	}
}

static GLuint make_texture(GLenum target)
{
	GLuint texture;

	GL(GenTextures, void, GLsizei, GLuint *)(1, &texture);
	GL(BindTexture, void, GLenum, GLuint)(target, texture);
	return texture;
}

#define STORAGE_3D                                                             \
	GL(TexStorage3D, void, GLenum, GLsizei, GLenum, GLsizei, GLsizei,      \
	   GLsizei)
#define ATTACH_2D                                                              \
	GL(FramebufferTexture2D, void, GLenum, GLenum, GLenum, GLuint, GLint)
#define ATTACH_LAYER                                                           \
	GL(FramebufferTextureLayer, void, GLenum, GLenum, GLuint, GLint, GLint)

static void attached_textures(void)
{
	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		if (i == OFFSCREEN_ES2)
			continue;
		begin((enum offscreen)i);
		make_framebuffer();

		GLuint flat = make_texture(GL_TEXTURE_2D);

		GL(TexStorage2D, void, GLenum, GLsizei, GLenum, GLsizei,
		   GLsizei)
		(GL_TEXTURE_2D, 3, GL_RGBA8, 80, 56);
		ATTACH_2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
			  flat, 1);
		paint();
		is_read(ATTACHMENT_DRAWN, 40, 28);

		GLuint deep = make_texture(GL_TEXTURE_2D_ARRAY);

		STORAGE_3D(GL_TEXTURE_2D_ARRAY, 1, GL_RGBA8, 30, 20, 4);
		ATTACH_LAYER(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, deep, 0, 3);
		paint();
		is_read(ATTACHMENT_DRAWN, 30, 20);
		is_u64(gl.GetError(), GL_NO_ERROR);
	}
}

static void texture_of_samples(void)
{
	begin(OFFSCREEN_COMPAT);
	make_framebuffer();

	GLuint texture = make_texture(GL_TEXTURE_2D_MULTISAMPLE);

	GL(TexImage2DMultisample, void, GLenum, GLsizei, GLenum, GLsizei,
	   GLsizei, GLboolean)
	(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 45, 35, 1);
	ATTACH_2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
		  GL_TEXTURE_2D_MULTISAMPLE, texture, 0);
	paint();

	struct everything *before = everything_query(&gl);

	is_read(ATTACHMENT_DRAWN, 45, 35);
	everything_is_same(&gl, before);
}

/* A window of several samples, read without a copy. */
static void window_of_samples(void)
{
	if (!offscreen_has_samples())
		skip("the driver has no pbuffers of samples");
	offscreen_samples = 4;
	begin(OFFSCREEN_COMPAT);
	GLint samples = 0;

	gl.GetIntegerv(GL_SAMPLES, &samples);
	is_u64((unsigned)samples, 4);
	paint();
	is_read(ATTACHMENT_BACK, W, H);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

/* The program counts samples, has a buffer mapped, and looks at neither. */
static void going_on(void)
{
	GLuint query, count = 1;
	void *mapped;

	begin(OFFSCREEN_CORE);
	make_framebuffer();
	attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, 4, 20, 20);
	paint();
	gl.GenQueries(1, &query);
	GL(BeginQuery, void, GLenum, GLuint)(GL_SAMPLES_PASSED, query);
	make_buffer(GL_PIXEL_PACK_BUFFER, 64);
	mapped = GL(MapBuffer, void *, GLenum, GLenum)(GL_PIXEL_PACK_BUFFER,
						       GL_READ_WRITE);
	ok(mapped);
	memset(mapped, 0x5a, 64);
	is_read(ATTACHMENT_DRAWN, 20, 20);
	ok(*(uint8_t *)mapped == 0x5a);
	ok(GL(UnmapBuffer, GLboolean, GLenum)(GL_PIXEL_PACK_BUFFER));
	GL(EndQuery, void, GLenum)(GL_SAMPLES_PASSED);
	gl.GetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
	is_u64(count, 0);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static void pending_error(void)
{
	begin(OFFSCREEN_CORE);
	paint();
	gl.Enable(0xdead);
	is_read(ATTACHMENT_BACK, W, H);
	is_u64(gl.GetError(), GL_INVALID_ENUM);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static void unreadable(void)
{
	begin(OFFSCREEN_BARE);
	ok(picture_read(&picture, &gl, ATTACHMENT_BACK, 0, 0));
	ok(picture_read(&picture, &gl, ATTACHMENT_DRAWN, W, H));
	make_framebuffer();
	ok(picture_read(&picture, &gl, ATTACHMENT_DRAWN, 0, 0));
	attach(GL_STENCIL_ATTACHMENT, GL_STENCIL_INDEX8, 0, 8, 8);
	GL(DrawBuffer, void, GLenum)(GL_NONE);
	ok(picture_read(&picture, &gl, ATTACHMENT_DRAWN, 0, 0));
	attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, 4, 8, 8);
	ok(picture_read(&picture, &gl, ATTACHMENT_DRAWN, 0, 0));
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static void clear_depth(GLint x, GLint n, GLdouble depth)
{
	GL(Scissor, void, GLint, GLint, GLsizei, GLsizei)(x, 0, n, H);
	GL(ClearDepth, void, GLdouble)(depth);
	GL(Clear, void, GLbitfield)(GL_DEPTH_BUFFER_BIT);
}

static void is_shaded(void)
{
	struct everything *before;

	gl.Enable(GL_SCISSOR_TEST);
	clear_depth(0, W, 1);
	clear_depth(1, 1, 0.5);
	clear_depth(2, 1, 0.25);
	clear_depth(3, 1, 0.375);
	before = everything_query(&gl);
	is_str(picture_read(&picture, &gl, ATTACHMENT_DRAWN, 0, 0), NULL);
	is_u64(pixel(0, 0), 0xffffffff);
	is_u64(pixel(1, 3), 0xffffffff);
	is_u64(pixel(2, 3), 0x000000ff);
	ok(pixel(3, 7) == 0x7f7f7fff || pixel(3, 7) == 0x808080ff);
	everything_is_same(&gl, before);
}

/* Of a window and of an object, also one whose colors are not there. */
static void depths(void)
{
	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		begin((enum offscreen)i);
		if (gl.is_es)
			continue;
		if (gl.PixelTransferf)
			gl.PixelTransferf(GL_DEPTH_SCALE, 0.5f);
		GL(DrawBuffer, void, GLenum)(GL_NONE);
		is_shaded();
		make_framebuffer();
		attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, 0, W, H);
		is_shaded();
		GL(DrawBuffer, void, GLenum)(GL_NONE);
		GL(ReadBuffer, void, GLenum)(GL_NONE);
		is_shaded();
		is_u64(gl.GetError(), GL_NO_ERROR);
	}
}

static void cropped(void)
{
	uint8_t pixels[3 * 3 * 4];
	struct picture nine = {.width = 3, .height = 3, .pixels = pixels};

	for (unsigned i = 0; i < sizeof(pixels); i++)
		pixels[i] = (uint8_t)(i / 4);
	picture_crop(&nine, 5, 3);
	is_u64(nine.width * nine.height, 9);
	picture_crop(&nine, 2, 2);
	is_u64(nine.width, 2);
	is_u64(nine.height, 2);
	is_u64(pixels[4], 1);
	is_u64(pixels[8], 3);
	is_u64(pixels[15], 4);
}

static void written(void)
{
	char path[] = "/tmp/picture-XXXXXX", error[500] = "";
	uint8_t rows[W * H * 3];
	png_image image = {.version = PNG_IMAGE_VERSION};

	close(mkstemp(path));
	begin(OFFSCREEN_COMPAT);
	paint();
	is_read(ATTACHMENT_BACK, W, H);
	picture.pixels[3] = 0; /* alpha */
	ok(picture_write_png(&picture, path, error, sizeof(error)), "%s",
	   error);
	ok(png_image_begin_read_from_file(&image, path));
	is_u64(image.width, W);
	is_u64(image.height, H);
	is_u64(image.format, PNG_FORMAT_RGB);
	ok(png_image_finish_read(&image, NULL, rows, 0, NULL));
	unlink(path);
	/* the first row of the file is the highest */
	for (uint32_t y = 0; y < H; y++)
		for (uint32_t x = 0; x < W; x++)
			if (memcmp(rows + ((H - 1 - y) * W + x) * 3,
				   picture.pixels + (y * W + x) * 4, 3))
				ok(false, "%u, %u", x, y);
}

static void unwritten(void)
{
	uint8_t pixels[4] = {0};
	struct picture one = {.width = 1, .height = 1, .pixels = pixels};
	char error[500] = "";

	ok(!picture_write_png(&one, "/nonexistent/a.png", error,
			      sizeof(error)));
	ok(strstr(error, "/nonexistent/"), "%s", error);
	if (access("/dev/full", W_OK))
		return;
	ok(!picture_write_png(&one, "/dev/full/a.png", error, sizeof(error)));
}

static void mode(void)
{
	uint8_t pixels[4] = {0};
	struct picture one = {.width = 1, .height = 1, .pixels = pixels};
	char folder[] = "/tmp/picture-XXXXXX", path[64], error[500] = "";
	struct stat st;

	ok(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/a.png", folder);
	umask(027);
	ok(picture_write_png(&one, path, error, sizeof(error)), "%s", error);
	ok(stat(path, &st) == 0);
	is_u64(st.st_mode & 0777, 0640);
	unlink(path);
	ok(rmdir(folder) == 0, "nothing else is left");
}

static void names(void)
{
	char path[32];

	ok(picture_name(path, sizeof(path), "d", "frame", 12));
	is_str(path, "d/frame-000012.png");
	ok(picture_name(path, sizeof(path), "d", "call", 1234));
	is_str(path, "d/call-0001234.png");
	ok(picture_name(path, sizeof(path), "d", "call", 123456789));
	is_str(path, "d/call-123456789.png");
	ok(!picture_name(path, 10, "d", "call", 1));
}

static const struct tap_test tests[] = {
	{"a window is read with contexts of each kind", of_each_kind},
	{"glGet says the same before and after, however pixels are stored",
	 nothing_changes},
	{"the window is read while a framebuffer object is bound",
	 window_behind_object},
	{"a framebuffer object is read, as large as it is", objects},
	{"of several attachments that one is read that is drawn to",
	 second_attachment},
	{"integers, floats and 10 bits become bytes", formats},
	{"samples become pixels", samples},
	{"textures are read by level and layer", attached_textures},
	{"samples of a texture become pixels", texture_of_samples},
	{"samples of a window become pixels", window_of_samples},
	{"queries and mapped buffers go on", going_on},
	{"an error that is pending stays", pending_error},
	{"of a framebuffer without colors, depth is the picture", depths},
	{"where nothing can be read no error is raised", unreadable},
	{"the lower left part of a picture is left", cropped},
	{"a PNG holds the picture, its highest row first", written},
	{"a PNG that cannot be written is said by its name", unwritten},
	{"a PNG may be read by whom umask lets", mode},
	{"pictures of frames and calls have names that sort", names},
};
TAP_MAIN(tests)
