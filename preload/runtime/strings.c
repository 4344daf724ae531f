/* SPDX-License-Identifier: MIT */
#include "preload/runtime/strings.h"

#include <stdbool.h>

/* 0 is the empty string's. Threads take theirs by fetch_add or CAS. It
 * publishes nothing else, so all is relaxed. */
static uint32_t next_string = 1;

uint16_t fxp_string_index(uint32_t last)
{
	uint32_t index = __atomic_load_n(&next_string, __ATOMIC_RELAXED);

	do
		if (index > last)
			return 0;
	while (!__atomic_compare_exchange_n(&next_string, &index, index + 1,
					    false, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED));
	return (uint16_t)index;
}

uint32_t fxp_strings_reserve(uint32_t n)
{
	return __atomic_fetch_add(&next_string, n, __ATOMIC_RELAXED);
}
