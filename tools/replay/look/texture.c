/* SPDX-License-Identifier: MIT */
/*
 * Reads textures, see texture.h. OpenGL hands out levels as they are. OpenGL ES
 * does not, so a framebuffer of our own reads what can be drawn to.
 */
#include "tools/replay/look/texture.h"

#include <stdlib.h>

#include "tools/replay/look/level.h"
#include "tools/replay/look/layers.h"
#include "tools/replay/look/pack.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

static const struct target {
	GLenum target, binding;
	unsigned gl, es; /* versions that have it as their own */
} targets[] = {
	{GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D, 10, 0},
	{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D, 10, 10},
	{GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, 12, 30},
	{GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP, 13, 20},
	{GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE, 31, 0},
	{GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY, 30, 0},
	{GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY, 30, 30},
	{GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, 40, 32},
};

static const struct target *target_of(const struct procs *gl, GLenum number)
{
	for (size_t i = 0; i < N(targets); i++)
		if (targets[i].target == number &&
		    procs_is_since(gl, targets[i].gl, targets[i].es))
			return &targets[i];
	return NULL;
}

/* A texture that is bound for a while. */
struct look {
	const struct procs *gl;
	const struct target *target;
	GLenum image_target; /* of the face */
	GLint old;	     /* that was bound */
	struct level level;
};

static const char *look_begin(struct look *look, const struct procs *gl,
			      const struct texture_part *part)
{
	*look = (struct look){.gl = gl, .target = target_of(gl, part->target)};
	if (!look->target || !gl->GetTexLevelParameteriv)
		return "textures of this kind cannot be read";
	if (part->name && !gl->IsTexture(part->name))
		return "it was deleted";
	look->image_target =
		part->target == GL_TEXTURE_CUBE_MAP
			? GL_TEXTURE_CUBE_MAP_POSITIVE_X + part->face % 6
			: part->target;
	gl->GetIntegerv(look->target->binding, &look->old);
	/* it may be deleted, where another context has done that */
	if ((GLuint)look->old != part->name && look->old &&
	    !gl->IsTexture((GLuint)look->old))
		return "a deleted texture is bound";
	if ((GLuint)look->old != part->name)
		gl->BindTexture(part->target, part->name);
	look->level = level_of(gl, look->image_target, part->level);
	return NULL;
}

static void look_end(struct look *look, const struct texture_part *part)
{
	if ((GLuint)look->old != part->name)
		look->gl->BindTexture(part->target, (GLuint)look->old);
}

static bool has_aspect(const struct level *level, enum image_aspect aspect)
{
	switch (aspect) {
	case IMAGE_COLOR:
		return level->channels[0];
	case IMAGE_DEPTH:
		return level->depth_bits;
	default:
		return level->stencil_bits;
	}
}

/* One of the two that lie in one or two words. */
static void split_word(const struct level_form *form, const uint32_t *words,
		       bool is_stencil, uint8_t *to)
{
	uint32_t depth;

	if (is_stencil) {
		*to = (uint8_t)(form->type == GL_UNSIGNED_INT_24_8 ? words[0]
								   : words[1]);
		return;
	}
	depth = words[0];
	if (form->type == GL_UNSIGNED_INT_24_8)
		level_widen_depths(&depth, 1);
	memcpy(to, &depth, sizeof(depth));
}

static const struct image_form stencil_form = {.channels = "S",
					       .number = IMAGE_U8};

/* Depth and stencil come together. */
static const char *read_packed(struct image *image, const struct look *look,
			       const struct texture_part *part,
			       const struct level_form *form)
{
	bool is_stencil = part->aspect == IMAGE_STENCIL;
	size_t n_words = form->type == GL_UNSIGNED_INT_24_8 ? 1 : 2;
	const struct level *level = &look->level;
	const char *why =
		image_begin(image, is_stencil ? &stencil_form : &form->form,
			    level->width, level->height, level->depth);
	size_t n = (size_t)level->width * level->height * level->depth;
	uint32_t *words;

	if (why)
		return why;
	words = calloc(n, n_words * sizeof(*words));
	if (!words)
		return "there is no memory for it";
	look->gl->GetTexImage(look->image_target, part->level, form->format,
			      form->type, words);
	for (size_t i = 0; i < n; i++)
		split_word(form, words + i * n_words, is_stencil,
			   image->bytes +
				   i * image_form_pixel_bytes(image->form));
	free(words);
	return NULL;
}

/* Any level, as it is stored. */
static const char *read_image(struct image *image, const struct look *look,
			      const struct texture_part *part)
{
	const struct level *level = &look->level;
	struct level_form form = part->aspect == IMAGE_COLOR
					 ? level_color_form(level)
					 : level_depth_form(level);
	const char *why;

	if (part->aspect == IMAGE_STENCIL && !level->depth_bits) {
		if (!look->gl->has_stencil_images)
			return "this OpenGL does not return stencil alone";
		form = (struct level_form){stencil_form, GL_STENCIL_INDEX,
					   GL_UNSIGNED_BYTE};
	}
	if (form.format == GL_DEPTH_STENCIL)
		return read_packed(image, look, part, &form);
	why = image_begin(image, &form.form, level->width, level->height,
			  level->depth);
	if (why)
		return why;
	look->gl->GetTexImage(look->image_target, part->level, form.format,
			      form.type, image->bytes);
	if (form.format == GL_DEPTH_COMPONENT &&
	    form.form.number == IMAGE_U32 && level->depth_bits == 24)
		level_widen_depths((uint32_t *)(void *)image->bytes,
				   image->n_bytes / sizeof(uint32_t));
	return NULL;
}

static const char *read_level(struct image *image, const struct look *look,
			      const struct texture_part *part)
{
	struct pack pack;
	const char *why;

	if (!look->level.width)
		return "this level has no image";
	if (!has_aspect(&look->level, part->aspect))
		return part->aspect == IMAGE_COLOR   ? "it has no colors"
		       : part->aspect == IMAGE_DEPTH ? "it has no depth"
						     : "it has no stencil";
	if (look->level.samples > 0)
		return "it has several samples";
	if (!pack_begin(&pack, look->gl))
		return "a buffer is bound that another context deleted";
	if (look->gl->GetTexImage)
		why = read_image(image, look, part);
	else
		why = layers_read(image, look->gl, part, &look->level,
				  look->image_target);
	pack_end(&pack);
	return why;
}

const char *texture_read(struct image *image, const struct procs *gl,
			 const struct texture_part *part)
{
	struct look look;
	const char *why = look_begin(&look, gl, part);

	image->n_bytes = 0;
	if (why)
		return why;
	why = read_level(image, &look, part);
	look_end(&look, part);
	return why;
}

bool texture_has(const struct procs *gl, const struct texture_part *part)
{
	struct look look;
	bool has_it;

	if (look_begin(&look, gl, part))
		return false;
	has_it = look.level.width && has_aspect(&look.level, part->aspect);
	look_end(&look, part);
	return has_it;
}
