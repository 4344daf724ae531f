/* SPDX-License-Identifier: MIT */
/*
 * Reads pixels of the current context, see picture.h. Everything is queried
 * before a call that could fail, so that none does. Otherwise glGetError would
 * take an error that the replayed program is going to query.
 */
#include "tools/replay/picture/picture.h"

#include <stdlib.h>
#include <string.h>

#include "tools/replay/picture/pack.h"
#include "tools/replay/picture/resolve.h"

static const char no_memory[] = "there is no memory for the picture";

/* The source of pixels, and the previous state. */
struct aim {
	const struct procs *gl;
	unsigned of;	  /* enum picture_of */
	GLint draw, read; /* framebuffers that were bound */
	GLint framebuffer;
	GLint old_buffer; /* of the framebuffer */
	GLenum buffer;
	GLenum format, type;
	size_t n_bytes; /* of a pixel */
};

static GLint get_integer(const struct procs *gl, GLenum name)
{
	GLint value[4] = {0};

	gl->GetIntegerv(name, value);
	return value[0];
}

static void bind_framebuffer(struct aim *aim)
{
	const struct procs *gl = aim->gl;

	if (!gl->BindFramebuffer)
		return;
	aim->draw = aim->read = get_integer(gl, GL_FRAMEBUFFER_BINDING);
	if (gl->has_read_framebuffer)
		aim->read = get_integer(gl, GL_READ_FRAMEBUFFER_BINDING);
	if (aim->of == PICTURE_DRAWN || aim->of >= PICTURE_ATTACHMENT)
		aim->framebuffer = aim->draw;
	if (aim->draw != aim->framebuffer)
		gl->BindFramebuffer(GL_FRAMEBUFFER, (GLuint)aim->framebuffer);
	else if (aim->read != aim->framebuffer)
		gl->BindFramebuffer(GL_READ_FRAMEBUFFER,
				    (GLuint)aim->framebuffer);
}

static void unbind_framebuffer(struct aim *aim)
{
	const struct procs *gl = aim->gl;

	if (aim->draw != aim->framebuffer)
		gl->BindFramebuffer(GL_FRAMEBUFFER, (GLuint)aim->draw);
	if (aim->read !=
	    (aim->draw != aim->framebuffer ? aim->draw : aim->framebuffer))
		gl->BindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)aim->read);
}

/* The name of a draw buffer as a read buffer. */
static GLenum readable(const struct procs *gl, GLenum buffer)
{
	switch (buffer) {
	case GL_FRONT_AND_BACK:
	case GL_LEFT:
	case GL_RIGHT:
		return get_integer(gl, GL_DOUBLEBUFFER) ? GL_BACK : GL_FRONT;
	default:
		return buffer;
	}
}

static GLenum first_drawn(const struct procs *gl)
{
	GLint n, buffer;

	if (!procs_is_since(gl, 20, 30))
		return readable(gl, (GLenum)get_integer(gl, GL_DRAW_BUFFER));
	n = get_integer(gl, GL_MAX_DRAW_BUFFERS);
	for (GLint i = 0; i < n; i++) {
		buffer = get_integer(gl, GL_DRAW_BUFFER0 + (GLenum)i);
		if (buffer != GL_NONE)
			return readable(gl, (GLenum)buffer);
	}
	return GL_NONE;
}

static GLenum choose_buffer(const struct aim *aim)
{
	const struct procs *gl = aim->gl;
	unsigned of = aim->of, n = of - PICTURE_ATTACHMENT;

	if (of >= PICTURE_ATTACHMENT) {
		if (!aim->framebuffer || (n && !gl->ReadBuffer) ||
		    (n &&
		     n >= (unsigned)get_integer(gl, GL_MAX_COLOR_ATTACHMENTS)))
			return GL_NONE;
		return GL_COLOR_ATTACHMENT0 + n;
	}
	if (!gl->ReadBuffer)
		return aim->framebuffer ? GL_COLOR_ATTACHMENT0 : GL_BACK;
	if (of == PICTURE_DRAWN)
		return first_drawn(gl);
	if (gl->is_es)
		return GL_BACK;
	return of == PICTURE_BACK && get_integer(gl, GL_DOUBLEBUFFER)
		       ? GL_BACK
		       : GL_FRONT;
}

static GLint query_attachment(const struct aim *aim, GLenum what)
{
	const struct procs *gl = aim->gl;
	GLint value = 0;

	gl->GetFramebufferAttachmentParameteriv(
		gl->has_read_framebuffer ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER,
		aim->buffer, what, &value);
	return value;
}

