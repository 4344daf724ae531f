/* SPDX-License-Identifier: MIT */
/*
 * Calls by function, in total and in the current interval: as many numbers as
 * there are functions, however many calls.
 */
#ifndef TOOLS_TOP_RATES_H
#define TOOLS_TOP_RATES_H

#include "tools/base/pen.h"
#include "tools/reader/calls.h"

/* Slowest calls of an interval. */
#define RATES_SLOWEST 3

struct rates_counts {
	uint64_t n_calls, n_errors;
	uint64_t n_timed, total_ns, most_ns;
};

struct rates_function {
	struct fxr_text name, category;
	struct rates_counts all, now;
};

struct rates_call {
	uint32_t function;
	uint64_t ns, pid, tid;
};

struct rates {
	struct rates_function *functions;
	size_t n_functions, space;
	struct rates_counts all, now;		  /* sums */
	struct rates_call slowest[RATES_SLOWEST]; /* ns 0: none */
	struct fxr_map map;
	struct fxr_arena arena;
};

void rates_begun(struct rates *rates, const struct fxr_call *call);
void rates_ended(struct rates *rates, const struct fxr_call *call);
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

/* The functions by key, the largest first; a new array of n_functions, which
 * the caller frees. */
const struct rates_function **rates_sorted(const struct rates *rates,
					   enum rates_key key);

#endif
