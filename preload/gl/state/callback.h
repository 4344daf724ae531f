/* SPDX-License-Identifier: MIT */
/*
 * Places for functions of ours that a library is handed in place of the
 * program's callbacks, one for each: who is called knows whom he stands for.
 */
#ifndef PRELOAD_GL_STATE_CALLBACK_H
#define PRELOAD_GL_STATE_CALLBACK_H

#include <stdint.h>

/* For ever, as a call may be on its way. */
struct fxp_gl_callback_slot {
	uint32_t state;
	uint32_t function; /* that has set it */
	void *callback;
};

/* The number of the one that stands for the callback as this function sets it,
 * taken now if need be, of n; -1: none is left. Any thread, any signal handler.
 */
int fxp_gl_callback_slot_of(struct fxp_gl_callback_slot *takers, unsigned n,
			    unsigned function, void *callback);

#endif
