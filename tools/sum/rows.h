/* SPDX-License-Identifier: MIT */
/*
 * Sums over the calls of each group.
 */
#ifndef TOOLS_SUM_ROWS_H
#define TOOLS_SUM_ROWS_H

#include "tools/reader/calls.h"
#include "tools/sum/durations.h"

struct row {
	uint64_t n_calls, n_errors, n_bytes;
	uint64_t self_ns;
	/* of calls inside of others of the same group: counted once */
	uint64_t nested_ns;
	uint64_t waiting_ns; /* of self_ns, in functions that wait */
	/* Of the threads of the group: outside of all calls. */
	uint64_t program_ns;
	struct durations times; /* of the calls that have one */
};

struct rows {
	struct row *rows; /* by group */
	size_t n, space;
};

/* The row of a group; made if need be. Borrowed until another one is made. */
static inline struct row *rows_at(struct rows *rows, uint32_t group)
{
	if (group >= rows->n) {
		rows->rows = fxr_grow(rows->rows, &rows->space,
				      (size_t)group + 1, sizeof(*rows->rows));
		rows->n = (size_t)group + 1;
	}
	return &rows->rows[group];
}

/* The time of all calls of the row; inner ones count once. */
uint64_t rows_total_ns(const struct row *row);

void rows_fini(struct rows *rows);

#endif
