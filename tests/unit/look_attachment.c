/* SPDX-License-Identifier: MIT */
/*
 * What is drawn to is read without loss, in contexts of each kind, and nothing
 * else changes.
 */
#include "tools/replay/look/attachment.h"

#include "tests/everything.h"
#include "tests/offscreen.h"
#include "tests/tap.h"

#define W 13
#define H 7

static struct procs gl;
static struct image image;

static void begin(enum offscreen kind)
{
	offscreen_begin(kind);
	ok(procs_open(&gl, offscreen_find, NULL), "%s", offscreen_names[kind]);
}

static GLuint make_framebuffer(void)
{
	GLuint framebuffer;

	gl.GenFramebuffers(1, &framebuffer);
	gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	return framebuffer;
}

static void attach(GLenum attachment, GLenum format)
{
	GLuint store;

	gl.GenRenderbuffers(1, &store);
	gl.BindRenderbuffer(GL_RENDERBUFFER, store);
	gl.RenderbufferStorage(GL_RENDERBUFFER, format, W, H);
	gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER,
				   store);
}

static void clear(GLfloat r, GLfloat g, GLfloat b, GLfloat a)
{
	GL(ClearColor, void, GLfloat, GLfloat, GLfloat, GLfloat)(r, g, b, a);
	GL(Clear, void, GLbitfield)(GL_COLOR_BUFFER_BIT);
}

static void is_image(unsigned of, enum image_aspect aspect,
		     const char *channels, enum image_number number)
{
	struct attachment_part part = {.of = of, .aspect = aspect};

	is_str(attachment_read(&image, &gl, &part), NULL);
	is_str(image.form.channels, channels);
	is_u64(image.form.number, number);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static bool has_value(size_t pixel, const void *value, size_t n_bytes)
{
	return (pixel + 1) * n_bytes <= image.n_bytes &&
	       !memcmp(image.bytes + pixel * n_bytes, value, n_bytes);
}

/* All pixels are these bytes. */
static void is_all(const void *value, size_t n_bytes)
{
	bool is_same = true;

	is_u64(image.width, W);
	is_u64(image.height, H);
	is_u64(image.n_bytes, W * H * n_bytes);
	for (size_t i = 0; i < W * H; i++)
		is_same &= has_value(i, value, n_bytes);
	ok(is_same);
}

static void window(void)
{
	for (int i = 0; i < OFFSCREEN_BARE; i++) {
		const uint8_t corner[4] = {255, 51, 0, 255};

		if (!offscreen_has((enum offscreen)i))
			continue;
		begin((enum offscreen)i);
		clear(0, 1, 0, 1);
		gl.Enable(GL_SCISSOR_TEST);
		GL(Scissor, void, GLint, GLint, GLsizei, GLsizei)(0, 0, 1, 1);
		clear(1, 0.2f, 0, 1);
		is_image(ATTACHMENT_DRAWN, IMAGE_COLOR, "RGBA", IMAGE_U8);
		is_u64(image.width, OFFSCREEN_WIDTH);
		is_u64(image.height, OFFSCREEN_HEIGHT);
		ok(has_value(0, corner, 4));
		ok(has_value(1, (const uint8_t[]){0, 255, 0, 255}, 4));
	}
}

static void floats(void)
{
	const float want[4] = {-1.5f, 1e30f, 0.1f, 3};

	for (int i = 0; i < OFFSCREEN_ES2; i++) {
		begin((enum offscreen)i);
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_RGBA32F);
		if (!gl.is_core)
			GL(ClampColor, void, GLenum, GLenum)
		(GL_CLAMP_READ_COLOR, GL_TRUE);
		clear(want[0], want[1], want[2], want[3]);
		is_image(ATTACHMENT_DRAWN, IMAGE_COLOR, "RGBA", IMAGE_F32);
		is_all(want, sizeof(want));
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_R32F);
		clear(want[1], 0, 0, 0);
		is_image(ATTACHMENT_DRAWN, IMAGE_COLOR, "R", IMAGE_F32);
		is_all(want + 1, sizeof(float));
	}
}

