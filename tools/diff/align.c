/* SPDX-License-Identifier: MIT */
/*
 * Both searches of align.h. Marks are only ever added, so the parts of a range
 * may be searched in any order. The smaller one is searched by recursion, the
 * larger one by the loop, which keeps the stack small.
 */
#include "tools/diff/align.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/reader/memory.h"

/* Shorter ranges are not worth a table. */
#define MIN_ANCHORED 256u
/* Anchors between anchors between anchors ... */
#define MAX_ANCHORED_DEPTH 12u
#define N_SAMPLE (1u << 19)
#define A 0
#define B 1

static uint64_t key_at(const struct align *align, unsigned side, size_t at)
{
	return align->narrow[side] ? align->narrow[side][at]
				   : align->wide[side][at];
}

static bool is_alike(const struct align *align, size_t a, size_t b)
{
	return key_at(align, A, a) == key_at(align, B, b);
}

static void mark_pair(struct align *align, size_t a, size_t b)
{
	align->marks[A][a] = align->mark;
	align->marks[B][b] = align->mark;
}

/* Marks equal keys at both ends and removes them from the range. */
static void strip_ends(struct align *align, struct align_range *range)
{
	while (range->from[A] < range->to[A] && range->from[B] < range->to[B] &&
	       is_alike(align, range->from[A], range->from[B]))
		mark_pair(align, range->from[A]++, range->from[B]++);
	while (range->from[A] < range->to[A] && range->from[B] < range->to[B] &&
	       is_alike(align, range->to[A] - 1, range->to[B] - 1))
		mark_pair(align, --range->to[A], --range->to[B]);
}

/* --- keys that occur once ------------------------------------------------ */

struct cell {
	uint64_t key;
	uint32_t at[2];		 /* relative to the range; the last one */
	unsigned char counts[2]; /* up to 2; none in both: free */
};

struct table {
	struct cell *cells;
	size_t n, capacity; /* a power of 2 */
	unsigned shift;	    /* as many bits of a sampled key must be 0 */
};

struct anchor {
	uint32_t at[2];
	uint32_t before; /* the previous one in the longest run */
};

/* Spreads narrow keys, too. */
static uint64_t spread_key(uint64_t key)
{
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return key ^ key >> 29;
}

static bool is_sampled(const struct table *table, uint64_t mixed)
{
	return !(mixed & ((UINT64_C(1) << table->shift) - 1));
}

/* The cell of a key, or the free one for it; NULL: the key is not sampled. */
static struct cell *cell_of(const struct table *table, uint64_t wanted)
{
	uint64_t mixed = spread_key(wanted);
	size_t at = mixed >> 24 & (table->capacity - 1);

	if (!is_sampled(table, mixed))
		return NULL;
	for (;; at = (at + 1) & (table->capacity - 1)) {
		struct cell *cell = &table->cells[at];

		if (cell->key == wanted || !(cell->counts[A] | cell->counts[B]))
			return cell;
	}
}

static void count_keys(const struct align *align, struct table *table,
		       unsigned side, const struct align_range *range)
{
	for (size_t i = range->from[side]; i < range->to[side]; i++) {
		uint64_t wanted = key_at(align, side, i);
		struct cell *cell = cell_of(table, wanted);

		if (!cell)
			continue;
		if (!(cell->counts[A] | cell->counts[B])) {
			/* a key of B alone cannot be an anchor */
			if (side == B || table->n * 2 > table->capacity)
				continue;
			table->n++;
			cell->key = wanted;
		}
		cell->at[side] = (uint32_t)(i - range->from[side]);
		cell->counts[side] += cell->counts[side] < 2;
	}
}

static void fill_table(const struct align *align, struct table *table,
		       const struct align_range *range)
{
	size_t n = range->to[A] - range->from[A];
	size_t n_sample = align->n_sample ?: N_SAMPLE;

	while (n >> table->shift > n_sample)
		table->shift++;
	table->capacity = 64;
	while (table->capacity < (n >> table->shift) * 4)
		table->capacity *= 2;
	table->cells = fxr_new(table->capacity, sizeof(*table->cells));
	count_keys(align, table, A, range);
	count_keys(align, table, B, range);
}

