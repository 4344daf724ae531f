/* SPDX-License-Identifier: MIT */
/*
 * Contexts that are not new when the recorder first sees them. Their state is
 * read from GL as far as their version has queries for it. State without
 * queries stays unknown: levels of textures, sizes of buffers, the arrays of
 * other client units. Values that depend on it are not recorded.
 */
#ifndef PRELOAD_GL_STATE_ADOPT_H
#define PRELOAD_GL_STATE_ADOPT_H

#include "preload/gl/state/state.h"

/* Reads the state of the thread's context, which is not new. Outside of glBegin
 * and glEnd. */
void fxp_gl_adopt(struct fxp_gl_context *c);

/* Before a call of GL: the thread's current context, which no recorded call has
 * made current. Its state is read each time, because another one may be current
 * by now. NULL: there is none. */
struct fxp_gl_context *fxp_gl_adopt_unseen(void);

/* After a call of a thread without a known context. */
void fxp_gl_adopt_note(unsigned what);

#endif
