/* SPDX-License-Identifier: MIT */
/*
 * Tables that are filled in the order of their keys, see btree.h.
 *
 * Tables with a rowid have their rows in leaves, and inner pages have the last
 * rowid of each page below. In others each row is in one page only: an inner
 * page has the rows between those of the pages below.
 */
#include "tools/convert/sqlite/btree.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/memory.h"

/* Kinds of pages, and the size of what precedes their cells' pointers. */
#define TABLE_INNER 0x05
#define TABLE_LEAF 0x0d
#define KEYS_INNER 0x02
#define KEYS_LEAF 0x0a
#define INNER_BYTES 12u
#define LEAF_BYTES 8u
#define CHILD_BYTES 4u
#define MAX_VARINT 9u

size_t btree_varint(unsigned char *at, uint64_t number)
{
	size_t n = 1;

	if (number < 0x80) {
		at[0] = (unsigned char)number;
		return 1;
	}
	if (number >> 56) { /* the ninth byte has eight bits */
		at[8] = (unsigned char)number;
		number >>= 8;
		for (size_t i = 8; i-- > 0; number >>= 7)
			at[i] = (unsigned char)(number | 0x80);
		return 9;
	}
	while (number >> (7 * n))
		n++;
	for (size_t i = n; i-- > 0; number >>= 7)
		at[i] = (unsigned char)(number | 0x80);
	at[n - 1] &= 0x7f;
	return n;
}

static size_t head_bytes(size_t level)
{
	return level ? INNER_BYTES : LEAF_BYTES;
}

/* The level gets a new page. */
static void begin_page(struct btree *tree, size_t level)
{
	struct btree_level *at = &tree->levels[level];
	size_t n_bytes = tree->pages->n_bytes;

	if (!at->bytes)
		at->bytes = fxr_new(n_bytes, 1);
	memset(at->bytes, 0, n_bytes);
	if (tree->has_rowid)
		at->bytes[0] = level ? TABLE_INNER : TABLE_LEAF;
	else
		at->bytes[0] = level ? KEYS_INNER : KEYS_LEAF;
	at->number = pages_new(tree->pages);
	at->n_cells = 0;
	at->content = n_bytes;
}

static void write_page(struct btree *tree, struct btree_level *at,
		       uint32_t number)
{
	pages_put16(at->bytes + 3, at->n_cells);
	pages_put16(at->bytes + 5, at->content); /* 0: 65536 */
	pages_write(tree->pages, number, at->bytes);
}

static void set_last_child(struct btree_level *at, uint32_t child)
{
	pages_put32(at->bytes + 8, child);
}

/* Space for a cell in the level's page; NULL: it is full. */
static unsigned char *new_cell(struct btree *tree, size_t level, size_t n_bytes)
{
	struct btree_level *at = &tree->levels[level];
	size_t pointer = head_bytes(level) + 2 * at->n_cells;

	if (pointer + 2 + n_bytes > at->content)
		return NULL;
	at->content -= n_bytes;
	at->last_bytes = n_bytes;
	at->n_cells++;
	pages_put16(at->bytes + pointer, at->content);
	return at->bytes + at->content;
}

static void put_child(struct btree *tree, size_t level, uint32_t child,
		      const unsigned char *key, size_t n_bytes);

/* The page loses its last cell, which now separates it from what follows. */
static void move_last(struct btree *tree, size_t level)
{
	struct btree_level *at = &tree->levels[level];
	const unsigned char *cell = at->bytes + at->content;
	size_t n_bytes = at->last_bytes, skipped = level ? CHILD_BYTES : 0;

	if (level)
		memcpy(at->bytes + 8, cell, CHILD_BYTES);
	at->n_cells--;
	pages_put16(at->bytes + head_bytes(level) + 2 * at->n_cells, 0);
	at->content += n_bytes;
	put_child(tree, level + 1, at->number, cell + skipped,
		  n_bytes - skipped);
}

