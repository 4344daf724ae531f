/* SPDX-License-Identifier: MIT */
/*
 * See call_text.h.
 */
#include "tools/command/call_text.h"

#include <string.h>

#include "tools/base/die.h"

void call_text_open(struct call_text *text, struct fxr_world *world,
		    const char *debug_path, bool is_json)
{
	text->is_json = is_json;
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
}

void call_text_take(struct call_text *text, const struct fxr_call *call)
{
	descriptors_take(text->names.descriptors, call);
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
	copy = strndup(made.bytes, made.n_bytes);
	if (!copy)
		die("out of memory");
	return copy;
}
