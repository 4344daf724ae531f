/* SPDX-License-Identifier: MIT */
/*
 * What is remembered from one call of OpenGL to a later one, by two numbers: a
 * fence that nobody has seen signalled, a query without its result. A table of
 * fixed size, without locks, that a forked child finds empty.
 *
 * Any thread, any signal handler. What finds no room is not remembered.
 */
#ifndef PRELOAD_GL_STATE_PENDING_H
#define PRELOAD_GL_STATE_PENDING_H

#include <stdbool.h>
#include <stdint.h>

#define FXP_GL_KEPT_MAX 2048u

struct fxp_gl_key {
	uint64_t owner;	     /* what kind of thing, or whose */
	uint64_t name;	     /* which */
	uint32_t generation; /* of the archive, fxw_thread.generation */
};

/* The value that goes with it, 0: none. */
uint64_t fxp_gl_kept(const struct fxp_gl_key *key);

/* Remembers a value that is not 0, in place of another. False: no room. */
bool fxp_gl_keep(const struct fxp_gl_key *key, uint64_t value);

/* The same value, and forgets it. Of several threads that ask at a time one
 * gets it. */
uint64_t fxp_gl_take(const struct fxp_gl_key *key);

#endif