/* The level's page is full: it is written, and another one begins. */
static void end_page(struct btree *tree, size_t level)
{
	struct btree_level *at = &tree->levels[level];
	unsigned char key[MAX_VARINT];

	if (level || !tree->has_rowid)
		move_last(tree, level);
	else
		put_child(tree, 1, at->number, key,
			  btree_varint(key, tree->rowid));
	write_page(tree, at, at->number);
	begin_page(tree, level);
}

/* Above the level of the child, whose last key this is. */
static void put_child(struct btree *tree, size_t level, uint32_t child,
		      const unsigned char *key, size_t n_bytes)
{
	unsigned char *cell;

	if (level == tree->n_levels) {
		tree->n_levels++;
		begin_page(tree, level);
	}
	cell = new_cell(tree, level, CHILD_BYTES + n_bytes);
	if (!cell) {
		end_page(tree, level);
		cell = new_cell(tree, level, CHILD_BYTES + n_bytes);
	}
	pages_put32(cell, child);
	memcpy(cell + CHILD_BYTES, key, n_bytes);
}

/* How much of a record is in its cell, and not in pages of its own. */
static size_t bytes_inside(const struct btree *tree, size_t n_bytes)
{
	size_t page = tree->pages->n_bytes;
	size_t most = tree->has_rowid ? page - 35 : (page - 12) * 64 / 255 - 23;
	size_t least = (page - 12) * 32 / 255 - 23, n;

	if (n_bytes <= most)
		return n_bytes;
	n = least + (n_bytes - least) % (page - 4);
	return n <= most ? n : least;
}

/* Returns the first page of those that hold the bytes. */
static uint32_t put_overflow(struct btree *tree, const unsigned char *bytes,
			     size_t n_bytes)
{
	size_t space = tree->pages->n_bytes - 4;
	uint32_t first = pages_new(tree->pages), number = first;

	if (!tree->overflow)
		tree->overflow = fxr_new(tree->pages->n_bytes, 1);
	while (n_bytes) {
		size_t n = n_bytes < space ? n_bytes : space;
		uint32_t next = n < n_bytes ? pages_new(tree->pages) : 0;

		pages_put32(tree->overflow, next);
		memcpy(tree->overflow + 4, bytes, n);
		memset(tree->overflow + 4 + n, 0, space - n);
		pages_write(tree->pages, number, tree->overflow);
		bytes += n;
		n_bytes -= n;
		number = next;
	}
	return first;
}

void btree_put(struct btree *tree, uint64_t rowid, const unsigned char *record,
	       size_t n_bytes)
{
	unsigned char head[2 * MAX_VARINT], *cell;
	size_t n_head = btree_varint(head, n_bytes), n_cell;
	size_t n_inside = bytes_inside(tree, n_bytes);

	if (!tree->n_levels) {
		tree->n_levels = 1;
		begin_page(tree, 0);
	}
	if (tree->has_rowid)
		n_head += btree_varint(head + n_head, rowid);
	n_cell = n_head + n_inside + (n_inside < n_bytes ? 4 : 0);
	cell = new_cell(tree, 0, n_cell);
	if (!cell) {
		end_page(tree, 0);
		cell = new_cell(tree, 0, n_cell);
	}
	tree->rowid = rowid;
	memcpy(cell, head, n_head);
	memcpy(cell + n_head, record, n_inside);
	if (n_inside < n_bytes)
		pages_put32(cell + n_head + n_inside,
			    put_overflow(tree, record + n_inside,
					 n_bytes - n_inside));
}

void btree_end(struct btree *tree)
{
	for (size_t i = 0; i < tree->n_levels; i++) {
		struct btree_level *at = &tree->levels[i];
		bool is_top = i + 1 == tree->n_levels;

		if (i)
			set_last_child(at, at[-1].number);
		/* the schema says where the top is */
		write_page(tree, at, is_top ? tree->root : at->number);
		if (is_top)
			pages_give_back(tree->pages, at->number);
	}
	for (size_t i = 0; i < tree->n_levels; i++)
		free(tree->levels[i].bytes);
	free(tree->overflow);
}
