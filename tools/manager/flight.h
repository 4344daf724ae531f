/* SPDX-License-Identifier: MIT */
/*
 * What a circular provider holds at this moment: the newest calls of a process
 * that goes on overwriting the oldest ones, copied while it runs.
 */
#ifndef TOOLS_MANAGER_FLIGHT_H
#define TOOLS_MANAGER_FLIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/provider.h"

struct flight {
	struct chunk *first;	/* Provider Info, names, calls, losses */
	uint64_t n_overwritten; /* calls that were recorded and are gone */
	struct provider_losses losses;
	struct gather_counts counts;
};

/*
 * Copies what was committed up to last_ticks (the session's clock), or all if
 * the process is gone and last_ticks is UINT64_MAX. The chunks are the
 * caller's. rate  ticks a second
 */
void flight_take(const struct provider *provider, uint64_t last_ticks,
		 uint64_t rate, struct flight *flight);

#endif
