/* SPDX-License-Identifier: MIT */
/*
 * A value as columns of a row: schema.c says how.
 */
#ifndef TOOLS_CONVERT_SQLITE_VALUE_H
#define TOOLS_CONVERT_SQLITE_VALUE_H

#include "tools/convert/sqlite/row.h"
#include "tools/library/reader.h"

/* The value itself, its kind, and its digits. */
struct value_columns {
	int value, kind, digits;
};

/* Sets these columns. archive: the value's. */
void row_value(struct row *row, struct fxtrace_archive *archive,
	       struct value_columns at, const struct fxtrace_value *value);

#endif
