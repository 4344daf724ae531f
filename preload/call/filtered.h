/* SPDX-License-Identifier: MIT */
/*
 * The counts of filters: each function's calls that passed so far, and those
 * that were left out. The archive has the latter (writer/wire.h,
 * FXW_EVENT_LEFT_OUT). Any thread, any signal handler.
 */
#ifndef PRELOAD_CALL_FILTERED_H
#define PRELOAD_CALL_FILTERED_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/call/preload.h"

/* The counts of one function. */
struct fxp_filtered {
	uint64_t n_offered;  /* calls that came to the sample */
	uint64_t n_taken;    /* calls that came to the limit */
	uint64_t n_left_out; /* since the process began */
	uint64_t n_emitted;
	bool is_never;	     /* none of its calls is wanted */
	uint32_t conditions; /* about it, see condition.h */
};

/* Allocates the counts of an API's functions, unless that is done. False: no
 * memory. */
bool fxp_left_out_make(struct fxp_api *api);

/* The counts of the cell's function. */
static inline struct fxp_filtered *fxp_filtered_of(const struct fxp_slot *cell)
{
	return &cell->api->filtered[cell - cell->api->slots];
}

/* Counts a call that is left out. Returns false. */
bool fxp_left_out_count(const struct fxp_slot *cell);

/* Emits the counts of every function before the process ends. */
void fxp_left_out_emit(void);

/* Resets all counts, in a forked child. */
void fxp_left_out_forget(void);

#endif
