/* SPDX-License-Identifier: MIT */
/*
 * Indexes of strings, until there are none left.
 */
#include "preload/runtime/strings.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/tap.h"

#define N_TABLE 1000u
#define N_THREADS 8u
#define N_RANGE 3u

/* How often each index was given out. */
static unsigned char given[FXT_STRING_MAX_INDEX + 2];

static void give(uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++)
		__atomic_fetch_add(&given[i], 1, __ATOMIC_RELAXED);
}

/* Takes single ones and small ranges until there are none. */
static void *take_all(void *unused)
{
	uint32_t index, range;

	(void)unused;
	do {
		index = fxp_string_index(FXT_STRING_MAX_INDEX);
		if (index)
			give(index, 1);
		range = fxp_strings_reserve(N_RANGE);
		if (range != FXP_STRINGS_INLINE)
			give(range, N_RANGE);
	} while (index || range != FXP_STRINGS_INLINE);
	return NULL;
}

static void tables(void)
{
	is_u64(fxp_strings_reserve(N_TABLE), 1);
	is_u64(fxp_strings_reserve(FXT_STRING_MAX_INDEX), FXP_STRINGS_INLINE);
	is_u64(fxp_strings_reserve(UINT32_MAX), FXP_STRINGS_INLINE);
	is_u64(fxp_string_index(N_TABLE), 0);
	is_u64(fxp_strings_reserve(1), N_TABLE + 1);
	is_u64(fxp_strings_reserve(FXT_STRING_MAX_INDEX - N_TABLE - 1),
	       N_TABLE + 2);
	is_u64(fxp_strings_reserve(1), FXP_STRINGS_INLINE);
	is_u64(fxp_string_index(FXT_STRING_MAX_INDEX), 0);
}

static void all_of_them(void)
{
	pthread_t threads[N_THREADS];
	unsigned n_once = 0;

	for (unsigned i = 0; i < N_THREADS; i++)
		if (pthread_create(&threads[i], NULL, take_all, NULL))
			abort();
	for (unsigned i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);
	for (uint32_t i = 1; i <= FXT_STRING_MAX_INDEX; i++)
		n_once += given[i] == 1;
	is_u64(n_once, FXT_STRING_MAX_INDEX);
	ok(!given[0] && !given[FXT_STRING_MAX_INDEX + 1], "and no others");
}

static const struct tap_test tests[] = {
	{"a table that is too large leaves the indexes to others", tables},
	{"threads get each of 32,767 indexes once", all_of_them},
};
TAP_MAIN(tests)
