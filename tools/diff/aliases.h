/* SPDX-License-Identifier: MIT */
/*
 * Names that programs make up, as of temporary files: which one of one archive
 * is which of the other one. A name is a word: letters, digits and underlines.
 */
#ifndef TOOLS_DIFF_ALIASES_H
#define TOOLS_DIFF_ALIASES_H

#include <stdbool.h>

#include "tools/reader/memory.h"

/* All zero = none is known. */
struct aliases {
	struct fxr_map maps[2]; /* of words to a number that both have */
	uint32_t n;
};

/* Whether two texts differ in nothing but such words, which are known. */
bool aliases_match(const struct aliases *aliases, struct fxr_text a,
		   struct fxr_text b);
/* Two texts with names that were made up: learns the words that differ.
 * Returns whether they match now. */
bool aliases_learn(struct aliases *aliases, struct fxr_text a,
		   struct fxr_text b);
void aliases_fini(struct aliases *aliases);

#endif
