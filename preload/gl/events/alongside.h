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

#include "ids_gl.h"
#include "preload/runtime/alongside.h"
#include "preload/gl/state/pending.h"

extern struct fxp_api fxp_gl __attribute__((visibility("hidden")));
extern struct fxp_slot fxp_gl_slots[] __attribute__((visibility("hidden")));

/* Whose things the table of preload/gl/state/pending.h has, besides contexts,
 * whose addresses are larger. */
enum fxp_gl_owner {
	FXP_GL_OF_FENCES = 1,
	FXP_GL_OF_DRAWABLES = 2,
};

/* A counter of the time since the drawable was shown last. */
bool fxp_gl_beside_frame(unsigned what, const struct fxp_call *call,
			 const uint64_t *slot);

/* Fences and queries: asynchronous events up to where they are seen done. */
bool fxp_gl_beside_fence(unsigned what, const struct fxp_call *call,
			 const uint64_t *slot);
bool fxp_gl_beside_named_fence(unsigned what, const struct fxp_call *call,
			       const uint64_t *slot);
bool fxp_gl_beside_query(unsigned what, const struct fxp_call *call,
			 const uint64_t *slot);

/* Labels: names of objects. */
bool fxp_gl_beside_label(unsigned what, const struct fxp_call *call,
			 const uint64_t *slot);

/* An event that goes on: its begin, an instant of it, its end. `what` is what
 * `build` makes arguments of, behind `by`, the name of the call's function. */
struct fxp_gl_async {
	unsigned type; /* enum fxt_event_type */
	struct fxw_name name;
	uint64_t id;
	fxw_build *build; /* or NULL */
	const void *what;
};
bool fxp_gl_tell_async(const struct fxp_call *call,
		       const struct fxp_gl_async *async);

/* Name of the function that is called. */
const char *fxp_gl_called(const struct fxp_call *call);

/* The constant's name in the type of a function's parameter i, or of what it
 * returns, and its length; NULL: it has none. */
#define FXP_GL_RET UINT32_MAX
const char *fxp_gl_constant(unsigned function, unsigned i, uint64_t value,
			    uint32_t *n);

#endif
