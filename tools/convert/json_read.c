/* SPDX-License-Identifier: MIT */
/*
 * See json_read.h. The input may be anybody's.
 *
 * Only strings with escapes go to json-c. It reads a value as a tree, which may
 * take 250 times the memory of its text. It also cuts keys at a NUL byte, takes
 * the nearest number for a large integer, and NaN for a number.
 */
#include "tools/convert/json_read.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <limits.h>

#include "tools/base/json.h"

#define READ_BYTES (1u << 20)

struct json_reader json_reader_of_text(struct fxr_text text)
{
	return (struct json_reader){.bytes = text.bytes,
				    .n_bytes = text.n_bytes};
}

void json_reader_fini(struct json_reader *r)
{
	pen_fini(&r->buffer);
	json_object_put(r->string);
	if (r->parser)
		json_tokener_free(r->parser);
}

uint64_t json_offset(const struct json_reader *r)
{
	return r->off + r->at;
}

/* The first error of a file is its error. */
static void say(struct json_reader *r, uint64_t off, const char *what,
		const char *why)
{
	if (r->input && !*r->input->error)
		snprintf(r->input->error, sizeof(r->input->error),
			 "offset %" PRIu64 ": %s%s", off, what, why);
}

/* Gets more bytes behind those of the current part. */
__attribute__((noinline)) static bool read_more(struct json_reader *r)
{
	uint64_t begin = r->begin ? r->begin : r->off + r->start;

	if (!r->input)
		return false;
	if (r->off + r->n_bytes - begin > JSON_MAX_BYTES) {
		say(r, begin, "", "an event of more than 64 MiB");
		return false;
	}
	if (r->input->progress)
		r->input->progress(r->input);
	r->off += r->start;
	r->at -= r->start;
	r->n_bytes -= r->start;
	if (r->start && r->n_bytes)
		memmove(r->buffer.bytes, r->bytes + r->start, r->n_bytes);
	r->start = 0;
	r->buffer.n_bytes = r->n_bytes;
	r->n_bytes += fread(pen_capacity(&r->buffer, READ_BYTES), 1, READ_BYTES,
			    r->input->in);
	r->bytes = r->buffer.bytes;
	return r->at < r->n_bytes;
}

/* The next byte or EOF. */
static inline int peek(struct json_reader *r)
{
	return r->at < r->n_bytes || read_more(r)
		       ? (unsigned char)r->bytes[r->at]
		       : EOF;
}

/* The next byte or EOF that is not white space. */
static int peek_part(struct json_reader *r)
{
	for (;; r->at++) {
		int c;

		r->start = r->at;
		c = peek(r);
		if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
			return c;
	}
}

/* The next byte is wrong. */
static enum json_kind fail(struct json_reader *r, enum json_tokener_error error)
{
	if (peek(r) == EOF)
		error = json_tokener_error_parse_eof;
	else
		r->at++;
	say(r, json_offset(r),
	    "JSON expected: ", json_tokener_error_desc(error));
	return JSON_BAD;
}

static bool take(struct json_reader *r, const char *any)
{
	int c = peek(r);
	bool is_any = c > 0 && strchr(any, c);

	r->at += is_any;
	return is_any;
}

static bool take_digits(struct json_reader *r)
{
	bool has_any = false;

	for (int c; (c = peek(r)) >= '0' && c <= '9'; r->at++)
		has_any = true;
	return has_any;
}

static enum json_kind read_number(struct json_reader *r)
{
	(void)take(r, "-");
	if ((!take(r, "0") && !take_digits(r)) ||
	    (take(r, ".") && !take_digits(r)) ||
	    (take(r, "eE") && (take(r, "+-"), !take_digits(r))))
		return fail(r, json_tokener_error_parse_number);
	return JSON_NUMBER;
}

static enum json_kind read_word(struct json_reader *r, const char *word,
				enum json_kind kind)
{
	for (; *word; word++, r->at++)
		if (peek(r) != *word)
			return fail(r, json_tokener_error_parse_unexpected);
	return kind;
}

/* Finds the end of a string, behind its first quote. */
static bool find_quote(struct json_reader *r)
{
	bool is_next_escaped = false;
	int c;

	r->is_escaped = false;
	for (; (c = peek(r)) >= ' '; r->at++) {
		if (c == '"' && !is_next_escaped)
			return true;
		is_next_escaped = c == '\\' && !is_next_escaped;
		r->is_escaped |= is_next_escaped;
	}
	return false;
}

static bool unescape(struct json_reader *r, struct fxr_text quoted)
{
	if (!r->parser && !(r->parser = json_tokener_new()))
		fxr_out_of_memory();
	json_object_put(r->string);
	r->string = json_tokener_parse_ex(r->parser, quoted.bytes,
					  (int)quoted.n_bytes);
	if (!r->string)
		r->at = r->start + json_tokener_get_parse_end(r->parser);
	r->text = fxr_text(json_object_get_string(r->string),
			   (size_t)json_object_get_string_len(r->string));
	return r->string;
}

