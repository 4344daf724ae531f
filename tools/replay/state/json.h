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
	void *gen; /* yajl's */
	FILE *out;
	bool is_row_next;
	unsigned depth;
	char kinds[JSON_DEPTH]; /* of what is open */
};

/* Opens the whole, a map. Returns false without memory. */
bool json_begin(struct json *json, FILE *out);
/* Closes what is open. */
void json_end(struct json *json);

void json_map(struct json *json, const char *key);
void json_list(struct json *json, const char *key);
/* A list that stands in one line, of values or of such lists. */
void json_row(struct json *json, const char *key);
/* Closes the last one that is open. */
void json_close(struct json *json);

/* Bytes that are no UTF-8 become '?'; NULL is null. */
void json_text(struct json *json, const char *key, const char *text);
void json_integer(struct json *json, const char *key, int64_t number);
/* As few digits as a float needs; what is no number is text. */
void json_real(struct json *json, const char *key, double number);
void json_bool(struct json *json, const char *key, bool is_true);

#endif
