/* SPDX-License-Identifier: MIT */
/*
 * External merge sort, see sort.h. A chunk is sorted by merging the runs that
 * it already consists of, pass by pass; chunks are merged through a heap.
 */
#include "tools/reader/sort.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/reader/memory.h"
#include "tools/reader/temporary.h"

/* Default chunk size: a 64th of the machine's memory within these limits. The
 * file costs as much as all the other work. */
#define MIN_CHUNK_BYTES ((size_t)32 << 20)
#define MAX_CHUNK_BYTES ((size_t)256 << 20)
/* Memory for reading runs back, shared among them, for chunks of that size. */
#define MERGE_BYTES ((size_t)32 << 20)

/* A sorted chunk in the file, and the part of it that is in memory. */
struct sort_run {
	uint64_t off, end_off; /* the part that was not read yet */
	unsigned char *items;
	size_t next, n; /* bytes in items */
};

static size_t chunk_bytes(void)
{
	long n_pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
	size_t n_bytes = 0;

	if (n_pages > 0 && page > 0)
		n_bytes = (size_t)n_pages / 64 * (size_t)page;
	if (n_bytes < MIN_CHUNK_BYTES)
		return MIN_CHUNK_BYTES;
	return n_bytes < MAX_CHUNK_BYTES ? n_bytes : MAX_CHUNK_BYTES;
}

void fxr_sorter_init(struct fxr_sorter *sorter, size_t item_bytes,
		     fxr_compare *compare, void *context, size_t n_chunk)
{
	*sorter = (struct fxr_sorter){
		.item_bytes = item_bytes,
		.compare = compare,
		.context = context,
		.n_chunk = n_chunk ? n_chunk : chunk_bytes() / item_bytes,
		.fd = -1,
	};
}

/* Items of the sizes that the call layer has are copied in place: each call of
 * memcpy would take longer than all else. */
static inline void copy_item(const struct fxr_sorter *sorter, void *to,
			     const void *from)
{
	switch (sorter->item_bytes) {
	case 24:
		memcpy(to, from, 24);
		break;
	case 56:
		memcpy(to, from, 56);
		break;
	default:
		memcpy(to, from, sorter->item_bytes);
	}
}

static int compare_items(const struct fxr_sorter *sorter, const void *a,
			 const void *b)
{
	return sorter->compare(a, b, sorter->context);
}

/* End of the run that begins at item `from`. */
static size_t run_end(const struct fxr_sorter *sorter, size_t from)
{
	size_t size = sorter->item_bytes;
	size_t i;

	if (from >= sorter->n_items)
		return sorter->n_items;
	for (i = from + 1; i < sorter->n_items; i++)
		if (compare_items(sorter, sorter->items + (i - 1) * size,
				  sorter->items + i * size) > 0)
			break;
	return i;
}

/* Merges items [a, b) and [b, c) into the same place of spare. */
static void merge(struct fxr_sorter *sorter, size_t a, size_t b, size_t c)
{
	size_t size = sorter->item_bytes;
	const unsigned char *left = sorter->items + a * size;
	const unsigned char *right = sorter->items + b * size;
	const unsigned char *left_end = right;
	const unsigned char *right_end = sorter->items + c * size;
	unsigned char *to = sorter->spare + a * size;

	while (left < left_end && right < right_end) {
		const unsigned char **from =
			compare_items(sorter, left, right) <= 0 ? &left
								: &right;

		copy_item(sorter, to, *from);
		*from += size;
		to += size;
	}
	memcpy(to, left, (size_t)(left_end - left));
	to += left_end - left;
	memcpy(to, right, (size_t)(right_end - right));
}

static void sort_items(struct fxr_sorter *sorter)
{
	while (run_end(sorter, 0) < sorter->n_items) {
		unsigned char *items = sorter->items;
		size_t space = sorter->items_capacity;
		size_t a, b, c;

		sorter->spare =
			fxr_grow_bare(sorter->spare, &sorter->spare_space,
				      sorter->items_capacity, 1);
		for (a = 0; a < sorter->n_items; a = c) {
			b = run_end(sorter, a);
			c = run_end(sorter, b);
			merge(sorter, a, b, c);
		}
		sorter->items = sorter->spare;
		sorter->items_capacity = sorter->spare_space;
		sorter->spare = items;
		sorter->spare_space = space;
	}
}

