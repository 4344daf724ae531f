/* SPDX-License-Identifier: MIT */
/*
 * Rows of text in aligned columns, with a pen (pen.h). A cell that is wider
 * than its column moves the rest of its row to the right. Widths are in bytes.
 *
 *	static const struct table_column columns[] = {
 *		{"CALLS", 0, 8}, {"TIME", 2, 9}, {"FUNCTION", 2, 0}, {0}};
 *	struct table table = {.out = &out, .columns = columns};
 *
 *	table_headings(&table);
 *	for each row:
 *		table_uint(&table, n_calls);
 *		print_duration(&table.cell, ns);
 *		table_put(&table);
 *		table_text(&table, name);
 *	table_fini(&table);
 */
#ifndef TOOLS_BASE_TABLE_H
#define TOOLS_BASE_TABLE_H

#include "tools/base/pen.h"

struct table_column {
	const char *heading; /* NULL: behind the last column */
	int gap;	     /* spaces before the column */
	int width; /* of its text, which ends there; negative: which begins
		      there */
};

/* out and columns are the caller's; all else is zero to begin with. */
struct table {
	struct pen *out;
	const struct table_column *columns;
	struct pen cell; /* the text of the next cell, which table_put takes */
	size_t column;	 /* of the next cell */
	/* by table_fit */
	uint64_t hidden; /* columns whose cells are dropped, as bits */
	size_t left;	 /* characters of the last column; 0: any number */
};

/* A row of the columns' headings. */
void table_headings(struct table *table);

/* Puts what was written to `cell` into the next column. The last column ends
 * the row. */
void table_put(struct table *table);

/* The same of a text, and of a number. */
void table_text(struct table *table, const char *text);
void table_uint(struct table *table, uint64_t number);

void table_fini(struct table *table);

/*
 * Fits the table into a narrow terminal, before the headings. Cells are put as
 * ever: those of hidden columns are dropped. What is too long for the last
 * column loses its middle.
 * table    its last column, of names, has a gap and no width.
 * order    indexes of columns that may be hidden, the first one first.
 * n_last   characters that the last column needs.
 * width    characters of a line; 0: any number, nothing changes.
 */
void table_fit(struct table *table, const unsigned char *order, size_t n_order,
	       size_t n_last, size_t width);

#endif
