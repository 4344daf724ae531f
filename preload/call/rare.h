/* SPDX-License-Identifier: MIT */
/*
 * Values that the fast path does not write in line. These are strings of more
 * than a few bytes, larger buffers, and constants that the first look does not
 * find. Also conditions.
 */
#ifndef PRELOAD_CALL_RARE_H
#define PRELOAD_CALL_RARE_H

#include "preload/call/plan.h"
#include "preload/call/preload.h"
#include "writer/thread.h"

/* The thread's errno. 0: a handler has forked, and the child's page is empty.
 */
static inline int fxp_errno_of(const struct fxw_thread *t)
{
	/* once: the handler may come at any time */
	const int *error = *(int *const volatile *)&t->error;

	return error ? *error : 0;
}

/* Whether n_bytes fit at `at`, together with the rest of the record. */
static inline bool fxp_has_space(const struct fxw_thread *t,
				 const struct fxp_part *part,
				 const uint64_t *at, uint64_t n_bytes)
{
	/* 0 after a fork: no space */
	const uint64_t *end = *(uint64_t *volatile *)&t->level[0].end;

	return (const char *)end - (const char *)at >
	       (int64_t)(n_bytes + part->space_bytes);
}

/*
 * Puts the op's argument, or checks its condition. Inside the call's window.
 * at      where it begins; the words that the part plans for are there.
 * values  the call's slots.
 * Returns its end, or NULL: take the slow path.
 */
uint64_t *fxp_rare_put(const struct fxw_thread *t, const struct fxp_call *call,
		       const struct fxp_part *part, uint64_t *at,
		       const struct fxp_op *op, const uint64_t *values);

#endif
