/* SPDX-License-Identifier: MIT */
/*
 * Numbers as printf has them, and text that arrives whole.
 */
#include "tools/base/pen.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tests/tap.h"

/* More than a pen keeps back. */
#define LARGE_BYTES 300000u

static struct pen text;

static const char *taken(void)
{
	pen_byte(&text, '\0');
	return pen_take(&text).bytes;
}

static void numbers(void)
{
	char want[200];

	for (uint64_t n = 1; n; n = n > UINT64_MAX / 3 ? 0 : n * 3)
		for (uint64_t i = n - 1; i <= n + 1; i++) {
			snprintf(want, sizeof(want),
				 "%" PRIu64 " %" PRId64 " 0x%" PRIx64
				 " %06" PRIu64,
				 i, -(int64_t)i, i, i % 1000000);
			pen_uint(&text, i);
			pen_byte(&text, ' ');
			pen_int(&text, -(int64_t)i);
			pen_byte(&text, ' ');
			pen_hex(&text, i);
			pen_byte(&text, ' ');
			pen_digits(&text, i, 6);
			is_str(taken(), want);
		}
}

static void edges(void)
{
	pen_uint(&text, 0);
	pen_uint(&text, UINT64_MAX);
	pen_int(&text, INT64_MIN);
	pen_hex(&text, UINT64_MAX);
	pen_digits(&text, UINT64_MAX, 20);
	is_str(taken(), "018446744073709551615-9223372036854775808"
			"0xffffffffffffffff18446744073709551615");
	for (uint64_t n = 1, digits = 1; digits <= 19; n *= 10, digits++) {
		pen_uint(&text, n);
		is_u64(pen_take(&text).n_bytes, digits);
		pen_uint(&text, n * 10 - 1);
		is_u64(pen_take(&text).n_bytes, digits);
	}
}

static void formats(void)
{
	char *want = calloc(1, LARGE_BYTES + 2);

	memset(want, 'x', LARGE_BYTES);
	pen_format(&text, "%s", want);
	is_str(taken(), want);
	pen_format(&text, "%d-%s", 7, "y");
	is_str(taken(), "7-y");
	free(want);
}

static void nothing(void)
{
	struct pen empty = {0};

	ok(pen_take(&empty).bytes, "text of no bytes has an address");
	is_u64(pen_take(&empty).n_bytes, 0);
	pen_fini(&empty);
}

/* Pieces of all sizes, some larger than what is held back. */
static void stream(void)
{
	char *got = NULL, *large = calloc(1, LARGE_BYTES + 1);
	size_t n_got = 0, n_want = 0;
	FILE *out = open_memstream(&got, &n_got);
	struct pen pen = {.out = out};
	bool is_same = true;

	memset(large, 'z', LARGE_BYTES);
	for (size_t n = 0; n < LARGE_BYTES; n = n * 3 / 2 + 1) {
		pen_byte(&pen, '<');
		pen_bytes(&pen, large, n);
		n_want += n + 1;
	}
	pen_flush(&pen);
	fclose(out);
	is_u64(n_got, n_want);
	for (size_t n = 0, at = 0; n < LARGE_BYTES; n = n * 3 / 2 + 1) {
		is_same &=
			got[at] == '<' && memcmp(got + at + 1, large, n) == 0;
		at += n + 1;
	}
	ok(is_same, "all of it, in its order");
	pen_fini(&pen);
	free(large);
	free(got);
}

static const struct tap_test tests[] = {
	{"numbers are printf's", numbers},
	{"the largest and the smallest are, too", edges},
	{"a format may make any length", formats},
	{"nothing is a text, too", nothing},
	{"a stream gets everything in its order", stream},
};

TAP_MAIN(tests)
