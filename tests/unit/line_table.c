/* SPDX-License-Identifier: MIT */
/* Tables of lines: those of CPython 3.11 itself, and any bytes. */
#include "writer/line_table.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

/* The co_linetable of a function whose statements go over several lines, and
 * for each of its code units the line that co_lines() says. */
static const uint8_t table[] = {
	0x80, 0x00, 0xe0, 0x08, 0x09, 0xd8, 0x08, 0x09, 0xf0, 0x05, 0x03,
	0x09, 0x06, 0x80, 0x41, 0xf0, 0x0a, 0x00, 0x0e, 0x0f, 0xf0, 0x00,
	0x01, 0x05, 0x11, 0xf0, 0x00, 0x01, 0x05, 0x11, 0x88, 0x01, 0xdd,
	0x08, 0x0d, 0x88, 0x61, 0x89, 0x08, 0x8c, 0x08, 0x88, 0x08, 0x88,
	0x08, 0xf0, 0x06, 0x00, 0x0d, 0x0e, 0xd8, 0x0b, 0x0c, 0x88, 0x23,
	0xf1, 0x03, 0x01, 0x0d, 0x0e, 0xf0, 0x00, 0x01, 0x05, 0x0f,
};
static const uint8_t lines[] = {
	1, 3, 4, 2, 2, 7, 7, 7, 7, 8,  8,  8,  8,  8,  8,  8,
	8, 8, 8, 8, 8, 8, 8, 8, 8, 11, 12, 12, 11, 11, 11,
};

static void as_python(void)
{
	for (unsigned i = 0; i < sizeof(lines); i++) {
		is_u64(fxw_line_at(table, sizeof(table), 1, 2 * i), lines[i]);
		is_u64(fxw_line_at(table, sizeof(table), 1001, 2 * i + 1),
		       lines[i] + 1000u);
	}
	is_u64(fxw_line_at(table, sizeof(table), 1, 2 * sizeof(lines)), 0);
	is_u64(fxw_line_at(table, sizeof(table), 1, UINT64_MAX), 0);
}

static void backwards(void)
{
	/* by 40 lines, in two pieces of six bits; then to none that exists */
	static const uint8_t back[] = {0xe8, 0x41, 0x01, 0xe8, 0x7f, 0x3f};

	is_u64(fxw_line_at(back, sizeof(back), 100, 0), 68);
	is_u64(fxw_line_at(back, sizeof(back), 100, 2), 0);
}

static void cut(void)
{
	for (size_t n = 0; n < sizeof(table); n++) {
		/* its end is the end of its memory, which a sanitizer sees */
		uint8_t *part = malloc(n ? n : 1);

		memcpy(part, table, n);
		for (unsigned i = 0; i < sizeof(lines); i++) {
			uint32_t line = fxw_line_at(part, n, 1, 2 * i);

			ok(line <= 12 + 64);
		}
		is_u64(fxw_line_at(part, n, 1, 2 * sizeof(lines)), 0);
		free(part);
	}
}

static void any(void)
{
	uint64_t random = 1;

	for (unsigned i = 0; i < 20000; i++) {
		uint8_t bytes[64];

		for (unsigned k = 0; k < sizeof(bytes); k++) {
			random = random * 6364136223846793005u + 1;
			bytes[k] = (uint8_t)(random >> 56);
		}
		ok(fxw_line_at(bytes, sizeof(bytes), UINT32_MAX, i % 512) <=
		   INT32_MAX);
	}
}

static const struct tap_test tests[] = {
	{"each instruction has the line that Python says", as_python},
	{"a line may be before the one of the instruction before", backwards},
	{"a table that is cut ends there", cut},
	{"any bytes give a line or none", any},
};
TAP_MAIN(tests)
