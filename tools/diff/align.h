/* SPDX-License-Identifier: MIT */
/*
 * What of two sequences of keys is the same: a common subsequence, as long as
 * can be found in time that is linear in their length. What stands only once in
 * each of them anchors the rest (of long sequences only a sample is looked at,
 * so that memory stays bounded); between anchors Myers' search in linear space,
 * given up after a fixed number of differences for the best that it has seen.
 *
 * Knows nothing of calls.
 */
#ifndef TOOLS_DIFF_ALIGN_H
#define TOOLS_DIFF_ALIGN_H

#include <stddef.h>
#include <stdint.h>

/* Differences up to which the search goes on before it takes what it has. */
#define ALIGN_MAX_COST 256

struct align {
	/* The keys of either side: wide ones, or narrow ones if those are
	 * NULL. */
	const uint64_t *wide[2];
	const uint32_t *narrow[2];
	/* Out: `mark` for what has a partner, else left alone. The n-th that
	 * has one on one side belongs to the n-th on the other. */
	unsigned char *marks[2];
	unsigned char mark;
	/* What this one call may remember of keys; 0: a default */
	size_t n_sample;
};

/* A part of either side: from .. to - 1. */
struct align_range {
	size_t from[2], to[2];
};

/* Marks what has a partner in the range, which holds no marks yet. */
void align_run(struct align *align, struct align_range range);

#endif