static void integers(void)
{
	const GLint some[] = {-3, 2000000000, 0, 7};

	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		if (i == OFFSCREEN_ES2)
			continue;
		begin((enum offscreen)i);
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_RGBA32I);
		GL(ClearBufferiv, void, GLenum, GLint, const GLint *)
		(GL_COLOR, 0, some);
		is_image(ATTACHMENT_DRAWN, IMAGE_COLOR, "RGBA", IMAGE_I32);
		is_all(some, sizeof(some));
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_RG32UI);
		GL(ClearBufferuiv, void, GLenum, GLint, const GLuint *)
		(GL_COLOR, 0, (const GLuint *)some);
		is_image(ATTACHMENT_DRAWN, IMAGE_COLOR, "RG", IMAGE_U32);
		is_all(some, 8);
	}
}

static void narrow_colors(void)
{
	const uint16_t tens[4] = {65535, 0, 65535, 65535};

	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		if (i == OFFSCREEN_ES2)
			continue;
		begin((enum offscreen)i);
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_RGB10_A2);
		clear(1, 0, 1, 1);
		is_image(ATTACHMENT_DRAWN, IMAGE_COLOR, "RGBA", IMAGE_U16);
		is_all(tens, sizeof(tens));
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_R8);
		clear(0.2f, 1, 1, 1);
		is_image(ATTACHMENT_DRAWN, IMAGE_COLOR, "R", IMAGE_U8);
		is_all((const uint8_t[]){51}, 1);
		ok(image.form.is_normalized && !image.form.is_srgb);
	}
}

static void marks_srgb(void)
{
	begin(OFFSCREEN_CORE);
	make_framebuffer();
	attach(GL_COLOR_ATTACHMENT0, GL_SRGB8_ALPHA8);
	clear(0.2f, 0, 0, 1);
	is_image(ATTACHMENT_DRAWN, IMAGE_COLOR, "RGBA", IMAGE_U8);
	ok(image.form.is_srgb);
	is_all((const uint8_t[]){51, 0, 0, 255}, 4);
}

static void depth_and_stencil(void)
{
	const float third = 1 / 3.0f;
	const uint32_t half = 0x80000080;
	const uint16_t full = 65535;

	for (int i = 0; i < OFFSCREEN_ES2; i++) {
		begin((enum offscreen)i);
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0, GL_RGBA8);
		attach(GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8);
		GL(ClearBufferfi, void, GLenum, GLint, GLfloat, GLint)
		(GL_DEPTH_STENCIL, 0, 0.5f, 0x5a);
		is_image(ATTACHMENT_DRAWN, IMAGE_DEPTH, "D", IMAGE_U32);
		is_all(&half, sizeof(half));
		is_image(ATTACHMENT_DRAWN, IMAGE_STENCIL, "S", IMAGE_U8);
		is_all((const uint8_t[]){0x5a}, 1);
		make_framebuffer();
		attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT32F);
		GL(DrawBuffer, void, GLenum)(GL_NONE);
		GL(ClearBufferfv, void, GLenum, GLint, const GLfloat *)
		(GL_DEPTH, 0, &third);
		is_image(ATTACHMENT_DRAWN, IMAGE_DEPTH, "D", IMAGE_F32);
		is_all(&third, sizeof(third));
		make_framebuffer();
		attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16);
		GL(DrawBuffer, void, GLenum)(GL_NONE);
		GL(ClearBufferfv, void, GLenum, GLint, const GLfloat *)
		(GL_DEPTH, 0, (const GLfloat[]){1});
		is_image(ATTACHMENT_DRAWN, IMAGE_DEPTH, "D", IMAGE_U16);
		is_all(&full, sizeof(full));
	}
}

