/* SPDX-License-Identifier: MIT */
/*
 * Sets of bytes of a file: disjoint ranges, in order, that do not touch one
 * another.
 */
#ifndef TOOLS_IO_EXTENT_H
#define TOOLS_IO_EXTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Beyond the last byte of any file. */
#define EXTENT_END UINT64_MAX

struct extent {
	uint64_t from, to; /* first byte, and one past the last */
};

/* All zero = empty. */
struct extents {
	struct extent *items;
	size_t n, capacity;
};

/* Adds a range to the set; an empty one does nothing. */
void extents_add(struct extents *set, uint64_t from, uint64_t to);

/* The first part of a range that is not in the set; false: there is none. */
bool extents_gap(const struct extents *set, uint64_t from, uint64_t to,
		 struct extent *gap);

/* How many bytes below `end` are in the set. */
uint64_t extents_bytes(const struct extents *set, uint64_t end);

/* One past the last byte of the set; 0 = empty. */
uint64_t extents_end(const struct extents *set);

void extents_fini(struct extents *set);

#endif