static void set_form(struct aim *aim, GLenum format, GLenum type,
		     size_t n_bytes)
{
	aim->format = format;
	aim->type = type;
	aim->n_bytes = n_bytes;
}

/* The format in which the buffer's values can be read: ES converts less. */
static void find_form(struct aim *aim)
{
	GLint kind = 0;

	if (aim->framebuffer && aim->gl->has_component_type)
		kind = query_attachment(
			aim, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE);
	set_form(aim, GL_RGBA, GL_UNSIGNED_BYTE, 4);
	if (kind == GL_INT)
		set_form(aim, GL_RGBA_INTEGER, GL_INT, 16);
	else if (kind == GL_UNSIGNED_INT)
		set_form(aim, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16);
	else if (kind == GL_FLOAT && aim->gl->is_es)
		set_form(aim, GL_RGBA, GL_FLOAT, 16);
	else if (kind == GL_SIGNED_NORMALIZED && aim->gl->is_es)
		set_form(aim, GL_RGBA, GL_BYTE, 4);
}

static bool has_depth(struct aim *aim)
{
	const struct procs *gl = aim->gl;

	if (!aim->framebuffer && !gl->is_core && !gl->is_es)
		return get_integer(gl, GL_DEPTH_BITS);
	aim->buffer = aim->framebuffer ? GL_DEPTH_ATTACHMENT : GL_DEPTH;
	return query_attachment(aim, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) !=
	       GL_NONE;
}

/* Without colors, depth is what is drawn. */
static const char *aim_at_depth(struct aim *aim)
{
	const struct procs *gl = aim->gl;

	if (gl->is_es && !procs_has(gl, "GL_NV_read_depth"))
		return "only depth is drawn to, which this OpenGL ES does not "
		       "return";
	if (!has_depth(aim))
		return "nothing that can be read is drawn to";
	if (aim->framebuffer && get_integer(gl, GL_SAMPLE_BUFFERS) > 0)
		return "only depth of several samples is drawn to";
	set_form(aim, GL_DEPTH_COMPONENT, GL_FLOAT, 4);
	return NULL;
}

static const char *check_aim(struct aim *aim)
{
	const struct procs *gl = aim->gl;
	GLenum target =
		gl->has_read_framebuffer ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER;

	if (gl->CheckFramebufferStatus &&
	    gl->CheckFramebufferStatus(target) != GL_FRAMEBUFFER_COMPLETE)
		return aim->framebuffer
			       ? "the framebuffer object is not complete"
			       : "the context has no window";
	if (aim->buffer == GL_NONE)
		return aim_at_depth(aim);
	if (aim->framebuffer &&
	    query_attachment(aim, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) ==
		    GL_NONE)
		return aim->of == PICTURE_DRAWN ? aim_at_depth(aim)
						: "nothing is attached there";
	find_form(aim);
	return NULL;
}

static void read_pixels(const struct aim *aim, uint32_t width, uint32_t height,
			void *to)
{
	aim->gl->ReadPixels(0, 0, (GLsizei)width, (GLsizei)height, aim->format,
			    aim->type, to);
}

/*
 * The number of pixels in a row or in a column: those that a read overwrites,
 * whatever was there. OpenGL ES has no query for an attached texture, and
 * OpenGL only since 4.5.
 */
static uint32_t measure_side(const struct aim *aim, bool is_row)
{
	GLint space[2] = {0};
	uint32_t n;
	uint8_t *a, *b;

	aim->gl->GetIntegerv(GL_MAX_VIEWPORT_DIMS, space);
	n = (uint32_t)space[is_row ? 0 : 1];
	a = calloc(n, aim->n_bytes);
	b = malloc(n * aim->n_bytes);
	if (a && b) {
		memset(b, 0xff, n * aim->n_bytes);
		read_pixels(aim, is_row ? n : 1, is_row ? 1 : n, a);
		read_pixels(aim, is_row ? n : 1, is_row ? 1 : n, b);
		while (n && memcmp(a + (n - 1) * aim->n_bytes,
				   b + (n - 1) * aim->n_bytes, aim->n_bytes))
			n--;
	} else {
		n = 0;
	}
	free(a);
	free(b);
	return n;
}

