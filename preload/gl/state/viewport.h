/* SPDX-License-Identifier: MIT */
/*
 * The first viewport of a context, as the program's own calls set it. If it has
 * changed, a drawable's size may have changed. It is the only hint of a size
 * that cannot be queried. OpenGL itself is never queried for it.
 */
#ifndef PRELOAD_GL_STATE_VIEWPORT_H
#define PRELOAD_GL_STATE_VIEWPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/gl/state/state.h"

/* Whether the call, by its number, may set viewports. *sets: it sets the first
 * one. values: the new x, y, width and height. */
bool fxp_gl_viewport_of(unsigned what, const uint64_t *slot, uint64_t *values,
			bool *sets);

/* The same, for a call that happens now. False: it is no such call. */
bool fxp_gl_track_view(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot);

/* A new context gets it from its first drawable. width -1: it is unknown. */
void fxp_gl_view_begin(struct fxp_gl_context *c, int32_t width, int32_t height);

/* Another draw framebuffer is bound: saves the viewport of the old one if that
 * was the drawable. */
void fxp_gl_view_leave(struct fxp_gl_context *c, uint32_t framebuffer);

/* The viewport of the last draw to the drawable. */
const struct fxp_gl_viewport *fxp_gl_view(const struct fxp_gl_context *c);

/* Whether both are known and equal. */
bool fxp_gl_view_is(const struct fxp_gl_viewport *a,
		    const struct fxp_gl_viewport *b);

/* Its extent. False: empty, or larger than any drawable. */
bool fxp_gl_view_reach(const struct fxp_gl_viewport *view, int32_t *width,
		       int32_t *height);

#endif
