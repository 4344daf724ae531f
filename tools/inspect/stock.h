/* SPDX-License-Identifier: MIT */
/*
 * Items of bytes, numbered in the order in which they come. They are kept in an
 * unlinked temporary file. The page has them in chunks of 256 KB, which it
 * unpacks when it needs an item. Each is a section (tools/page/section.h) whose
 * name is the number of its first item:
 *
 * 	n, the size of each of n items (numbers as in section.h), the items
 */
#ifndef TOOLS_INSPECT_STOCK_H
#define TOOLS_INSPECT_STOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct stock;

/* max_bytes: of all items. */
struct stock *stock_open(uint64_t max_bytes);

/* Adds an item. Returns NULL, or why it is refused: borrowed forever. */
const char *stock_put(struct stock *store, const void *bytes, uint64_t n_bytes,
		      uint32_t *item);
uint32_t stock_n(const struct stock *store);
uint64_t stock_bytes(const struct stock *store, uint32_t item);
/* The item's bytes; false if the file cannot be read. */
bool stock_get(const struct stock *store, uint32_t item, void *to);

/* Writes chunks of that class. order: n items, as they are numbered there;
 * NULL: all in their own order. */
void stock_write(struct stock *store, FILE *out, const char *class,
		 const uint32_t *order, uint32_t n);
void stock_close(struct stock *store);

#endif
