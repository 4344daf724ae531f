/* SPDX-License-Identifier: MIT */
/*
 * A place in rows of which a window shows some: the chosen row, and the first
 * one that is shown.
 */
#ifndef TOOLS_BROWSE_SCROLL_H
#define TOOLS_BROWSE_SCROLL_H

#include <stdbool.h>
#include <stdint.h>

struct scroll {
	uint64_t n, at, top;
	unsigned shift; /* columns that are left out at the left */
};

/* So many rows there are now; the chosen one stays as far as it can. */
void scroll_resize(struct scroll *place, uint64_t n);

/* Chooses a row and makes it one of those that are shown. */
void scroll_go(struct scroll *place, uint64_t row, unsigned n_shown);

/* Moves as the key says. False: it is another key. */
bool scroll_key(struct scroll *place, int key, unsigned n_shown);

#endif
