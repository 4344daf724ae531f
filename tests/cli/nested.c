/* SPDX-License-Identifier: MIT */
/* Calls inside a call: words are compared while they are sorted. */
#include <stdlib.h>
#include <string.h>

static int (*volatile compare)(const char *a, const char *b) = strcmp;

static int by_name(const void *a, const void *b)
{
	return compare(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
	const char *words[] = {"pear", "apple", "fig", "quince"};

	qsort(words, 4, sizeof(*words), by_name);
	return strcmp(words[0], "apple") != 0;
}
