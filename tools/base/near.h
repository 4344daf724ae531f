/* SPDX-License-Identifier: MIT */
/*
 * The names that come nearest to one that does not exist: what somebody who
 * mistyped it may have meant.
 */
#ifndef TOOLS_BASE_NEAR_H
#define TOOLS_BASE_NEAR_H

#include <stddef.h>

enum { NEAR_NAMES = 3, NEAR_BYTES = 80 };

/* wanted is borrowed; the rest begins as zeros. */
struct near {
	const char *wanted;
	char names[NEAR_NAMES][NEAR_BYTES]; /* the nearest first */
	size_t distances[NEAR_NAMES];
	unsigned n;
};

/* How many letters of a to change, add, leave out or swap with their neighbour
 * until it is b. SIZE_MAX if one of them has NEAR_BYTES bytes or more. */
size_t near_distance(const char *a, const char *b);

/* Keeps the name if it is among the nearest. One letter of three may differ:
 * two names of three letters that share one have nothing in common. */
void near_try(struct near *near, const char *name);

/* ", did you mean PREFIXopen or PREFIXopenat?", or "" without such a name. The
 * text is the caller's. */
void near_text(const struct near *near, const char *prefix, char *text,
	       size_t text_bytes);

#endif
