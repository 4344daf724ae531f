/* SPDX-License-Identifier: MIT */
/*
 * Fields of comma-separated values, see csv.h.
 */
#include "tools/base/csv.h"

/* What makes quotes needed. */
static bool is_special(char c)
{
	return c == ',' || c == '"' || c == '\r' || c == '\n';
}

/* Spreadsheets may cut there, too. */
static bool is_separator(char c)
{
	return c == ';' || c == '\t' || c == '|';
}

/* -1, +2.5, -3e9: no formula. */
static bool is_number(struct fxr_text text)
{
	size_t n = 1;

	if (text.n_bytes < 2)
		return false;
	for (; n < text.n_bytes; n++)
		if (!(text.bytes[n] >= '0' && text.bytes[n] <= '9') &&
		    text.bytes[n] != '.' && text.bytes[n] != 'e')
			return false;
	return text.bytes[0] == '-' || text.bytes[0] == '+';
}

static bool is_formula(struct fxr_text text)
{
	static const char wide[][4] = {"\xef\xbc\x9d", "\xef\xbc\x8b",
				       "\xef\xbc\x8d", "\xef\xbc\xa0"};

	if (!text.n_bytes)
		return false;
	if (strchr("=+-@\t\r\n", text.bytes[0]) && text.bytes[0])
		return !is_number(text);
	for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++)
		if (text.n_bytes >= 3 && memcmp(text.bytes, wide[i], 3) == 0)
			return true;
	return false;
}

static void put_quoted(struct pen *out, struct fxr_text text)
{
	for (size_t i = 0; i < text.n_bytes; i++) {
		if (text.bytes[i] == '"')
			pen_byte(out, '"');
		pen_byte(out, text.bytes[i]);
	}
}

void csv_text(struct pen *out, struct fxr_text text, bool for_spreadsheet)
{
	bool is_marked = for_spreadsheet && is_formula(text);
	size_t n = 0;

	while (n < text.n_bytes && !is_special(text.bytes[n]) &&
	       !(for_spreadsheet && is_separator(text.bytes[n])))
		n++;
	if (n == text.n_bytes && !is_marked) {
		pen_bytes(out, text.bytes, n);
		return;
	}
	pen_put(out, is_marked ? "\"'" : "\"");
	put_quoted(out, text);
	pen_byte(out, '"');
}
