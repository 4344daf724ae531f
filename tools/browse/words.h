/* SPDX-License-Identifier: MIT */
/*
 * Words of a line, as a shell has them, without what a shell expands.
 */
#ifndef TOOLS_BROWSE_WORDS_H
#define TOOLS_BROWSE_WORDS_H

#define WORDS_MAX 64

/* Splits a line at its spaces, in place. Between ' or " and behind \ all is
 * part of a word. words: receives at most WORDS_MAX of them, and NULL. Returns
 * how many, or -1 if a quote is not closed or there are more. */
int words_split(char *line, char *words[WORDS_MAX + 1]);

#endif
