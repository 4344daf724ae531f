/* SPDX-License-Identifier: MIT */
/*
 * See json_in.h. The input may be anybody's.
 *
 * json-c says what is JSON. Here is only found where it has to pause: at the
 * end of a value, and at what may go on behind the buffer. Refused is what it
 * takes although it is no JSON, such as NaN. Its strict mode is
 * of no use: that of 0.18 takes no letters that are not ASCII.
 */
#include "tools/convert/json_in.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "tools/base/json.h"

#define READ_BYTES (1u << 20)
#define DIGITS "0123456789"

struct json_in json_in_of_text(struct fxr_text text)
{
	struct json_in in = {.is_end = true};

	pen_bytes(&in.buffer, text.bytes, text.n_bytes);
	*pen_capacity(&in.buffer, 1) = '\0';
	return in;
}

static void drop_parser(struct json_in *in)
{
	if (in->parser)
		json_tokener_free(in->parser);
	in->parser = NULL;
}

void json_in_fini(struct json_in *in)
{
	pen_fini(&in->buffer);
	drop_parser(in);
}

uint64_t json_in_offset(const struct json_in *in)
{
	return in->off + in->at;
}

/* Gets more bytes behind those that are not taken. */
static bool read_more(struct json_in *in)
{
	size_t rest = in->buffer.n_bytes - in->at, n;

	if (in->is_end || rest >= READ_BYTES)
		return false;
	if (in->input->progress)
		in->input->progress(in->input);
	if (rest)
		memmove(in->buffer.bytes, in->buffer.bytes + in->at, rest);
	in->off += in->at;
	in->at = 0;
	in->buffer.n_bytes = rest;
	n = fread(pen_capacity(&in->buffer, READ_BYTES + 1), 1, READ_BYTES,
		  in->input->in);
	pen_used(&in->buffer, n);
	in->buffer.bytes[in->buffer.n_bytes] = '\0';
	in->is_end = n < READ_BYTES;
	return n;
}

int json_in_peek(struct json_in *in)
{
	for (;; in->at++) {
		char c;

		if (in->at == in->buffer.n_bytes && !read_more(in))
			return EOF;
		c = in->buffer.bytes[in->at];
		if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
			return (unsigned char)c;
	}
}

bool json_in_take(struct json_in *in, char byte)
{
	bool is_next = json_in_peek(in) == (unsigned char)byte;

	in->at += is_next;
	return is_next;
}

bool json_in_fail(struct json_in *in, const char *expected)
{
	if (in->at == in->buffer.n_bytes && in->is_end)
		expected = "more";
	if (in->input)
		snprintf(in->input->error, sizeof(in->input->error),
			 "offset %" PRIu64 ": JSON expected: %s",
			 json_in_offset(in), expected);
	return false;
}

/* These return how many bytes they have looked at; none: the value ends before
 * them, they are wrong, or more must be read. */

static size_t scan_string(struct json_in *in, const char *at, size_t rest)
{
	size_t n = 0;

	while (n < rest && at[n] != '"' && at[n] != '\\' &&
	       (unsigned char)at[n] >= ' ')
		n++;
	if (n)
		return n;
	if (*at == '"') {
		in->is_string = false;
		in->is_done = !in->depth;
		return 1;
	}
	if (*at != '\\') {
		in->wrong = "no control character";
		return 0;
	}
	if (rest < 6 && !in->is_end)
		return 0;
	if (in->is_key && strncmp(at, "\\u0000", 6) == 0) {
		in->instead = "\\ufffd";
		in->n_passed = 6;
		return 0;
	}
	return rest > 1 ? 2 : 1;
}

/* Whether json-c has no place for a whole number. */
static bool is_large(const char *number)
{
	errno = 0;
	if (*number == '-')
		return !strtoll(number, NULL, 10) || errno;
	(void)strtoull(number, NULL, 10);
	return errno;
}

static size_t scan_number(struct json_in *in, const char *at, size_t rest)
{
	const char *whole = at + (*at == '-');
	size_t n = strspn(at, DIGITS "+-.eE"), n_whole = strspn(whole, DIGITS);
	bool is_whole = whole + n_whole == at + n;

	if (n == rest && !in->is_end)
		return 0;
	if (!n_whole || (n_whole > 1 && *whole == '0') ||
	    !strchr(DIGITS, at[n - 1]) ||
	    (whole[n_whole] == '.' && !strspn(whole + n_whole + 1, DIGITS)))
		in->wrong = "a number";
	if (is_whole && (n_whole > 18 || *whole == '0') && is_large(at))
		in->instead = "e0";
	in->is_done = !in->depth;
	return n;
}

