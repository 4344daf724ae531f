/* SPDX-License-Identifier: MIT */
/*
 * Looks at the state of contexts while a replay goes on, without a trace of it.
 * What is known is kept, and queried again only after calls that may change it.
 */
#ifndef TOOLS_REPLAY_LOOK_H
#define TOOLS_REPLAY_LOOK_H

#include "tools/replay/gl/gl.h"
#include "tools/replay/state/state.h"

/* Ready if all is zero except gl. */
struct look {
	struct gl *gl;
	struct look_function *functions; /* by their index in gl */
	size_t functions_capacity;
	struct state_book **books; /* by their context's index in gl */
	size_t books_capacity;
	uint64_t n_verified, n_different;
	uint64_t last_verified; /* the call */
};

/* Notes what a call may change: before each one of the window system or of the
 * recorder, and after each that was made. */
void look_before(struct look *look, const struct fxr_call *call);
void look_made(struct look *look, const struct gl_call *call);

/* Whether the current context can be looked at: there is one, no display list
 * is compiled, and it is not between glBegin and glEnd. */
bool look_can(const struct look *look);

/* The state of the current context, that these are the functions of; valid
 * until another call of OpenGL. */
const struct state_book *look_state(struct look *look, const struct procs *gl);

/* After a call: queries everything once more, and reports which sections differ
 * from what is known. After each call that draws, and after the first ones of
 * each function, unless some calls are missed. */
void look_verify(struct look *look, const struct procs *gl,
		 const struct fxr_call *call);

void look_fini(struct look *look);

#endif
