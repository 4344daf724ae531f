/* SPDX-License-Identifier: MIT */
/*
 * What the archive and apitrace record of OpenGL in different ways. This is the
 * program's memory that a draw reads, and strings that are passed to a call.
 */
#ifndef TOOLS_CONVERT_APITRACE_GL_H
#define TOOLS_CONVERT_APITRACE_GL_H

#include "tools/convert/apitrace/call.h"

struct apitrace_gl;

/* What happens to a call. */
struct apitrace_gl_step {
	/* Written before it: enter events of calls that return at once.
	 * Borrowed until the next step. */
	struct apitrace_pack *before;
	size_t n_before;
	bool is_replaced; /* the call itself is not written */
	struct apitrace_instead instead;
};

/* values: borrowed until close. is_plain: leaves out calls that apitrace's
 * replay cannot use, and that its own recordings do not contain. */
struct apitrace_gl *apitrace_gl_open(struct apitrace_values *values,
				     bool is_plain);
/* Takes the calls in the order in which they began. thread: apitrace's
 * number. */
void apitrace_gl_take(struct apitrace_gl *gl, const struct fxtrace_call *call,
		      unsigned thread, struct apitrace_gl_step *step);
/* Arrays that an apitrace file cannot hold, and that were left out. */
uint64_t apitrace_gl_n_dropped(const struct apitrace_gl *gl);
void apitrace_gl_close(struct apitrace_gl *gl);

#endif
