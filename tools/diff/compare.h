/* SPDX-License-Identifier: MIT */
/*
 * Two archives, call by call: which threads belong together, which of their
 * calls, and what differs between those.
 */
#ifndef TOOLS_DIFF_COMPARE_H
#define TOOLS_DIFF_COMPARE_H

#include "tools/diff/match.h"
#include "tools/diff/objects.h"
#include "tools/diff/report.h"
#include "tools/diff/tally.h"
#include "tools/select/filter.h"

struct compare {
	struct side sides[2];
	struct match match;
	struct canon_ids *partners[2]; /* by thread */
	struct side_names names;
	struct varying *varying;
	struct objects objects;
	struct tally tally;
	struct strand *strands; /* by thread of A */
	size_t n_strands;
	struct report *report;
	bool has_report; /* else calls are only counted */
};

/* sides: open; the rest all zero. Finds out which threads belong together and
 * reads the calls of those that the filter's words mean, on either side, as far
 * as is_chosen wants them. */
void compare_read(struct compare *compare, struct canon_how how,
		  const struct filter_words *words,
		  const struct fxr_calls_options *is_chosen);
/* Marks which calls belong together. */
void compare_align(struct compare *compare);
/* Goes through both archives in the order of the first one. */
void compare_report(struct compare *compare, struct report *report);
void compare_fini(struct compare *compare);

#endif
