/* SPDX-License-Identifier: MIT */
/*
 * Any number of durations in bounded memory. Each range of values has a count.
 * A range is at most 1/64 of its lower bound wide, so a percentile, the middle
 * of a range, is wrong by 1/128 at most. The smallest, the largest and the sum
 * are exact.
 */
#ifndef TOOLS_REPLAY_TIME_HISTOGRAM_H
#define TOOLS_REPLAY_TIME_HISTOGRAM_H

#include <stdint.h>

/* Into how many ranges of equal width [2^n, 2^(n+1)) is divided. */
#define HISTOGRAM_STEPS 64u
#define HISTOGRAM_RANGES (HISTOGRAM_STEPS * 59u)

struct histogram {
	uint64_t n;
	uint64_t sum, min, max;
	uint64_t ranges[HISTOGRAM_RANGES];
};

/* A zeroed struct is empty. */
void histogram_add(struct histogram *histogram, uint64_t value);

/* The smallest value that is not below `per_cent` of all: 0 the smallest, 50
 * the median, 100 the largest. 0 if there is none. */
uint64_t histogram_percentile(const struct histogram *histogram,
			      double per_cent);

#endif
