/* SPDX-License-Identifier: MIT */
/*
 * The external sort: order, stability in memory and through the file.
 */
#include "tools/reader/sort.h"

#include <fcntl.h>

#include "tests/damage.h"
#include "tests/tap.h"

struct item {
	uint64_t key;
	uint32_t place;
};

static int compare(const void *a, const void *b, void *context)
{
	const struct item *x = a, *y = b;

	(void)context;
	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

/* Sorts n items with keys below `range`; true if they come out in order. */
static bool sorts(unsigned n, uint64_t range, size_t n_chunk)
{
	struct fxr_sorter sorter;
	struct item item, last = {0, 0};
	uint64_t seed = 7, sum = 0;
	unsigned i;
	bool is_right = true;

	fxr_sorter_init(&sorter, sizeof(item), compare, NULL, n_chunk);
	for (i = 0; i < n; i++) {
		item = (struct item){damage_random(&seed) % range, i};
		sum += item.key;
		fxr_sorter_put(&sorter, &item);
	}
	fxr_sorter_finish(&sorter);
	for (i = 0; fxr_sorter_next(&sorter, &item); i++) {
		if (i && compare(&last, &item, NULL) >= 0)
			is_right = false;
		last = item;
		sum -= item.key;
	}
	is_right = is_right && i == n && !sum && !sorter.has_failed &&
		   !fxr_sorter_next(&sorter, &item);
	fxr_sorter_fini(&sorter);
	return is_right;
}

static void in_memory(void)
{
	ok(sorts(0, 1, 100));
	ok(sorts(1, 1, 100));
	ok(sorts(2, 2, 100));
	ok(sorts(1000, 1000000, 0));
}

static void through_file(void)
{
	ok(sorts(100, 1000000, 100));
	ok(sorts(101, 1000000, 100));
	ok(sorts(5000, 1000000, 7));
	ok(sorts(5000, 1000000, 1));
}

static void equal_keys(void)
{
	ok(sorts(3000, 3, 0));
	ok(sorts(3000, 3, 64));
}

static void no_space(void)
{
	struct fxr_sorter sorter;
	struct item item = {0, 0};

	fxr_sorter_init(&sorter, sizeof(item), compare, NULL, 1);
	sorter.fd = open("/dev/full", O_WRONLY);
	fxr_sorter_put(&sorter, &item);
	fxr_sorter_put(&sorter, &item);
	fxr_sorter_finish(&sorter);
	ok(sorter.has_failed);
	fxr_sorter_fini(&sorter);
}

static const struct tap_test tests[] = {
	{"items are sorted in memory", in_memory},
	{"items are sorted through a file, in chunks of any size",
	 through_file},
	{"equal keys keep to the rest of the order", equal_keys},
	{"a file that cannot be written is reported", no_space},
};

TAP_MAIN(tests)
