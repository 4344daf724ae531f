/* SPDX-License-Identifier: MIT */
/*
 * See words.h.
 */
#include "tools/browse/words.h"

#include <stddef.h>

/* Copies a word to its own place, without quotes. Returns what is behind it,
 * or NULL if a quote is not closed. */
static char *take_word(char *from)
{
	char *to = from;
	char quote = 0;

	for (; *from && (quote || *from != ' '); from++) {
		if (*from == quote)
			quote = 0;
		else if (!quote && (*from == '\'' || *from == '"'))
			quote = *from;
		else if (*from == '\\' && quote != '\'' && from[1])
			*to++ = *++from;
		else
			*to++ = *from;
	}
	if (quote)
		return NULL;
	if (*from)
		from++;
	*to = '\0';
	return from;
}

int words_split(char *line, char *words[WORDS_MAX + 1])
{
	int n = 0;

	for (;;) {
		while (*line == ' ')
			line++;
		if (!*line)
			break;
		if (n == WORDS_MAX)
			return -1;
		words[n++] = line;
		line = take_word(line);
		if (!line)
			return -1;
	}
	words[n] = NULL;
	return n;
}