static uint8_t as_byte(const struct aim *aim, const uint8_t *at)
{
	int32_t i;
	uint32_t u;
	float f;

	switch (aim->type) {
	case GL_BYTE:
		i = *(const int8_t *)at;
		return (uint8_t)(i < 0 ? 0 : i * 255 / 127);
	case GL_INT:
		memcpy(&i, at, sizeof(i));
		return (uint8_t)(i < 0 ? 0 : i > 255 ? 255 : i);
	case GL_UNSIGNED_INT:
		memcpy(&u, at, sizeof(u));
		return (uint8_t)(u > 255 ? 255 : u);
	default:
		memcpy(&f, at, sizeof(f));
		/* NaN is neither */
		return (uint8_t)(f >= 1	  ? 255
				 : f >= 0 ? (int)(f * 255 + 0.5f)
					  : 0);
	}
}

/* The nearest one is black, the farthest white. What is farther than all, as
 * after a clear, is white, too. */
static void shade(const float *depths, size_t n, uint8_t *pixels)
{
	float least = 1, most = 0;

	for (size_t i = 0; i < n; i++) {
		if (depths[i] < least)
			least = depths[i];
		if (depths[i] > most && depths[i] < 1)
			most = depths[i];
	}
	for (size_t i = 0; i < n; i++) {
		float at = most > least ? (depths[i] - least) / (most - least)
					: depths[i];

		memset(pixels + 4 * i, at >= 1 ? 255 : (int)(at * 255 + 0.5f),
		       3);
		pixels[4 * i + 3] = 255;
	}
}

static const char *read_other(const struct aim *aim, struct picture *picture)
{
	size_t n = (size_t)picture->width * picture->height;
	uint8_t *values = calloc(n, aim->n_bytes);

	if (!values)
		return no_memory;
	read_pixels(aim, picture->width, picture->height, values);
	if (aim->format == GL_DEPTH_COMPONENT)
		shade((const float *)(void *)values, n, picture->pixels);
	else
		for (size_t i = 0; i < 4 * n; i++)
			picture->pixels[i] =
				as_byte(aim, values + i * (aim->n_bytes / 4));
	free(values);
	return NULL;
}

static const char *fill_pixels(const struct aim *aim, struct picture *picture,
			       uint32_t width, uint32_t height)
{
	size_t n;
	uint8_t *pixels;

	width = width ? width : measure_side(aim, true);
	height = height ? height : measure_side(aim, false);
	n = (size_t)width * height * 4;
	if (!n)
		return "there are no pixels";
	if (n > picture->capacity) {
		pixels = realloc(picture->pixels, n);
		if (!pixels)
			return no_memory;
		picture->pixels = pixels;
		picture->capacity = n;
	}
	picture->width = width;
	picture->height = height;
	if (aim->type != GL_UNSIGNED_BYTE)
		return read_other(aim, picture);
	read_pixels(aim, width, height, picture->pixels);
	return NULL;
}

/* Multisampled pixels cannot be read, except for those of a window. */
static const char *fill_samples(const struct aim *aim, struct picture *picture)
{
	struct resolve resolve;
	const char *why = resolve_begin(&resolve, aim->gl, aim->buffer);

	if (why)
		return why;
	why = fill_pixels(aim, picture, resolve.width, resolve.height);
	resolve_end(&resolve);
	return why;
}

static const char *read_aimed(struct aim *aim, struct picture *picture,
			      uint32_t width, uint32_t height)
{
	struct pack pack;
	const char *why = check_aim(aim);

	if (why)
		return why;
	if (!pack_begin(&pack, aim->gl))
		return "a buffer is bound that another context deleted";
	if (aim->framebuffer && get_integer(aim->gl, GL_SAMPLE_BUFFERS) > 0)
		why = fill_samples(aim, picture);
	else
		why = fill_pixels(aim, picture, width, height);
	pack_end(&pack);
	return why;
}

const char *picture_read(struct picture *picture, const struct procs *gl,
			 unsigned of, uint32_t width, uint32_t height)
{
	struct aim aim = {.gl = gl, .of = of};
	const char *why = "nothing is drawn to";
	GLenum buffer;

	bind_framebuffer(&aim);
	buffer = aim.buffer = choose_buffer(&aim);
	if (buffer != GL_NONE && gl->ReadBuffer) {
		aim.old_buffer = get_integer(gl, GL_READ_BUFFER);
		if ((GLenum)aim.old_buffer != buffer)
			gl->ReadBuffer(buffer);
	}
	if (buffer != GL_NONE || of == PICTURE_DRAWN)
		why = read_aimed(&aim, picture, width, height);
	if (buffer != GL_NONE && gl->ReadBuffer &&
	    (GLenum)aim.old_buffer != buffer)
		gl->ReadBuffer((GLenum)aim.old_buffer);
	unbind_framebuffer(&aim);
	return why;
}
