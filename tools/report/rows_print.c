/* SPDX-License-Identifier: MIT */
/*
 * Rows as text, see rows_print.h.
 */
#include "tools/report/rows_print.h"

#include "tools/base/csv.h"
#include "tools/base/json.h"
#include "tools/base/table.h"
#include "tools/print/print.h"

static const int widths[ROWS_N_COLUMNS] = {
	[ROWS_COUNT] = 9,  [ROWS_TOTAL] = 8,  [ROWS_SELF] = 8, [ROWS_MIN] = 8,
	[ROWS_AVG] = 8,	   [ROWS_P50] = 8,    [ROWS_P99] = 8,  [ROWS_MAX] = 8,
	[ROWS_ERRORS] = 7, [ROWS_BYTES] = 11,
};

static bool is_time(enum rows_column column)
{
	return column != ROWS_COUNT && column != ROWS_ERRORS &&
	       column != ROWS_BYTES;
}

/* Whether each row is of threads, whose time is known as a whole. */
static bool is_of_threads(const struct rows_print *print)
{
	return print->by->what == BY_THREAD || print->by->what == BY_PROCESS;
}

static void put_time(struct table *table, bool is_known, uint64_t ns)
{
	if (is_known)
		print_duration(&table->cell, ns);
	else
		pen_byte(&table->cell, '-');
	table_put(table);
}

static void put_row(const struct rows_print *print, uint32_t group,
		    struct table *table)
{
	const struct row *row = &print->rows->rows[group];

	for (unsigned i = 0; i < ROWS_N_COLUMNS; i++) {
		if (!rows_has(row, i))
			pen_byte(&table->cell, '-');
		else if (is_time(i))
			print_duration(&table->cell, rows_value(row, i));
		else
			pen_uint(&table->cell, rows_value(row, i));
		table_put(table);
	}
	if (is_of_threads(print)) {
		put_time(table, true, row->waiting_ns);
		put_time(table, print->lasted_ns, row->program_ns);
	}
	by_put(print->by, group, &table->cell);
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
	for (unsigned i = ROWS_TOTAL; i < ROWS_N_COLUMNS; i++)
		put_time(table, i == ROWS_TOTAL || i == ROWS_SELF, ns);
	pen_format(&table->cell, "[%s] %.1f%%", name,
		   100.0 * (double)ns / (double)print->lasted_ns);
	table_put(table);
}

/* What the threads did outside of calls, and how much of all was waiting. */
static void put_classes(const struct rows_print *print, struct table *table)
{
	uint64_t waiting_ns = 0;

	for (size_t i = 0; i < print->rows->n; i++)
		waiting_ns += print->rows->rows[i].waiting_ns;
	if (print->n_waiting)
		put_class(print, "waiting", print->n_waiting, waiting_ns,
			  table);
	put_class(print, "program", 0, print->program_ns, table);
}

