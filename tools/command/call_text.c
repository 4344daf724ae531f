/* SPDX-License-Identifier: MIT */
/*
 * See call_text.h.
 */
#include "tools/command/call_text.h"

#include <string.h>

#include "tools/base/die.h"
#include "tools/base/shorten.h"
#include "tools/base/terminal.h"

void call_text_open(struct call_text *text, struct fxr_world *world,
		    const char *debug_path, bool is_json)
{
	text->is_json = is_json;
	text->width = terminal_columns();
	text->stacks = backtrace_open(world, debug_path);
	text->names.descriptors = descriptors_open(world);
	text->print = (struct print){.out = &text->pen,
				     .world = world,
				     .names = &text->names,
				     .put_more = backtrace_print_json,
				     .more = text->stacks};
}

void call_text_close(struct call_text *text)
{
	backtrace_close(text->stacks);
	descriptors_close(text->names.descriptors);
	pen_fini(&text->pen);
	pen_fini(&text->fitted);
}

void call_text_take(struct call_text *text, const struct fxr_call *call)
{
	descriptors_take(text->names.descriptors, call);
}

/* Up to behind the function's name, of a call or a frame of its stack: "12
 * 0.000123 100/101 open(...", "    #0 main at ...". */
static size_t name_end(struct fxr_text line)
{
	bool is_frame = line.n_bytes && *line.bytes == ' ';
	const char *end = is_frame ? memmem(line.bytes, line.n_bytes, " at ", 4)
				   : memchr(line.bytes, '(', line.n_bytes);

	if (is_frame && !end)
		end = memmem(line.bytes, line.n_bytes, " (", 2);
	return end ? (size_t)(end - line.bytes) + 1 : 0;
}

/* The lines, each in the width. */
static void fit(struct call_text *text, struct fxr_text made)
{
	struct fxr_text line;

	for (size_t at = 0; at < made.n_bytes; at += line.n_bytes + 1) {
		const char *end =
			memchr(made.bytes + at, '\n', made.n_bytes - at);

		line = fxr_text(made.bytes + at,
				end ? (size_t)(end - made.bytes) - at
				    : made.n_bytes - at);
		shorten_put_line(&text->fitted, line, name_end(line),
				 text->width);
		pen_byte(&text->fitted, '\n');
	}
}

char *call_text_copy(struct call_text *text, const struct fxr_call *call)
{
	struct fxr_text made;
	char *copy;

	if (text->is_json) {
		print_call_json(&text->print, call);
	} else {
		print_call(&text->print, call);
		backtrace_print(text->stacks, &text->print, call);
	}
	made = pen_take(&text->pen);
	if (text->width && !text->is_json) {
		fit(text, made);
		made = pen_take(&text->fitted);
	}
	copy = strndup(made.bytes, made.n_bytes);
	if (!copy)
		die("out of memory");
	return copy;
}
