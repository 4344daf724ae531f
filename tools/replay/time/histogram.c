/* SPDX-License-Identifier: MIT */
/*
 * Counting durations by range, see histogram.h. Values below twice the number
 * of steps have a range each; above, 64 ranges share each power of two.
 */
#include "tools/replay/time/histogram.h"

#define STEP_BITS 6u
_Static_assert(1u << STEP_BITS == HISTOGRAM_STEPS, "steps are a power of two");
_Static_assert(HISTOGRAM_RANGES ==
		       (64 - STEP_BITS + 1) * (uint64_t)HISTOGRAM_STEPS,
	       "every value has a range");

static unsigned range_of(uint64_t value)
{
	unsigned top, shift;

	if (value < 2 * HISTOGRAM_STEPS)
		return (unsigned)value;
	top = 63u - (unsigned)__builtin_clzll(value);
	shift = top - STEP_BITS;
	return shift * HISTOGRAM_STEPS + (unsigned)(value >> shift);
}

static uint64_t middle_of(unsigned range)
{
	unsigned shift;

	if (range < 2 * HISTOGRAM_STEPS)
		return range;
	shift = range / HISTOGRAM_STEPS - 1;
	return ((uint64_t)(range - shift * HISTOGRAM_STEPS) << shift) +
	       ((1ull << shift) >> 1);
}

void histogram_add(struct histogram *histogram, uint64_t value)
{
	if (!histogram->n || value < histogram->min)
		histogram->min = value;
	if (value > histogram->max)
		histogram->max = value;
	histogram->n++;
	histogram->sum += value;
	histogram->ranges[range_of(value)]++;
}

uint64_t histogram_percentile(const struct histogram *histogram,
			      double per_cent)
{
	double exact = (double)histogram->n * per_cent / 100;
	uint64_t wanted = (uint64_t)exact;
	uint64_t seen = 0, value;

	wanted += (double)wanted < exact;
	if (wanted <= 1)
		return histogram->min;
	if (wanted >= histogram->n)
		return histogram->max;
	for (unsigned i = 0; i < HISTOGRAM_RANGES; i++) {
		seen += histogram->ranges[i];
		if (seen < wanted)
			continue;
		value = middle_of(i);
		return value < histogram->min	? histogram->min
		       : value > histogram->max ? histogram->max
						: value;
	}
	return histogram->max;
}
