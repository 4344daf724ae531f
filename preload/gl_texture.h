/* SPDX-License-Identifier: MIT */
/*
 * Textures and how large their levels are, as their calls say it: so much is
 * what reading one back writes. See gl_state.h for threads and handlers.
 */
#ifndef GL_TEXTURE_H
#define GL_TEXTURE_H

#include "preload/gl_state.h"

/* What is bound to the target of the active unit, or of that one, made if
 * nothing is; NULL: no target of textures that can be read back. */
struct fxp_gl_texture *fxp_gl_texture_bound(const struct fxp_gl_context *c,
					    uint64_t target);
struct fxp_gl_texture *fxp_gl_texture_in_unit(const struct fxp_gl_context *c,
					      uint64_t unit, uint64_t target);

/* By its name, whether it is there or not; NULL: nobody saw its making. */
struct fxp_gl_texture *fxp_gl_texture_named(const struct fxp_gl_context *c,
					    uint64_t name);

/* gl_level.c: the program has been told of a level. */
bool fxp_gl_track_level(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot);

#endif