/* The keys that occur once on both sides, in the order of A. */
static struct anchor *list_unique(const struct align *align,
				  const struct table *table,
				  const struct align_range *range, size_t *n)
{
	size_t space = 0;
	struct anchor *found = NULL;

	*n = 0;
	for (size_t i = range->from[A]; i < range->to[A]; i++) {
		const struct cell *cell = cell_of(table, key_at(align, A, i));

		if (!cell || cell->counts[A] != 1 || cell->counts[B] != 1)
			continue;
		found = fxr_grow(found, &space, *n + 1, sizeof(*found));
		found[(*n)++] = (struct anchor){{cell->at[A], cell->at[B]}, 0};
	}
	return found;
}

/* Reduces the anchors to the longest run that rises on B, too (patience). */
static void take_rising(struct anchor *anchors, size_t *n)
{
	/* the last anchor of the best run of each length */
	uint32_t *ends = fxr_new(*n + 1, sizeof(*ends));
	size_t length = 0;
	uint32_t at;

	for (size_t i = 0; i < *n; i++) {
		size_t low = 0, high = length;

		while (low < high) {
			size_t middle = (low + high) / 2;

			if (anchors[ends[middle]].at[B] < anchors[i].at[B])
				low = middle + 1;
			else
				high = middle;
		}
		anchors[i].before = low ? ends[low - 1] : 0;
		ends[low] = (uint32_t)i;
		length += low == length;
	}
	at = length ? ends[length - 1] : 0;
	for (size_t i = length; i-- > 0; at = anchors[at].before)
		ends[i] = at;
	for (size_t i = 0; i < length; i++)
		anchors[i] = anchors[ends[i]];
	*n = length;
	free(ends);
}

static struct anchor *find_anchors(const struct align *align,
				   const struct align_range *range, size_t *n)
{
	struct table table = {0};
	struct anchor *anchors;

	/* positions have 32 bits */
	if (range->to[A] - range->from[A] > UINT32_MAX ||
	    range->to[B] - range->from[B] > UINT32_MAX) {
		*n = 0;
		return NULL;
	}
	fill_table(align, &table, range);
	anchors = list_unique(align, &table, range, n);
	free(table.cells);
	if (*n)
		take_rising(anchors, n);
	return anchors;
}

/* --- Myers' search from both ends ---------------------------------------- */

/* The furthest point of each diagonal: x within the range, -1 = not on it. */
struct front {
	long far[2 * ALIGN_MAX_COST + 5];
};

struct search {
	const struct align *align;
	struct align_range range;
	long n[2];
	struct front ends[2]; /* from the beginning, from the end */
};

#define MIDDLE (ALIGN_MAX_COST + 2)

/* Whether the keys at x and y from the beginning, or from the end, are
 * equal. */
static bool is_alike_at(const struct search *search, unsigned end, long x,
			long y)
{
	const struct align_range *range = &search->range;

	if (end)
		return is_alike(search->align, range->to[A] - 1 - (size_t)x,
				range->to[B] - 1 - (size_t)y);
	return is_alike(search->align, range->from[A] + (size_t)x,
			range->from[B] + (size_t)y);
}

/* One more difference on diagonal k = x - y; returns the new x, or -1. */
static long step_diagonal(struct search *search, unsigned end, long k)
{
	long *far = search->ends[end].far;
	long down = far[MIDDLE + k + 1], right = far[MIDDLE + k - 1];
	long x = -1;

	if (down >= 0 && down - k <= search->n[B])
		x = down;
	if (right >= 0 && right < search->n[A] && right + 1 > x)
		x = right + 1;
	if (x < 0)
		return -1;
	while (x < search->n[A] && x - k < search->n[B] &&
	       is_alike_at(search, end, x, x - k))
		x++;
	return x;
}

/* Whether both fronts have met on diagonal k of this end. */
static bool has_met(const struct search *search, unsigned end, long k, long x,
		    long cost)
{
	long other = search->n[A] - search->n[B] - k;
	long far;

	if (other < -cost || other > cost)
		return false;
	far = search->ends[!end].far[MIDDLE + other];
	return far >= 0 && x + far >= search->n[A];
}

/* The point at which the range is split: x and y from its beginning. */
struct split {
	long x, y;
};

/* All diagonals of one end with one more difference. True: they have met the
 * other end's. */
