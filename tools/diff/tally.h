/* SPDX-License-Identifier: MIT */
/*
 * Counts of differences, by function.
 */
#ifndef TOOLS_DIFF_TALLY_H
#define TOOLS_DIFF_TALLY_H

#include <stdbool.h>

#include "tools/base/pen.h"

struct tally_row {
	uint64_t n[2];	   /* calls of either archive */
	uint64_t alone[2]; /* of them without a partner */
	uint64_t changed;
};

/* All zero = nothing was counted. */
struct tally {
	struct tally_row *rows; /* by the function's number */
	size_t n, space;
	struct tally_row all;
};

void tally_alone(struct tally *tally, uint32_t function, unsigned side);
void tally_pair(struct tally *tally, uint32_t function, bool is_changed);
void tally_fini(struct tally *tally);

/* A table of the functions whose calls differ, those that differ most first;
 * names by the function's number. */
void tally_print(struct tally *tally, const struct fxr_text *names,
		 struct pen *out);
/* The same as JSON lines, one object for each function. */
void tally_print_json(struct tally *tally, const struct fxr_text *names,
		      struct pen *out);

#endif
