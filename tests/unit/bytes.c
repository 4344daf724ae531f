/* SPDX-License-Identifier: MIT */
/*
 * The byte helpers, at every length and alignment that has a branch of its
 * own, right before an unmapped page.
 */
#include "writer/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "tests/guard.h"
#include "tests/tap.h"

#define N_MAX 600u /* over FXW_STRING_OP_MIN_BYTES */

/* n bytes, none of them zero, that end at an unmapped page. */
static char *text(size_t n)
{
	char *bytes = guard_alloc(n);
	size_t i;

	for (i = 0; i < n; i++)
		bytes[i] = (char)('a' + i % 23);
	return bytes;
}

static void copies(void)
{
	char *want = text(N_MAX), *from, *to;
	size_t n;

	for (n = 0; n <= N_MAX; n++) {
		from = guard_copy(want, n);
		to = guard_alloc(n + 1);
		fxw_copy(to, from, n);
		if (!is_mem(to, want, n) || !is_u64((uint8_t)to[n], 0xa5))
			return;
		guard_free(from, n);
		guard_free(to, n + 1);
	}
}

static void zeroes(void)
{
	char *nothing = calloc(1, N_MAX), *to;
	size_t n;

	for (n = 0; n <= N_MAX; n++) {
		to = guard_alloc(n + 1);
		fxw_zero(to, n);
		if (!is_mem(to, nothing, n) || !is_u64((uint8_t)to[n], 0xa5))
			return;
		guard_free(to, n + 1);
	}
}

static void measures(void)
{
	char *all = text(N_MAX + 1), *s;
	size_t n;

	all[N_MAX] = 0;
	for (n = 0; n <= N_MAX; n++) {
		s = all + N_MAX - n;
		if (!is_u64(fxw_length(s), n) ||
		    !is_u64(fxw_length_max(s, n), n) ||
		    !is_u64(fxw_length_max(s, n + 100), n) ||
		    !is_u64(fxw_length_max(s, n / 2), n / 2))
			return;
	}
}

/* Zero bytes in front of the string lie in the block that is read first. */
static void measures_behind_zeroes(void)
{
	char block[64] __attribute__((aligned(16)));
	size_t off;

	for (off = 0; off < 32; off++) {
		memset(block, 0, sizeof(block));
		memset(block + off, 'x', 20);
		is_u64(fxw_length(block + off), 20);
	}
}

static void measures_unterminated(void)
{
	char *all = text(N_MAX);
	size_t n;

	for (n = 0; n <= N_MAX; n++)
		if (!is_u64(fxw_length_max(all + N_MAX - n, n), n))
			return;
}

static void compares(void)
{
	char *a = text(100), *b = guard_copy(a, 100);
	size_t n, i;

	for (n = 0; n <= 100; n++) {
		ok(fxw_equal(a + 100 - n, b + 100 - n, n));
		for (i = 100 - n; i < 100; i++) {
			b[i] ^= 0x40;
			if (!ok(!fxw_equal(a + 100 - n, b + 100 - n, n)))
				return;
			b[i] ^= 0x40;
		}
	}
}

static void compares_strings(void)
{
	ok(fxw_same("", ""));
	ok(fxw_same("read", "read"));
	ok(!fxw_same("read", "reae"));
	ok(!fxw_same("read", "readv"));
	ok(!fxw_same("readv", "read"));
	ok(!fxw_same("", "r"));
}

static const struct tap_test tests[] = {
	{"every byte is copied and none behind", copies},
	{"every byte is cleared and none behind", zeroes},
	{"a string's length is measured up to the limit", measures},
	{"zero bytes in front of a string do not end it",
	 measures_behind_zeroes},
	{"nothing is read behind the limit", measures_unterminated},
	{"a difference in any byte is found", compares},
	{"strings are the same only to their ends", compares_strings},
};
TAP_MAIN(tests)
