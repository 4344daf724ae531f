/* SPDX-License-Identifier: MIT */
/*
 * What a level of a texture has: its size, and how its pixels are read without
 * loss.
 */
#ifndef TOOLS_REPLAY_LOOK_LEVEL_H
#define TOOLS_REPLAY_LOOK_LEVEL_H

#include "tools/replay/look/image.h"
#include "tools/replay/state/procs.h"

struct level {
	uint32_t width, height, depth; /* all 0: there is none */
	GLint samples;
	GLenum internal_format;
	char channels[5]; /* of its color, as in image_form.h; "": none */
	GLenum color_type, depth_type; /* GL_UNSIGNED_NORMALIZED ...; GL_NONE */
	GLint color_bits;	       /* of the largest channel */
	GLint depth_bits, stencil_bits;
};

/* A form, and the format and type that make OpenGL write it. */
struct level_form {
	struct image_form form;
	GLenum format, type;
};

/*
 * The level of the texture that is bound to a target of the active unit. Not
 * between glBegin and glEnd. Raises no error.
 *
 * target  of a face for a cube map
 */
struct level level_of(const struct procs *gl, GLenum target, GLint level);

/* How its colors are read in the widest form that it needs. */
struct level_form level_color_form(const struct level *level);

/* The same of its depth. Where there is stencil, too, the type may hold
 * both (GL_DEPTH_STENCIL): then it is of that type's words. */
struct level_form level_depth_form(const struct level *level);

/* Depth of 24 bits, in 32: the 32 bits that are as large, whatever is below. A
 * driver may have gone through a float. */
void level_widen_depths(uint32_t *depths, size_t n);

#endif
