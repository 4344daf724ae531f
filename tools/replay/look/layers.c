/* SPDX-License-Identifier: MIT */
/*
 * Reads layers, see layers.h. OpenGL ES returns four channels of a few types,
 * whatever is attached: those that the texture has are kept.
 */
#include "tools/replay/look/layers.h"

#include <stdlib.h>

/* How pixels come, and what becomes of them. */
struct reading {
	const struct procs *gl;
	const struct level *level;
	GLenum format, type;
	unsigned number_bytes; /* of a channel; 0: 10, 10, 10 and 2 bits */
	unsigned n_channels;   /* of a pixel */
	uint8_t kept[4];       /* their places, for the image's channels */
};

static GLint get_integer(const struct procs *gl, GLenum name)
{
	GLint value[4] = {0};

	gl->GetIntegerv(name, value);
	return value[0];
}

/* Where the channels of the image are among R, G, B and A. */
static void keep_channels(struct reading *reading, const char *channels)
{
	static const char order[] = "RGBA";

	for (size_t i = 0; channels[i]; i++)
		reading->kept[i] =
			(uint8_t)(strchr(order, channels[i]) - order);
}

static const char *find_color(struct reading *reading, struct level_form *form)
{
	const struct procs *gl = reading->gl;
	GLenum type = reading->level->color_type;

	*form = level_color_form(reading->level);
	if (strpbrk(form->form.channels, "LI") ||
	    (form->form.channels[0] == 'A'))
		return "OpenGL ES does not return such a format";
	reading->format = GL_RGBA;
	reading->type = form->type;
	reading->number_bytes = image_form_pixel_bytes(form->form) /
				(unsigned)strlen(form->form.channels);
	reading->n_channels = 4;
	keep_channels(reading, form->form.channels);
	if (type == GL_INT || type == GL_UNSIGNED_INT) {
		reading->format = GL_RGBA_INTEGER;
	} else if (form->type == GL_UNSIGNED_SHORT &&
		   reading->level->color_bits == 10) {
		reading->type = GL_UNSIGNED_INT_2_10_10_10_REV;
		reading->number_bytes = 0;
	} else if (form->type == GL_FLOAT && !gl->has_float_buffers) {
		return "this OpenGL ES does not return floats";
	} else if (form->type != GL_UNSIGNED_BYTE && form->type != GL_FLOAT &&
		   ((GLenum)get_integer(gl,
					GL_IMPLEMENTATION_COLOR_READ_TYPE) !=
			    form->type ||
		    get_integer(gl, GL_IMPLEMENTATION_COLOR_READ_FORMAT) !=
			    GL_RGBA)) {
		return "OpenGL ES does not return such a format";
	}
	return NULL;
}

static uint16_t widened(uint32_t value, unsigned bits)
{
	uint32_t most = (1u << bits) - 1;

	return (uint16_t)((value * 65535u + most / 2) / most);
}

static void unpack_tens(const struct reading *reading, uint32_t word,
			size_t n_kept, uint8_t *to)
{
	for (size_t i = 0; i < n_kept; i++) {
		unsigned at = reading->kept[i];
		uint16_t value = widened(word >> at * 10 & (at == 3 ? 3 : 1023),
					 at == 3 ? 2 : 10);

		memcpy(to + 2 * i, &value, sizeof(value));
	}
}

/* All pixels of one layer, from four channels each. */
static void keep_pixels(const struct reading *reading, const uint8_t *from,
			size_t n, const struct image_form *form, uint8_t *to)
{
	size_t n_kept = strlen(form->channels);
	unsigned bytes = reading->number_bytes;

	for (size_t i = 0; i < n; i++, to += image_form_pixel_bytes(*form)) {
		if (!bytes) {
			uint32_t word;

			memcpy(&word, from + 4 * i, sizeof(word));
			unpack_tens(reading, word, n_kept, to);
			continue;
		}
		for (size_t k = 0; k < n_kept; k++)
			memcpy(to + k * bytes,
			       from + (i * reading->n_channels +
				       reading->kept[k]) *
					       bytes,
			       bytes);
	}
}

