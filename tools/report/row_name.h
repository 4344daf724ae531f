/* SPDX-License-Identifier: MIT */
/*
 * What the calls of a row have in common.
 */
#ifndef TOOLS_REPORT_ROW_NAME_H
#define TOOLS_REPORT_ROW_NAME_H

#include "tools/base/pen.h"
#include "tools/library/reader.h"

/* For options: "function", "thread" ...; NULL behind the last. */
const char *row_by_name(enum fxtrace_by by);
/* False: the name is unknown. */
bool row_find_by(const char *name, enum fxtrace_by *by);

/* For programs. */
struct row_field {
	enum { ROW_NOTHING, ROW_NUMBER, ROW_ADDRESS, ROW_TEXT } kind;
	uint64_t number;
	struct fxr_text text;
};
#define ROW_MAX_FIELDS 4u
/* The fields' names, and how many there are. */
size_t row_keys(enum fxtrace_by by, const char *keys[ROW_MAX_FIELDS]);
void row_fields(const struct fxtrace_row *row, enum fxtrace_by by,
		struct row_field fields[ROW_MAX_FIELDS]);

/* The same for people. */
void row_put(const struct fxtrace_row *row, enum fxtrace_by by,
	     struct pen *out);

#endif
