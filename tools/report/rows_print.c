/* SPDX-License-Identifier: MIT */
/*
 * Rows as text, see rows_print.h.
 */
#include "tools/report/rows_print.h"

#include "tools/base/csv.h"
#include "tools/base/json.h"
#include "tools/base/shorten.h"
#include "tools/base/table.h"
#include "tools/base/readable.h"
#include "tools/report/columns.h"
#include "tools/report/row_name.h"

/* A longer name does not cost a column. */
#define NAME_COLUMNS 32u

static const int widths[N_COLUMNS] = {
	[COLUMN_COUNT] = 9,  [COLUMN_TOTAL] = 8, [COLUMN_SELF] = 8,
	[COLUMN_MIN] = 8,    [COLUMN_AVG] = 8,	 [COLUMN_P50] = 8,
	[COLUMN_P99] = 8,    [COLUMN_MAX] = 8,	 [COLUMN_ERRORS] = 7,
	[COLUMN_BYTES] = 11,
};

/* Whether each row is of threads, whose time is known as a whole. */
static bool is_of_threads(const struct rows_print *print)
{
	return print->by == FXTRACE_BY_THREAD ||
	       print->by == FXTRACE_BY_PROCESS;
}

static void put_time(struct table *table, bool is_known, uint64_t ns)
{
	if (is_known)
		print_duration(&table->cell, ns);
	else
		pen_byte(&table->cell, '-');
	table_put(table);
}

static void put_row(const struct rows_print *print,
		    const struct fxtrace_row *row, struct table *table)
{
	for (unsigned i = 0; i < N_COLUMNS; i++) {
		if (!column_has(row, i))
			pen_byte(&table->cell, '-');
		else if (column_is_time(i))
			print_duration(&table->cell, column_value(row, i));
		else
			pen_uint(&table->cell, column_value(row, i));
		table_put(table);
	}
	if (is_of_threads(print)) {
		put_time(table, true, row->waiting_ns);
		put_time(table, print->totals->threads_ns, row->program_ns);
	}
	row_put(row, print->by, &table->cell);
	table_put(table);
}

/* A row of a class of time; n_calls: 0 = it is not of calls. */
static void put_class(const struct rows_print *print, const char *name,
		      uint64_t n_calls, uint64_t ns, struct table *table)
{
	if (n_calls)
		pen_uint(&table->cell, n_calls);
	else
		pen_byte(&table->cell, '-');
	table_put(table);
	for (unsigned i = COLUMN_TOTAL; i < N_COLUMNS; i++)
		put_time(table, i == COLUMN_TOTAL || i == COLUMN_SELF, ns);
	pen_format(&table->cell, "[%s] %.1f%%", name,
		   100.0 * (double)ns / (double)print->totals->threads_ns);
	table_put(table);
}

/* What the threads did outside of calls, and how much of all was waiting. */
static void put_classes(const struct rows_print *print, struct table *table)
{
	if (print->totals->n_waiting)
		put_class(print, "waiting", print->totals->n_waiting,
			  print->waiting_ns, table);
	put_class(print, "program", 0, print->totals->program_ns, table);
}

/* Whether there are rows of the classes of time. */
static bool has_classes(const struct rows_print *print)
{
	return print->by == FXTRACE_BY_FUNCTION && print->totals->threads_ns;
}

/* The longest name, or NAME_COLUMNS if that is less. */
static size_t name_width(const struct rows_print *print,
			 const struct fxtrace_row *const *rows, size_t n)
{
	static struct pen name;
	size_t most = has_classes(print) ? strlen("[program] 100.0%") : 0;

	for (size_t i = 0; i < n && most < NAME_COLUMNS; i++) {
		size_t width;

		row_put(rows[i], print->by, &name);
		width = shorten_width(pen_take(&name));
		most = width > most ? width : most;
	}
	return most < NAME_COLUMNS ? most : NAME_COLUMNS;
}