static void windows_depth(void)
{
	for (int i = 0; i < OFFSCREEN_ES2; i++) {
		struct attachment_part part = {.aspect = IMAGE_DEPTH};
		const char *why;

		begin((enum offscreen)i);
		GL(ClearDepth, void, GLdouble)(1);
		GL(Clear, void, GLbitfield)(GL_DEPTH_BUFFER_BIT);
		why = attachment_read(&image, &gl, &part);
		if (why) /* pbuffers may have none */
			is_str(why, gl.is_core ? "nothing is attached there"
					       : "it has no depth");
		else
			ok(has_value(0, (const uint8_t[]){255, 255, 255, 255},
				     image_form_pixel_bytes(image.form)));
		is_u64(gl.GetError(), GL_NO_ERROR);
	}
}

static void each_color_buffer(void)
{
	const GLenum buffers[] = {GL_NONE, GL_COLOR_ATTACHMENT1};

	begin(OFFSCREEN_CORE);
	make_framebuffer();
	attach(GL_COLOR_ATTACHMENT0, GL_R8);
	clear(1, 0, 0, 0);
	attach(GL_COLOR_ATTACHMENT1, GL_RGBA16);
	GL(DrawBuffers, void, GLsizei, const GLenum *)(2, buffers);
	clear(0, 1, 0, 1);
	is_image(ATTACHMENT_COLOR, IMAGE_COLOR, "R", IMAGE_U8);
	is_all((const uint8_t[]){255}, 1);
	is_image(ATTACHMENT_COLOR + 1, IMAGE_COLOR, "RGBA", IMAGE_U16);
	is_all((const uint16_t[]){0, 65535, 0, 65535}, 8);
	is_image(ATTACHMENT_DRAWN, IMAGE_COLOR, "RGBA", IMAGE_U16);
}

static void reasons(void)
{
	struct attachment_part part = {.of = ATTACHMENT_COLOR + 1};

	begin(OFFSCREEN_CORE);
	make_framebuffer();
	is_str(attachment_read(&image, &gl, &part),
	       "the framebuffer object is not complete");
	attach(GL_COLOR_ATTACHMENT0, GL_RGBA8);
	is_str(attachment_read(&image, &gl, &part),
	       "nothing is attached there");
	part.of = ATTACHMENT_DRAWN;
	part.aspect = IMAGE_STENCIL;
	is_str(attachment_read(&image, &gl, &part),
	       "nothing is attached there");
	is_u64(image.n_bytes, 0);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static void nothing_changes(void)
{
	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		struct everything *before;

		begin((enum offscreen)i);
		make_framebuffer();
		attach(GL_COLOR_ATTACHMENT0,
		       gl.is_es && gl.version < 30 ? GL_RGB565 : GL_RGBA8);
		attach(GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT16);
		clear(1, 0, 0, 1);
		everything_store_oddly(&gl);
		if (!gl.is_es)
			GL(ClampColor, void, GLenum, GLenum)
		(GL_CLAMP_READ_COLOR, GL_TRUE);
		before = everything_query(&gl);
		for (int aspect = 0; aspect < 3; aspect++) {
			struct attachment_part part = {
				.aspect = (enum image_aspect)aspect};

			(void)attachment_read(&image, &gl, &part);
		}
		everything_is_same(&gl, before);
	}
}

static const struct tap_test tests[] = {
	{"the colors of a window are read", window},
	{"floats are read as they are, beyond 1 too", floats},
	{"integers are read as they are", integers},
	{"more and fewer than eight bits are kept", narrow_colors},
	{"sRGB is marked, and read as it is stored", marks_srgb},
	{"depth and stencil are two images", depth_and_stencil},
	{"a window's depth is read, or there is a reason", windows_depth},
	{"each color buffer is read", each_color_buffer},
	{"there is a reason where there is no image", reasons},
	{"nothing of the context changes", nothing_changes},
};
TAP_MAIN(tests)
