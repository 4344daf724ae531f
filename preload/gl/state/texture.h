/* SPDX-License-Identifier: MIT */
/*
 * Textures and how large their levels are, as their calls say it: so much is
 * what reading one back writes. See state.h for threads and handlers.
 */
#ifndef PRELOAD_GL_STATE_TEXTURE_H
#define PRELOAD_GL_STATE_TEXTURE_H

#include "preload/gl/state/state.h"

/* Names that GL gives to nobody: of the textures that are there without one. */
#define FXP_GL_UNNAMED 0xfffffff0u

/* What is bound to the target of the active unit, or of that one, made if
 * nothing is; NULL: no target of textures that can be read back. */
struct fxp_gl_texture *fxp_gl_texture_bound(const struct fxp_gl_context *c,
					    uint64_t target);
struct fxp_gl_texture *fxp_gl_texture_in_unit(const struct fxp_gl_context *c,
					      uint64_t unit, uint64_t target);

/* By its name, whether it is there or not; NULL: nobody saw its making. */
struct fxp_gl_texture *fxp_gl_texture_named(const struct fxp_gl_context *c,
					    uint64_t name);

/* The same, which its target may make to be one of that kind. */
struct fxp_gl_texture *fxp_gl_texture_named_as(const struct fxp_gl_context *c,
					       uint64_t name, uint64_t target);

/* The kind that a target stands for; is_face: for one side of a cube.
 * FXP_GL_N_KINDS: of none. */
enum fxp_gl_kind fxp_gl_texture_kind(uint64_t target, bool *is_face);

/* Names are given, bound or deleted. */
bool fxp_gl_track_texture_name(struct fxp_gl_context *c, unsigned what,
			       const uint64_t *slot);

/* preload/gl/measure/texture_level.c: the program has been told of a level. */
bool fxp_gl_track_level(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot);

#endif
