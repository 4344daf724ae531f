/* SPDX-License-Identifier: MIT */
/*
 * Exact percentiles, see durations.h. The value at a rank is found byte by
 * byte, from the highest one on, by counting the values with each byte. It
 * needs no sorting and no copy, and takes the same time whatever the values
 * are.
 */
#include "tools/sum/durations.h"

#include <stdbool.h>

#include "tools/reader/memory.h"

/* As many are stored one by one before the short ones are counted. */
#define MANY 2048u

/* Counts the short ones among those that are stored so far. */
static void begin_counts(struct durations *durations)
{
	size_t n_kept = 0;

	durations->counts =
		fxr_new(DURATIONS_COUNTED_NS, sizeof(*durations->counts));
	for (size_t i = 0; i < durations->n_values; i++) {
		uint64_t ns = durations->values[i];

		if (ns < DURATIONS_COUNTED_NS)
			durations->counts[ns]++;
		else
			durations->values[n_kept++] = ns;
	}
	durations->n_values = n_kept;
}

void durations_put(struct durations *durations, uint64_t ns)
{
	durations->values = fxr_grow_bare(durations->values, &durations->space,
					  durations->n_values + 1,
					  sizeof(*durations->values));
	durations->values[durations->n_values++] = ns;
	if (!durations->counts && durations->n_values == MANY)
		begin_counts(durations);
}

/* Among the values that begin with `prefix`, by the bits of `known`: counts
 * those with each next byte. */
static void count_bytes(const struct durations *durations, uint64_t prefix,
			uint64_t known, unsigned shift, uint64_t n_of[256])
{
	for (size_t i = 0; i < durations->n_values; i++) {
		uint64_t ns = durations->values[i];

		if (!((ns ^ prefix) & known))
			n_of[ns >> shift & 255]++;
	}
}

/* The value at this rank, from 1, of those that are stored one by one. */
static uint64_t value_at(const struct durations *durations, uint64_t rank)
{
	unsigned shift = 56;
	uint64_t prefix = 0, known = 0;

	while (shift && !(durations->most_ns >> shift))
		shift -= 8;
	for (;; shift -= 8) {
		uint64_t n_of[256] = {0}, byte = 0;

		count_bytes(durations, prefix, known, shift, n_of);
		while (rank > n_of[byte])
			rank -= n_of[byte++];
		prefix |= byte << shift;
		known |= (uint64_t)255 << shift;
		if (!shift)
			return prefix;
	}
}

uint64_t durations_percentile(const struct durations *durations,
			      unsigned percent)
{
	uint64_t n = durations->n;
	/* no overflow: the hundredth of n and its remainder are scaled
	 * separately */
	uint64_t rank = n / 100 * percent + (n % 100 * percent + 99) / 100;

	for (uint64_t ns = 0; durations->counts && ns < DURATIONS_COUNTED_NS;
	     ns++) {
		if (rank <= durations->counts[ns])
			return ns;
		rank -= durations->counts[ns];
	}
	return value_at(durations, rank);
}

uint64_t durations_mean(const struct durations *durations)
{
	uint64_t n = durations->n, left = durations->sum_ns % n;

	return durations->sum_ns / n + (left >= n - left);
}

void durations_fini(struct durations *durations)
{
	fxr_free(durations->counts);
	fxr_free(durations->values);
	*durations = (struct durations){0};
}
