/* SPDX-License-Identifier: MIT */
/*
 * Texts, each kept once, numbered in the order in which they come.
 */
#ifndef TOOLS_INSPECT_DICTIONARY_H
#define TOOLS_INSPECT_DICTIONARY_H

#include <stdio.h>

#include "tools/reader/memory.h"

/* All zero = empty. */
struct dictionary {
	struct fxr_arena arena;
	struct fxr_map map;
	struct fxr_text *list;
	size_t n, capacity;
	uint64_t n_bytes;
};

/* The number of a text, which is added if it is new. */
uint32_t dictionary_number(struct dictionary *dictionary, struct fxr_text text);
/* Writes them as chunks of that class (stock.h). */
void dictionary_write(const struct dictionary *dictionary, FILE *out,
		      const char *class);
void dictionary_fini(struct dictionary *dictionary);

#endif
