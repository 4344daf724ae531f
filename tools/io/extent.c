/* SPDX-License-Identifier: MIT */
/*
 * Sets of bytes, see extent.h.
 */
#include "tools/io/extent.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/memory.h"

/* The first range that ends at `at` or behind it; n if there is none. */
static size_t first_to(const struct extents *set, uint64_t at)
{
	size_t low = 0, high = set->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (set->items[middle].to < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void extents_add(struct extents *set, uint64_t from, uint64_t to)
{
	size_t first = first_to(set, from), behind = first;

	if (from >= to)
		return;
	/* those that it overlaps or touches become one */
	for (; behind < set->n && set->items[behind].from <= to; behind++) {
		if (set->items[behind].from < from)
			from = set->items[behind].from;
		if (set->items[behind].to > to)
			to = set->items[behind].to;
	}
	if (behind == first)
		set->items = fxr_grow(set->items, &set->capacity, set->n + 1,
				      sizeof(*set->items));
	memmove(set->items + first + 1, set->items + behind,
		(set->n - behind) * sizeof(*set->items));
	set->n = set->n + 1 - (behind - first);
	set->items[first] = (struct extent){from, to};
}

bool extents_gap(const struct extents *set, uint64_t from, uint64_t to,
		 struct extent *gap)
{
	size_t i = first_to(set, from);

	if (i < set->n && set->items[i].from <= from) {
		from = set->items[i].to;
		i++;
	}
	if (from >= to)
		return false;
	gap->from = from;
	gap->to =
		i < set->n && set->items[i].from < to ? set->items[i].from : to;
	return true;
}

uint64_t extents_bytes(const struct extents *set, uint64_t end)
{
	uint64_t n = 0;

	for (size_t i = 0; i < set->n && set->items[i].from < end; i++)
		n += (set->items[i].to < end ? set->items[i].to : end) -
		     set->items[i].from;
	return n;
}

uint64_t extents_end(const struct extents *set)
{
	return set->n ? set->items[set->n - 1].to : 0;
}

void extents_fini(struct extents *set)
{
	free(set->items);
	*set = (struct extents){0};
}
