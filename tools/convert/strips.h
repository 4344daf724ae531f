/* SPDX-License-Identifier: MIT */
/*
 * A list of items for each thread, for formats that have one thread after the
 * other, while calls come mixed from all. Items are kept in a temporary file,
 * and read again from where the thread's first one is.
 */
#ifndef TOOLS_CONVERT_STRIPS_H
#define TOOLS_CONVERT_STRIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Items of a thread that follow one another in the file. */
struct strip_block {
	uint64_t n_before; /* items of the file */
	uint32_t n, next;  /* next: a block; FXR_NONE = it is the last */
};

struct strip {
	char *items;	 /* not in the file yet; NULL: there are none at all */
	uint64_t n;	 /* of all */
	uint32_t n_held; /* in memory */
	uint32_t first, last; /* blocks */
};

struct strips {
	size_t n_bytes; /* of an item */
	struct strip *threads;
	size_t n_threads;
	struct strip_block *blocks;
	size_t n_blocks, blocks_space;
	FILE *file;
	uint64_t n_written;
	bool has_failed;
};

/* n_bytes: of an item. If there is no space, the strips have failed. */
void strips_open(struct strips *strips, size_t n_threads, size_t n_bytes);
void strips_close(struct strips *strips);

void strips_add(struct strips *strips, size_t thread, const void *item);

/* Behind the last strips_add, before strips_each. */
void strips_end(struct strips *strips);

/* Calls put with each item of the thread, in their order, and its number. */
void strips_each(struct strips *strips, size_t thread,
		 void (*put)(void *context, const void *item, uint64_t number),
		 void *context);

#endif
