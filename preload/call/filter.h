/* SPDX-License-Identifier: MIT */
/*
 * Filters: which calls of the recorded functions are wanted. A call must pass
 * all the filters that are set, in this order.
 *	FXTRACE_CALLERS   it is made by one of these modules (caller.h).
 *	FXTRACE_PATH      it concerns one of these files (named_file.h).
 *	FXTRACE_ERRORS    it has failed, as the function's description has it.
 *	FXTRACE_MIN_TIME  it took so long, or longer.
 *	FXTRACE_SAMPLE=N  the first, and then each N-th that comes here.
 *	FXTRACE_LIMIT=N   the first N that come here.
 * The counts are of each function over all threads. Calls that are left out are
 * counted too, and the archive has those counts (filtered.h).
 *
 * If a filter needs the call's result, all filters but the caller's are applied
 * when the call returns (FXP_HELD, held.h). A call that is jumped to (jumped.h)
 * has ended when the thread calls again. Then these two see how, as far as that
 * is known: FXTRACE_ERRORS and FXTRACE_MIN_TIME. They reject what returns twice
 * or never.
 *
 * Calls that begin and end processes and threads are never left out: flows and
 * the next image depend on them. A function with filters takes the slow path
 * (call.c), which calls this file. Other functions are not affected.
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

/* Decides about a recorded function before its first record, and stores that in
 * its cell. */
void fxp_filter_decide(struct fxp_api *api, unsigned function);

/* A call of a function with FXP_FILTERED begins; its return address is at that
 * place. False: the call is left out, and counted. */
bool fxp_filter_begin(const struct fxp_slot *cell,
		      const uintptr_t *return_address);

/* Whether triggers and filters want the call that begins. */
static inline bool fxp_is_wanted(const struct fxp_slot *cell,
				 const uintptr_t *return_address)
{
	uint32_t watch = __atomic_load_n(&cell->watch, __ATOMIC_RELAXED);

	if (__builtin_expect(!(watch & (FXP_NOT_RECORDED | FXP_FILTERED)), 1))
		return true;
	return !(watch & FXP_NOT_RECORDED) &&
	       fxp_filter_begin(cell, return_address);
}

/* A call with FXP_HELD that passed fxp_filter_begin has returned. Returns the
 * same.
 * n_ns  how long it took
 * slot  its values and result */
bool fxp_filter_end(const struct fxp_slot *cell, uint64_t n_ns,
		    const uint64_t *slot);

/* A call is about to be jumped to: fxp_is_wanted, and the filters on values.
 * slot  its values */
bool fxp_filter_tail(const struct fxp_slot *cell,
		     const uintptr_t *return_address, const uint64_t *slot);

/* A call with FXP_HELD that passed fxp_filter_tail has ended. Returns the same.
 * begin_ns  when it began */
bool fxp_filter_jumped(const struct fxp_slot *cell, uint64_t begin_ns,
		       bool has_failed);

/* A call that passed fxp_filter_begin was unwound. Returns the same.
 * begin_ns  when it began */
bool fxp_filter_abandoned(const struct fxp_slot *cell, uint64_t begin_ns);

#endif
