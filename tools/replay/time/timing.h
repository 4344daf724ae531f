/* SPDX-License-Identifier: MIT */
/*
 * The times of a replay's frames: the output of `fxtrace replay --benchmark`.
 * One thread at a time calls these.
 */
#ifndef TOOLS_REPLAY_TIME_TIMING_H
#define TOOLS_REPLAY_TIME_TIMING_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "tools/replay/time/histogram.h"

/* Of a clock and of this process' CPU time, in ns. */
struct timing_moment {
	uint64_t wall_ns, cpu_ns;
};

struct timing {
	struct timing_moment first; /* timing_begin */
	struct timing_moment frame; /* the end of the last frame */
	struct timing_moment loop;  /* the end of the last loop */
	struct timing_moment last;  /* timing_end */
	struct histogram frames;    /* ns */
	struct histogram loops;
};

/* The time of a clock that cannot be missing. */
uint64_t timing_ns(clockid_t clock);

/* Starts the clock: earlier work does not count. */
void timing_begin(struct timing *timing);

/* A frame ends: its buffers were swapped. */
void timing_frame(struct timing *timing);

/* All calls were made once: one repetition of --loop. */
void timing_loop(struct timing *timing);

/* Everything is drawn (after a glFinish): stops the clock. */
void timing_end(struct timing *timing);

/*
 * Each line is a word, a blank and a number; times of frames are in ms. Without
 * frames, or without repetitions, their lines are missing.
 */
void timing_print(const struct timing *timing, FILE *out);

#endif
