/* SPDX-License-Identifier: MIT */
/*
 * What filters count: the calls of each function that they have let through so
 * far, and those that they have left out, which the archive tells
 * (writer/wire.h, FXW_EVENT_LEFT_OUT). Any thread, any signal handler.
 */
#ifndef PRELOAD_CALL_FILTERED_H
#define PRELOAD_CALL_FILTERED_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/call/preload.h"

/* Of one function. */
struct fxp_filtered {
	uint64_t n_asked;    /* calls that came to the sample */
	uint64_t n_taken;    /* calls that came to the limit */
	uint64_t n_left_out; /* since the process began */
	uint64_t n_told;
	bool is_never;	     /* none of its calls is wanted */
	uint32_t conditions; /* about it, see condition.h */
};

/* Makes the counts of an API's functions, unless they are there. False: there
 * is no memory. */
bool fxp_left_out_make(struct fxp_api *api);

/* Those of the cell's function. */
static inline struct fxp_filtered *fxp_filtered_of(const struct fxp_slot *cell)
{
	return &cell->api->filtered[cell - cell->api->slots];
}

/* A call is left out. Returns false. */
bool fxp_left_out_count(const struct fxp_slot *cell);

/* Tells what was left out of every function, before the process ends. */
void fxp_left_out_emit(void);

/* A forked child counts for itself. */
void fxp_left_out_forget(void);

#endif
