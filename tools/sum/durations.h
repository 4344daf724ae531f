/* SPDX-License-Identifier: MIT */
/*
 * All durations of some calls, for exact percentiles: short ones, which are
 * many and alike, as counts; the others one by one.
 */
#ifndef TOOLS_SUM_DURATIONS_H
#define TOOLS_SUM_DURATIONS_H

#include <stddef.h>
#include <stdint.h>

/* Shorter ones are counted once there are many. */
#define DURATIONS_COUNTED_NS 4096u

/* All zero = none. */
struct durations {
	uint64_t n;
	uint64_t sum_ns; /* UINT64_MAX: more than that */
	uint64_t least_ns, most_ns;
	uint64_t *counts; /* by duration; NULL: none is counted yet */
	uint64_t *values; /* the others, in no order */
	size_t n_values, space;
};

/* One that is not counted. */
void durations_put(struct durations *durations, uint64_t ns);

static inline void durations_add(struct durations *durations, uint64_t ns)
{
	if (__builtin_add_overflow(durations->sum_ns, ns, &durations->sum_ns))
		durations->sum_ns = UINT64_MAX;
	if (!durations->n++ || ns < durations->least_ns)
		durations->least_ns = ns;
	if (ns > durations->most_ns)
		durations->most_ns = ns;
	if (durations->counts && ns < DURATIONS_COUNTED_NS)
		durations->counts[ns]++;
	else
		durations_put(durations, ns);
}

/* The least duration that is not exceeded by `percent` (1 to 100) of all: the
 * one at the nearest rank. There is at least one. */
uint64_t durations_percentile(const struct durations *durations,
			      unsigned percent);

/* Their mean, rounded; there is at least one. */
uint64_t durations_mean(const struct durations *durations);

void durations_fini(struct durations *durations);

#endif
