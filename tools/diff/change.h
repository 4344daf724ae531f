/* SPDX-License-Identifier: MIT */
/*
 * Which values differ between two calls of one function.
 */
#ifndef TOOLS_DIFF_CHANGE_H
#define TOOLS_DIFF_CHANGE_H

#include "tools/diff/aliases.h"
#include "tools/diff/canon.h"

/* Most changes reported for each call. */
#define CHANGE_MAX 8u

/* A value that differs; NULL: it is on one side only. */
struct change {
	struct fxr_text name; /* "buf", "statbuf.st_size", "argv[2]", "ret" */
	const struct fxr_value *values[2];
	bool is_object; /* they are equal, but denote different objects */
};

struct changes {
	struct change items[CHANGE_MAX];
	size_t n;
	size_t n_more; /* not among the items */
	/* made here: of errno and of the call's state */
	struct fxr_value made[4];
	struct fxr_arena arena; /* of names */
	struct aliases aliases; /* from the calls so far */
};

/*
 * canons    of both archives, with any call selected.
 * calls     one of each.
 * function  of both.
 * place     of the object that differs, as in canon_object.place; NULL: none.
 * Fills changes, which may be all zero or used before. What differs as a whole
 * and in no part is reported as a whole.
 */
void changes_find(struct changes *changes, struct canon *const canons[2],
		  const struct fxr_call *const calls[2], uint32_t function,
		  const uint16_t *place);
void changes_fini(struct changes *changes);

#endif
