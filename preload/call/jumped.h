/* SPDX-License-Identifier: MIT */
/*
 * Calls of functions that are jumped to: nothing of ours is on their stack, so
 * nobody sees them return. The begin is recorded, and the call is on the
 * thread's list of open ones. Its end is written when the thread's next call
 * shows that it has returned, flagged late: readers know the time only as an
 * upper bound. While one is open, all calls of the thread take the slow path.
 * Only the thread itself, in any signal handler.
 */
#ifndef PRELOAD_CALL_JUMPED_H
#define PRELOAD_CALL_JUMPED_H

#include "preload/call/call.h"
#include "preload/call/open_calls.h"
#include "preload/value/mark.h"

/* In the frame of an entry: the number of a return address, times this. No
 * stack is so low. */
#define FXP_JUMPED_STEP ((uintptr_t)8)

static inline bool fxp_is_jumped(const struct fxw_open *open)
{
	return open->frame <= (FXW_RETURNS * FXP_JUMPED_STEP | FXP_PENDING);
}

/*
 * Records the begin.
 * frame  where the return address is
 * Returns false if the list is full or there is no space: nothing is recorded.
 */
bool fxp_jumped_begin(struct fxw_thread *t, const struct fxp_once *once,
		      uintptr_t frame);

/*
 * Whether the call has returned, as seen from a new call.
 * now  where the new call's return address is, or in that word
 */
bool fxp_jumped_is_over(const struct fxw_thread *t, const struct fxw_open *open,
			uintptr_t now);

/* Whether a call that is over has failed, as far as that is still known. Fills
 * the source of its end in.
 * slot  words for its values; n  of them */
bool fxp_jumped_failed(const struct fxw_open *open, struct fxp_source *s,
		       uint64_t *slot, unsigned n);

#endif
