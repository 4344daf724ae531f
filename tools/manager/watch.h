/* SPDX-License-Identifier: MIT */
/*
 * Somebody who sees a session's records as they go to the file. Called by the
 * thread that writes them, which goes on once they return.
 */
#ifndef TOOLS_MANAGER_WATCH_H
#define TOOLS_MANAGER_WATCH_H

#include <stdint.h>

#include "tools/manager/chunk.h"

struct watch {
	void *context;
	/* Sees chunks (a list, borrowed), each after all that stand before it
	 * in the archive. */
	void (*take)(void *context, const struct chunk *chunks,
		     uint64_t ticks_per_second);
	/* Nothing from before `ticks` is to come, as far as one knows; at the
	 * session's end UINT64_MAX. */
	void (*settle)(void *context, uint64_t ticks,
		       uint64_t ticks_per_second);
};

#endif