static enum json_kind read_string(struct json_reader *r, enum json_kind kind)
{
	struct fxr_text quoted;

	r->at++;
	if (!find_quote(r))
		return fail(r, json_tokener_error_parse_string);
	quoted = fxr_text(r->bytes + r->start, ++r->at - r->start);
	r->text = fxr_text(quoted.bytes + 1, quoted.n_bytes - 2);
	if (r->is_escaped && (quoted.n_bytes > INT_MAX || !unescape(r, quoted)))
		return fail(r, json_tokener_error_parse_string);
	if (!r->input && !json_is_text(r->text))
		return fail(r, json_tokener_error_parse_utf8_string);
	return kind;
}

static enum json_kind open_container(struct json_reader *r, bool is_list)
{
	r->at++;
	if (r->depth == JSON_MAX_DEPTH) {
		say(r, json_offset(r), "", "nests deeper than trace events do");
		return JSON_BAD;
	}
	r->closers[r->depth++] = is_list ? ']' : '}';
	return is_list ? JSON_LIST : JSON_MAP;
}

static enum json_kind read_value(struct json_reader *r, int c)
{
	switch (c) {
	case '{':
	case '[':
		return open_container(r, c == '[');
	case '"':
		return read_string(r, JSON_TEXT);
	case 't':
		return read_word(r, "true", JSON_BOOL);
	case 'f':
		return read_word(r, "false", JSON_BOOL);
	case 'n':
		return read_word(r, "null", JSON_NULL);
	default:
		return c == '-' || (c >= '0' && c <= '9')
			       ? read_number(r)
			       : fail(r, json_tokener_error_parse_unexpected);
	}
}

/* What is there is no comma or colon. */
static enum json_kind fail_separator(struct json_reader *r, char closer)
{
	if (r->is_key)
		return fail(r, json_tokener_error_parse_object_key_sep);
	if (closer == '}')
		return fail(r, json_tokener_error_parse_object_value_sep);
	return fail(r, closer ? json_tokener_error_parse_array
			      : json_tokener_error_parse_unexpected);
}

static enum json_kind read_part(struct json_reader *r)
{
	int c = peek_part(r);
	char closer = r->depth ? r->closers[r->depth - 1] : '\0';
	bool is_key = closer == '}' && !r->is_key;

	if (closer && (r->is_key ? c == ':' : r->is_behind && c == ',')) {
		r->at++;
		c = peek_part(r);
	} else if (closer && c == closer && !r->is_key) {
		r->at++;
		return JSON_CLOSE;
	} else if (c != EOF && (r->is_key || r->is_behind)) {
		return fail_separator(r, closer);
	}
	if (c == EOF) {
		if (closer || !r->is_behind)
			(void)fail(r, json_tokener_error_parse_eof);
		return JSON_END;
	}
	if (is_key && c != '"')
		return fail(r, json_tokener_error_parse_object_key_name);
	return is_key ? read_string(r, JSON_KEY) : read_value(r, c);
}

enum json_kind json_next(struct json_reader *r)
{
	enum json_kind kind = read_part(r);

	r->is_key = kind == JSON_KEY;
	r->is_behind = !r->is_key && kind != JSON_MAP && kind != JSON_LIST;
	r->depth -= kind == JSON_CLOSE;
	if (kind == JSON_NUMBER || kind == JSON_BOOL)
		r->text = fxr_text(r->bytes + r->start, r->at - r->start);
	return r->kind = kind;
}

/* The current part as it is in JSON. */
static void put_part(struct json_reader *r, struct pen *to)
{
	const char *bytes = r->bytes + r->start;
	size_t n = r->at - r->start;

	if ((r->kind == JSON_KEY || r->kind == JSON_TEXT) && r->is_escaped)
		bytes = json_object_to_json_string_length(
			r->string, JSON_C_TO_STRING_NOSLASHESCAPE, &n);
	if (to->n_bytes && r->kind != JSON_CLOSE &&
	    !strchr("[{:", to->bytes[to->n_bytes - 1]))
		pen_byte(to, ',');
	pen_bytes(to, bytes, n);
	if (r->kind == JSON_KEY)
		pen_byte(to, ':');
}

bool json_copy(struct json_reader *r, struct pen *to)
{
	unsigned depth = r->depth;

	depth -= r->kind == JSON_MAP || r->kind == JSON_LIST;
	while (r->kind > JSON_END) {
		if (to)
			put_part(r, to);
		if (r->depth == depth)
			return true;
		if (to && r->input && to->n_bytes > JSON_MAX_BYTES) {
			pen_fini(to);
			to = NULL;
		}
		json_next(r);
	}
	return false;
}
