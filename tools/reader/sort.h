/* SPDX-License-Identifier: MIT */
/*
 * Sorts more items than memory holds: full chunks are sorted and written to an
 * unlinked temporary file, then all chunks are merged. Input that is nearly in
 * order, as here, costs little more than one comparison for each item.
 */
#ifndef TOOLS_READER_SORT_H
#define TOOLS_READER_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int fxr_compare(const void *a, const void *b, void *context);

struct fxr_sorter {
	size_t item_bytes;
	fxr_compare *compare; /* a total order */
	void *context;
	size_t n_chunk; /* items kept in memory */
	unsigned char *items, *spare;
	size_t n_items, items_capacity, spare_space;
	uint64_t n_total;
	int fd; /* of the temporary file, -1 while there is none */
	uint64_t file_bytes;
	struct sort_run *runs;
	size_t n_runs, runs_capacity;
	size_t *heap; /* runs that have items left, least first */
	size_t n_heap;
	size_t next;	 /* item, if there is no file */
	bool has_failed; /* the temporary file could not be written or read */
};

/* n_chunk: 0 = a default of about 32 MiB */
void fxr_sorter_init(struct fxr_sorter *sorter, size_t item_bytes,
		     fxr_compare *compare, void *context, size_t n_chunk);
void fxr_sorter_put(struct fxr_sorter *sorter, const void *item);
/* No more is put; next may be called. */
void fxr_sorter_finish(struct fxr_sorter *sorter);
/* The least item that is left, copied; false if there is none. */
bool fxr_sorter_next(struct fxr_sorter *sorter, void *item);
/* All items in order, if they are in memory (and there are any); else NULL. May
 * be called once finished, instead of next. Lives until fini. */
const void *fxr_sorter_all(const struct fxr_sorter *sorter, size_t *n);
void fxr_sorter_fini(struct fxr_sorter *sorter);

#endif
