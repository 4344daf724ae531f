/* SPDX-License-Identifier: MIT */
/*
 * Rows of text in columns, see table.h.
 */
#include "tools/base/table.h"

#include <stdlib.h>

#include "tools/base/shorten.h"

static void put_spaces(struct pen *out, size_t n)
{
	if (!n) /* an empty pen has no memory yet */
		return;
	memset(pen_capacity(out, n), ' ', n);
	pen_used(out, n);
}

static void put_cell(struct pen *out, const struct table_column *column,
		     struct fxr_text text)
{
	size_t width = (size_t)abs(column->width);
	size_t n_spaces = width > text.n_bytes ? width - text.n_bytes : 0;

	put_spaces(out, (size_t)column->gap);
	if (column->width > 0)
		put_spaces(out, n_spaces);
	pen_bytes(out, text.bytes, text.n_bytes);
	if (column->width < 0)
		put_spaces(out, n_spaces);
}

void table_put(struct table *table)
{
	const struct table_column *column = &table->columns[table->column];
	struct fxr_text text = pen_take(&table->cell);

	if (!column[1].heading && table->left) {
		put_spaces(table->out, (size_t)column->gap);
		shorten_put(table->out, text, table->left);
	} else if (!(table->hidden >> table->column & 1)) {
		put_cell(table->out, column, text);
	}
	table->column++;
	if (!column[1].heading) {
		pen_byte(table->out, '\n');
		table->column = 0;
	}
}

void table_text(struct table *table, const char *text)
{
	pen_put(&table->cell, text);
	table_put(table);
}

void table_uint(struct table *table, uint64_t number)
{
	pen_uint(&table->cell, number);
	table_put(table);
}

void table_headings(struct table *table)
{
	for (size_t i = 0; table->columns[i].heading; i++)
		table_text(table, table->columns[i].heading);
}

void table_fini(struct table *table)
{
	pen_fini(&table->cell);
}

static size_t width_of(const struct table_column *column)
{
	return (size_t)(column->gap + abs(column->width));
}

void table_fit(struct table *table, const unsigned char *order, size_t n_order,
	       size_t n_last, size_t width)
{
	const struct table_column *columns = table->columns;
	size_t used = 0;

	if (!width)
		return;
	for (size_t i = 0; columns[i].heading; i++)
		used += width_of(&columns[i]);
	for (size_t i = 0; i < n_order && used + n_last > width; i++) {
		table->hidden |= UINT64_C(1) << order[i];
		used -= width_of(&columns[order[i]]);
	}
	table->left = width > used ? width - used : 1;
}
