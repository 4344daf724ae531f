/* SPDX-License-Identifier: MIT */
/*
 * Values that are stored from one call of OpenGL to a later one, by two
 * numbers. They are of fences that are not seen as signalled yet, and of
 * queries without a result. A table of fixed size, without locks, that is empty
 * in a forked child.
 *
 * Any thread, any signal handler. Without space a value is not stored.
 */
#ifndef PRELOAD_GL_STATE_PENDING_H
#define PRELOAD_GL_STATE_PENDING_H

#include <stdbool.h>
#include <stdint.h>

#define FXP_GL_KEPT_MAX 2048u

struct fxp_gl_key {
	uint64_t owner;	     /* the kind of thing, or its owner */
	uint64_t name;	     /* its name there */
	uint32_t generation; /* of the archive, fxw_thread.generation */
};

/* The stored value, 0: none. */
uint64_t fxp_gl_pending_value(const struct fxp_gl_key *key);

/* Stores a value that is not 0, replacing an older one. False: no space. */
bool fxp_gl_pending_store(const struct fxp_gl_key *key, uint64_t value);

/* Removes the value and returns it. If several threads race, only one of them
 * gets it. */
uint64_t fxp_gl_pending_remove(const struct fxp_gl_key *key);

#endif
