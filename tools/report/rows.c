/* SPDX-License-Identifier: MIT */
/*
 * Rows of a report, see rows.h.
 */
#include "tools/report/rows.h"

#include <stdlib.h>
#include <string.h>

const char *const rows_columns[ROWS_N_COLUMNS] = {
	[ROWS_COUNT] = "count",	  [ROWS_TOTAL] = "total",
	[ROWS_SELF] = "self",	  [ROWS_MIN] = "min",
	[ROWS_AVG] = "avg",	  [ROWS_P50] = "p50",
	[ROWS_P99] = "p99",	  [ROWS_MAX] = "max",
	[ROWS_ERRORS] = "errors", [ROWS_BYTES] = "bytes",
};

bool rows_find_column(const char *name, enum rows_column *column)
{
	for (unsigned i = 0; i < ROWS_N_COLUMNS; i++) {
		if (strcmp(rows_columns[i], name) != 0)
			continue;
		*column = (enum rows_column)i;
		return true;
	}
	return false;
}

bool rows_has(const struct row *row, enum rows_column column)
{
	return row->times.n || column == ROWS_COUNT || column == ROWS_ERRORS ||
	       column == ROWS_BYTES;
}

uint64_t rows_value(const struct row *row, enum rows_column column)
{
	if (!rows_has(row, column))
		return 0;
	switch (column) {
	case ROWS_COUNT:
		return row->n_calls;
	case ROWS_TOTAL:
		return row->times.sum_ns > row->nested_ns
			       ? row->times.sum_ns - row->nested_ns
			       : 0;
	case ROWS_SELF:
		return row->self_ns;
	case ROWS_MIN:
		return row->times.least_ns;
	case ROWS_AVG:
		return durations_mean(&row->times);
	case ROWS_P50:
		return row->p50_ns;
	case ROWS_P99:
		return row->p99_ns;
	case ROWS_MAX:
		return row->times.most_ns;
	case ROWS_ERRORS:
		return row->n_errors;
	default:
		return row->n_bytes;
	}
}

struct order {
	const struct rows *rows;
	enum rows_column column;
};

/* The larger one first, then the one with more calls, then the older one. */
static int by_column(const void *a, const void *b, void *context)
{
	const struct order *order = context;
	uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
	const struct row *x = &order->rows->rows[i];
	const struct row *y = &order->rows->rows[j];
	uint64_t u = rows_value(x, order->column);
	uint64_t v = rows_value(y, order->column);

	if (u != v)
		return u < v ? 1 : -1;
	if (x->n_calls != y->n_calls)
		return x->n_calls < y->n_calls ? 1 : -1;
	return i < j ? -1 : i > j;
}

uint32_t *rows_sorted(struct rows *rows, enum rows_column column, size_t *n)
{
	struct order order = {rows, column};
	uint32_t *sorted = fxr_new(rows->n + 1, sizeof(*sorted));

	*n = 0;
	for (uint32_t i = 0; i < rows->n; i++) {
		struct row *row = &rows->rows[i];

		if (!row->n_calls)
			continue;
		sorted[(*n)++] = i;
		if (!row->times.n)
			continue;
		row->p50_ns = durations_percentile(&row->times, 50);
		row->p99_ns = durations_percentile(&row->times, 99);
	}
	qsort_r(sorted, *n, sizeof(*sorted), by_column, &order);
	return sorted;
}

void rows_fini(struct rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		durations_fini(&rows->rows[i].times);
	free(rows->rows);
	*rows = (struct rows){.rows = NULL};
}
