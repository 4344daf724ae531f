/* SPDX-License-Identifier: MIT */
/*
 * Pieces of code by address and time, see jit_tree.h.
 */
#include "tools/elf/jit_tree.h"

#include <stdlib.h>

/* Pieces at one address that a lookup compares. */
#define MAX_COMPARED (1u << 16)

static int by_start(const void *a, const void *b)
{
	const struct jit_piece *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Sets how far each part of the tree reaches. */
static uint64_t set_reach(struct jit_piece *pieces, size_t low, size_t high)
{
	size_t middle = low + (high - low) / 2;
	struct jit_piece *piece = &pieces[middle];
	uint64_t reach;

	if (low == high)
		return 0;
	piece->reach = piece->last;
	reach = set_reach(pieces, low, middle);
	if (reach > piece->reach)
		piece->reach = reach;
	reach = set_reach(pieces, middle + 1, high);
	if (reach > piece->reach)
		piece->reach = reach;
	return piece->reach;
}

void jit_tree_make(struct jit_piece *pieces, size_t n)
{
	if (!n)
		return;
	qsort(pieces, n, sizeof(*pieces), by_start);
	(void)set_reach(pieces, 0, n);
}

struct lookup {
	const struct jit_piece *pieces;
	uint64_t address, time;
	const struct jit_piece *before, *behind; /* the nearest in time */
	unsigned n_left;			 /* to be compared */
};

static bool is_later(const struct jit_piece *a, const struct jit_piece *b)
{
	return a->time != b->time ? a->time > b->time : a->order > b->order;
}

static void compare(struct lookup *lookup, const struct jit_piece *piece)
{
	if (piece->last < lookup->address || !lookup->n_left)
		return;
	lookup->n_left--;
	if (lookup->time == JIT_LATEST) {
		if (!lookup->before || piece->order > lookup->before->order)
			lookup->before = piece;
	} else if (piece->time <= lookup->time) {
		if (!lookup->before || is_later(piece, lookup->before))
			lookup->before = piece;
	} else if (!lookup->behind || is_later(lookup->behind, piece)) {
		lookup->behind = piece;
	}
}

/* All pieces that have the address, in a part of the tree. */
static void look_in(struct lookup *lookup, size_t low, size_t high)
{
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct jit_piece *piece = &lookup->pieces[middle];

		if (piece->reach < lookup->address || !lookup->n_left)
			return;
		if (piece->start <= lookup->address) {
			look_in(lookup, middle + 1, high);
			compare(lookup, piece);
		}
		high = middle;
	}
}

static void narrow(struct jit_span *span, const struct lookup *lookup)
{
	if (lookup->time == JIT_LATEST)
		return;
	if (lookup->before && lookup->before->time > span->from)
		span->from = lookup->before->time;
	if (lookup->behind && lookup->behind->time < span->until)
		span->until = lookup->behind->time;
}

const struct jit_piece *jit_tree_find(const struct jit_piece *pieces, size_t n,
				      uint64_t address, uint64_t time,
				      struct jit_span *span)
{
	struct lookup lookup = {.pieces = pieces,
				.address = address,
				.time = time,
				.n_left = MAX_COMPARED};

	look_in(&lookup, 0, n);
	narrow(span, &lookup);
	return lookup.before ? lookup.before : lookup.behind;
}
