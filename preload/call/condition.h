/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_WHERE: conditions on the arguments of calls that have returned, and
 * of those that are about to be jumped to (writer/where.h). Several about one
 * function: any of them must hold.
 *
 * Any thread, any signal handler, but for fxp_conditions_use.
 */
#ifndef PRELOAD_CALL_CONDITION_H
#define PRELOAD_CALL_CONDITION_H

#include "preload/call/preload.h"

/* The list, or NULL, borrowed for ever; once, at start. Returns NULL or what is
 * wrong with it; then there are no conditions. */
const char *fxp_conditions_use(const char *list);

/* Whether there are conditions. */
bool fxp_conditions_are_on(void);

/* The conditions about the function, one bit each. */
uint32_t fxp_conditions_about(const struct fxp_api *api, unsigned function);

/* Whether one of these holds. None holds for a value that is unknown.
 * slot  the call's values, and its result if it has returned */
bool fxp_conditions_hold(uint32_t conditions, const struct fxp_slot *cell,
			 const uint64_t *slot, bool has_returned);

#endif
