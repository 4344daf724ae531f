/* SPDX-License-Identifier: MIT */
/*
 * Pieces of code that a runtime has made, by address and time. A runtime uses
 * its memory again, so many pieces may have been at one address. They are a
 * tree in an array: by start, the root in the middle of each part.
 */
#ifndef TOOLS_ELF_JIT_TREE_H
#define TOOLS_ELF_JIT_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where records are: in the runtime's file (jit_dump.h). */
struct jit_piece {
	uint64_t start, last; /* its addresses */
	uint64_t time;
	uint64_t reach;	   /* largest `last` of its part of the tree */
	uint64_t at;	   /* of the record that has its name */
	uint64_t lines_at; /* of its lines; 0: none */
	uint64_t index;	   /* the runtime's number of it */
	uint32_t order;	   /* of the records */
	bool is_move;
};

/* No time: what was made last counts. */
#define JIT_LATEST UINT64_MAX

/* Times at which a lookup has the same result. */
struct jit_span {
	uint64_t from, until; /* until is not part of it */
};

/* Sorts them into a tree. */
void jit_tree_make(struct jit_piece *pieces, size_t n);

/* The piece that has the address at that time, see jit_dump_find, or NULL. */
const struct jit_piece *jit_tree_find(const struct jit_piece *pieces, size_t n,
				      uint64_t address, uint64_t time,
				      struct jit_span *span);

#endif
