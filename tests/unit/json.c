/* SPDX-License-Identifier: MIT */
/*
 * What JSON is made of any values.
 */
#include "tools/replay/state/json.h"

#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

static struct json json;
static char *text;
static size_t n_bytes;
static FILE *out;

static void begin(void)
{
	out = open_memstream(&text, &n_bytes);
	json_begin(&json, out);
}

/* The text, which is JSON. */
static const char *end(void)
{
	enum json_tokener_error why;

	json_end(&json);
	fclose(out);
	ok(json_tokener_parse_verbose(text, &why), "%s in %s",
	   json_tokener_error_desc(why), text);
	return text;
}

static void nested(void)
{
	begin();
	json_map(&json, "a");
	json_list(&json, "b");
	json_integer(&json, NULL, -5);
	json_flag(&json, NULL, true);
	json_close(&json);
	json_close(&json);
	json_row(&json, "c");
	for (int i = 0; i < 2; i++) {
		json_row(&json, NULL);
		json_integer(&json, NULL, i);
		json_integer(&json, NULL, 7);
		json_close(&json);
	}
	json_close(&json);
	json_text(&json, "d", NULL);
	is_str(end(), "{\n"
		      "  \"a\": {\n"
		      "    \"b\": [\n"
		      "      -5,\n"
		      "      true\n"
		      "    ]\n"
		      "  },\n"
		      "  \"c\": [[0,7],[1,7]],\n"
		      "  \"d\": null\n"
		      "}\n");
}

static void left_open(void)
{
	begin();
	json_map(&json, "a");
	json_list(&json, "b");
	json_row(&json, NULL);
	json_integer(&json, NULL, 1);
	ok(strstr(end(), "[1]"));
}

static void texts(void)
{
	begin();
	json_text(&json, "a", "\"\\\n\t\x01/");
	json_text(&json, "b", "\xc3\xa9");
	json_text(&json, "c", "\xc3(\xff");
	ok(strstr(end(), "\"\\\"\\\\\\n\\t\\u0001/\""), "%s", text);
	ok(strstr(text, "\"\xc3\xa9\""));
	ok(strstr(text, "\"?(?\""), "%s", text);
}

static void reals(void)
{
	static const double values[] = {
		0,   -0.5,    1e-45,	1.7976931348623157e308,
		0.1, 1.0 / 3, 4.9e-324, 123456789.25,
	};
	size_t n = sizeof(values) / sizeof(values[0]);
	const char *at;

	begin();
	json_row(&json, "a");
	for (size_t i = 0; i < n; i++)
		json_real(&json, NULL, values[i]);
	at = strchr(end(), '[');
	for (size_t i = 0; i < n; i++) {
		char *next;

		ok(strtod(at + 1, &next) == values[i], "%s", at);
		at = next;
	}
}

static void floats(void)
{
	begin();
	json_real(&json, "a", (double)0.1f);
	json_real(&json, "b", (double)16777216.0f);
	json_real(&json, "c", NAN);
	json_real(&json, "d", -INFINITY);
	ok(strstr(end(), "\"a\": 0.1,"), "%s", text);
	ok(strstr(text, "\"b\": 16777216,"), "%s", text);
	ok(strstr(text, "\"c\": \"NaN\""));
	ok(strstr(text, "\"d\": \"-Infinity\""));
}

static const struct tap_test tests[] = {
	{"maps and lists are indented, rows are in one line", nested},
	{"what is left open is closed", left_open},
	{"texts are quoted, and always UTF-8", texts},
	{"a number is read back as it was", reals},
	{"a float has no more digits than it needs", floats},
};
TAP_MAIN(tests)
