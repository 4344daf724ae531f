/* SPDX-License-Identifier: MIT */
/*
 * Calls by function, or by what else rows are (grouped.h), in total and in the
 * current interval. Memory grows with rows, not with calls.
 */
#ifndef TOOLS_TOP_RATES_H
#define TOOLS_TOP_RATES_H

#include "tools/base/pen.h"
#include "tools/reader/calls.h"

/* Slowest calls of an interval. */
#define RATES_SLOWEST 3
#define RATES_NAME_BYTES 128

struct rates_counts {
	uint64_t n_calls, n_errors;
	uint64_t n_timed, total_ns, most_ns;
};

struct rates_row {
	struct fxr_text name;	  /* empty: of calls that have none */
	struct fxr_text category; /* of a function */
	struct rates_counts all, now;
};

struct rates_call {
	char name[RATES_NAME_BYTES]; /* of its function, maybe cut */
	uint64_t ns, pid, tid;
};

struct rates {
	struct rates_row *rows;
	size_t n_rows, space;
	struct rates_counts all, now;		  /* sums */
	struct rates_call slowest[RATES_SLOWEST]; /* ns 0: none */
	struct fxr_map map;
	struct fxr_arena arena;
};

/* name, category: of the call's row */
void rates_begun(struct rates *rates, struct fxr_text name,
		 struct fxr_text category);
void rates_ended(struct rates *rates, const struct fxr_call *call,
		 struct fxr_text name, struct fxr_text category);
/* Begins the next interval. */
void rates_next(struct rates *rates);
void rates_fini(struct rates *rates);

enum rates_key {
	RATES_CALLS, /* of the interval, then in total */
	RATES_ERRORS,
	RATES_TIME,
	RATES_AVERAGE,
	RATES_MOST,
	RATES_NAME,
	RATES_TOTAL, /* calls in total */
};

/* The rows by key, the largest first; a new array of n_rows, which
 * the caller frees. */
const struct rates_row **rates_sorted(const struct rates *rates,
				      enum rates_key key);

#endif
