/* SPDX-License-Identifier: MIT */
/*
 * A call in one line, see browse.h.
 */
#include <inttypes.h>
#include <stdio.h>

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

static void put_text(struct browse *browse, uint64_t number)
{
	struct fxr_call call;

	if (!fill(browse, number, &call)) {
		display_puts(LOOK_ERROR, "the file has changed");
		return;
	}
	display_put(LOOK_NAME, call.name->name);
	print_call_args(&browse->print, &call);
	display_puts(LOOK_PLAIN, "(");
	display_put(LOOK_PLAIN, pen_take(&browse->pen));
	display_puts(LOOK_PLAIN, ")");
	print_call_result(&browse->print, &call);
	display_put(call.error.n_bytes ? LOOK_ERROR : LOOK_PLAIN,
		    pen_take(&browse->pen));
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
