/* SPDX-License-Identifier: MIT */
/*
 * The current contents of a circular provider: the newest calls of a process
 * that continues to overwrite the oldest ones. They are copied while it runs.
 */
#ifndef TOOLS_MANAGER_FLIGHT_H
#define TOOLS_MANAGER_FLIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/manager/provider.h"

struct flight {
	struct chunk *first;	/* Provider Info, names, calls, losses */
	uint64_t n_overwritten; /* calls that were recorded and overwritten */
	struct provider_losses losses;
	struct gather_counts counts;
};

/*
 * Copies what was committed up to last_ticks (the session's clock), or all if
 * the process is gone and last_ticks is UINT64_MAX. The caller owns the chunks.
 * rate  ticks per second
 */
void flight_take(const struct provider *provider, uint64_t last_ticks,
		 uint64_t rate, struct flight *flight);

#endif
