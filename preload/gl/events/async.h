/* SPDX-License-Identifier: MIT */
/*
 * Shared code of the parts of alongside.h: asynchronous events, and names of
 * functions and constants.
 */
#ifndef PRELOAD_GL_EVENTS_ASYNC_H
#define PRELOAD_GL_EVENTS_ASYNC_H

#include "ids_gl.h"
#include "preload/gl/state/pending.h"
#include "preload/runtime/alongside.h"

/* The owners of entries in the table of preload/gl/state/pending.h. Contexts
 * are owners, too: their addresses are larger. */
enum fxp_gl_owner {
	FXP_GL_OF_FENCES = 1,
	FXP_GL_OF_DRAWABLES = 2,
};

/* An asynchronous event: its begin, an instant of it, its end. `build` makes
 * arguments of `what`, behind `by`, the name of the call's function. */
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

/* The constant's name in the type of a function's parameter i, or of its return
 * value, and the name's length; NULL: it has none. */
#define FXP_GL_RET UINT32_MAX
const char *fxp_gl_constant(unsigned function, unsigned i, uint64_t value,
			    uint32_t *n);

#endif