static void attach(const struct procs *gl, const struct texture_part *part,
		   GLenum target, GLint layer)
{
	GLenum to = part->aspect == IMAGE_COLOR	  ? GL_COLOR_ATTACHMENT0
		    : part->aspect == IMAGE_DEPTH ? GL_DEPTH_ATTACHMENT
						  : GL_STENCIL_ATTACHMENT;

	switch (part->target) {
	case GL_TEXTURE_2D:
	case GL_TEXTURE_CUBE_MAP:
		gl->FramebufferTexture2D(GL_FRAMEBUFFER, to, target, part->name,
					 part->level);
		break;
	default:
		gl->FramebufferTextureLayer(GL_FRAMEBUFFER, to, part->name,
					    part->level, layer);
	}
}

static const char *find_depth(struct reading *reading, struct level_form *form,
			      enum image_aspect aspect)
{
	const struct procs *gl = reading->gl;

	if (aspect == IMAGE_STENCIL) {
		if (!procs_has(gl, "GL_NV_read_stencil"))
			return "this OpenGL ES does not return stencil";
		*form = (struct level_form){
			{.channels = "S", .number = IMAGE_U8},
			GL_STENCIL_INDEX,
			GL_UNSIGNED_BYTE};
	} else {
		if (!procs_has(gl, "GL_NV_read_depth"))
			return "this OpenGL ES does not return depth";
		*form = (struct level_form){
			{.channels = "D", .number = IMAGE_F32},
			GL_DEPTH_COMPONENT,
			GL_FLOAT};
	}
	reading->format = form->format;
	reading->type = form->type;
	reading->number_bytes = image_form_pixel_bytes(form->form);
	reading->n_channels = 1;
	return NULL;
}

static const char *read_attached(struct image *image, struct reading *reading,
				 const struct texture_part *part, GLint layer,
				 uint8_t **space)
{
	const struct procs *gl = reading->gl;
	const struct level *level = reading->level;
	size_t n = (size_t)level->width * level->height;
	struct level_form form;
	const char *why;

	if (gl->CheckFramebufferStatus(GL_FRAMEBUFFER) !=
	    GL_FRAMEBUFFER_COMPLETE)
		return "OpenGL ES does not return such a format";
	why = part->aspect == IMAGE_COLOR
		      ? find_color(reading, &form)
		      : find_depth(reading, &form, part->aspect);
	if (!why && layer == 0)
		why = image_begin(image, &form.form, level->width,
				  level->height, level->depth);
	if (!why && !*space)
		*space = calloc(n, reading->number_bytes
					   ? (size_t)reading->number_bytes *
						     reading->n_channels
					   : 4);
	if (why || !*space)
		return why ? why : "there is no memory for it";
	gl->ReadPixels(0, 0, (GLsizei)level->width, (GLsizei)level->height,
		       reading->format, reading->type, *space);
	keep_pixels(reading, *space, n, &image->form,
		    image->bytes + n * (size_t)layer *
					   image_form_pixel_bytes(image->form));
	return NULL;
}

const char *layers_read(struct image *image, const struct procs *gl,
			const struct texture_part *part,
			const struct level *level, GLenum target)
{
	struct reading reading = {.gl = gl, .level = level};
	GLint draw, read = 0;
	uint8_t *space = NULL;
	const char *why = NULL;
	GLuint framebuffer;

	if (!gl->GenFramebuffers || (part->target != GL_TEXTURE_2D &&
				     part->target != GL_TEXTURE_CUBE_MAP &&
				     !gl->FramebufferTextureLayer))
		return "this OpenGL ES does not return textures";
	draw = get_integer(gl, GL_FRAMEBUFFER_BINDING);
	if (gl->has_read_framebuffer)
		read = get_integer(gl, GL_READ_FRAMEBUFFER_BINDING);
	gl->GenFramebuffers(1, &framebuffer);
	gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	for (GLint i = 0; !why && i < (GLint)level->depth; i++) {
		attach(gl, part, target, i);
		why = read_attached(image, &reading, part, i, &space);
	}
	free(space);
	gl->BindFramebuffer(GL_FRAMEBUFFER, (GLuint)draw);
	if (gl->has_read_framebuffer && read != draw)
		gl->BindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)read);
	gl->DeleteFramebuffers(1, &framebuffer);
	if (why)
		image->n_bytes = 0;
	return why;
}
