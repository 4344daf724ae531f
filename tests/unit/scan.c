/* SPDX-License-Identifier: MIT */
/*
 * What is taken from a stream without keeping it is what fscanf takes.
 */
#include "tools/io/scan.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

static const char *const texts[] = {
	"",
	"   \n ",
	"12 34 56\n",
	"  -7x8 abc",
	"0x1F 017 09",
	"a:b:c",
	"3.5e2 nan inf .5.5",
	"abc]def^g",
	"50% off",
	"+-1",
	"0x",
	"1e+",
	"word1 word2\nword3",
	"99999999999999999999999 1",
	"\tz",
};

static const char *const formats[] = {
	"%d",	     "%d %d",	 "%*d%d",
	" %d%c",     "%x %o %i", "%[^:]:%s",
	"%2c%3s",    "%f %f %f", "%[a-c]%[]d]%[^x]",
	"%d%% off",  "%d%n%d",	 "%ld%hhd%jd%zu",
	"%3d%3d",    "x%d",	 " ",
	"%s",	     "%*s%*s",	 "%5[0-9]%d",
	"%i",	     "%p",	 "%g",
	"%1$d %2$d", "%c",	 "%ms %md",
	"%d\n",	     "%d,%d",
};

/* What fscanf returns, and what it leaves. */
static int by_libc(const char *text, const char *format, char *rest)
{
	static long long space[8][128];
	FILE *stream = fmemopen((void *)text, strlen(text) + !*text, "r");
	int status;

	if (!*text)
		(void)getc(stream); /* its NUL */
	status = fscanf(stream, format, space[0], space[1], space[2], space[3],
			space[4], space[5], space[6], space[7]);
	rest[fread(rest, 1, 127, stream)] = '\0';
	fclose(stream);
	return status;
}

static int by_us(const char *text, const char *format, char *rest)
{
	FILE *stream = fmemopen((void *)text, strlen(text) + !*text, "r");
	int status;

	if (!*text)
		(void)getc(stream);
	status = io_scan(stream, format);
	rest[fread(rest, 1, 127, stream)] = '\0';
	fclose(stream);
	return status;
}

static void as_fscanf(void)
{
	char want[128], got[128];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		for (size_t k = 0; k < sizeof(formats) / sizeof(*formats);
		     k++) {
			int libc = by_libc(texts[i], formats[k], want);
			int us = by_us(texts[i], formats[k], got);

			ok(libc == us && !strcmp(want, got),
			   "\"%s\" by \"%s\": %d, \"%s\", not %d, \"%s\"",
			   texts[i], formats[k], us, got, libc, want);
		}
}

static void no_conversion(void)
{
	char rest[128];

	is_i64(by_us("12 x", "%d %", rest), 1);
	is_i64(by_us("12", "%[", rest), 0);
	is_i64(by_us("1", "%5", rest), 0);
	is_i64(by_us("1", "%Z%d", rest), 0);
}

static void stores_nothing(void)
{
	char rest[128];

	is_i64(by_us("7 8", "%99999999999999999999d%n%n%s%lln", rest), 2);
	is_i64(by_us("7 8", "%3$n%*n%d%500000$d", rest), 2);
	is_str(rest, "");
}

static const struct tap_test tests[] = {
	{"each format takes from each text what fscanf takes", as_fscanf},
	{"what is no conversion ends it", no_conversion},
	{"whatever a format says, nothing is stored", stores_nothing},
};
TAP_MAIN(tests)
