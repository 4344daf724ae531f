/* SPDX-License-Identifier: MIT */
/*
 * An observer of a session's records as they go to the file. The thread that
 * writes them calls it, and waits for its return.
 */
#ifndef TOOLS_MANAGER_WATCH_H
#define TOOLS_MANAGER_WATCH_H

#include <stdint.h>

#include "tools/manager/chunk.h"

struct watch {
	void *context;
	/* Receives chunks (a list, borrowed), in the archive's order. */
	void (*take)(void *context, const struct chunk *chunks,
		     uint64_t ticks_per_second);
	/* No event from before `ticks` will follow, as far as is known; at the
	 * session's end UINT64_MAX. */
	void (*settle)(void *context, uint64_t ticks,
		       uint64_t ticks_per_second);
};

#endif
