/* SPDX-License-Identifier: MIT */
/*
 * Places for our functions that a library gets instead of the program's
 * callbacks. Each callback has its own, so that the function which is called
 * knows the program's callback.
 */
#ifndef PRELOAD_GL_STATE_CALLBACK_H
#define PRELOAD_GL_STATE_CALLBACK_H

#include <stdint.h>

/* Never freed, because a call may be in progress. */
struct fxp_gl_callback_slot {
	uint32_t state;
	uint32_t function; /* the function that has set it */
	void *callback;
};

/* The number of the place for the callback, as set by this function; it is
 * taken now if there is none. -1: all n are in use. Any thread, any signal
 * handler.
 */
int fxp_gl_callback_slot_of(struct fxp_gl_callback_slot *takers, unsigned n,
			    unsigned function, void *callback);

#endif
