/* SPDX-License-Identifier: MIT */
/*
 * A call in one line, see browse.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/browse/browse.h"

/* Of memory, more does not fit a line. */
#define LINE_BLOB_BYTES 4096u
#define MOST_INDENT 40u
#define TIME_COLUMNS 9

void browse_put_duration(enum display_look look, uint64_t ns, int width)
{
	struct pen pen = {0};
	struct fxr_text text;
	char padded[64];

	print_duration(&pen, ns);
	text = pen_take(&pen);
	snprintf(padded, sizeof(padded), "%*.*s", width, (int)text.n_bytes,
		 text.bytes);
	display_puts(look, padded);
	pen_fini(&pen);
}

static bool fill(struct browse *browse, uint64_t number, struct fxr_call *call)
{
	browse->indexed->filler.max_blob_bytes = LINE_BLOB_BYTES;
	return indexed_fill(browse->indexed, number, call);
}

static void put_times(struct browse *browse, const struct indexed_call *call)
{
	const struct fxr_world *world = browse->indexed->world;
	char text[64];

	snprintf(text, sizeof(text), "%5" PRIu64 ".%06" PRIu64 " ",
		 call->begin_ns / 1000000000, call->begin_ns / 1000 % 1000000);
	display_puts(LOOK_FAINT, text);
	if (call->is_timed)
		browse_put_duration(LOOK_PLAIN, call->end_ns - call->begin_ns,
				    TIME_COLUMNS);
	else
		display_puts(LOOK_FAINT, "        -");
	display_puts(LOOK_PLAIN, " ");
	if (world->n_threads < 2)
		return;
	snprintf(text, sizeof(text), "%7" PRIu64 " ",
		 world->threads[call->thread].tid);
	display_puts(LOOK_FAINT, text);
}

static struct shown_text *find_text(struct browse *browse, uint64_t number)
{
	for (unsigned i = 0; i < N_SHOWN_TEXTS; i++)
		if (browse->texts[i].is_used &&
		    browse->texts[i].number == number)
			return &browse->texts[i];
	return NULL;
}

static void make_text(struct browse *browse, struct shown_text *text)
{
	struct print print = browse->print;
	struct naming *names = &browse->names;
	struct fxr_call call;

	text->args.n_bytes = text->result.n_bytes = 0;
	text->is_valid = fill(browse, text->number, &call);
	if (!text->is_valid)
		return;
	text->is_failed = call.error.n_bytes;
	if (text->is_named) {
		naming_enter(names, &call);
		print.names = &names->print;
	}
	print.out = &text->args;
	print_call_args(&print, &call);
	print.out = &text->result;
	print_call_result(&print, &call);
	if (text->is_named)
		naming_leave(names, browse->indexed, &call);
}

/* Names are looked for of one call at a time, until they are found. */
static bool find_names(struct browse *browse, uint64_t number)
{
	if (browse->is_nameless)
		return false;
	browse->is_nameless = !naming_reach(&browse->names, browse->indexed,
					    number, browse->names_end_ns);
	return !browse->is_nameless;
}

static const struct shown_text *text_of(struct browse *browse, uint64_t number)
{
	struct shown_text *text = find_text(browse, number);
	bool is_new = !text;

	if (is_new)
		text = &browse->texts[browse->next_text++ % N_SHOWN_TEXTS];
	if (is_new)
		text->is_named = false;
	if (text->is_named)
		return text;
	text->is_used = true;
	text->number = number;
	text->is_named = find_names(browse, number);
	if (is_new || text->is_named)
		make_text(browse, text);
	return text;
}

void browse_warm(struct browse *browse, uint64_t number)
{
	(void)text_of(browse, number);
}

bool browse_is_before(const struct browse *browse, uint64_t number)
{
	const struct shown_text *text =
		find_text((struct browse *)browse, number);

	return number < browse->names.next && !(text && text->is_named);
}

void browse_forget_texts(struct browse *browse)
{
	for (unsigned i = 0; i < N_SHOWN_TEXTS; i++) {
		pen_fini(&browse->texts[i].args);
		pen_fini(&browse->texts[i].result);
	}
	memset(browse->texts, 0, sizeof(browse->texts));
	naming_close(&browse->names);
}

static void put_text(struct browse *browse, uint64_t number)
{
	const struct indexed *indexed = browse->indexed;
	const struct shown_text *text = text_of(browse, number);

	if (!text->is_valid) {
		display_puts(LOOK_ERROR, "the file has changed");
		return;
	}
	display_put(
		LOOK_NAME,
		indexed->world->names[indexed_at(indexed, number)->name].name);
	display_puts(LOOK_PLAIN, "(");
	display_put(LOOK_PLAIN, fxr_text(text->args.bytes, text->args.n_bytes));
	display_puts(LOOK_PLAIN, ")");
	display_put(text->is_failed ? LOOK_ERROR : LOOK_PLAIN,
		    fxr_text(text->result.bytes, text->result.n_bytes));
}

void browse_put_call(struct browse *browse, uint64_t number, unsigned indent)
{
	static const char spaces[] = "                                        ";
	const struct indexed_call *call = indexed_at(browse->indexed, number);

	put_times(browse, call);
	display_scrolls();
	display_put(
		LOOK_PLAIN,
		fxr_text(spaces, indent < MOST_INDENT ? indent : MOST_INDENT));
	put_text(browse, number);
}

const char *browse_text(struct browse *browse, uint64_t number)
{
	struct fxr_call call;
	struct fxr_text text;

	if (fill(browse, number, &call)) {
		pen_bytes(&browse->pen, call.name->name.bytes,
			  call.name->name.n_bytes);
		pen_byte(&browse->pen, '(');
		print_call_args(&browse->print, &call);
		pen_byte(&browse->pen, ')');
		print_call_result(&browse->print, &call);
	}
	text = pen_take(&browse->pen);
	((char *)text.bytes)[text.n_bytes] = '\0';
	return text.bytes;
}
