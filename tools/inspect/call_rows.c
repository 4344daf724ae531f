/* SPDX-License-Identifier: MIT */
/*
 * Calls of the page, see call_rows.h.
 */
#include "tools/inspect/call_rows.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/json.h"
#include "tools/inspect/dictionary.h"
#include "tools/inspect/forms.h"
#include "tools/print/print.h"
#include "tools/replay/call/kind.h"

/* Of a call's text: the whole is in the archive. */
#define MAX_TEXT_BYTES 4096u

enum column { NUMBERS, FUNCTIONS, TEXTS, KINDS, DRAWS, FRAMES, N_COLUMNS };

struct call_rows {
	struct print print;
	struct print_names names;
	struct pen line, columns[N_COLUMNS];
	struct dictionary functions;
	uint32_t n;
	uint64_t frame; /* of the last one */
};

struct call_rows *call_rows_open(struct fxr_world *world)
{
	struct call_rows *rows = fxr_new(1, sizeof(*rows));

	rows->names.labels = labels_open();
	rows->print = (struct print){
		.out = &rows->line, .world = world, .names = &rows->names};
	return rows;
}

uint32_t call_rows_n(const struct call_rows *rows)
{
	return rows->n;
}

static void put_text(struct call_rows *rows, const struct fxr_call *call)
{
	struct fxr_text text;

	pen_byte(&rows->line, '(');
	print_call_args(&rows->print, call);
	pen_byte(&rows->line, ')');
	print_call_result(&rows->print, call);
	text = pen_take(&rows->line);
	if (text.n_bytes > MAX_TEXT_BYTES)
		text.n_bytes = MAX_TEXT_BYTES;
	json_string(&rows->columns[TEXTS], text);
}

void call_rows_add(struct call_rows *rows, const struct fxr_call *call,
		   uint64_t frame, unsigned kind, int64_t draw)
{
	struct pen *columns = rows->columns;

	if (rows->n++)
		for (size_t i = 0; i < N_COLUMNS; i++)
			pen_byte(&columns[i], ',');
	pen_uint(&columns[NUMBERS], call->number);
	pen_uint(&columns[FUNCTIONS],
		 dictionary_number(&rows->functions, call->name->name));
	put_text(rows, call);
	pen_uint(&columns[KINDS], kind);
	pen_int(&columns[DRAWS], draw);
	/* threads may be in different frames, a page has one after the other */
	if (frame > rows->frame)
		rows->frame = frame;
	pen_uint(&columns[FRAMES], rows->frame);
	labels_take(rows->names.labels, call);
}

void call_rows_write(struct call_rows *rows, FILE *out)
{
	static const char *const names[] = {"numbers", "function", "texts",
					    "kinds",   "draws",	   "frames"};
	struct pen text = {0};

	pen_put(&text, "{\"functions\":[");
	for (size_t i = 0; i < rows->functions.n; i++) {
		pen_put(&text, i ? "," : "");
		json_string(&text, rows->functions.list[i]);
	}
	for (size_t i = 0; i < N_COLUMNS; i++) {
		pen_format(&text, "],\"%s\":[", names[i]);
		pen_bytes(&text, rows->columns[i].bytes,
			  rows->columns[i].n_bytes);
	}
	pen_put(&text, "]}");
	forms_write(&text, out, "calls");
	pen_fini(&text);
}

/* The next item of a column: a number, or a string with its quotes. */
static struct fxr_text next_item(const struct pen *column, size_t *at)
{
	const char *bytes = column->bytes;
	size_t first = *at, end = first;

	if (bytes[end] == '"')
		for (end++; bytes[end] != '"'; end++)
			end += bytes[end] == '\\';
	while (end < column->n_bytes && bytes[end] != ',')
		end++;
	*at = end + 1;
	return fxr_text(bytes + first, end - first);
}

/* Of an item that is a number. */
static int64_t number_of(struct fxr_text item)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%.*s", (int)item.n_bytes, item.bytes);
	return strtoll(digits, NULL, 10);
}

static void put_kind(struct pen *out, unsigned kind)
{
	pen_format(out, ",\"kind\":\"%s\"",
		   kind & KIND_DRAW    ? "draw"
		   : kind & KIND_WORK  ? "work"
		   : kind & KIND_QUERY ? "query"
				       : "other");
	pen_format(out, ",\"error\":%s,\"made\":%s",
		   kind & CALL_ROWS_ERROR ? "true" : "false",
		   kind & CALL_ROWS_NOT_MADE ? "false" : "true");
}

static void put_item(struct pen *out, const char *key, struct fxr_text item)
{
	pen_put(out, key);
	pen_bytes(out, item.bytes, item.n_bytes);
}

void call_rows_put(const struct call_rows *rows, struct pen *out)
{
	struct fxr_text items[N_COLUMNS];
	size_t at[N_COLUMNS] = {0};

	pen_byte(out, '[');
	for (uint32_t i = 0; i < rows->n; i++) {
		for (size_t k = 0; k < N_COLUMNS; k++)
			items[k] = next_item(&rows->columns[k], &at[k]);
		pen_put(out, i ? ",\n" : "\n");
		put_item(out, "{\"number\":", items[NUMBERS]);
		put_item(out, ",\"frame\":", items[FRAMES]);
		pen_put(out, ",\"function\":");
		json_string(out,
			    rows->functions.list[number_of(items[FUNCTIONS])]);
		put_item(out, ",\"text\":", items[TEXTS]);
		put_kind(out, (unsigned)number_of(items[KINDS]));
		put_item(out, ",\"draw\":",
			 number_of(items[DRAWS]) < 0 ? fxr_text("null", 4)
						     : items[DRAWS]);
		pen_byte(out, '}');
	}
	pen_byte(out, ']');
}

void call_rows_close(struct call_rows *rows)
{
	for (size_t i = 0; i < N_COLUMNS; i++)
		pen_fini(&rows->columns[i]);
	pen_fini(&rows->line);
	labels_close(rows->names.labels);
	dictionary_fini(&rows->functions);
	fxr_free(rows);
}
