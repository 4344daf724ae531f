/* SPDX-License-Identifier: MIT */
/*
 * What the archive is told beside calls of OpenGL (`beside` in the
 * descriptions): how long a frame took, what the machine still works at, the
 * program's names for objects. Each part returns whether the number is one of
 * its own.
 *
 * After a call that is recorded, before its end; see
 * preload/runtime/alongside.h.
 */
#ifndef PRELOAD_GL_EVENTS_ALONGSIDE_H
#define PRELOAD_GL_EVENTS_ALONGSIDE_H

#include "preload/symbol/slot.h"

/* A counter of the time since the drawable was shown last. */
bool fxp_gl_alongside_frame(unsigned what, const struct fxp_call *call,
			    const uint64_t *slot);

/* Fences and queries: asynchronous events up to where they are seen done. */
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
