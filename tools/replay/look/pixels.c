/* SPDX-License-Identifier: MIT */
/*
 * Reads pixels, see pixels.h. OpenGL ES returns four channels of a few types,
 * whatever is attached. Those that are there are kept.
 */
#include "tools/replay/look/pixels.h"

#include <stdlib.h>

static const char no_format[] = "OpenGL ES does not return such a format";

static GLint get_integer(const struct procs *gl, GLenum name)
{
	GLint value[4] = {0};

	gl->GetIntegerv(name, value);
	return value[0];
}

/* Luminance and intensity are their red. */
static void keep_channels(struct pixels *pixels)
{
	static const char order[] = "RGBA";

	for (size_t i = 0; pixels->form.channels[i]; i++) {
		const char *at = strchr(order, pixels->form.channels[i]);

		pixels->kept[i] = (uint8_t)(at ? at - order : 0);
	}
}

/* Whether the driver adds that type to those which all have. */
static bool is_drivers_own(const struct procs *gl, GLenum type)
{
	return (GLenum)get_integer(gl, GL_IMPLEMENTATION_COLOR_READ_TYPE) ==
		       type &&
	       get_integer(gl, GL_IMPLEMENTATION_COLOR_READ_FORMAT) == GL_RGBA;
}

static const char *choose_es_type(struct pixels *pixels,
				  const struct level *level)
{
	const struct procs *gl = pixels->gl;

	switch (pixels->form.number) {
	case IMAGE_U16:
		if (level->color_bits == 10) {
			pixels->type = GL_UNSIGNED_INT_2_10_10_10_REV;
			pixels->number_bytes = 0;
			return NULL;
		}
		break;
	case IMAGE_F32:
		if (gl->has_float_buffers)
			return NULL;
		break;
	case IMAGE_U8:
	case IMAGE_I32:
	case IMAGE_U32:
		return NULL;
	default:
		break;
	}
	return is_drivers_own(gl, pixels->type) ? NULL : no_format;
}

static const char *begin_color(struct pixels *pixels, const struct level *level)
{
	struct level_form form = level_color_form(level);
	unsigned n;

	if (pixels->gl->is_es && strpbrk(form.form.channels, "LI"))
		return no_format;
	pixels->form = form.form;
	pixels->format = level->color_type == GL_INT ||
					 level->color_type == GL_UNSIGNED_INT
				 ? GL_RGBA_INTEGER
				 : GL_RGBA;
	pixels->type = form.type;
	n = (unsigned)strlen(form.form.channels);
	pixels->number_bytes = image_form_pixel_bytes(form.form) / n;
	pixels->n_channels = 4;
	keep_channels(pixels);
	/* R, RG and RGB as such */
	if (!pixels->gl->is_es && !strncmp(form.form.channels, "RGBA", n)) {
		pixels->format = form.format;
		pixels->n_channels = n;
	}
	return pixels->gl->is_es ? choose_es_type(pixels, level) : NULL;
}

static const char *begin_depth(struct pixels *pixels, const struct level *level)
{
	struct level_form form;
	struct level alone = *level;

	if (pixels->gl->is_es && !procs_has(pixels->gl, "GL_NV_read_depth"))
		return "this OpenGL ES does not return depth";
	alone.stencil_bits = 0;
	form = level_depth_form(&alone);
	pixels->is_depth24 =
		form.form.number == IMAGE_U32 && level->depth_bits == 24;
	pixels->form = form.form;
	pixels->format = form.format;
	pixels->type = form.type;
	pixels->number_bytes = image_form_pixel_bytes(form.form);
	pixels->n_channels = 1;
	return NULL;
}

static const char *begin_stencil(struct pixels *pixels)
{
	if (pixels->gl->is_es && !procs_has(pixels->gl, "GL_NV_read_stencil"))
		return "this OpenGL ES does not return stencil";
	pixels->form = (struct image_form){.channels = "S", .number = IMAGE_U8};
	pixels->format = GL_STENCIL_INDEX;
	pixels->type = GL_UNSIGNED_BYTE;
	pixels->number_bytes = pixels->n_channels = 1;
	return NULL;
}

