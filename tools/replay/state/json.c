/* SPDX-License-Identifier: MIT */
/*
 * JSON by yajl, see json.h.
 */
#include "tools/replay/state/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>

#include "writer/utf8.h"

enum { MAP, LIST, ROW };

static void print_bytes(void *context, const char *bytes, size_t n_bytes)
{
	struct json *json = context;

	(void)!fwrite(bytes, 1, n_bytes, json->out);
	/* yajl puts a space there only if it also breaks lines */
	if (json->is_row_next && n_bytes == 1 && *bytes == ':')
		fputc(' ', json->out);
}

static void put_key(struct json *json, const char *key)
{
	if (key)
		yajl_gen_string(json->gen, (const unsigned char *)key,
				strlen(key));
}

/* Excessive depth is an error in this program, and would not be JSON. */
static void open_kind(struct json *json, char kind)
{
	if (json->depth == JSON_DEPTH)
		abort();
	json->kinds[json->depth++] = kind;
}

bool json_begin(struct json *json, FILE *out)
{
	*json = (struct json){.gen = yajl_gen_alloc(NULL), .out = out};
	if (!json->gen)
		return false;
	yajl_gen_config(json->gen, yajl_gen_beautify, 1);
	yajl_gen_config(json->gen, yajl_gen_indent_string, "  ");
	yajl_gen_config(json->gen, yajl_gen_print_callback, print_bytes, json);
	json_map(json, NULL);
	return true;
}

void json_end(struct json *json)
{
	while (json->depth)
		json_close(json);
	yajl_gen_free(json->gen);
}

void json_map(struct json *json, const char *key)
{
	put_key(json, key);
	yajl_gen_map_open(json->gen);
	open_kind(json, MAP);
}

void json_list(struct json *json, const char *key)
{
	put_key(json, key);
	yajl_gen_array_open(json->gen);
	open_kind(json, LIST);
}

void json_row(struct json *json, const char *key)
{
	put_key(json, key);
	yajl_gen_config(json->gen, yajl_gen_beautify, 0);
	json->is_row_next = true;
	yajl_gen_array_open(json->gen);
	json->is_row_next = false;
	open_kind(json, ROW);
}

void json_close(struct json *json)
{
	switch (json->kinds[--json->depth]) {
	case MAP:
		yajl_gen_map_close(json->gen);
		break;
	case ROW:
		yajl_gen_array_close(json->gen);
		if (json->kinds[json->depth - 1] != ROW)
			yajl_gen_config(json->gen, yajl_gen_beautify, 1);
		break;
	default:
		yajl_gen_array_close(json->gen);
		break;
	}
}

void json_text(struct json *json, const char *key, const char *text)
{
	size_t n = text ? strlen(text) : 0;
	char *clean = text ? strdup(text) : NULL;

	put_key(json, key);
	if (clean) {
		fxw_utf8_clean(clean, n);
		yajl_gen_string(json->gen, (const unsigned char *)clean, n);
	} else {
		yajl_gen_null(json->gen);
	}
	free(clean);
}

void json_integer(struct json *json, const char *key, int64_t number)
{
	put_key(json, key);
	yajl_gen_integer(json->gen, number);
}

void json_real(struct json *json, const char *key, double number)
{
	char text[40];
	int n = 0;

	if (!isfinite(number)) {
		json_text(json, key,
			  isnan(number) ? "NaN"
			  : number < 0	? "-Infinity"
					: "Infinity");
		return;
	}
	for (int digits = 6; digits <= 17; digits++) {
		double back;

		n = snprintf(text, sizeof(text), "%.*g", digits, number);
		back = strtod(text, NULL);
		if (back == number || ((double)(float)number == number &&
				       (float)back == (float)number))
			break;
	}
	put_key(json, key);
	yajl_gen_number(json->gen, text, (size_t)n);
}

void json_bool(struct json *json, const char *key, bool is_true)
{
	put_key(json, key);
	yajl_gen_bool(json->gen, is_true);
}

void json_raw(struct json *json, const char *key, const char *text, size_t n)
{
	put_key(json, key);
	yajl_gen_number(json->gen, text, n);
}
