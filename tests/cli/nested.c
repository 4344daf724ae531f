/* SPDX-License-Identifier: MIT */
/*
 * Calls inside a call: words are compared while they are sorted. `nested N`
 * sorts in each comparison, N times in one another.
 */
#include <stdlib.h>
#include <string.h>

static int (*volatile compare)(const char *a, const char *b) = strcmp;
static int n_deep;

static int by_name(const void *a, const void *b)
{
	return compare(*(char *const *)a, *(char *const *)b);
}

static int deeper(const void *a, const void *b)
{
	char two[] = {1, 0};

	if (--n_deep > 0)
		qsort(two, 2, 1, deeper);
	return *(const char *)a - *(const char *)b;
}

int main(int argc, char **argv)
{
	const char *words[] = {"pear", "apple", "fig", "quince"};
	char two[] = {1, 0};

	n_deep = argc > 1 ? atoi(argv[1]) : 0;
	if (n_deep) {
		qsort(two, 2, 1, deeper);
		return two[0] != 0;
	}
	qsort(words, 4, sizeof(*words), by_name);
	return strcmp(words[0], "apple") != 0;
}
