/* SPDX-License-Identifier: MIT */
/*
 * What processes hold: items that calls opened and none has closed so far.
 */
#ifndef TOOLS_LEAKS_HELD_H
#define TOOLS_LEAKS_HELD_H

#include "tools/leaks/leak_rule.h"

/* An item that was opened. */
struct held {
	enum leak_kind kind;
	bool is_open;
	uint32_t process;   /* the owner: a number of the caller's */
	uint64_t key;	    /* descriptor, address ... */
	uint64_t space;	    /* distinguishes items of the same key, or 0 */
	uint64_t call;	    /* number of the call that opened it */
	uint64_t n_bytes;   /* its size, 0: none, or unknown */
	int64_t descriptor; /* of a stream that took one over, or -1 */
	/* OpenGL: kind of object, and its name; key is made of both */
	struct fxr_text sort;
	uint64_t name;
};

/* All zero = empty. */
struct held_table {
	struct fxr_map map;
	struct held *items;
	size_t n, space;
	uint32_t *mappings; /* of the items, by process and address */
	size_t n_mappings, mappings_capacity;
};

/* Adds an item; one with the same key was closed unseen. Mappings replace those
 * that they overlap. */
void held_put(struct held_table *table, const struct held *item);

/* The open item, or NULL. Valid until the next put. */
struct held *held_find(const struct held_table *table, uint32_t process,
		       enum leak_kind kind, uint64_t key, uint64_t space);

void held_close(struct held_table *table, uint32_t process, enum leak_kind kind,
		uint64_t key, uint64_t space);

/* All descriptors from first to last are closed. */
void held_close_range(struct held_table *table, uint32_t process,
		      uint64_t first, uint64_t last);

/* That part of the memory is unmapped. */
void held_unmap(struct held_table *table, uint32_t process, uint64_t address,
		uint64_t n_bytes);

/* All items of the space are closed. */
void held_close_space(struct held_table *table, uint32_t process,
		      uint64_t space);

void held_fini(struct held_table *table);

#endif
