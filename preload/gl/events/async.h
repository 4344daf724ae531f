/* SPDX-License-Identifier: MIT */
/*
 * What the parts of alongside.h share: asynchronous events, and names of
 * functions and constants.
 */
#ifndef PRELOAD_GL_EVENTS_ASYNC_H
#define PRELOAD_GL_EVENTS_ASYNC_H

#include "ids_gl.h"
#include "preload/gl/state/pending.h"
#include "preload/runtime/alongside.h"

/* Whose things the table of preload/gl/state/pending.h has, besides contexts,
 * whose addresses are larger. */
enum fxp_gl_owner {
	FXP_GL_OF_FENCES = 1,
	FXP_GL_OF_DRAWABLES = 2,
};

/* An event that goes on: its begin, an instant of it, its end. `what` is what
 * `build` makes arguments of, behind `by`, the name of the call's function. */
struct fxp_gl_async {
	unsigned type; /* enum fxt_event_type */
	struct fxw_name name;
	uint64_t id;
	fxw_build *build; /* or NULL */
	const void *what;
};
bool fxp_gl_emit_async(const struct fxp_call *call,
		       const struct fxp_gl_async *async);

/* Name of the function that is called. */
const char *fxp_gl_called(const struct fxp_call *call);

/* The constant's name in the type of a function's parameter i, or of what it
 * returns, and its length; NULL: it has none. */
#define FXP_GL_RET UINT32_MAX
const char *fxp_gl_constant(unsigned function, unsigned i, uint64_t value,
			    uint32_t *n);

#endif