static size_t scan_word(struct json_in *in, const char *at, size_t rest)
{
	static const char *const words[] = {"true", "false", "null"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strncmp(at, words[i], strlen(words[i])) == 0) {
			in->is_done = !in->depth;
			return strlen(words[i]);
		}
	if (rest > 4 || in->is_end)
		in->wrong = "a value";
	return 0;
}

static size_t scan_other(struct json_in *in, const char *at, size_t rest)
{
	switch (*at) {
	case '"':
		in->is_string = true;
		return 1;
	case '[':
	case '{':
		in->n_values++;
		in->depth++;
		in->is_key = *at == '{';
		in->maps = in->maps << 1 | in->is_key;
		return 1;
	case ']':
	case '}':
		in->is_done = in->depth <= 1;
		in->is_key = false;
		in->maps >>= 1;
		return in->depth && in->depth--;
	case ',':
		in->n_values++;
		in->is_key = in->maps & 1;
		break;
	case ':':
		in->is_key = false;
		break;
	case ' ':
	case '\n':
	case '\t':
	case '\r':
		break;
	default:
		return *at == '-' || (*at >= '0' && *at <= '9')
			       ? scan_number(in, at, rest)
			       : scan_word(in, at, rest);
	}
	in->is_done = !in->depth;
	return in->depth > 0;
}

/* How many of the buffer's next bytes json-c gets at once. */
static size_t scan(struct json_in *in)
{
	const char *bytes = in->buffer.bytes + in->at;
	size_t rest = in->buffer.n_bytes - in->at, n = 0, more = 1;

	in->instead = NULL;
	in->n_passed = 0;
	while (n < rest && more && !in->is_done && !in->instead && !in->wrong)
		n += more = in->is_string ? scan_string(in, bytes + n, rest - n)
					  : scan_other(in, bytes + n, rest - n);
	return n;
}

/* Goes to the value's end. Without a parser it is only skipped. */
static bool parse(struct json_in *in, struct json_object **value)
{
	enum json_tokener_error error = json_tokener_success;

	do {
		size_t n = scan(in);

		if (in->n_values > JSON_MAX_VALUES ||
		    (in->input &&
		     in->off + in->at + n - in->begin > JSON_MAX_BYTES))
			drop_parser(in);
		if (in->parser) {
			*value = json_tokener_parse_ex(
				in->parser, in->buffer.bytes + in->at, (int)n);
			error = json_tokener_get_error(in->parser);
			n = json_tokener_get_parse_end(in->parser);
		}
		in->at += n;
		if (error > json_tokener_continue)
			return json_in_fail(in, json_tokener_error_desc(error));
		if (in->wrong)
			return json_in_fail(in, in->wrong);
		if (in->instead && in->parser)
			json_tokener_parse_ex(in->parser, in->instead,
					      (int)strlen(in->instead));
		in->at += in->n_passed;
	} while (!in->is_done && (in->instead || read_more(in)));
	if (!in->parser || error == json_tokener_success)
		return true;
	/* numbers and words end at what follows them */
	*value = json_tokener_parse_ex(in->parser, " ", 1);
	error = json_tokener_get_error(in->parser);
	return error == json_tokener_success ||
	       json_in_fail(in, error == json_tokener_continue
					? "a value"
					: json_tokener_error_desc(error));
}

enum json_result json_in_value(struct json_in *in, struct json_object **value)
{
	*value = NULL;
	if (!in->parser && !(in->parser = json_tokener_new_ex(JSON_MAX_DEPTH)))
		fxr_out_of_memory();
	(void)json_in_peek(in);
	in->begin = json_in_offset(in);
	in->n_values = in->depth = 0;
	in->is_string = in->is_key = in->is_done = false;
	in->wrong = NULL;
	if (!parse(in, value))
		return JSON_BAD;
	return in->parser ? JSON_VALUE : JSON_LONG;
}

bool json_in_parse(struct fxr_text text, struct json_object **value)
{
	struct json_in in = json_in_of_text(text);
	bool is_value = text.n_bytes <= INT_MAX && json_is_text(text) &&
			json_in_value(&in, value) == JSON_VALUE;

	if (is_value && json_in_peek(&in) != EOF) {
		json_object_put(*value);
		is_value = false;
	}
	if (!is_value)
		*value = NULL;
	json_in_fini(&in);
	return is_value;
}

struct fxr_text json_in_text(struct json_object *value)
{
	struct fxr_text text;

	text.bytes = json_object_to_json_string_length(
		value, JSON_C_TO_STRING_NOSLASHESCAPE, &text.n_bytes);
	if (!text.bytes)
		fxr_out_of_memory();
	return text;
}

struct fxr_text json_in_plain(struct json_object *value)
{
	return json_object_is_type(value, json_type_string)
		       ? fxr_text(json_object_get_string(value),
				  (size_t)json_object_get_string_len(value))
		       : json_in_text(value);
}
