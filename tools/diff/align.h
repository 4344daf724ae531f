/* SPDX-License-Identifier: MIT */
/*
 * A common subsequence of two sequences of keys, as long as can be found in
 * time that is linear in their length. Keys that occur only once in each of
 * them are anchors for the others. Of long sequences only a sample is examined,
 * so that memory stays bounded. Between anchors runs Myers' search in linear
 * space. It gives up after a fixed number of differences and takes the best
 * result so far.
 *
 * Independent of calls.
 */
#ifndef TOOLS_DIFF_ALIGN_H
#define TOOLS_DIFF_ALIGN_H

#include <stddef.h>
#include <stdint.h>

/* Differences up to which the search continues before it takes what it has. */
#define ALIGN_MAX_COST 256

struct align {
	/* The keys of either side: wide ones, or narrow ones if those are
	 * NULL. */
	const uint64_t *wide[2];
	const uint32_t *narrow[2];
	/* Out: `mark` for keys with a partner; other marks are unchanged. The
	 * n-th marked key of one side is the partner of the n-th of the
	 * other. */
	unsigned char *marks[2];
	unsigned char mark;
	/* keys that this call may store; 0: a default */
	size_t n_sample;
};

/* A part of either side: from .. to - 1. */
struct align_range {
	size_t from[2], to[2];
};

/* Marks the keys with a partner in the range, which has no marks yet. */
void align_run(struct align *align, struct align_range range);

#endif
