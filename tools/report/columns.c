/* SPDX-License-Identifier: MIT */
/*
 * Columns of a report, see columns.h.
 */
#include "tools/report/columns.h"

#include <stdlib.h>
#include <string.h>

const char *const column_names[N_COLUMNS] = {
	[COLUMN_COUNT] = "count",   [COLUMN_TOTAL] = "total",
	[COLUMN_SELF] = "self",	    [COLUMN_MIN] = "min",
	[COLUMN_AVG] = "avg",	    [COLUMN_P50] = "p50",
	[COLUMN_P99] = "p99",	    [COLUMN_MAX] = "max",
	[COLUMN_ERRORS] = "errors", [COLUMN_BYTES] = "bytes",
};

bool column_find(const char *name, enum column *column)
{
	for (unsigned i = 0; i < N_COLUMNS; i++) {
		if (strcmp(column_names[i], name) != 0)
			continue;
		*column = (enum column)i;
		return true;
	}
	return false;
}

bool column_is_time(enum column column)
{
	return column != COLUMN_COUNT && column != COLUMN_ERRORS &&
	       column != COLUMN_BYTES;
}

bool column_has(const struct fxtrace_row *row, enum column column)
{
	return row->n_timed || !column_is_time(column);
}

uint64_t column_value(const struct fxtrace_row *row, enum column column)
{
	if (!column_has(row, column))
		return 0;
	switch (column) {
	case COLUMN_COUNT:
		return row->n_calls;
	case COLUMN_TOTAL:
		return row->total_ns;
	case COLUMN_SELF:
		return row->self_ns;
	case COLUMN_MIN:
		return row->min_ns;
	case COLUMN_AVG:
		return row->mean_ns;
	case COLUMN_P50:
		return row->p50_ns;
	case COLUMN_P99:
		return row->p99_ns;
	case COLUMN_MAX:
		return row->max_ns;
	case COLUMN_ERRORS:
		return row->n_errors;
	default:
		return row->n_bytes;
	}
}

static int by_column(const void *a, const void *b, void *context)
{
	const struct fxtrace_row *x = *(const struct fxtrace_row *const *)a;
	const struct fxtrace_row *y = *(const struct fxtrace_row *const *)b;
	enum column column = *(const enum column *)context;
	uint64_t u = column_value(x, column), v = column_value(y, column);

	if (u != v)
		return u < v ? 1 : -1;
	if (x->n_calls != y->n_calls)
		return x->n_calls < y->n_calls ? 1 : -1;
	return x < y ? -1 : x > y;
}

void columns_sort(const struct fxtrace_row **rows, size_t n, enum column column)
{
	qsort_r(rows, n, sizeof(*rows), by_column, &column);
}
