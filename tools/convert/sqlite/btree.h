/* SPDX-License-Identifier: MIT */
/*
 * A table of an SQLite database that is filled in the order of its key. So its
 * b-tree grows at the right end only, and each page is written once, when it is
 * full. SQLite would search its place for each row.
 */
#ifndef TOOLS_CONVERT_SQLITE_BTREE_H
#define TOOLS_CONVERT_SQLITE_BTREE_H

#include "tools/convert/sqlite/pages.h"

/* Enough for 2^32 pages: each has at least three others below it. */
#define BTREE_MAX_LEVELS 24

/* The last page of a level, which is not full. Leaves are level 0. */
struct btree_level {
	unsigned char *bytes; /* of the page */
	uint32_t number;
	size_t n_cells, content; /* where its cells' contents begin */
	size_t last_bytes;	 /* of the last cell */
};

/* All zero but the first three is an empty one. */
struct btree {
	struct pages *pages;
	uint32_t root; /* its page, from the schema */
	bool has_rowid;
	uint64_t rowid; /* of the last row */
	size_t n_levels;
	struct btree_level levels[BTREE_MAX_LEVELS];
	unsigned char *overflow; /* a page */
};

/*
 * Puts a row that comes after all others.
 * rowid    if the table has one, else it is ignored
 * n_bytes  of its record, see row.h
 */
void btree_put(struct btree *tree, uint64_t rowid, const unsigned char *record,
	       size_t n_bytes);

/* Writes what is left, and frees the memory. */
void btree_end(struct btree *tree);

/* Writes a number as SQLite does, with 1 to 9 bytes; returns how many. */
size_t btree_varint(unsigned char *at, uint64_t number);

#endif
