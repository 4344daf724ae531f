/* SPDX-License-Identifier: MIT */
/*
 * Two archives, call by call: pairs of threads, pairs of their calls, and the
 * differences between those.
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

/* sides: open; the rest all zero. Finds the pairs of threads. Reads the calls
 * of those threads that the filter's words select, on either side, and that
 * is_chosen accepts. */
void compare_read(struct compare *compare, struct canon_how how,
		  const struct filter_words *words,
		  const struct fxr_calls_options *is_chosen);
/* Finds and marks the pairs of calls. */
void compare_align(struct compare *compare);
/* Visits both archives in the order of the first one. */
void compare_report(struct compare *compare, struct report *report);
void compare_fini(struct compare *compare);

#endif
