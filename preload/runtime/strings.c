/* SPDX-License-Identifier: MIT */
#include "preload/runtime/strings.h"

#include <stdbool.h>

#include "writer/fxt.h"

/* 0 is the empty string's. Threads take theirs by fetch_add or CAS. It
 * publishes nothing else, so all is relaxed. */
static uint32_t next_string = 1;

/* The first of n consecutive indexes of which the last is at most `last`; 0:
 * there are not so many. */
static uint32_t take_indexes(uint32_t n, uint32_t last)
{
	uint32_t index = __atomic_load_n(&next_string, __ATOMIC_RELAXED);

	do
		if (index > last || n > last - index + 1)
			return 0;
	while (!__atomic_compare_exchange_n(&next_string, &index, index + n,
					    false, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED));
	return index;
}

uint16_t fxp_string_index(uint32_t last)
{
	return (uint16_t)take_indexes(1, last);
}

uint32_t fxp_strings_reserve(uint32_t n)
{
	uint32_t first = take_indexes(n, FXT_STRING_MAX_INDEX);

	return first ? first : FXP_STRINGS_INLINE;
}
