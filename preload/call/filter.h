/* SPDX-License-Identifier: MIT */
/*
 * Filters: of the calls of functions that are recorded, those that are wanted.
 * All filters that are given must let a call through, in this order:
 *	FXTRACE_CALLERS   it is made by one of these modules (caller.h)
 *	FXTRACE_ERRORS    it has failed, as the function's description has it
 *	FXTRACE_MIN_TIME  it took so long, or longer
 *	FXTRACE_SAMPLE=N  the first, and then each N-th that comes here
 *	FXTRACE_LIMIT=N   the first N that come here
 * Counted are the function's calls of all threads. What is left out is counted,
 * too, and told (filtered.h).
 *
 * Where one of them is about what is known only when the call returns, all is
 * decided then (FXP_HELD, held.h), but for the caller. Of a function whose
 * return is not seen, since it is jumped to, such a filter wants no call.
 *
 * Calls that begin and end processes and threads are never left out: flows and
 * the next image hang on them. A function that filters concern goes the general
 * way (call.c), which asks here; all others know nothing of it.
 *
 * Any thread, any signal handler, but for fxp_filters_use.
 */
#ifndef PRELOAD_CALL_FILTER_H
#define PRELOAD_CALL_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/config/config.h"
#include "preload/call/preload.h"
#include "preload/call/trigger.h"

/* Once, at start. */
void fxp_filters_use(const struct fxp_config *config);

/* Decides about a function that is recorded, before its first record, and notes
 * it in its cell. */
void fxp_filter_decide(struct fxp_api *api, unsigned function);

/* A call of a function with FXP_FILTERED begins, whose return address lies
 * there. False: it is left out, and counted. */
bool fxp_filter_begin(const struct fxp_slot *cell,
		      const uintptr_t *return_address);

/* Whether triggers and filters would have a call recorded that begins. */
static inline bool fxp_is_wanted(const struct fxp_slot *cell,
				 const uintptr_t *return_address)
{
	uint32_t watch = __atomic_load_n(&cell->watch, __ATOMIC_RELAXED);

	if (__builtin_expect(!(watch & (FXP_UNRECORDED | FXP_FILTERED)), 1))
		return true;
	return !(watch & FXP_UNRECORDED) &&
	       fxp_filter_begin(cell, return_address);
}

/* One with FXP_HELD, which that let through, has returned; the same.
 * n_ns  how long it took
 * slot  its values and result */
bool fxp_filter_end(const struct fxp_slot *cell, uint64_t n_ns,
		    const uint64_t *slot);

/* One that that let through was left, and will not return; the same.
 * begin_ns  when it began */
bool fxp_filter_abandoned(const struct fxp_slot *cell, uint64_t begin_ns);

#endif
