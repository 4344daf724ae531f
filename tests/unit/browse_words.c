/* SPDX-License-Identifier: MIT */
/*
 * A line as words, as a shell has them.
 */
#include "tools/browse/words.h"

#include <stdio.h>
#include <string.h>

#include "tests/tap.h"

/* The words between bars, or "no". */
static const char *split(const char *line)
{
	static char copy[1024], joined[1024];
	char *words[WORDS_MAX + 1];
	int n;

	snprintf(copy, sizeof(copy), "%s", line);
	n = words_split(copy, words);
	if (n < 0)
		return "no";
	*joined = '\0';
	for (int i = 0; i < n; i++) {
		strcat(joined, words[i]);
		strcat(joined, "|");
	}
	ok(!words[n]);
	return joined;
}

static void spaces(void)
{
	is_str(split(""), "");
	is_str(split("   "), "");
	is_str(split("a"), "a|");
	is_str(split("  a  bc "), "a|bc|");
}

static void quotes(void)
{
	is_str(split("'a b'"), "a b|");
	is_str(split("x'a b'y z"), "xa by|z|");
	is_str(split("\"a 'b\" c"), "a 'b|c|");
	is_str(split("'' a"), "|a|");
	is_str(split("a\\ b"), "a b|");
	is_str(split("'a\\b'"), "a\\b|");
	is_str(split("\"a\\\"b\""), "a\"b|");
	is_str(split("a\\"), "a\\|");
}

static void not_closed(void)
{
	is_str(split("'a"), "no");
	is_str(split("a \"b'"), "no");
}

static void many(void)
{
	char line[2 * WORDS_MAX + 4] = "";
	char *words[WORDS_MAX + 1];

	for (int i = 0; i < WORDS_MAX; i++)
		strcat(line, "a ");
	is_i64(words_split(strdupa(line), words), WORDS_MAX);
	strcat(line, "b");
	is_i64(words_split(strdupa(line), words), -1);
}

static const struct tap_test tests[] = {
	{"words are between spaces", spaces},
	{"quotes and backslashes keep them together", quotes},
	{"a quote that is not closed is an error", not_closed},
	{"more words than there may be are, too", many},
};
TAP_MAIN(tests)
