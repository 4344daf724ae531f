/* SPDX-License-Identifier: MIT */
/*
 * Lists an archive's records, one a line, without any of the tools' code:
 *
 *	lsarchive FILE
 *
 * Fails (1) at the first word that no record can begin with; a run of zero
 * words is a line of its own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "writer/fxt.h"

enum { MAX_WORDS = 1 << 20 };

static uint64_t words[MAX_WORDS];
static char strings[FXT_STRING_MAX_INDEX + 1][64];

static const char *const events[16] = {
	"instant",    "counter",     "begin",	   "end",
	"complete",   "async-begin", "async-inst", "async",
	"flow-begin", "flow-step",   "flow-end",
};

/* Prints what a ref means; returns where the record goes on. */
static const uint64_t *print_text(const uint64_t *at, unsigned ref)
{
	if (!(ref & FXT_STRING_INLINE)) {
		printf(" %s", strings[ref]);
		return at;
	}
	printf(" %.*s", (int)(ref & 0x7fff), (const char *)at);
	return at + fxt_words(ref & 0x7fff);
}

static void print_event(const uint64_t *record)
{
	const uint64_t *at = record + 2;

	printf("%s", events[record[0] >> 16 & 15]);
	if (!(record[0] >> 24 & 0xff))
		at += 2;
	at = print_text(at, record[0] >> 32 & 0xffff);
	at = print_text(at, record[0] >> 48);
	for (unsigned n = record[0] >> 20 & 15; n; n--) {
		const uint64_t *value = print_text(at + 1, *at >> 16 & 0xffff);

		printf("=%llu", (unsigned long long)((*at & 15) <= 2 ? *at >> 32
								     : *value));
		at += *at >> 4 & 0xfff;
	}
	putchar('\n');
}

static void print_string(const uint64_t *record)
{
	unsigned index = record[0] >> 16 & 0x7fff;
	int n = (int)(record[0] >> 32 & 0x7fff);

	snprintf(strings[index], sizeof(strings[index]), "%.*s", n,
		 (const char *)(record + 1));
	printf("string %u %s\n", index, strings[index]);
}

static void print(const uint64_t *record, size_t n_words)
{
	switch (record[0] & 15) {
	case FXT_RECORD_METADATA:
		printf("metadata %u\n", (unsigned)(record[0] >> 16 & 15));
		return;
	case FXT_RECORD_INIT:
		printf("init %llu\n", (unsigned long long)record[1]);
		return;
	case FXT_RECORD_STRING:
		print_string(record);
		return;
	case FXT_RECORD_EVENT:
		print_event(record);
		return;
	case FXT_RECORD_BLOB:
		printf("filler %zu\n", n_words);
		return;
	}
	printf("record %u\n", (unsigned)(record[0] & 15));
}

int main(int argc, char **argv)
{
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	size_t n, gap, n_words;

	if (!file)
		return 2;
	n = fread(words, 8, MAX_WORDS, file);
	for (size_t at = 1; at < n; at += n_words) {
		for (gap = at; gap < n && !words[gap]; gap++)
			;
		n_words = gap > at ? gap - at : words[at] >> 4 & 0xfff;
		if (n_words == 0 || n_words > n - at)
			return 1;
		if (gap > at)
			printf("gap %zu\n", n_words);
		else
			print(words + at, n_words);
	}
	return 0;
}
