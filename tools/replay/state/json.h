/* SPDX-License-Identifier: MIT */
/*
 * JSON, indented and always valid. Keys are NULL in a list.
 */
#ifndef TOOLS_REPLAY_STATE_JSON_H
#define TOOLS_REPLAY_STATE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_DEPTH 24u

struct json {
	FILE *out;
	bool is_first; /* nothing precedes in the container */
	unsigned depth;
	char kinds[JSON_DEPTH]; /* of open containers */
};

/* Opens the outermost map. */
void json_begin(struct json *json, FILE *out);
/* Closes all open containers. */
void json_end(struct json *json);

void json_map(struct json *json, const char *key);
void json_list(struct json *json, const char *key);
/* A list on one line, of values or of such lists. */
void json_row(struct json *json, const char *key);
/* Closes the innermost container. */
void json_close(struct json *json);

/* Bytes that are not UTF-8 become '?'; NULL is null. */
void json_text(struct json *json, const char *key, const char *text);
void json_integer(struct json *json, const char *key, int64_t number);
/* As few digits as a float needs; NaN and infinities are text. */
void json_real(struct json *json, const char *key, double number);
/* Text that is JSON. */
void json_raw(struct json *json, const char *key, const char *text, size_t n);
void json_flag(struct json *json, const char *key, bool is_true);

#endif
