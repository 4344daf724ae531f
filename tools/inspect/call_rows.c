/* SPDX-License-Identifier: MIT */
/*
 * Calls of the page, see call_rows.h.
 */
#include "tools/inspect/call_rows.h"

#include <inttypes.h>

#include "tools/base/json.h"
#include "tools/inspect/dictionary.h"
#include "tools/inspect/forms.h"
#include "tools/print/print.h"

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

void call_rows_close(struct call_rows *rows)
{
	for (size_t i = 0; i < N_COLUMNS; i++)
		pen_fini(&rows->columns[i]);
	pen_fini(&rows->line);
	labels_close(rows->names.labels);
	dictionary_fini(&rows->functions);
	fxr_free(rows);
}
