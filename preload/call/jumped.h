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

#include "preload/call/open_calls.h"

/* In the frame of an entry: the number of a return address, times this. No
 * stack is so low. */
#define FXP_JUMPED_STEP ((uintptr_t)8)

/* Most values of a function whose failure dlerror explains, with its result. */
#define FXP_JUMPED_VALUES 5u

static inline bool fxp_is_jumped(const struct fxw_open *open)
{
	return open->frame <= (FXW_RETURNS * FXP_JUMPED_STEP | FXP_PENDING);
}

/*
 * Puts the call on the list, its begin still to be written.
 * frame  where the return address is
 * Returns NULL if the list, or that of return addresses, is full.
 */
struct fxw_open *fxp_jumped_push(struct fxw_thread *t, struct fxp_slot *cell,
				 uint64_t ticks, uintptr_t frame);

/* The begin is in the archive, or it is not and never will be. */
void fxp_jumped_settle(struct fxw_thread *t, struct fxw_open *open,
		       bool is_written);

/*
 * Whether the call has returned, as seen from a new call.
 * now  where the new call's return address is, or in that word
 */
bool fxp_jumped_is_over(const struct fxw_thread *t, const struct fxw_open *open,
			uintptr_t now);

/* Whether a call of the function that is over has failed, as far as that is
 * still known. Then its result is NULL, and the error FXP_DLERROR. */
bool fxp_jumped_has_failed(const struct fxp_slot *cell);

#endif
