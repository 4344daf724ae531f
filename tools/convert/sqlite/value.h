/* SPDX-License-Identifier: MIT */
/*
 * A value as columns of a row: schema.c says how.
 */
#ifndef TOOLS_CONVERT_SQLITE_VALUE_H
#define TOOLS_CONVERT_SQLITE_VALUE_H

#include "tools/convert/sqlite/row.h"
#include "tools/print/print.h"

/* The value itself, its kind, and its digits. */
struct value_columns {
	int value, kind, digits;
};

/*
 * Sets these columns.
 * print  prints to row->text, without what descriptors are
 */
void row_value(struct row *row, const struct print *print,
	       struct value_columns at, const struct fxr_value *value);

#endif
