/* SPDX-License-Identifier: MIT */
/*
 * What the archive and apitrace tell of OpenGL each in its own way: memory of
 * the program's that a draw reads, and strings that are handed over.
 */
#ifndef TOOLS_CONVERT_APITRACE_GL_H
#define TOOLS_CONVERT_APITRACE_GL_H

#include "tools/convert/apitrace/call.h"

struct apitrace_gl;

/* What becomes of a call. */
struct apitrace_gl_step {
	/* Written before it: enter events of calls that return at once.
	 * Borrowed until the next step. */
	struct apitrace_pack *before;
	size_t n_before;
	bool is_replaced; /* the call itself is not written */
	struct apitrace_instead instead;
};

/* values: borrowed until close; is_plain: calls that a replay of apitrace's
 * cannot do anything with, and its own recordings have not, are left out. */
struct apitrace_gl *apitrace_gl_open(struct apitrace_values *values,
				     bool is_plain);
/* The calls in the order in which they began; thread: apitrace's number. */
void apitrace_gl_take(struct apitrace_gl *gl, const struct fxr_call *call,
		      unsigned thread, struct apitrace_gl_step *step);
/* Arrays that apitrace cannot be told of. */
uint64_t apitrace_gl_n_untold(const struct apitrace_gl *gl);
void apitrace_gl_close(struct apitrace_gl *gl);

#endif
