/* SPDX-License-Identifier: MIT */
/*
 * Sets of bytes of a file.
 */
#include "tools/io/extent.h"

#include <stdlib.h>

#include "tests/tap.h"

#define N_BYTES 64u

static void joins(void)
{
	struct extents set = {0};
	struct extent gap;

	extents_add(&set, 5, 5);
	is_u64(set.n, 0);
	is_u64(extents_end(&set), 0);
	extents_add(&set, 10, 20);
	extents_add(&set, 30, 40);
	is_u64(set.n, 2);
	ok(extents_gap(&set, 0, 50, &gap));
	is_u64(gap.from, 0);
	is_u64(gap.to, 10);
	ok(extents_gap(&set, 12, 50, &gap));
	is_u64(gap.from, 20);
	is_u64(gap.to, 30);
	ok(!extents_gap(&set, 30, 40, &gap));
	extents_add(&set, 20, 30);
	is_u64(set.n, 1);
	is_u64(extents_bytes(&set, 15), 5);
	extents_add(&set, 100, EXTENT_END);
	is_u64(extents_end(&set), EXTENT_END);
	is_u64(extents_bytes(&set, 50), 30);
	extents_fini(&set);
}

/* Against an array of single bytes. */
static void any_ranges(void)
{
	unsigned n_wrong = 0;

	srand(7);
	for (unsigned round = 0; round < 300; round++) {
		struct extents set = {0};
		bool is_in[N_BYTES] = {false};

		for (unsigned n = 0; n < 12; n++) {
			uint64_t from = (uint64_t)rand() % N_BYTES, at;
			uint64_t to = from + (uint64_t)rand() % 12;
			struct extent gap;

			to = to > N_BYTES ? N_BYTES : to;
			extents_add(&set, from, to);
			for (at = from; at < to; at++)
				is_in[at] = true;
			for (at = 0; at < N_BYTES; at++)
				n_wrong += is_in[at] ==
					   extents_gap(&set, at, at + 1, &gap);
			for (size_t i = 1; i < set.n; i++)
				n_wrong += set.items[i - 1].to >=
					   set.items[i].from;
		}
		extents_fini(&set);
	}
	is_u64(n_wrong, 0);
}

static const struct tap_test tests[] = {
	{"ranges that touch are one", joins},
	{"any ranges are what their bytes are", any_ranges},
};

TAP_MAIN(tests)
