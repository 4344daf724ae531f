/* SPDX-License-Identifier: MIT */
/*
 * Basic printing: text, bytes, numbers. See print.h.
 */
#include "tools/print/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct print_space *print_space(const struct print *print)
{
	static struct print_space own;

	return print->space ? print->space : &own;
}

void print_color(const struct print *print, enum print_color color)
{
	static const char *const escapes[] = {"\033[0m", "\033[2m", "\033[1m",
					      "\033[31m", "\033[36m"};

	if (print->has_color)
		pen_put(print->out, escapes[color]);
}

void print_hexdump(struct pen *out, const char *indent, struct fxr_text bytes)
{
	size_t at, i;

	for (at = 0; at < bytes.n_bytes; at += 16) {
		pen_format(out, "%s%06zx ", indent, at);
		for (i = at; i < at + 16; i++)
			if (i < bytes.n_bytes)
				pen_format(out, " %02x",
					   (unsigned char)bytes.bytes[i]);
			else
				pen_bytes(out, "   ", 3);
		pen_bytes(out, "  |", 3);
		for (i = at; i < at + 16 && i < bytes.n_bytes; i++) {
			char byte = bytes.bytes[i];

			pen_byte(out, byte >= ' ' && byte < 0x7f ? byte : '.');
		}
		pen_bytes(out, "|\n", 2);
	}
}

/* Whether %g prints it without a point or an exponent. */
static bool is_short_integer(double number, bool is_float)
{
	double most = is_float ? 1e6 : 1e15;

	return number > -most && number < most &&
	       number == (double)(int64_t)number &&
	       !(number == 0 && signbit(number));
}

void print_double(struct pen *out, double number, bool is_float)
{
	char text[40] = "";
	int digits;

	if (is_short_integer(number, is_float)) {
		pen_int(out, (int64_t)number);
		return;
	}
	for (digits = is_float ? 6 : 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, number);
		if (is_float ? strtof(text, NULL) == (float)number
			     : strtod(text, NULL) == number)
			break;
	}
	pen_put(out, text);
}
