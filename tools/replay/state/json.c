/* SPDX-License-Identifier: MIT */
/*
 * See json.h. Strings are json-c's, which cannot leave rows on one line.
 */
#include "tools/replay/state/json.h"

#include <inttypes.h>
#include "tools/base/json_c.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "writer/utf8.h"

enum { MAP, LIST, ROW };

static bool is_in_row(const struct json *json)
{
	return json->depth && json->kinds[json->depth - 1] == ROW;
}

static void put_string(struct json *json, const char *text)
{
	struct json_object *string = json_object_new_string(text);

	fputs(json_object_to_json_string_ext(string,
					     JSON_C_TO_STRING_NOSLASHESCAPE),
	      json->out);
	json_object_put(string);
}

static void indent(const struct json *json)
{
	fprintf(json->out, "%*s", (int)json->depth * 2, "");
}

/* What a value has before it. */
static void put_key(struct json *json, const char *key)
{
	if (!json->is_first)
		fputs(is_in_row(json) ? "," : ",\n", json->out);
	json->is_first = false;
	if (!is_in_row(json))
		indent(json);
	if (key) {
		put_string(json, key);
		fputs(": ", json->out);
	}
}

/* Excessive depth is an error in this program, and would not be JSON. */
static void open_kind(struct json *json, const char *key, char kind,
		      const char *text)
{
	put_key(json, key);
	if (json->depth == JSON_DEPTH)
		abort();
	json->kinds[json->depth++] = kind;
	json->is_first = true;
	fputs(text, json->out);
}

void json_begin(struct json *json, FILE *out)
{
	*json = (struct json){.out = out, .is_first = true};
	json_map(json, NULL);
}

void json_end(struct json *json)
{
	while (json->depth)
		json_close(json);
	fputc('\n', json->out);
}

void json_map(struct json *json, const char *key)
{
	open_kind(json, key, MAP, "{\n");
}

void json_list(struct json *json, const char *key)
{
	open_kind(json, key, LIST, "[\n");
}

void json_row(struct json *json, const char *key)
{
	open_kind(json, key, ROW, "[");
}

void json_close(struct json *json)
{
	char kind = json->kinds[--json->depth];

	if (kind != ROW) {
		fputc('\n', json->out);
		indent(json);
	}
	fputc(kind == MAP ? '}' : ']', json->out);
	json->is_first = false;
}

void json_text(struct json *json, const char *key, const char *text)
{
	char *clean = text ? strdup(text) : NULL;

	put_key(json, key);
	if (clean) {
		fxw_utf8_clean(clean, strlen(clean));
		put_string(json, clean);
	} else {
		fputs("null", json->out);
	}
	free(clean);
}

void json_integer(struct json *json, const char *key, int64_t number)
{
	put_key(json, key);
	fprintf(json->out, "%" PRId64, number);
}

void json_real(struct json *json, const char *key, double number)
{
	char text[40];

	if (!isfinite(number)) {
		json_text(json, key,
			  isnan(number) ? "NaN"
			  : number < 0	? "-Infinity"
					: "Infinity");
		return;
	}
	for (int digits = 6; digits <= 17; digits++) {
		double back;

		snprintf(text, sizeof(text), "%.*g", digits, number);
		back = strtod(text, NULL);
		if (back == number || ((double)(float)number == number &&
				       (float)back == (float)number))
			break;
	}
	json_raw(json, key, text, strlen(text));
}

void json_flag(struct json *json, const char *key, bool is_true)
{
	put_key(json, key);
	fputs(is_true ? "true" : "false", json->out);
}

void json_raw(struct json *json, const char *key, const char *text, size_t n)
{
	put_key(json, key);
	fwrite(text, 1, n, json->out);
}
