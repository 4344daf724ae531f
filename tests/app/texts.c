/* SPDX-License-Identifier: MIT */
/*
 * Strings of every length around those that are copied 16 and 32 bytes at a
 * time: from a page's begin, up to its end, with other bytes behind them, and
 * with a letter at each place that is not ASCII. Each again and again: the
 * first calls of a function and of a string go other ways.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/app/expect.h"

#define PAGE_BYTES 4096
#define LONGEST 70
#define TIMES 3

static char *page;

static void look_up(const char *name)
{
	for (int i = 0; i < TIMES; i++) {
		getenv(name);
		expect("getenv(name=\"%s\") = NULL", name);
	}
}

static void place(size_t n, size_t at)
{
	memset(page, '#', PAGE_BYTES);
	for (size_t i = 0; i < n; i++)
		page[at + i] = (char)('a' + i % 26);
	page[at + n] = 0;
	look_up(page + at);
}

static void place_letter(size_t n, size_t at)
{
	memset(page + 1, 'x', n);
	page[1 + n] = 0;
	memcpy(page + 1 + at, "\xc3\xa9", 2);
	look_up(page + 1);
}

static void look_up_all(void)
{
	page = (char *)mmap(NULL, 2 * PAGE_BYTES, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	mprotect(page + PAGE_BYTES, PAGE_BYTES, PROT_NONE);
	for (size_t n = 0; n <= LONGEST; n++) {
		place(n, 0);
		place(n, 1);
		place(n, PAGE_BYTES - 1 - n);
		if (n > 32)
			continue;
		place(n, PAGE_BYTES - 33);
		for (size_t at = 0; at + 2 <= n; at++)
			place_letter(n, at);
	}
	setenv("a", "", 1);
	getenv("a");
	expect("getenv(name=\"a\") = \"\"");
	setenv("a", "short", 1);
	getenv("a");
	expect("getenv(name=\"a\") = \"short\"");
	setenv("a", "a value of some thirty-five letters", 1);
	for (int i = 0; i < TIMES; i++) {
		getenv("a");
		expect("getenv(name=\"a\") = \"a value of some thirty-five "
		       "letters\"");
	}
}

/* In a child: a fault would end the calls and what is expected alike. */
int main(void)
{
	int status = -1;
	pid_t child = fork();

	if (child == 0) {
		look_up_all();
		return 0;
	}
	waitpid(child, &status, 0);
	if (status)
		expect("not a status of %d", status);
	return 0;
}
