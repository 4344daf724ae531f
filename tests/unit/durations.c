/* SPDX-License-Identifier: MIT */
/*
 * Percentiles of durations are those of the sorted values, exactly.
 */
#include "tools/sum/durations.h"

#include <stdlib.h>

#include "tests/tap.h"

#define MAX 20000u

static uint64_t values[MAX];

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* xorshift: the same numbers each time */
static uint64_t draw(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* How many of the percentiles of n values are those at their ranks. Values are
 * of any size, short ones as often as long ones, below 2^(64 - shift). */
static unsigned n_right(size_t n, unsigned shift)
{
	struct durations durations = {.n = 0};
	uint64_t seed = 88172645463325252u;
	unsigned n_right = 0;

	for (size_t i = 0; i < n; i++) {
		values[i] = draw(&seed) >> shift;
		values[i] >>= draw(&seed) % (64 - shift);
		durations_add(&durations, values[i]);
	}
	qsort(values, n, sizeof(values[0]), by_value);
	for (unsigned p = 1; p <= 100; p++) {
		size_t rank = (n * p + 99) / 100;

		n_right +=
			durations_percentile(&durations, p) == values[rank - 1];
	}
	n_right += durations.n == n && durations.least_ns == values[0] &&
		   durations.most_ns == values[n - 1];
	durations_fini(&durations);
	return n_right;
}

static void sums(void)
{
	struct durations durations = {.n = 0};

	durations_add(&durations, 1);
	durations_add(&durations, 2);
	is_u64(durations.sum_ns, 3);
	is_u64(durations_mean(&durations), 2);
	durations_add(&durations, 1);
	is_u64(durations_mean(&durations), 1);
	durations_add(&durations, UINT64_MAX);
	is_u64(durations.sum_ns, UINT64_MAX);
	durations_fini(&durations);
}

static void percentiles(void)
{
	static const size_t sizes[] = {1, 2, 3, 99, 100, 101, 2047, 2048, MAX};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		is_u64(n_right(sizes[i], 0), 101);
		is_u64(n_right(sizes[i], 51), 101);
	}
}

static const struct tap_test tests[] = {
	{"percentiles are those of the sorted durations", percentiles},
	{"sums saturate, and means are rounded", sums},
};
TAP_MAIN(tests)
