/* SPDX-License-Identifier: MIT */
/*
 * The columns of a report, by which its rows may be sorted.
 */
#ifndef TOOLS_REPORT_COLUMNS_H
#define TOOLS_REPORT_COLUMNS_H

#include "tools/library/reader.h"

enum column {
	COLUMN_COUNT,
	COLUMN_TOTAL,
	COLUMN_SELF,
	COLUMN_MIN,
	COLUMN_AVG,
	COLUMN_P50,
	COLUMN_P99,
	COLUMN_MAX,
	COLUMN_ERRORS,
	COLUMN_BYTES,
	N_COLUMNS,
};

extern const char *const column_names[N_COLUMNS];
/* False: there is no such column. */
bool column_find(const char *name, enum column *column);
uint64_t column_value(const struct fxtrace_row *row, enum column column);
/* Whether the row has a value in the column: without times, there is no
 * mean. */
bool column_has(const struct fxtrace_row *row, enum column column);
bool column_is_time(enum column column);

/* Sorts n rows, the largest first, then the one with more calls. Equal ones
 * stay in their order. */
void columns_sort(const struct fxtrace_row **rows, size_t n,
		  enum column column);

#endif
