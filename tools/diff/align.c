/* SPDX-License-Identifier: MIT */
/*
 * Both searches of align.h. Marks only ever become more, so the parts of a
 * range may be gone through in any order: the smaller one by recursion, the
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

static uint64_t key(const struct align *align, unsigned side, size_t at)
{
	return align->narrow[side] ? align->narrow[side][at]
				   : align->wide[side][at];
}

static bool is_alike(const struct align *align, size_t a, size_t b)
{
	return key(align, A, a) == key(align, B, b);
}

static void match(struct align *align, size_t a, size_t b)
{
	align->marks[A][a] = align->mark;
	align->marks[B][b] = align->mark;
}

/* Takes what is alike off both ends. */
static void strip(struct align *align, struct align_range *range)
{
	while (range->from[A] < range->to[A] && range->from[B] < range->to[B] &&
	       is_alike(align, range->from[A], range->from[B]))
		match(align, range->from[A]++, range->from[B]++);
	while (range->from[A] < range->to[A] && range->from[B] < range->to[B] &&
	       is_alike(align, range->to[A] - 1, range->to[B] - 1))
		match(align, --range->to[A], --range->to[B]);
}

/* --- what stands once ---------------------------------------------------- */

struct cell {
	uint64_t key;
	uint32_t at[2];		 /* relative to the range; the last one */
	unsigned char counts[2]; /* up to 2; none in both: free */
};

struct table {
	struct cell *cells;
	size_t n, capacity; /* a power of 2 */
	unsigned shift;	    /* of a key's bits as many must be 0 */
};

struct anchor {
	uint32_t at[2];
	uint32_t before; /* the one before it in the longest run */
};

/* Spreads narrow keys, too. */
static uint64_t spread(uint64_t key)
{
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return key ^ key >> 29;
}

static bool is_sampled(const struct table *table, uint64_t mixed)
{
	return !(mixed & ((UINT64_C(1) << table->shift) - 1));
}

/* The cell of a key, or the free one for it; NULL: it is not sampled. */
static struct cell *cell_of(const struct table *table, uint64_t wanted)
{
	uint64_t mixed = spread(wanted);
	size_t at = mixed >> 24 & (table->capacity - 1);

	if (!is_sampled(table, mixed))
		return NULL;
	for (;; at = (at + 1) & (table->capacity - 1)) {
		struct cell *cell = &table->cells[at];

		if (cell->key == wanted || !(cell->counts[A] | cell->counts[B]))
			return cell;
	}
}

static void count(const struct align *align, struct table *table, unsigned side,
		  const struct align_range *range)
{
	for (size_t i = range->from[side]; i < range->to[side]; i++) {
		uint64_t wanted = key(align, side, i);
		struct cell *cell = cell_of(table, wanted);

		if (!cell)
			continue;
		if (!(cell->counts[A] | cell->counts[B])) {
			/* what B alone has anchors nothing */
			if (side == B || table->n * 2 > table->capacity)
				continue;
			table->n++;
			cell->key = wanted;
		}
		cell->at[side] = (uint32_t)(i - range->from[side]);
		cell->counts[side] += cell->counts[side] < 2;
	}
}

static void fill(const struct align *align, struct table *table,
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
	count(align, table, A, range);
	count(align, table, B, range);
}

/* What stands once on both sides, in the order of A. */
static struct anchor *gather(const struct align *align,
			     const struct table *table,
			     const struct align_range *range, size_t *n)
{
	size_t space = 0;
	struct anchor *found = NULL;

	*n = 0;
	for (size_t i = range->from[A]; i < range->to[A]; i++) {
		const struct cell *cell = cell_of(table, key(align, A, i));

		if (!cell || cell->counts[A] != 1 || cell->counts[B] != 1)
			continue;
		found = fxr_grow(found, &space, *n + 1, sizeof(*found));
		found[(*n)++] = (struct anchor){{cell->at[A], cell->at[B]}, 0};
	}
	return found;
}

/* Keeps of the anchors the longest run that rises on B, too (patience). */
static void keep_rising(struct anchor *anchors, size_t *n)
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

	/* positions are kept in 32 bits */
	if (range->to[A] - range->from[A] > UINT32_MAX ||
	    range->to[B] - range->from[B] > UINT32_MAX) {
		*n = 0;
		return NULL;
	}
	fill(align, &table, range);
	anchors = gather(align, &table, range, n);
	free(table.cells);
	if (*n)
		keep_rising(anchors, n);
	return anchors;
}

/* --- Myers' search from both ends ---------------------------------------- */

/* How far each diagonal has come: x of the range's own, -1 = not on it. */
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

/* Whether x and y from the beginning, or from the end, are alike. */
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
static long step(struct search *search, unsigned end, long k)
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

/* Where the range is to be split: x and y from its beginning. */
struct split {
	long x, y;
};

/* All diagonals of one end with one more difference. True: they have met the
 * other end's. */
static bool advance(struct search *search, unsigned end, long cost,
		    struct split *split)
{
	long *far = search->ends[end].far;
	/* of the other end as many differences are known, or one less */
	long other_cost = end ? cost : cost - 1;

	far[MIDDLE - cost - 1] = far[MIDDLE + cost + 1] = -1;
	for (long k = -cost; k <= cost; k += 2) {
		long x = step(search, end, k);

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

/* The furthest that the search has come from the beginning. */
static struct split furthest(const struct search *search, long cost)
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

	/* nothing is alike at the ends (strip): cost 0 comes nowhere */
	for (unsigned end = 0; end < 2; end++) {
		search.ends[end].far[MIDDLE - 1] = -1;
		search.ends[end].far[MIDDLE] = 0;
		search.ends[end].far[MIDDLE + 1] = -1;
	}
	for (long cost = 1; cost <= ALIGN_MAX_COST; cost++)
		if (advance(&search, 0, cost, &split) ||
		    advance(&search, 1, cost, &split))
			return split;
	return furthest(&search, ALIGN_MAX_COST);
}

/* --- both ---------------------------------------------------------------- */

static size_t size_of(const struct align_range *range)
{
	return range->to[A] - range->from[A] + range->to[B] - range->from[B];
}

static void run(struct align *align, struct align_range range, unsigned depth);

static void run_between(struct align *align, const struct align_range *range,
			const struct anchor *anchors, size_t n, unsigned depth)
{
	struct align_range part = *range;

	for (size_t i = 0; i < n; i++) {
		size_t a = range->from[A] + anchors[i].at[A];
		size_t b = range->from[B] + anchors[i].at[B];

		part.to[A] = a;
		part.to[B] = b;
		match(align, a, b);
		run(align, part, depth + 1);
		part.from[A] = a + 1;
		part.from[B] = b + 1;
	}
	part.to[A] = range->to[A];
	part.to[B] = range->to[B];
	run(align, part, depth + 1);
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
		run_between(align, range, anchors, n, depth);
	free(anchors);
	return n;
}

/* Ranges without anchors stay so when they are split. */
static void run(struct align *align, struct align_range range, unsigned depth)
{
	for (;;) {
		struct align_range parts[2];
		struct split split;
		unsigned larger;

		strip(align, &range);
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
		run(align, parts[!larger], depth);
		range = parts[larger];
	}
}

void align_run(struct align *align, struct align_range range)
{
	run(align, range, 0);
}