static void put_text(const struct rows_print *print, const uint32_t *groups,
		     size_t n)
{
	struct table_column columns[ROWS_N_COLUMNS + 4] = {0};
	struct table table = {.out = print->out, .columns = columns};
	struct table_column *last = columns + ROWS_N_COLUMNS;

	for (unsigned i = 0; i < ROWS_N_COLUMNS; i++)
		columns[i] = (struct table_column){rows_columns[i], i ? 2 : 0,
						   widths[i]};
	if (is_of_threads(print)) {
		*last++ = (struct table_column){"waiting", 2, 8};
		*last++ = (struct table_column){"program", 2, 8};
	}
	*last = (struct table_column){by_name(print->by->what), 2, 0};
	table_headings(&table);
	for (size_t i = 0; i < n; i++)
		put_row(print, groups[i], &table);
	if (print->by->what == BY_FUNCTION && print->lasted_ns)
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

static void put_json_field(struct pen *out, const struct by_field *field)
{
	if (field->kind == BY_TEXT)
		json_string(out, field->text);
	else if (field->kind == BY_NUMBER)
		pen_uint(out, field->number);
	else if (field->kind == BY_NOTHING)
		pen_put(out, "null");
	if (field->kind != BY_ADDRESS)
		return;
	pen_byte(out, '"');
	pen_hex(out, field->number);
	pen_byte(out, '"');
}

/* "count", "total_ns", and their values. */
static void put_json_value(struct pen *out, const struct row *row,
			   enum rows_column column)
{
	pen_put(out, ",\"");
	pen_put(out, rows_columns[column]);
	pen_put(out, is_time(column) ? "_ns\":" : "\":");
	if (rows_has(row, column))
		pen_uint(out, rows_value(row, column));
	else
		pen_put(out, "null");
}

static void put_json(const struct rows_print *print, uint32_t group)
{
	const struct row *row = &print->rows->rows[group];
	struct by_field fields[BY_MAX_FIELDS];
	const char *keys[BY_MAX_FIELDS];
	size_t n = by_keys(print->by->what, keys);
	struct pen *out = print->out;

	by_fields(print->by, group, fields);
	for (size_t i = 0; i < n; i++) {
		put_key(out, keys[i], i ? ',' : '{');
		put_json_field(out, &fields[i]);
	}
	for (unsigned i = 0; i < ROWS_N_COLUMNS; i++)
		put_json_value(out, row, i);
	put_key(out, "untimed", ',');
	pen_uint(out, row->n_calls - row->times.n);
	if (is_of_threads(print)) {
		put_key(out, "waiting_ns", ',');
		pen_uint(out, row->waiting_ns);
		put_key(out, "program_ns", ',');
		if (print->lasted_ns)
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
	for (unsigned i = 0; i < ROWS_N_COLUMNS; i++) {
		pen_byte(out, ',');
		pen_format(out, is_time(i) ? "\"%s_ns\":" : "\"%s\":",
			   rows_columns[i]);
		if (i == ROWS_TOTAL || i == ROWS_SELF)
			pen_uint(out, print->program_ns);
		else
			pen_put(out, "null");
	}
	pen_put(out, ",\"untimed\":null,\"lasted_ns\":");
	pen_uint(out, print->lasted_ns);
	pen_put(out, "}\n");
}

static void put_csv_program(const struct rows_print *print)
{
	struct pen *out = print->out;

	pen_put(out, ",,program,");
	for (unsigned i = 0; i < ROWS_N_COLUMNS; i++) {
		if (i == ROWS_TOTAL || i == ROWS_SELF)
			pen_uint(out, print->program_ns);
		pen_byte(out, ',');
	}
	pen_put(out, "\r\n");
}

static void put_csv_field(const struct rows_print *print,
			  const struct by_field *field)
{
	struct pen *out = print->out;

	if (field->kind == BY_TEXT)
		csv_text(out, field->text, print->for_spreadsheet);
	else if (field->kind == BY_NUMBER)
		pen_uint(out, field->number);
	else if (field->kind == BY_ADDRESS)
		pen_hex(out, field->number);
	pen_byte(out, ',');
}

static void put_csv(const struct rows_print *print, uint32_t group)
{
	const struct row *row = &print->rows->rows[group];
	struct by_field fields[BY_MAX_FIELDS];
	const char *keys[BY_MAX_FIELDS];
	size_t n = by_keys(print->by->what, keys);
	struct pen *out = print->out;

	by_fields(print->by, group, fields);
	for (size_t i = 0; i < n; i++)
		put_csv_field(print, &fields[i]);
	for (unsigned i = 0; i < ROWS_N_COLUMNS; i++) {
		if (rows_has(row, i))
			pen_uint(out, rows_value(row, i));
		pen_byte(out, ',');
	}
	pen_uint(out, row->n_calls - row->times.n);
	if (is_of_threads(print)) {
		pen_byte(out, ',');
		pen_uint(out, row->waiting_ns);
		pen_byte(out, ',');
		if (print->lasted_ns)
			pen_uint(out, row->program_ns);
	}
	pen_put(out, "\r\n");
}

static void put_csv_heading(const struct rows_print *print)
{
	const char *keys[BY_MAX_FIELDS];
	size_t n = by_keys(print->by->what, keys);
	struct pen *out = print->out;

	for (size_t i = 0; i < n; i++) {
		pen_put(out, keys[i]);
		pen_byte(out, ',');
	}
	for (unsigned i = 0; i < ROWS_N_COLUMNS; i++) {
		pen_put(out, rows_columns[i]);
		pen_put(out, is_time(i) ? "_ns," : ",");
	}
	pen_put(out, "untimed");
	if (is_of_threads(print))
		pen_put(out, ",waiting_ns,program_ns");
	pen_put(out, "\r\n");
}

void rows_print(const struct rows_print *print, const uint32_t *groups,
		size_t n)
{
	if (print->format == ROWS_TEXT) {
		put_text(print, groups, n);
		return;
	}
	if (print->format == ROWS_CSV)
		put_csv_heading(print);
	for (size_t i = 0; i < n; i++) {
		if (print->format == ROWS_JSON)
			put_json(print, groups[i]);
		else
			put_csv(print, groups[i]);
	}
	if (print->by->what != BY_FUNCTION || !print->lasted_ns)
		return;
	if (print->format == ROWS_JSON)
		put_json_program(print);
	else
		put_csv_program(print);
}