/* The order of columns that may be left out; returns how many. */
static size_t order_columns(const struct rows_print *print,
			    unsigned char order[N_COLUMNS])
{
	static const unsigned char all[] = {
		COLUMN_MIN, COLUMN_P50,	 COLUMN_BYTES, COLUMN_AVG,
		COLUMN_P99, COLUMN_SELF, COLUMN_MAX,   COLUMN_ERRORS};
	size_t n = 0;

	for (size_t i = 0; i < sizeof(all); i++)
		if (all[i] != print->sorted_by)
			order[n++] = all[i];
	return n;
}

static void list_columns(const struct rows_print *print,
			 struct table_column columns[N_COLUMNS + 4])
{
	size_t n = 0;

	for (; n < N_COLUMNS; n++)
		columns[n] = (struct table_column){column_names[n], n ? 2 : 0,
						   widths[n]};
	if (is_of_threads(print)) {
		columns[n++] = (struct table_column){"waiting", 2, 8};
		columns[n++] = (struct table_column){"program", 2, 8};
	}
	columns[n] = (struct table_column){row_by_name(print->by), 2, 0};
}

static void put_text(const struct rows_print *print,
		     const struct fxtrace_row *const *rows, size_t n)
{
	struct table_column columns[N_COLUMNS + 4] = {0};
	struct table table = {.out = print->out, .columns = columns};
	unsigned char order[N_COLUMNS];
	size_t n_order = order_columns(print, order);

	list_columns(print, columns);
	if (print->width)
		table_fit(&table, order, n_order, name_width(print, rows, n),
			  print->width);
	table_headings(&table);
	for (size_t i = 0; i < n; i++)
		put_row(print, rows[i], &table);
	if (has_classes(print))
		put_classes(print, &table);
	table_fini(&table);
}

static void put_key(struct pen *out, const char *key, char before)
{
	pen_byte(out, before);
	pen_byte(out, '"');
	pen_put(out, key);
	pen_put(out, "\":");
}

static void put_json_field(struct pen *out, const struct row_field *field)
{
	if (field->kind == ROW_TEXT)
		json_string(out, field->text);
	else if (field->kind == ROW_NUMBER)
		pen_uint(out, field->number);
	else if (field->kind == ROW_NOTHING)
		pen_put(out, "null");
	if (field->kind != ROW_ADDRESS)
		return;
	pen_byte(out, '"');
	pen_hex(out, field->number);
	pen_byte(out, '"');
}

/* "count", "total_ns", and their values. */
static void put_json_value(struct pen *out, const struct fxtrace_row *row,
			   enum column column)
{
	pen_put(out, ",\"");
	pen_put(out, column_names[column]);
	pen_put(out, column_is_time(column) ? "_ns\":" : "\":");
	if (column_has(row, column))
		pen_uint(out, column_value(row, column));
	else
		pen_put(out, "null");
}

static void put_json(const struct rows_print *print,
		     const struct fxtrace_row *row)
{
	struct row_field fields[ROW_MAX_FIELDS];
	const char *keys[ROW_MAX_FIELDS];
	size_t n = row_keys(print->by, keys);
	struct pen *out = print->out;

	row_fields(row, print->by, fields);
	for (size_t i = 0; i < n; i++) {
		put_key(out, keys[i], i ? ',' : '{');
		put_json_field(out, &fields[i]);
	}
	for (unsigned i = 0; i < N_COLUMNS; i++)
		put_json_value(out, row, i);
	put_key(out, "untimed", ',');
	pen_uint(out, row->n_calls - row->n_timed);
	if (is_of_threads(print)) {
		put_key(out, "waiting_ns", ',');
		pen_uint(out, row->waiting_ns);
		put_key(out, "program_ns", ',');
		if (print->totals->threads_ns)
			pen_uint(out, row->program_ns);
		else
			pen_put(out, "null");
	}
	pen_put(out, "}\n");
}

