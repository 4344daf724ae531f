/* SPDX-License-Identifier: MIT */
/*
 * The times of a replay's calls by function and by frame: the output of
 * `fxtrace replay --profile`. One thread at a time calls these, and one call at
 * a time is measured.
 */
#ifndef TOOLS_REPLAY_TIME_PROFILE_H
#define TOOLS_REPLAY_TIME_PROFILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/replay/time/stopwatch.h"

struct profile;

/* first: the number of the frame that begins. NULL: no memory. */
struct profile *profile_open(uint64_t first);

/* Frees it; its contexts' stopwatches must be closed. NULL-safe. */
void profile_close(struct profile *profile);

/* The GPU times of the current context, in which they are measured, collected
 * and closed. NULL if it has none: then calls in it have CPU times only. */
struct stopwatch *profile_stopwatch(struct profile *profile,
				    const struct procs *gl);

/*
 * A call begins.
 *
 * function   a small number, the same for each call of the function.
 * name       of the function, borrowed as long as the profile lives.
 * stopwatch  of the current context. NULL: GPU work is not measured, as for
 *            calls without it, or while a display list is compiled. It is
 *            ignored after glBegin up to glEnd: their work is glEnd's.
 * Without memory the call is not counted.
 */
void profile_begin(struct profile *profile, unsigned function, const char *name,
		   uint64_t number, struct stopwatch *stopwatch);
void profile_end(struct profile *profile);

/* A frame ends. `stopwatch` is of the current context, or NULL. number: by
 * which the tables name it; what follows is one more, until its end says
 * otherwise. */
void profile_frame(struct profile *profile, struct stopwatch *stopwatch,
		   uint64_t number);

/*
 * Three tables, each with a line of column names: functions, slowest first; the
 * slowest calls; frames. Times that were not collected yet are not included:
 * close the stopwatches before.
 */
void profile_print(const struct profile *profile, FILE *out);

#endif
