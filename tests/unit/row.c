/* SPDX-License-Identifier: MIT */
/*
 * The records of rows, against the format's document: a size, the types of the
 * columns, and their bytes (sqlite.org/fileformat2.html, section 2.1).
 */
#include "tools/convert/sqlite/row.h"

#include <stdio.h>
#include <string.h>

#include "tests/tap.h"

static struct row row;

/* Whether the row's record is that, in hexadecimal digits. */
static void is_record(const char *want)
{
	struct fxr_text record = row_record(&row);
	char got[256] = "";

	for (size_t i = 0; i < record.n_bytes && i < sizeof(got) / 2 - 1; i++)
		snprintf(got + 2 * i, 3, "%02x",
			 (unsigned char)record.bytes[i]);
	is_str(got, want);
}

static void is_int(int64_t number, const char *want)
{
	row_begin(&row, 1);
	row_int(&row, 0, number);
	is_record(want);
}

static void integers(void)
{
	is_int(0, "0208");
	is_int(1, "0209");
	is_int(2, "020102");
	is_int(-1, "0201ff");
	is_int(127, "02017f");
	is_int(-128, "020180");
	is_int(128, "02020080");
	is_int(-129, "0202ff7f");
	is_int(32767, "02027fff");
	is_int(32768, "0203008000");
	is_int(-32769, "0203ff7fff");
	is_int(8388607, "02037fffff");
	is_int(8388608, "020400800000");
	is_int(INT32_MAX, "02047fffffff");
	is_int(INT32_MIN, "020480000000");
	is_int(1ll << 31, "0205000080000000");
	is_int((1ll << 47) - 1, "02057fffffffffff");
	is_int(1ll << 47, "02060000800000000000");
	is_int(INT64_MAX, "02067fffffffffffffff");
	is_int(INT64_MIN, "02068000000000000000");
}

static void others(void)
{
	row_begin(&row, 5);
	row_real(&row, 0, 1.5);
	row_text(&row, 1, fxr_text("ab", 2));
	row_blob(&row, 2, fxr_text("\0\1\2", 3));
	row_uint(&row, 4, 1ull << 63);
	is_record("06071112"
		  "0007"
		  "3ff8000000000000"
		  "6162"
		  "000102"
		  "43e0000000000000");
}

/* A record that is longer than one byte says, and columns of many bytes. */
static void long_ones(void)
{
	static char bytes[70];
	struct fxr_text record;

	memset(bytes, 'x', sizeof(bytes));
	row_begin(&row, ROW_MAX_COLUMNS);
	for (unsigned i = 0; i < ROW_MAX_COLUMNS; i++)
		row_text(&row, (int)i, fxr_text(bytes, sizeof(bytes)));
	record = row_record(&row);
	is_u64(record.n_bytes, 1 + ROW_MAX_COLUMNS * (2 + sizeof(bytes)));
	ok(!memcmp(record.bytes, "\x29\x81\x19\x81\x19", 5));
}

/* As many columns as it was begun with, whatever the last one had. */
static void fewer(void)
{
	row_begin(&row, 3);
	for (int i = 0; i < 3; i++)
		row_int(&row, i, 7);
	is_record("04010101070707");
	row_begin(&row, 1);
	row_int(&row, 0, 8);
	is_record("020108");
	row_begin(&row, 2);
	is_record("030000");
}

static const struct tap_test tests[] = {
	{"an integer has as many bytes as it needs", integers},
	{"NULL, reals, texts and blobs have their types", others},
	{"long texts have long types", long_ones},
	{"a row has nothing of the last one", fewer},
};
TAP_MAIN(tests)