static bool write_at(struct fxr_sorter *sorter, const unsigned char *bytes,
		     size_t n_bytes)
{
	while (n_bytes) {
		ssize_t n = pwrite(sorter->fd, bytes, n_bytes,
				   (off_t)sorter->file_bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		bytes += n;
		n_bytes -= (size_t)n;
		sorter->file_bytes += (uint64_t)n;
	}
	return true;
}

/* Sorts what is in memory and moves it to the file. */
static void spill(struct fxr_sorter *sorter)
{
	struct sort_run run = {.off = sorter->file_bytes};

	sort_items(sorter);
	if (sorter->fd < 0)
		sorter->fd = fxr_temporary();
	if (sorter->fd < 0 || !write_at(sorter, sorter->items,
					sorter->n_items * sorter->item_bytes)) {
		sorter->has_failed = true;
		sorter->n_items = 0;
		return;
	}
	run.end_off = sorter->file_bytes;
	sorter->runs = fxr_grow(sorter->runs, &sorter->runs_capacity,
				sorter->n_runs + 1, sizeof(run));
	sorter->runs[sorter->n_runs++] = run;
	sorter->n_items = 0;
}

void fxr_sorter_put(struct fxr_sorter *sorter, const void *item)
{
	size_t size = sorter->item_bytes;

	if (sorter->has_failed)
		return;
	if (sorter->n_items == sorter->n_chunk)
		spill(sorter);
	if (sorter->items_capacity < (sorter->n_items + 1) * size)
		sorter->items =
			fxr_grow_bare(sorter->items, &sorter->items_capacity,
				      (sorter->n_items + 1) * size, 1);
	copy_item(sorter, sorter->items + sorter->n_items++ * size, item);
	sorter->n_total++;
}

/* Who wants small chunks has little memory. */
static size_t merge_bytes(const struct fxr_sorter *sorter)
{
	size_t chunk = sorter->n_chunk * sorter->item_bytes;

	return chunk < MERGE_BYTES ? chunk : MERGE_BYTES;
}

/* Makes sure that the run has an item in memory; false at its end. */
static bool fill_run(struct fxr_sorter *sorter, struct sort_run *run)
{
	size_t n_piece =
		merge_bytes(sorter) / sorter->n_runs / sorter->item_bytes;
	size_t n_bytes = (n_piece ? n_piece : 1) * sorter->item_bytes;

	if (run->next < run->n)
		return true;
	if (n_bytes > (1u << 20))
		n_bytes = (1u << 20) / sorter->item_bytes * sorter->item_bytes;
	if (!run->items)
		run->items = fxr_new(n_bytes, 1);
	if (n_bytes > run->end_off - run->off)
		n_bytes = run->end_off - run->off;
	run->next = run->n = 0;
	while (run->n < n_bytes) {
		ssize_t n = pread(sorter->fd, run->items + run->n,
				  n_bytes - run->n, (off_t)run->off);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			sorter->has_failed = true;
			return false;
		}
		run->n += (size_t)n;
		run->off += (uint64_t)n;
	}
	return run->n;
}

static bool is_less(const struct fxr_sorter *sorter, size_t i, size_t j)
{
	const struct sort_run *a = &sorter->runs[sorter->heap[i]];
	const struct sort_run *b = &sorter->runs[sorter->heap[j]];

	return compare_items(sorter, a->items + a->next, b->items + b->next) <
	       0;
}

static void sift_down(struct fxr_sorter *sorter, size_t at)
{
	for (;;) {
		size_t least = at;
		size_t child = 2 * at + 1;
		size_t moved = sorter->heap[at];

		if (child < sorter->n_heap && is_less(sorter, child, least))
			least = child;
		if (child + 1 < sorter->n_heap &&
		    is_less(sorter, child + 1, least))
			least = child + 1;
		if (least == at)
			return;
		sorter->heap[at] = sorter->heap[least];
		sorter->heap[least] = moved;
		at = least;
	}
}

void fxr_sorter_finish(struct fxr_sorter *sorter)
{
	size_t i;

	if (!sorter->n_runs) {
		sort_items(sorter);
		fxr_free(sorter->spare);
		sorter->spare = NULL;
		sorter->spare_space = 0;
		return;
	}
	if (sorter->n_items)
		spill(sorter);
	fxr_free(sorter->items);
	fxr_free(sorter->spare);
	sorter->items = sorter->spare = NULL;
	sorter->heap = fxr_new(sorter->n_runs, sizeof(size_t));
	for (i = 0; i < sorter->n_runs; i++)
		if (fill_run(sorter, &sorter->runs[i]))
			sorter->heap[sorter->n_heap++] = i;
	for (i = sorter->n_heap / 2; i--;)
		sift_down(sorter, i);
}

bool fxr_sorter_next(struct fxr_sorter *sorter, void *item)
{
	struct sort_run *run;

	if (!sorter->n_runs) {
		if (sorter->next == sorter->n_items)
			return false;
		copy_item(sorter, item,
			  sorter->items + sorter->next++ * sorter->item_bytes);
		return true;
	}
	if (!sorter->n_heap)
		return false;
	run = &sorter->runs[sorter->heap[0]];
	copy_item(sorter, item, run->items + run->next);
	run->next += sorter->item_bytes;
	if (!fill_run(sorter, run))
		sorter->heap[0] = sorter->heap[--sorter->n_heap];
	sift_down(sorter, 0);
	return true;
}

const void *fxr_sorter_all(const struct fxr_sorter *sorter, size_t *n)
{
	*n = sorter->n_items;
	return sorter->n_runs || sorter->has_failed ? NULL : sorter->items;
}

void fxr_sorter_fini(struct fxr_sorter *sorter)
{
	size_t i;

	for (i = 0; i < sorter->n_runs; i++)
		fxr_free(sorter->runs[i].items);
	fxr_free(sorter->runs);
	fxr_free(sorter->heap);
	fxr_free(sorter->items);
	fxr_free(sorter->spare);
	if (sorter->fd >= 0)
		close(sorter->fd);
	*sorter = (struct fxr_sorter){.fd = -1};
}