const char *pixels_begin(struct pixels *pixels, const struct procs *gl,
			 const struct level *level, enum image_aspect aspect)
{
	*pixels = (struct pixels){.gl = gl};
	switch (aspect) {
	case IMAGE_COLOR:
		return begin_color(pixels, level);
	case IMAGE_DEPTH:
		return begin_depth(pixels, level);
	default:
		return begin_stencil(pixels);
	}
}

static size_t come_bytes(const struct pixels *pixels)
{
	return pixels->number_bytes
		       ? (size_t)pixels->number_bytes * pixels->n_channels
		       : 4;
}

static uint16_t widened(uint32_t value, unsigned bits)
{
	uint32_t most = (1u << bits) - 1;

	return (uint16_t)((value * 65535u + most / 2) / most);
}

static void keep_tens(const struct pixels *pixels, const uint8_t *from,
		      size_t n_kept, uint8_t *to)
{
	uint32_t word;

	memcpy(&word, from, sizeof(word));
	for (size_t i = 0; i < n_kept; i++) {
		unsigned at = pixels->kept[i];
		uint16_t value = widened(word >> at * 10 & (at == 3 ? 3 : 1023),
					 at == 3 ? 2 : 10);

		memcpy(to + 2 * i, &value, sizeof(value));
	}
}

static void keep(const struct pixels *pixels, const uint8_t *from, size_t n,
		 uint8_t *to)
{
	size_t n_kept = strlen(pixels->form.channels);
	unsigned bytes = pixels->number_bytes;
	size_t come = come_bytes(pixels),
	       pixel_bytes = image_form_pixel_bytes(pixels->form);

	for (size_t i = 0; i < n; i++, from += come, to += pixel_bytes) {
		if (!bytes)
			keep_tens(pixels, from, n_kept, to);
		for (size_t k = 0; bytes && k < n_kept; k++)
			memcpy(to + k * bytes, from + pixels->kept[k] * bytes,
			       bytes);
	}
}

static void read_to(const struct pixels *pixels, uint32_t width,
		    uint32_t height, void *to)
{
	pixels->gl->ReadPixels((GLint)pixels->x, (GLint)pixels->y,
			       (GLsizei)width, (GLsizei)height, pixels->format,
			       pixels->type, to);
}

const char *pixels_read(const struct pixels *pixels, struct image *image,
			uint32_t layer)
{
	size_t n = (size_t)image->width * image->height;
	size_t n_bytes = n * image_form_pixel_bytes(pixels->form);
	uint8_t *to = image->bytes + n_bytes * layer, *come;

	if (come_bytes(pixels) == image_form_pixel_bytes(pixels->form)) {
		read_to(pixels, image->width, image->height, to);
	} else {
		come = calloc(n, come_bytes(pixels));
		if (!come)
			return "there is no memory for it";
		read_to(pixels, image->width, image->height, come);
		keep(pixels, come, n, to);
		free(come);
	}
	if (pixels->is_depth24)
		level_widen_depths((uint32_t *)(void *)to, n);
	return NULL;
}

uint32_t pixels_measure(const struct pixels *pixels, bool is_row)
{
	size_t come = come_bytes(pixels);
	GLint space[2] = {0};
	uint32_t n;
	uint8_t *a, *b;

	pixels->gl->GetIntegerv(GL_MAX_VIEWPORT_DIMS, space);
	n = (uint32_t)space[is_row ? 0 : 1];
	a = calloc(n, come);
	b = malloc(n * come);
	if (a && b) {
		memset(b, 0xff, n * come);
		read_to(pixels, is_row ? n : 1, is_row ? 1 : n, a);
		read_to(pixels, is_row ? n : 1, is_row ? 1 : n, b);
		while (n &&
		       memcmp(a + (n - 1) * come, b + (n - 1) * come, come))
			n--;
	} else {
		n = 0;
	}
	free(a);
	free(b);
	return n;
}
