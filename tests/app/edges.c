/* SPDX-License-Identifier: MIT */
/*
 * Strings of every length that end where memory does, with a NUL and, where
 * their number of bytes is given, without. Others lie across two pages.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <wchar.h>

#include "tests/app/called.h"
#include "tests/app/expect.h"

#define PAGE 4096
#define MANY 70

static char *end; /* of memory */
static char spanning[2 * MANY];
static char *volatile found;
static wchar_t *volatile found_wide;
static volatile size_t length;
static volatile long number;
static int (*volatile into_number)(const char *) = atoi; /* not inlined */

/* n letters before `behind` */
static char *letters(char *behind, int n)
{
	volatile char *s = behind - n;

	for (int i = 0; i < n; i++)
		s[i] = (char)('a' + i % 26);
	return (char *)s;
}

static void ended(int n)
{
	char *s = letters(end - 1, n);

	end[-1] = 0;
	spanning[MANY] = 0;
	letters(spanning + MANY, n);
	expect("strcmp(s1=\"%s\", s2=\"%s\") = %d", s, s,
	       strcmp(s, spanning + MANY - n));
	found = strchr(s, '?');
	expect("strchr(s=\"%s\", c='?') = NULL", s);
	expect("strncmp(s1=\"%s\", s2=\"%s\", n=%zu) = 0", s, s, (size_t)-1);
	number = strncmp(spanning + MANY - n, s, (size_t)-1);
	expect("strcasecmp(s1=\"%s\", s2=\"%s\") = 0", s, s);
	number = strcasecmp(spanning + MANY - n, s);
}

static void counted(int n)
{
	char *s = letters(end, n);
	char to[MANY];

	letters(spanning + MANY, n);
	spanning[MANY] = '+';
	expect("strncmp(s1=\"%.*s\", s2=\"%.*s\", n=%d) = %d", n, s, n, s, n,
	       strncmp(s, spanning + MANY - n, (size_t)n));
	expect("strncasecmp(s1=\"%.*s\", s2=\"%.*s\", n=%d) = 0", n, s, n, s,
	       n);
	number = strncasecmp(spanning + MANY - n, s, (size_t)n);
	expect("strnlen(s=\"%.*s\", maxlen=%d) = %d", n, s, n, n);
	length = strnlen(s, (size_t)n);
	expect("strncpy(dst=PTR, src=\"%.*s\", sz=%d) = PTR", n, s, n);
	found = strncpy(to, s, (size_t)n);
}

/* They stop at what they look for. */
static void unended(int n)
{
	char *s = letters(end, n);

	found = strchr(s, 'a');
	expect("strchr(s=\"%.*s\", c='a') = PTR", n, s);
	expect("strcmp(s1=\"%.*s\", s2=\"?\") = %d", n, s, strcmp(s, "?"));
	end[-1] = '.';
	s[0] = '7';
	if (n < 3)
		return;
	number = into_number(s);
	expect("atoi(nptr=\"%.*s\") = 7", n, s);
	number = strtol(s, NULL, 10);
	expect("%s(nptr=\"%.*s\", endptr=NULL, base=10) = 7", called("strtol"),
	       n, s);
	found = strpbrk(s, "z.7");
	expect("strpbrk(s=\"%.*s\", accept=\"z.7\") = PTR", n, s);
	length = strspn(s, "z.7");
	expect("strspn(s=\"%.*s\", accept=\"z.7\") = 1", n, s);
	length = strcspn(s, "z.7");
	expect("strcspn(s=\"%.*s\", reject=\"z.7\") = 0", n, s);
}

static void wide(int n)
{
	wchar_t *s = (wchar_t *)(void *)end - n;
	wchar_t to[4];

	for (int i = 0; i < n; i++)
		((volatile wchar_t *)s)[i] = L'a' + i;
	found_wide = wmemcpy(to, s, (size_t)n);
	expect("wmemcpy(dest=PTR, src=PTR, n=%d) = PTR", n);
	expect("wcsncmp(s1=\"%.*ls\", s2=\"%.*ls\", n=%d) = %d", n, s, n, s, n,
	       wcsncmp(s, L"abc", (size_t)n));
	length = wcsnlen(s, (size_t)n);
	expect("wcsnlen(s=\"%.*ls\", maxlen=%d) = %d", n, s, n, n);
	expect("wcscmp(s1=\"%.*ls\", s2=\"?\") = %d", n, s, wcscmp(s, L"?"));
	found_wide = wcschr(s, L'a');
	expect("wcschr(wcs=\"%.*ls\", wc=97) = PTR", n, s);
}

/* n bytes before the next page, and as many in it. */
static void split(int n)
{
	char *s = letters(end - PAGE + n, 2 * n);

	end[n - PAGE] = 0;
	expect("strcmp(s1=\"%s\", s2=\"%s\") = 0", s, s);
	number = strcmp(s, s);
	found = strstr(s, "ab");
	expect("strstr(haystack=\"%s\", needle=\"ab\") = PTR", s);
	length = strnlen(s, 2 * (size_t)n);
	expect("strnlen(s=\"%s\", maxlen=%d) = %d", s, 2 * n, 2 * n);
}

int main(void)
{
	end = (char *)mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) +
	      2 * PAGE;
	mprotect(end, PAGE, PROT_NONE);
	for (int n = 0; n < MANY - 1; n++)
		ended(n);
	for (int n = 1; n < MANY; n++) {
		counted(n);
		unended(n);
	}
	for (int n = 1; n < 4; n++)
		wide(n);
	for (int n = 1; n < MANY / 2; n++)
		split(n);
	return 0;
}
