/* SPDX-License-Identifier: MIT */
/*
 * Arguments, results and memory of calls for the page, see words.h.
 */
#include "tools/timeline/words.h"

#include "tools/base/json.h"

/* Of a line; a longer one is memory that nobody reads as one line. */
#define MAX_LINE_BYTES ((size_t)256 << 10)
#define MAX_NAME_BYTES 200u
#define MAX_DEPTH 8u

static void put_number(struct pen *out, uint64_t number)
{
	for (; number >= 0x80; number >>= 7)
		pen_byte(out, (char)(number | 0x80));
	pen_byte(out, (char)number);
}

/* Controls would end lines and calls: printers write none. */
static void put_line(struct words *words)
{
	struct fxr_text line = pen_take(&words->line);
	char *to;

	if (line.n_bytes > MAX_LINE_BYTES)
		line.n_bytes = MAX_LINE_BYTES;
	to = pen_capacity(&words->text, line.n_bytes);
	for (size_t i = 0; i < line.n_bytes; i++)
		to[i] = (unsigned char)line.bytes[i] < ' ' ? '?'
							   : line.bytes[i];
	pen_used(&words->text, line.n_bytes);
}

/* Text that is complete in the line is not repeated as memory. */
static bool is_memory(const struct fxr_value *value)
{
	if (!value->as.text.n_bytes)
		return false;
	return value->kind == FXR_VALUE_BYTES ||
	       (value->kind == FXR_VALUE_STRING &&
		!json_is_text(value->as.text));
}

static void put_memory(struct words *words, const struct fxr_value *value,
		       uint64_t true_bytes, struct fxr_text name)
{
	struct pen *out = &words->memory;
	uint64_t n = value->as.text.n_bytes;

	if (true_bytes < n)
		true_bytes = n;
	if (n > words->max_bytes)
		n = words->max_bytes;
	if (name.n_bytes > MAX_NAME_BYTES)
		name.n_bytes = MAX_NAME_BYTES;
	put_number(out, n);
	put_number(out, true_bytes);
	put_number(out, name.n_bytes);
	pen_bytes(out, name.bytes, name.n_bytes);
	pen_bytes(out, value->as.text.bytes, n);
	pen_byte(&words->text, WORDS_MARK);
}

/* At most 90 bytes of it, for "%.*s". */
static int short_bytes(struct fxr_text text)
{
	return text.n_bytes < 90 ? (int)text.n_bytes : 90;
}

/* All memory in a value, named by its path. */
static void put_tree(struct words *words, const struct fxr_value *value,
		     const char *name, unsigned depth)
{
	char inner[MAX_NAME_BYTES];

	if (value->kind == FXR_VALUE_BYTES || value->kind == FXR_VALUE_STRING) {
		if (is_memory(value))
			put_memory(words, value, value->true_bytes,
				   fxr_text(name, strlen(name)));
		return;
	}
	if ((value->kind != FXR_VALUE_STRUCT &&
	     value->kind != FXR_VALUE_ARRAY) ||
	    depth == MAX_DEPTH)
		return;
	for (size_t i = 0; i < value->as.list.n; i++) {
		const struct fxr_value *item = &value->as.list.items[i];

		if (value->kind == FXR_VALUE_STRUCT)
			snprintf(inner, sizeof(inner), "%.99s.%.*s", name,
				 short_bytes(item->name), item->name.bytes);
		else
			snprintf(inner, sizeof(inner), "%.160s[%zu]", name, i);
		put_tree(words, item, inner, depth + 1);
	}
}

static void put_arg_memory(struct words *words, const struct fxr_arg *arg)
{
	char name[MAX_NAME_BYTES];
	struct fxr_value value = arg->value;

	if (arg->has_size &&
	    (value.kind == FXR_VALUE_BYTES || value.kind == FXR_VALUE_STRING))
		value.true_bytes = arg->true_size;
	snprintf(name, sizeof(name), "%.*s", short_bytes(arg->name),
		 arg->name.bytes);
	put_tree(words, &value, name, 0);
}

static void put_args(struct words *words, const struct fxr_call *call)
{
	size_t to;

	for (size_t from = 0; from < call->n_args; from = to) {
		to = print_call_arg(&words->print, call, from);
		put_line(words);
		for (size_t i = from; i < to; i++)
			put_arg_memory(words, &call->args[i]);
		pen_byte(&words->text, '\n');
	}
}

/* printf's text, and the place among the calls whose order matters. */
static void put_more(struct words *words, const struct fxr_call *call)
{
	struct fxr_text text;
	bool is_whole;

	if (print_formatted(&words->print, call, &text, &is_whole)) {
		pen_put(&words->line, "text=");
		print_quoted(&words->line, text, true);
		pen_put(&words->line, is_whole ? "" : "...");
		put_line(words);
		pen_byte(&words->text, '\n');
	}
	if (call->seq) {
		pen_put(&words->line, "@seq=");
		pen_uint(&words->line, call->seq);
		put_line(words);
		pen_byte(&words->text, '\n');
	}
}

static void put_result(struct words *words, const struct fxr_call *call)
{
	pen_byte(&words->line, '=');
	print_call_result(&words->print, call);
	put_line(words);
	if (call->has_ret)
		put_tree(words, &call->ret, "ret", 0);
	pen_byte(&words->text, '\n');
}

static void put_frames(struct words *words, const struct fxr_call *call)
{
	static const char *const ends[] = {
		[BACKTRACE_CUT] = "more", [BACKTRACE_LOST] = "not known"};
	const struct backtrace *stack =
		words->stacks ? backtrace_of(words->stacks, call) : NULL;

	if (!stack)
		return;
	for (size_t i = 0; i < stack->n; i++) {
		pen_format(&words->line, "#%zu=", i);
		backtrace_put(&words->line, &stack->frames[i], false);
		put_line(words);
		pen_byte(&words->text, '\n');
	}
	if (stack->end == BACKTRACE_WHOLE)
		return;
	pen_format(&words->line, "#%zu=%s", stack->n, ends[stack->end]);
	put_line(words);
	pen_byte(&words->text, '\n');
}

void words_take(struct words *words, const struct fxr_call *call)
{
	words->print.out = &words->line;
	put_args(words, call);
	put_more(words, call);
	put_result(words, call);
	put_frames(words, call);
	pen_byte(&words->text, '\0');
}

void words_fini(struct words *words)
{
	pen_fini(&words->line);
	pen_fini(&words->text);
	pen_fini(&words->memory);
}
