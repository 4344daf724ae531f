/* SPDX-License-Identifier: MIT */
/*
 * Which handle of one archive stands for the same thing as which of the other
 * one: told where it is made, or by the first use that is seen.
 */
#ifndef TOOLS_DIFF_OBJECTS_H
#define TOOLS_DIFF_OBJECTS_H

#include "tools/diff/canon.h"

/* All zero = nothing is known. */
struct objects {
	struct fxr_map maps[2]; /* to a number that both have in common */
	bool *is_over;		/* by number: one of both is another by now */
	uint32_t n;
	size_t space;
};

/* Whether the two, at the same place of calls that belong together, may stand
 * for the same; takes in what that says. scope: whose handles they are. */
bool objects_match(struct objects *objects, uint32_t scope,
		   const struct canon_object *a, const struct canon_object *b);
void objects_fini(struct objects *objects);

#endif
