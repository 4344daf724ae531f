/* SPDX-License-Identifier: MIT */
/*
 * Columns of a table, and cells that do not fit theirs.
 */
#include "tools/base/table.h"

#include "tests/tap.h"

static const struct table_column columns[] = {
	{"N", 0, 4}, {"WHO", 2, -5}, {"SUM", 1, 3}, {"NAME", 2, 0}, {0}};

static void aligned(void)
{
	struct pen out = {.out = NULL};
	struct table table = {.out = &out, .columns = columns};

	table_headings(&table);
	table_uint(&table, 7);
	table_text(&table, "me");
	pen_format(&table.cell, "%.1f", 2.5);
	table_put(&table);
	table_text(&table, "read");
	table_uint(&table, 123456);
	table_text(&table, "somebody");
	table_text(&table, "");
	table_text(&table, "");
	pen_byte(&out, '\0');
	is_str(pen_take(&out).bytes, "   N  WHO   SUM  NAME\n"
				     "   7  me    2.5  read\n"
				     "123456  somebody      \n");
	table_fini(&table);
	pen_fini(&out);
}

static const struct tap_test tests[] = {
	{"cells end or begin where their column does", aligned},
};

TAP_MAIN(tests)
