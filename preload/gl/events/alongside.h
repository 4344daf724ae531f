/* SPDX-License-Identifier: MIT */
/*
 * Records that are emitted alongside calls of OpenGL (`alongside` in the
 * descriptions). They are the time of a frame, unfinished work of the machine,
 * and the program's names for objects. Each part returns whether the number is
 * one of its own.
 *
 * After a call that is recorded, before its end; see
 * preload/runtime/alongside.h.
 */
#ifndef PRELOAD_GL_EVENTS_ALONGSIDE_H
#define PRELOAD_GL_EVENTS_ALONGSIDE_H

#include "preload/symbol/slot.h"

/* A counter of the time since the drawable was last shown. */
bool fxp_gl_alongside_frame(unsigned what, const struct fxp_call *call,
			    const uint64_t *slot);

/* Fences and queries: asynchronous events until they are seen as done. */
bool fxp_gl_alongside_fence(unsigned what, const struct fxp_call *call,
			    const uint64_t *slot);
bool fxp_gl_alongside_named_fence(unsigned what, const struct fxp_call *call,
				  const uint64_t *slot);
bool fxp_gl_alongside_query(unsigned what, const struct fxp_call *call,
			    const uint64_t *slot);

/* Labels: names of objects. */
bool fxp_gl_alongside_label(unsigned what, const struct fxp_call *call,
			    const uint64_t *slot);

#endif
