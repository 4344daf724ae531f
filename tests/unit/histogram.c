/* SPDX-License-Identifier: MIT */
/*
 * Percentiles of durations against those of the sorted values.
 */
#include "tools/replay/time/histogram.h"

#include <stdlib.h>

#include "tests/tap.h"

static struct histogram h;

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

static void percentiles(void)
{
	static uint64_t values[50000];
	const size_t n = sizeof(values) / sizeof(values[0]);
	uint64_t seed = 88172645463325252u, got, want;

	for (size_t i = 0; i < n; i++) {
		/* of any size, small ones as often as large ones */
		values[i] = draw(&seed) >> (draw(&seed) % 64);
		histogram_add(&h, values[i]);
	}
	qsort(values, n, sizeof(values[0]), by_value);
	for (unsigned p = 0; p <= 100; p++) {
		got = histogram_percentile(&h, p);
		want = values[p ? (n * p + 99) / 100 - 1 : 0];
		ok((got > want ? got - want : want - got) <= want / 128,
		   "%u%%: got %llu, want %llu", p, (unsigned long long)got,
		   (unsigned long long)want);
	}
	is_u64(h.n, n);
	is_u64(h.min, values[0]);
	is_u64(h.max, values[n - 1]);
}

static void one(void)
{
	histogram_add(&h, 123456789);
	is_u64(histogram_percentile(&h, 0), 123456789);
	is_u64(histogram_percentile(&h, 50), 123456789);
	is_u64(histogram_percentile(&h, 100), 123456789);
	is_u64(h.sum, 123456789);
}

static void none(void)
{
	is_u64(histogram_percentile(&h, 0), 0);
	is_u64(histogram_percentile(&h, 99), 0);
}

static void ends(void)
{
	histogram_add(&h, 0);
	histogram_add(&h, UINT64_MAX);
	histogram_add(&h, 1ull << 63);
	is_u64(histogram_percentile(&h, 0), 0);
	is_u64(histogram_percentile(&h, 33), 0);
	ok(histogram_percentile(&h, 50) >= 1ull << 63);
	is_u64(histogram_percentile(&h, 100), UINT64_MAX);
}

static const struct tap_test tests[] = {
	{"a percentile is off by less than 1 in 128", percentiles},
	{"one value is each percentile of itself", one},
	{"no value has 0 as each percentile", none},
	{"the smallest and the largest numbers are counted", ends},
};
TAP_MAIN(tests)
