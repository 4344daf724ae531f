/* SPDX-License-Identifier: MIT */
/*
 * Names that programs make up, as for temporary files: pairs of names from the
 * two archives. A name is a word: letters, digits and underlines.
 */
#ifndef TOOLS_DIFF_ALIASES_H
#define TOOLS_DIFF_ALIASES_H

#include <stdbool.h>

#include "tools/reader/memory.h"

/* All zero = empty. */
struct aliases {
	struct fxr_map maps[2]; /* of words to a number that both share */
	uint32_t n;
};

/* Whether two texts differ only in such words, which are known. */
bool aliases_match(const struct aliases *aliases, struct fxr_text a,
		   struct fxr_text b);
/* Two texts with made-up names: stores the words that differ as pairs. Returns
 * whether the texts match now. */
bool aliases_learn(struct aliases *aliases, struct fxr_text a,
		   struct fxr_text b);
void aliases_fini(struct aliases *aliases);

#endif
