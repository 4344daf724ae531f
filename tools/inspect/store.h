/* SPDX-License-Identifier: MIT */
/*
 * Items of bytes, numbered in the order in which they come. They are kept in an
 * unlinked temporary file. The page has them in chunks of about 1 MB, which it
 * unpacks when it needs an item. Each is a section (tools/page/section.h) whose
 * name is the number of its first item:
 *
 * 	n, the size of each of n items (numbers as in section.h), the items
 */
#ifndef TOOLS_INSPECT_STORE_H
#define TOOLS_INSPECT_STORE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct store;

/* max_bytes: of all items. */
struct store *store_open(uint64_t max_bytes);

/* Adds an item. Returns NULL, or why it is refused: borrowed forever. */
const char *store_put(struct store *store, const void *bytes, uint64_t n_bytes,
		      uint32_t *item);
uint32_t store_n(const struct store *store);
uint64_t store_bytes(const struct store *store, uint32_t item);
/* The item's bytes; false if the file cannot be read. */
bool store_get(const struct store *store, uint32_t item, void *to);

/* Writes chunks of that class. order: n items, as they are numbered there;
 * NULL: all in their own order. */
void store_write(struct store *store, FILE *out, const char *class,
		 const uint32_t *order, uint32_t n);
void store_close(struct store *store);

#endif
