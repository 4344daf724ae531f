/* SPDX-License-Identifier: MIT */
/*
 * Pairs of handles from two archives that denote the same object: known from
 * where it is made, or from its first use.
 */
#ifndef TOOLS_DIFF_OBJECTS_H
#define TOOLS_DIFF_OBJECTS_H

#include "tools/diff/canon.h"

/* All zero = empty. */
struct objects {
	struct fxr_map maps[2]; /* to a number that both share */
	bool *is_over; /* by number: one of the two denotes another object now
			*/
	uint32_t n;
	size_t space;
};

/* Whether the two handles, at the same place of paired calls, may denote the
 * same object; stores the pair. scope: to whom they belong. */
bool objects_match(struct objects *objects, uint32_t scope,
		   const struct canon_object *a, const struct canon_object *b);
void objects_fini(struct objects *objects);

#endif
