/* SPDX-License-Identifier: MIT */
/*
 * Filters: of the calls of functions that are recorded, those that are wanted.
 * All filters that are given must let a call through, in this order:
 *	FXTRACE_CALLERS   it is made by one of these modules (caller.h)
 *	FXTRACE_SAMPLE=N  the first, and then each N-th that comes here
 *	FXTRACE_LIMIT=N   the first N that come here
 * Counted are the function's calls of all threads. What is left out is counted,
 * too, and told (writer/wire.h, FXW_EVENT_LEFT_OUT).
 *
 * Calls that begin and end processes and threads are never left out: flows and
 * the next image hang on them. A function that filters concern goes the general
 * way (call.c), which asks here; all others know nothing of it.
 *
 * Any thread, any signal handler, but for fxp_filters_use.
 */
#ifndef FILTER_H
#define FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/config.h"
#include "preload/preload.h"

/* Once, at start. */
void fxp_filters_use(const struct fxp_config *config);

/* Decides about a function that is recorded, before its first record, and notes
 * it in its cell. */
void fxp_filter_decide(struct fxp_api *api, unsigned function);

/* A call of a function with FXP_FILTERED that `caller` has made begins. False:
 * it is left out, and counted. */
bool fxp_filter_begin(const struct fxp_slot *cell, uintptr_t caller);

/* Tells what was left out of every function, before the process ends. */
void fxp_filters_tell(void);

/* A forked child counts for itself. */
void fxp_filters_forget(void);

#endif