/* The row of the program's own time has no name, and its class. */
static void put_json_program(const struct rows_print *print)
{
	struct pen *out = print->out;

	pen_put(out, "{\"category\":null,\"name\":null,\"class\":\"program\"");
	for (unsigned i = 0; i < N_COLUMNS; i++) {
		pen_byte(out, ',');
		pen_format(out, column_is_time(i) ? "\"%s_ns\":" : "\"%s\":",
			   column_names[i]);
		if (i == COLUMN_TOTAL || i == COLUMN_SELF)
			pen_uint(out, print->totals->program_ns);
		else
			pen_put(out, "null");
	}
	pen_put(out, ",\"untimed\":null,\"lasted_ns\":");
	pen_uint(out, print->totals->threads_ns);
	pen_put(out, "}\n");
}

static void put_csv_program(const struct rows_print *print)
{
	struct pen *out = print->out;

	pen_put(out, ",,program,");
	for (unsigned i = 0; i < N_COLUMNS; i++) {
		if (i == COLUMN_TOTAL || i == COLUMN_SELF)
			pen_uint(out, print->totals->program_ns);
		pen_byte(out, ',');
	}
	pen_put(out, "\r\n");
}

static void put_csv_field(const struct rows_print *print,
			  const struct row_field *field)
{
	struct pen *out = print->out;

	if (field->kind == ROW_TEXT)
		csv_text(out, field->text, print->for_spreadsheet);
	else if (field->kind == ROW_NUMBER)
		pen_uint(out, field->number);
	else if (field->kind == ROW_ADDRESS)
		pen_hex(out, field->number);
	pen_byte(out, ',');
}

static void put_csv(const struct rows_print *print,
		    const struct fxtrace_row *row)
{
	struct row_field fields[ROW_MAX_FIELDS];
	const char *keys[ROW_MAX_FIELDS];
	size_t n = row_keys(print->by, keys);
	struct pen *out = print->out;

	row_fields(row, print->by, fields);
	for (size_t i = 0; i < n; i++)
		put_csv_field(print, &fields[i]);
	for (unsigned i = 0; i < N_COLUMNS; i++) {
		if (column_has(row, i))
			pen_uint(out, column_value(row, i));
		pen_byte(out, ',');
	}
	pen_uint(out, row->n_calls - row->n_timed);
	if (is_of_threads(print)) {
		pen_byte(out, ',');
		pen_uint(out, row->waiting_ns);
		pen_byte(out, ',');
		if (print->totals->threads_ns)
			pen_uint(out, row->program_ns);
	}
	pen_put(out, "\r\n");
}

static void put_csv_heading(const struct rows_print *print)
{
	const char *keys[ROW_MAX_FIELDS];
	size_t n = row_keys(print->by, keys);
	struct pen *out = print->out;

	for (size_t i = 0; i < n; i++) {
		pen_put(out, keys[i]);
		pen_byte(out, ',');
	}
	for (unsigned i = 0; i < N_COLUMNS; i++) {
		pen_put(out, column_names[i]);
		pen_put(out, column_is_time(i) ? "_ns," : ",");
	}
	pen_put(out, "untimed");
	if (is_of_threads(print))
		pen_put(out, ",waiting_ns,program_ns");
	pen_put(out, "\r\n");
}

void rows_print(const struct rows_print *print,
		const struct fxtrace_row *const *rows, size_t n)
{
	if (print->format == ROWS_TEXT) {
		put_text(print, rows, n);
		return;
	}
	if (print->format == ROWS_CSV)
		put_csv_heading(print);
	for (size_t i = 0; i < n; i++) {
		if (print->format == ROWS_JSON)
			put_json(print, rows[i]);
		else
			put_csv(print, rows[i]);
	}
	if (!has_classes(print))
		return;
	if (print->format == ROWS_JSON)
		put_json_program(print);
	else
		put_csv_program(print);
}
