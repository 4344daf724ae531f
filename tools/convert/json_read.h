/* SPDX-License-Identifier: MIT */
/*
 * JSON, one key or value at a time, of a file or a text. Numbers keep their
 * digits. Strings may have NUL bytes, and those of a file bytes that are not
 * UTF-8.
 */
#ifndef TOOLS_CONVERT_JSON_READ_H
#define TOOLS_CONVERT_JSON_READ_H

#include "tools/base/pen.h"
#include "tools/convert/convert.h"

/* What nests deeper is refused. */
#define JSON_MAX_DEPTH 64u
/* Limit of a string, and of what begins at json_reader.begin. */
#define JSON_MAX_BYTES (64u << 20)

enum json_kind {
	JSON_BAD, /* input->error says what is wrong */
	JSON_END, /* of the input; if containers are open, the same */
	JSON_NULL,
	JSON_BOOL,
	JSON_NUMBER,
	JSON_TEXT,
	JSON_KEY, /* its value follows */
	JSON_MAP,
	JSON_LIST,
	JSON_CLOSE,
};

/* All zero but for `input` is one of a file. */
struct json_reader {
	struct convert_input *input; /* NULL: only a text */
	struct pen buffer;	     /* of a file */
	const char *bytes;
	size_t n_bytes, at, start; /* start: of the current part */
	uint64_t off;		   /* of `bytes` in the file */
	uint64_t begin;		   /* of what has a limit; 0: nothing */
	enum json_kind kind;	   /* of the current part: */
	struct fxr_text text;	   /* without quotes and escapes */
	bool is_escaped;
	bool is_key, is_behind; /* what precedes is a key, or a value */
	unsigned depth;
	char closers[JSON_MAX_DEPTH];
	struct json_tokener *parser; /* of strings with escapes */
	struct json_object *string;
};

struct json_reader json_reader_of_text(struct fxr_text text);
void json_reader_fini(struct json_reader *reader);

/* Goes to the next part and returns its kind. Texts of the former are lost. */
enum json_kind json_next(struct json_reader *reader);
/* The rest of the value that has just begun, without white space; NULL: it is
 * skipped. A longer one than JSON_MAX_BYTES in a file leaves `to` empty. False:
 * JSON_BAD, or the input ends. */
bool json_copy(struct json_reader *reader, struct pen *to);
/* The offset in the file behind what was read. */
uint64_t json_offset(const struct json_reader *reader);

#endif
