/* SPDX-License-Identifier: MIT */
/*
 * Rows of sums, see rows.h.
 */
#include "tools/sum/rows.h"

uint64_t rows_total_ns(const struct row *row)
{
	return row->times.sum_ns > row->nested_ns
		       ? row->times.sum_ns - row->nested_ns
		       : 0;
}

void rows_fini(struct rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		durations_fini(&rows->rows[i].times);
	fxr_free(rows->rows);
	*rows = (struct rows){.rows = NULL};
}
