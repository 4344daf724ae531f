/* SPDX-License-Identifier: MIT */
/*
 * Rows of a report as a table, JSON lines or CSV.
 */
#ifndef TOOLS_REPORT_ROWS_PRINT_H
#define TOOLS_REPORT_ROWS_PRINT_H

#include "tools/base/pen.h"
#include "tools/library/reader.h"
#include "tools/report/columns.h"

enum rows_format { ROWS_TEXT, ROWS_JSON, ROWS_CSV };

struct rows_print {
	enum fxtrace_by by;
	struct pen *out;
	enum rows_format format;
	bool for_spreadsheet; /* of ROWS_CSV: see csv.h */
	const struct fxtrace_totals *totals;
	uint64_t waiting_ns; /* of all rows, shown or not */
	/* Of ROWS_TEXT: characters of a line; 0: any number. In less than all
	 * need, columns are left out, but not the one that is sorted by. */
	unsigned width;
	enum column sorted_by;
};

void rows_print(const struct rows_print *print,
		const struct fxtrace_row *const *rows, size_t n);

#endif
