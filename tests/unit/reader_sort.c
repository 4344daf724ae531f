/* SPDX-License-Identifier: MIT */
/*
 * The external sort: order, stability in memory and through the file.
 */
#include "tools/reader/sort.h"

#include <fcntl.h>
#include <string.h>

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

/* Those of the call layer are copied otherwise. What is behind the caller's
 * item stays. */
static void item_sizes(void)
{
	static const size_t sizes[] = {24, 56, 40};

	for (size_t i = 0; i < 3; i++)
		for (size_t n_chunk = 0; n_chunk < 20; n_chunk += 7) {
			struct {
				struct item item;
				char rest[64];
			} wide = {0};
			size_t n_rest = sizes[i] - sizeof(struct item);
			struct fxr_sorter sorter;
			unsigned n = 0, n_wrong = 0;

			fxr_sorter_init(&sorter, sizes[i], compare, NULL,
					n_chunk);
			for (unsigned k = 0; k < 100; k++) {
				wide.item.key = k * 37 % 100;
				memset(wide.rest, (int)wide.item.key, n_rest);
				fxr_sorter_put(&sorter, &wide);
			}
			fxr_sorter_finish(&sorter);
			memset(&wide, 0x55, sizeof(wide));
			for (; fxr_sorter_next(&sorter, &wide); n++)
				n_wrong += wide.item.key != n ||
					   wide.rest[n_rest - 1] != (char)n ||
					   wide.rest[n_rest] != 0x55;
			is_u64(n, 100);
			is_u64(n_wrong, 0);
			fxr_sorter_fini(&sorter);
		}
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
	{"items of all sizes are copied whole, and no more", item_sizes},
	{"a file that cannot be written is reported", no_space},
};

TAP_MAIN(tests)
