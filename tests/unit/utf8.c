/* SPDX-License-Identifier: MIT */
/*
 * Which bytes may be a string in a record.
 */
#include "writer/utf8.h"

#include <string.h>

#include "tests/guard.h"
#include "tests/tap.h"

/* Length of the kept part of a C string that ends right before an unmapped
 * page. */
static size_t length_kept(const char *text)
{
	size_t n = strlen(text);

	return fxw_utf8_cut(guard_copy(text, n), n);
}

static void ascii(void)
{
	char all[127];

	for (int i = 0; i < 127; i++)
		all[i] = (char)(i + 1);
	is_u64(fxw_utf8_cut(guard_copy(all, 127), 127), 127);
	is_u64(length_kept(""), 0);
	is_u64(length_kept("seven77"), 7);
	is_u64(length_kept("eight888"), 8);
}

static void characters(void)
{
	is_u64(length_kept("b\xc3\xa4r"), 4);
	is_u64(length_kept("\xe2\x82\xac"), 3);
	is_u64(length_kept("\xf0\x9f\x98\x80 tail"), 9);
	is_u64(length_kept("\xf4\x8f\xbf\xbf"), 4);
	is_u64(length_kept("\xed\x9f\xbf"), 3);
}

static void malformed(void)
{
	static const char *const bad[] = {
		"\x80",		       /* continuation without a lead */
		"a\xff",	       /* never a lead */
		"\xc0\x80",	       /* overlong NUL */
		"\xc1\xbf",	       /* overlong, two bytes */
		"\xe0\x9f\xbf",	       /* overlong, three */
		"\xf0\x8f\xbf\xbf",    /* overlong, four */
		"\xed\xa0\x80",	       /* a surrogate */
		"\xf4\x90\x80\x80",    /* past U+10FFFF */
		"\xf5\x80\x80\x80",    /* far past it */
		"\xe2\x28\xa1",	       /* broken second byte */
		"\xe2\x82\x28",	       /* broken third */
		"12345678\xc3(234567", /* behind whole words of ASCII */
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ok(length_kept(bad[i]) == FXW_NOT_UTF8, "case %d", (int)i);
}

static void cut_off(void)
{
	is_u64(length_kept("ab\xe2\x82"), 2);
	is_u64(length_kept("ab\xf0\x9f\x98"), 2);
	is_u64(length_kept("\xc3"), 0);
	/* what is there of it must be right all the same */
	ok(length_kept("ab\xe2\x28") == FXW_NOT_UTF8);
	ok(length_kept("ab\xed\xa0") == FXW_NOT_UTF8);
}

static const struct tap_test tests[] = {
	{"ASCII is length_kept whole", ascii},
	{"characters of two to four bytes are length_kept whole", characters},
	{"what is not UTF-8 is recognised", malformed},
	{"a character cut off at the end is left out", cut_off},
};
TAP_MAIN(tests)
