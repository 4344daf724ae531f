/* SPDX-License-Identifier: MIT */
/*
 * JSON of a file or a text. The outer levels are walked, and json-c reads the
 * values there, one at a time. Numbers keep their value: json-c gets a large
 * whole number, or -0, with the exponent 0, and then keeps its digits.
 *
 * Strings may have NUL bytes, which keys have as U+FFFD. Those of a file may
 * have bytes that are not UTF-8.
 */
#ifndef TOOLS_CONVERT_JSON_IN_H
#define TOOLS_CONVERT_JSON_IN_H

#include "tools/base/json_c.h"

#include "tools/base/pen.h"
#include "tools/convert/convert.h"

/* Of one value, with all in it. Each takes up to 450 bytes as a tree. */
#define JSON_MAX_VALUES 1000000u
/* Of one value of a file. */
#define JSON_MAX_BYTES (64u << 20)
#define JSON_LIMIT "64 MiB or 1,000,000 values"
/* What nests deeper is refused. */
#define JSON_MAX_DEPTH 64

enum json_result {
	JSON_BAD,  /* input->error says what is wrong */
	JSON_LONG, /* more than JSON_LIMIT, which was skipped */
	JSON_VALUE,
};

/* All zero but for `input` is one of a file. */
struct json_in {
	struct convert_input *input; /* NULL: only a text */
	struct pen buffer;	     /* what was read, and a NUL byte */
	size_t at;		     /* there */
	uint64_t off;		     /* of the buffer in the file */
	bool is_end;		     /* nothing follows the buffer */
	struct json_tokener *parser;
	uint64_t begin, n_values; /* of the current value: */
	unsigned depth;
	uint64_t maps; /* a bit for each open container: it is an object */
	bool is_string, is_key; /* is_key: the next one, too */
	bool is_done;
	const char *instead; /* what json-c gets next, or NULL */
	size_t n_passed;     /* and for how many bytes */
	const char *wrong;   /* what the next byte is not, or NULL */
};

struct json_in json_in_of_text(struct fxr_text text);
void json_in_fini(struct json_in *in);

/* The next byte that is not white space, or EOF. */
int json_in_peek(struct json_in *in);
/* Whether it is this one, which is taken then. */
bool json_in_take(struct json_in *in, char byte);
/* The next value, which is the caller's; null is NULL. */
enum json_result json_in_value(struct json_in *in, struct json_object **value);
/* The next byte is wrong. False. */
bool json_in_fail(struct json_in *in, const char *expected);
/* The offset in the file behind what was taken. */
uint64_t json_in_offset(const struct json_in *in);

/* Whether the text is one value, and UTF-8. */
bool json_in_parse(struct fxr_text text, struct json_object **value);
/* The value as JSON, without white space; borrowed from it. */
struct fxr_text json_in_text(struct json_object *value);
/* A string without quotes and escapes; of any other value, its JSON. */
struct fxr_text json_in_plain(struct json_object *value);

#endif
