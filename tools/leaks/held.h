/* SPDX-License-Identifier: MIT */
/*
 * What processes hold: things that calls opened and none has closed so far.
 */
#ifndef TOOLS_LEAKS_HELD_H
#define TOOLS_LEAKS_HELD_H

#include "tools/leaks/leak_rule.h"

/* A thing that was opened. */
struct held {
	enum leak_kind kind;
	bool is_open;
	uint32_t process;   /* whose it is: a number of the caller's */
	uint64_t key;	    /* descriptor, address ... */
	uint64_t space;	    /* tells things of the same key apart, or 0 */
	uint64_t call;	    /* number of the call that opened it */
	uint64_t n_bytes;   /* its size, 0: it has none, or it is not known */
	int64_t descriptor; /* of a stream that took one over, or -1 */
	/* OpenGL: what sort of object, and its name; key is made of both */
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

/* Takes a thing up; what had its place was closed unseen. Mappings replace what
 * they lie over. */
void held_put(struct held_table *table, const struct held *item);

/* The open thing, or NULL. Valid until the next put. */
struct held *held_find(const struct held_table *table, uint32_t process,
		       enum leak_kind kind, uint64_t key, uint64_t space);

void held_close(struct held_table *table, uint32_t process, enum leak_kind kind,
		uint64_t key, uint64_t space);

/* All descriptors from first to last are closed. */
void held_close_range(struct held_table *table, uint32_t process,
		      uint64_t first, uint64_t last);

/* Nothing is mapped any more in that part of the memory. */
void held_unmap(struct held_table *table, uint32_t process, uint64_t address,
		uint64_t n_bytes);

/* All that is open in the space is closed. */
void held_close_space(struct held_table *table, uint32_t process,
		      uint64_t space);

void held_fini(struct held_table *table);

#endif
