/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_measure.c */
/*
 * Cases are found by binary search.
 */
#include "preload/value/choose.h"

#include "tests/tap.h"

static const uint8_t exprs[] = {0, FXG_X_SLOT, 0};
static const struct fxg_case cases[] = {
	{.value = 9},	       {.value = 1}, {.value = 3},
	{.value = 3},	       {.value = 7}, {.value = 1ull << 63},
	{.value = UINT64_MAX}, {0},
};
static const struct fxg_table table = {.exprs = exprs, .cases = cases};

static uint32_t choose(uint32_t n, uint64_t value)
{
	struct fxg_type type = {
		.class = FXG_UNION, .count = 1, .first = 1, .n = n};

	return fxp_choose(&table, &type, &value);
}

static void each_value_has_its_case(void)
{
	is_u64(choose(6, 1), 1);
	is_u64(choose(6, 7), 4);
	is_u64(choose(6, 1ull << 63), 5);
}

static void other_values_have_the_default(void)
{
	is_u64(choose(6, 0), 7);
	is_u64(choose(6, 2), 7);
	is_u64(choose(6, 8), 7);
	is_u64(choose(6, 9), 7);
	is_u64(choose(0, 1), 1);
}

static void the_first_of_equal_ones_counts(void)
{
	is_u64(choose(6, 3), 2);
}

static void what_is_missing_is_not_chosen(void)
{
	is_u64(choose(6, UINT64_MAX), 7);
}

static const struct tap_test tests[] = {
	{"each value has its case", each_value_has_its_case},
	{"other values have the default", other_values_have_the_default},
	{"of equal values the first counts", the_first_of_equal_ones_counts},
	{"constants that there are not are not chosen",
	 what_is_missing_is_not_chosen},
};
TAP_MAIN(tests)