static bool advance_front(struct search *search, unsigned end, long cost,
			  struct split *split)
{
	long *far = search->ends[end].far;
	/* of the other end as many differences are known, or one less */
	long other_cost = end ? cost : cost - 1;

	far[MIDDLE - cost - 1] = far[MIDDLE + cost + 1] = -1;
	for (long k = -cost; k <= cost; k += 2) {
		long x = step_diagonal(search, end, k);

		far[MIDDLE + k] = x;
		if (x < 0 || !has_met(search, end, k, x, other_cost))
			continue;
		*split = end ? (struct split){search->n[A] - x,
					      search->n[B] - (x - k)}
			     : (struct split){x, x - k};
		return true;
	}
	return false;
}

/* The furthest point that the search has reached from the beginning. */
static struct split furthest_split(const struct search *search, long cost)
{
	struct split best = {0, 0};

	for (long k = -cost; k <= cost; k += 2) {
		long x = search->ends[0].far[MIDDLE + k];

		if (x >= 0 && 2 * x - k > best.x + best.y)
			best = (struct split){x, x - k};
	}
	return best;
}

static struct split find_split(const struct align *align,
			       const struct align_range *range)
{
	struct search search = {
		.align = align,
		.range = *range,
		.n = {(long)(range->to[A] - range->from[A]),
		      (long)(range->to[B] - range->from[B])},
	};
	struct split split;

	/* nothing is equal at the ends (strip_ends): cost 0 reaches nothing */
	for (unsigned end = 0; end < 2; end++) {
		search.ends[end].far[MIDDLE - 1] = -1;
		search.ends[end].far[MIDDLE] = 0;
		search.ends[end].far[MIDDLE + 1] = -1;
	}
	for (long cost = 1; cost <= ALIGN_MAX_COST; cost++)
		if (advance_front(&search, 0, cost, &split) ||
		    advance_front(&search, 1, cost, &split))
			return split;
	return furthest_split(&search, ALIGN_MAX_COST);
}

/* --- both ---------------------------------------------------------------- */

static size_t size_of(const struct align_range *range)
{
	return range->to[A] - range->from[A] + range->to[B] - range->from[B];
}

static void align_parts(struct align *align, struct align_range range,
			unsigned depth);

static void align_between(struct align *align, const struct align_range *range,
			  const struct anchor *anchors, size_t n,
			  unsigned depth)
{
	struct align_range part = *range;

	for (size_t i = 0; i < n; i++) {
		size_t a = range->from[A] + anchors[i].at[A];
		size_t b = range->from[B] + anchors[i].at[B];

		part.to[A] = a;
		part.to[B] = b;
		mark_pair(align, a, b);
		align_parts(align, part, depth + 1);
		part.from[A] = a + 1;
		part.from[B] = b + 1;
	}
	part.to[A] = range->to[A];
	part.to[B] = range->to[B];
	align_parts(align, part, depth + 1);
}

static bool run_anchored(struct align *align, const struct align_range *range,
			 unsigned depth)
{
	struct anchor *anchors;
	size_t n;

	if (depth >= MAX_ANCHORED_DEPTH || size_of(range) < MIN_ANCHORED)
		return false;
	anchors = find_anchors(align, range, &n);
	if (n)
		align_between(align, range, anchors, n, depth);
	free(anchors);
	return n;
}

/* Parts of a range without anchors have none either. */
static void align_parts(struct align *align, struct align_range range,
			unsigned depth)
{
	for (;;) {
		struct align_range parts[2];
		struct split split;
		unsigned larger;

		strip_ends(align, &range);
		if (range.from[A] == range.to[A] ||
		    range.from[B] == range.to[B] ||
		    run_anchored(align, &range, depth))
			return;
		depth = MAX_ANCHORED_DEPTH;
		split = find_split(align, &range);
		parts[0] = parts[1] = range;
		parts[0].to[A] = parts[1].from[A] =
			range.from[A] + (size_t)split.x;
		parts[0].to[B] = parts[1].from[B] =
			range.from[B] + (size_t)split.y;
		larger = size_of(&parts[1]) > size_of(&parts[0]);
		align_parts(align, parts[!larger], depth);
		range = parts[larger];
	}
}

void align_run(struct align *align, struct align_range range)
{
	align_parts(align, range, 0);
}
