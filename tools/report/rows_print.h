/* SPDX-License-Identifier: MIT */
/*
 * Rows of a report as a table, JSON lines or CSV.
 */
#ifndef TOOLS_REPORT_ROWS_PRINT_H
#define TOOLS_REPORT_ROWS_PRINT_H

#include "tools/report/by.h"
#include "tools/report/rows.h"

enum rows_format { ROWS_TEXT, ROWS_JSON, ROWS_CSV };

struct rows_print {
	const struct rows *rows;
	const struct by *by;
	struct pen *out;
	enum rows_format format;
	bool for_spreadsheet; /* of ROWS_CSV: see csv.h */
	/* Of all threads; lasted_ns 0: not known, since calls are left out. */
	uint64_t lasted_ns, program_ns;
	uint64_t n_waiting; /* calls */
};

/* The first n of the groups. */
void rows_print(const struct rows_print *print, const uint32_t *groups,
		size_t n);

#endif
