/* SPDX-License-Identifier: MIT */
/*
 * Sums over the calls of each group.
 */
#ifndef TOOLS_REPORT_ROWS_H
#define TOOLS_REPORT_ROWS_H

#include "tools/reader/calls.h"
#include "tools/report/durations.h"

struct row {
	uint64_t n_calls, n_errors, n_bytes;
	uint64_t self_ns;
	/* of calls inside of others of the same group: counted once */
	uint64_t nested_ns;
	uint64_t waiting_ns; /* of self_ns, in functions that wait */
	/* Of the threads of the group: outside of all calls. */
	uint64_t program_ns;
	struct durations times; /* of the calls that have one */
	/* once all calls are there: */
	uint64_t p50_ns, p99_ns;
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

/* The columns by which rows may be sorted. */
enum rows_column {
	ROWS_COUNT,
	ROWS_TOTAL,
	ROWS_SELF,
	ROWS_MIN,
	ROWS_AVG,
	ROWS_P50,
	ROWS_P99,
	ROWS_MAX,
	ROWS_ERRORS,
	ROWS_BYTES,
	ROWS_N_COLUMNS,
};

extern const char *const rows_columns[ROWS_N_COLUMNS];
/* False: there is no such column. */
bool rows_find_column(const char *name, enum rows_column *column);
uint64_t rows_value(const struct row *row, enum rows_column column);
/* Whether the row has a value in the column: without times, there is no
 * mean. */
bool rows_has(const struct row *row, enum rows_column column);

/* Computes percentiles. Returns the groups that have calls, the largest first;
 * n of them, the caller frees. */
uint32_t *rows_sorted(struct rows *rows, enum rows_column column, size_t *n);

void rows_fini(struct rows *rows);

#endif
