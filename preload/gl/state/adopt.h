/* SPDX-License-Identifier: MIT */
/*
 * Contexts that the recorder meets when they are no longer new: their state is
 * read from GL, as far as their version says that it can be asked for. What
 * cannot be read (levels of textures, sizes of buffers, the arrays of other
 * client units) stays unknown, and what depends on it is not recorded.
 */
#ifndef PRELOAD_GL_STATE_ADOPT_H
#define PRELOAD_GL_STATE_ADOPT_H

#include "preload/gl/state/state.h"

/* The state of the thread's context, which is not new. Outside of glBegin and
 * glEnd. */
void fxp_gl_adopt(struct fxp_gl_context *c);

/* Before a call of GL's: what is current in this thread, though it was made so
 * by nobody we know. Then its state is read each time, since another one may
 * be current by now. NULL: there is none. */
struct fxp_gl_context *fxp_gl_adopt_unseen(void);

/* After a call of a thread without a context that we know. */
void fxp_gl_adopt_note(unsigned what);

#endif
