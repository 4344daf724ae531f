/* SPDX-License-Identifier: MIT */
/*
 * Textures and the sizes of their levels, as their calls set them: readback
 * writes as much. See state.h for threads and handlers.
 */
#ifndef PRELOAD_GL_STATE_TEXTURE_H
#define PRELOAD_GL_STATE_TEXTURE_H

#include "preload/gl/state/state.h"

/* Names that GL never generates: for the default textures. */
#define FXP_GL_UNNAMED 0xfffffff0u

/* The texture that is bound to the target of the active unit, or of that one.
 * It is created if there is none. NULL: not a target for readback. */
struct fxp_gl_texture *fxp_gl_texture_bound(const struct fxp_gl_context *c,
					    uint64_t target);
struct fxp_gl_texture *fxp_gl_texture_in_unit(const struct fxp_gl_context *c,
					      uint64_t unit, uint64_t target);

/* By its name, whether it exists or not; NULL: its creation was not seen. */
struct fxp_gl_texture *fxp_gl_texture_named(const struct fxp_gl_context *c,
					    uint64_t name);

/* The same, but its target may give it its kind. */
struct fxp_gl_texture *fxp_gl_texture_named_as(const struct fxp_gl_context *c,
					       uint64_t name, uint64_t target);

/* The kind of a target; is_face: it is one side of a cube.
 * FXP_GL_N_KINDS: of none. */
enum fxp_gl_kind fxp_gl_texture_kind(uint64_t target, bool *is_face);

/* Names are generated, bound or deleted. */
bool fxp_gl_track_texture_name(struct fxp_gl_context *c, unsigned what,
			       const uint64_t *slot);

/* preload/gl/measure/texture_level.c: the program has queried a level. */
bool fxp_gl_track_level(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot);

#endif
