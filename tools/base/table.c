/* SPDX-License-Identifier: MIT */
/*
 * Rows of text in columns, see table.h.
 */
#include "tools/base/table.h"

#include <stdlib.h>

static void put_spaces(struct pen *out, size_t n)
{
	if (!n) /* an empty pen has no memory yet */
		return;
	memset(pen_capacity(out, n), ' ', n);
	pen_used(out, n);
}

void table_put(struct table *table)
{
	const struct table_column *column = &table->columns[table->column];
	struct fxr_text text = pen_take(&table->cell);
	size_t width = (size_t)abs(column->width);
	size_t n_spaces = width > text.n_bytes ? width - text.n_bytes : 0;

	put_spaces(table->out, (size_t)column->gap);
	if (column->width > 0)
		put_spaces(table->out, n_spaces);
	pen_bytes(table->out, text.bytes, text.n_bytes);
	if (column->width < 0)
		put_spaces(table->out, n_spaces);
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

size_t table_fit(const struct table_column *columns, const unsigned char *order,
		 size_t n_order, size_t n_last, size_t width, uint64_t *shown)
{
	size_t used = 0, n = 0;

	for (; columns[n].heading; n++)
		used += width_of(&columns[n]);
	*shown = UINT64_MAX >> (64 - n);
	if (!width)
		return 0;
	for (size_t i = 0; i < n_order && used + n_last > width; i++) {
		*shown &= ~(UINT64_C(1) << order[i]);
		used -= width_of(&columns[order[i]]);
	}
	return width > used ? width - used : 1;
}
