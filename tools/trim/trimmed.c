/* SPDX-License-Identifier: MIT */
/*
 * Packs the fact, see trimmed.h.
 */
#include "tools/trim/trimmed.h"

#include <string.h>

#include "tools/trim/trim.h"
#include "writer/fxt.h"
#include "writer/wire.h"

#define MAX_ARG_WORDS 256u

static struct fxt_string inline_word(const char *text)
{
	return fxt_inline_string(text, strlen(text));
}

static size_t pack_number(uint64_t *words, size_t n_words, const char *name,
			  uint64_t number)
{
	return fxt_pack_arg(words, n_words,
			    &(struct fxt_arg){.type = FXT_ARG_UINT64,
					      .name = inline_word(name),
					      .value.u64 = number});
}

size_t trimmed_fact(uint64_t *words, const char *what, uint64_t n_kept,
		    uint64_t n_calls, uint64_t ticks, uint64_t pid)
{
	uint64_t args[MAX_ARG_WORDS];
	struct fxt_arg text = {.type = FXT_ARG_STRING,
			       .name = inline_word("what"),
			       .value.string = fxt_inline_string(
				       what, strnlen(what, TRIM_TEXT_BYTES))};
	struct fxt_arg schema = {.type = FXT_ARG_UINT32,
				 .name = inline_word(FXW_ARG_SCHEMA),
				 .value.u32 = FXW_SCHEMA_VERSION};
	struct fxt_event event = {
		.type = FXT_EVENT_INSTANT,
		.ticks = ticks,
		.thread = {0, pid, fxw_recorder_koid((uint32_t)pid)},
		.category = inline_word(FXW_CATEGORY_FACT),
		.name = inline_word(FXW_EVENT_TRIMMED),
		.has_tail = true,
		.tail = FXT_SCOPE_GLOBAL};
	size_t n = fxt_pack_arg(args, MAX_ARG_WORDS, &text);

	n += pack_number(args + n, MAX_ARG_WORDS - n, "kept", n_kept);
	n += pack_number(args + n, MAX_ARG_WORDS - n, "of", n_calls);
	n += fxt_pack_arg(args + n, MAX_ARG_WORDS - n, &schema);
	event.args = (struct fxt_args){.words = args, .n_words = n, .n = 4};
	return fxt_pack_event(words, TRIMMED_WORDS, &event);
}
