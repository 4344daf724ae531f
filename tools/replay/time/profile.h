/* SPDX-License-Identifier: MIT */
/*
 * What a replay's calls cost by function and by frame: what `fxtrace replay
 * --profile` prints. One thread at a time calls these, and one call at a time
 * is measured.
 */
#ifndef TOOLS_REPLAY_TIME_PROFILE_H
#define TOOLS_REPLAY_TIME_PROFILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/replay/time/stopwatch.h"

struct profile;

/* NULL: no memory. */
struct profile *profile_open(void);

/* Frees it; its contexts' stopwatches must be closed. NULL-safe. */
void profile_close(struct profile *profile);

/* The times of the graphics processor of the current context, in which they are
 * measured, collected and closed. NULL if it has none: then calls in it have
 * times of the processor only. */
struct stopwatch *profile_stopwatch(struct profile *profile,
				    const struct procs *gl);

/* Whether the graphics processor works for a call of this name: one that draws,
 * clears, copies or computes. To be asked once for a function. */
bool profile_is_work(const char *name);

/*
 * A call begins.
 *
 * function   a small number, the same for each call of the function
 * name       of the function, borrowed for as long as the profile lives
 * stopwatch  of the current context, or NULL: its work is not measured, if it
 *            is none, or while a display list is compiled. From behind glBegin
 *            to glEnd it does not matter: their work is glEnd's.
 * Without memory the call is not counted.
 */
void profile_begin(struct profile *profile, unsigned function, const char *name,
		   uint64_t number, struct stopwatch *stopwatch);
void profile_end(struct profile *profile);

/* A frame ends. `stopwatch` is of the current context, or NULL. */
void profile_frame(struct profile *profile, struct stopwatch *stopwatch);

/*
 * Three tables, each with a line that names its columns: functions, those that
 * took longest first; the calls that took longest; frames. Times that were not
 * collected yet are not in them: close the stopwatches before.
 */
void profile_print(const struct profile *profile, FILE *out);

#endif
