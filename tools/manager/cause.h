/* SPDX-License-Identifier: MIT */
/*
 * The causes of snapshots by triggers, as records. The loop's thread only.
 */
#ifndef TOOLS_MANAGER_CAUSE_H
#define TOOLS_MANAGER_CAUSE_H

#include "tools/manager/provider.h"
#include "tools/manager/shots.h"

/* Why the provider has sent that alert last; NULL: it has not said. The names
 * that the record refers to are in the provider's durable region by now. The
 * caller owns the chunk. */
struct chunk *cause_take(const struct provider *provider, const char *alert);

/* The fact FXW_EVENT_SNAPSHOTS, in a provider's name. */
struct chunk *cause_counts(uint32_t id, uint32_t pid, uint64_t ticks,
			   const struct fxw_trigger *trigger,
			   const struct shot_counts *counts);

#endif
