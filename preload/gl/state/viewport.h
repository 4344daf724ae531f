/* SPDX-License-Identifier: MIT */
/*
 * The first viewport of a context, as the program's own calls set it: what the
 * size of a drawable may have changed with, and all there is to see of a size
 * that nobody can be asked for. OpenGL itself is never asked for it.
 */
#ifndef PRELOAD_GL_STATE_VIEWPORT_H
#define PRELOAD_GL_STATE_VIEWPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/gl/state/state.h"

/* Whether the call, by its number, may set viewports; values: what it sets the
 * first one to, x, y, width and height, if it does (*sets). */
bool fxp_gl_viewport_of(unsigned what, const uint64_t *slot, uint64_t *values,
			bool *sets);

/* The same, of a call that happens now. False: it is no such call. */
bool fxp_gl_track_view(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot);

/* A new context gets it from its first drawable. width -1: nobody knows it. */
void fxp_gl_view_begin(struct fxp_gl_context *c, int32_t width, int32_t height);

/* Another framebuffer is bound to draw to: the viewport of the one before is
 * kept, if that was the drawable. */
void fxp_gl_view_leave(struct fxp_gl_context *c, uint32_t framebuffer);

/* The viewport that the drawable has been drawn with last. */
const struct fxp_gl_viewport *fxp_gl_view(const struct fxp_gl_context *c);

/* Whether both are known, and the same. */
bool fxp_gl_view_is(const struct fxp_gl_viewport *a,
		    const struct fxp_gl_viewport *b);

/* How far it reaches. False: nowhere, or farther than any drawable. */
bool fxp_gl_view_reach(const struct fxp_gl_viewport *view, int32_t *width,
		       int32_t *height);

#endif
