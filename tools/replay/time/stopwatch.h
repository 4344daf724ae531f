/* SPDX-License-Identifier: MIT */
/*
 * The GPU times of single calls of one context, by two timestamps each. Results
 * are fetched when they are available, so that nothing waits for them.
 */
#ifndef TOOLS_REPLAY_TIME_STOPWATCH_H
#define TOOLS_REPLAY_TIME_STOPWATCH_H

#include <stdint.h>

#include "tools/replay/state/procs.h"

struct stopwatch;

/* The caller's identification of a call. */
struct stopwatch_call {
	uint64_t number;
	uint32_t function, frame;
};

/* Receives the time of a call: those of a stopwatch in order, from within the
 * functions below. */
typedef void stopwatch_take(void *context, const struct stopwatch_call *call,
			    uint64_t gpu_ns);

/*
 * For the current context, in which all that follows must be called.
 *
 * gl  borrowed
 * Returns NULL if the context has no timestamps, or there is no memory.
 */
struct stopwatch *stopwatch_open(const struct procs *gl, stopwatch_take *take,
				 void *context);

/* Waits for pending results, and frees it; the context must be current.
 * NULL-safe. */
void stopwatch_close(struct stopwatch *stopwatch);

/* Around a call; not between glBegin and glEnd, and not while a display list is
 * compiled. A start without a stop is ignored. */
void stopwatch_start(struct stopwatch *stopwatch);
void stopwatch_stop(struct stopwatch *stopwatch,
		    const struct stopwatch_call *call);

/* Fetches available results: for example once for each frame. The restrictions
 * of stopwatch_start apply. */
void stopwatch_collect(struct stopwatch *stopwatch);

#endif
