/* SPDX-License-Identifier: MIT */
/*
 * The small pieces of printing: text, bytes, numbers. See print.h.
 */
#include "tools/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put(FILE *out, const char *bytes, size_t n_bytes)
{
	fwrite_unlocked(bytes, 1, n_bytes, out);
}

static bool is_continued(struct fxr_text bytes, size_t n)
{
	size_t i;

	if (bytes.n_bytes < n)
		return false;
	for (i = 1; i < n; i++)
		if (((unsigned char)bytes.bytes[i] & 0xc0) != 0x80)
			return false;
	return true;
}

size_t print_utf8(struct fxr_text bytes)
{
	const unsigned char *at = (const unsigned char *)bytes.bytes;

	if (!bytes.n_bytes)
		return 0;
	if (at[0] < 0x80)
		return 1;
	if (at[0] >= 0xc2 && at[0] < 0xe0)
		return is_continued(bytes, 2) ? 2 : 0;
	if (at[0] >= 0xe0 && at[0] < 0xf0 && is_continued(bytes, 3) &&
	    !(at[0] == 0xe0 && at[1] < 0xa0) &&
	    !(at[0] == 0xed && at[1] >= 0xa0))
		return 3;
	if (at[0] >= 0xf0 && at[0] < 0xf5 && is_continued(bytes, 4) &&
	    !(at[0] == 0xf0 && at[1] < 0x90) &&
	    !(at[0] == 0xf4 && at[1] >= 0x90))
		return 4;
	return 0;
}

/* C1 controls and the marks that turn the writing direction around would act
 * on the terminal. */
static bool is_unsafe(const unsigned char *at, size_t n)
{
	if (n == 2)
		return at[0] == 0xc2 && at[1] < 0xa0;
	return n == 3 && at[0] == 0xe2 && (at[1] == 0x80 || at[1] == 0x81) &&
	       at[2] >= 0xa6 && at[2] <= 0xaf;
}

static void put_escape(FILE *out, unsigned char byte)
{
	static const char plain[] = "\n\t\r\"\\";
	static const char letters[] = "ntr\"\\";
	const char *found = byte ? strchr(plain, byte) : NULL;

	putc_unlocked('\\', out);
	if (found) {
		putc_unlocked(letters[found - plain], out);
		return;
	}
	putc_unlocked('0' + (byte >> 6), out);
	putc_unlocked('0' + (byte >> 3 & 7), out);
	putc_unlocked('0' + (byte & 7), out);
}

void print_escaped(FILE *out, struct fxr_text bytes, bool is_text)
{
	const char *at = bytes.bytes;
	const char *end = at + bytes.n_bytes;

	while (at < end) {
		unsigned char byte = (unsigned char)*at;
		const char *from = at;
		size_t n;

		while (at < end && *at >= ' ' && *at < 0x7f && *at != '"' &&
		       *at != '\\')
			at++;
		put(out, from, (size_t)(at - from));
		if (at > from)
			continue;
		n = is_text && byte >= 0x80
			    ? print_utf8(fxr_text(at, (size_t)(end - at)))
			    : 0;
		if (n && !is_unsafe((const unsigned char *)at, n)) {
			put(out, at, n);
			at += n;
		} else {
			put_escape(out, byte);
			at++;
		}
	}
}

void print_quoted(FILE *out, struct fxr_text bytes, bool is_text)
{
	putc_unlocked('"', out);
	print_escaped(out, bytes, is_text);
	putc_unlocked('"', out);
}

void print_name(FILE *out, struct fxr_text name)
{
	print_escaped(out, name, true);
}

void print_color(const struct print *print, enum print_color color)
{
	static const char *const escapes[] = {"\033[0m", "\033[2m", "\033[1m",
					      "\033[31m", "\033[36m"};

	if (print->has_color)
		fputs(escapes[color], print->out);
}

void print_duration(FILE *out, uint64_t ns)
{
	static const struct {
		uint64_t limit_ns;
		double unit_ns;
		const char *name;
	} units[] = {{1000000, 1e3, "us"}, {1000000000, 1e6, "ms"}};
	size_t i;

	if (ns < 1000) {
		fprintf(out, "%" PRIu64 "ns", ns);
		return;
	}
	for (i = 0; i < 2; i++) {
		/* what would round up to 1000.0 belongs to the next unit */
		if (ns >= units[i].limit_ns - units[i].limit_ns / 20000)
			continue;
		fprintf(out, "%.1f%s", (double)ns / units[i].unit_ns,
			units[i].name);
		return;
	}
	fprintf(out, "%.3fs", (double)ns / 1e9);
}

void print_hexdump(FILE *out, const char *indent, struct fxr_text bytes)
{
	size_t at, i;

	for (at = 0; at < bytes.n_bytes; at += 16) {
		fprintf(out, "%s%06zx ", indent, at);
		for (i = at; i < at + 16; i++)
			if (i < bytes.n_bytes)
				fprintf(out, " %02x",
					(unsigned char)bytes.bytes[i]);
			else
				put(out, "   ", 3);
		put(out, "  |", 3);
		for (i = at; i < at + 16 && i < bytes.n_bytes; i++) {
			char byte = bytes.bytes[i];

			putc_unlocked(byte >= ' ' && byte < 0x7f ? byte : '.',
				      out);
		}
		put(out, "|\n", 2);
	}
}

void print_uint(FILE *out, uint64_t number)
{
	char text[20], *at = text + sizeof(text);

	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	fwrite_unlocked(at, 1, (size_t)(text + sizeof(text) - at), out);
}

void print_int(FILE *out, int64_t number)
{
	if (number < 0)
		putc_unlocked('-', out);
	print_uint(out, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

/* What %g prints without a point or an exponent. */
static bool is_short_integer(double number, bool is_float)
{
	double most = is_float ? 1e6 : 1e15;

	return number > -most && number < most &&
	       number == (double)(int64_t)number &&
	       !(number == 0 && signbit(number));
}

void print_double(FILE *out, double number, bool is_float)
{
	char text[32] = "";
	int digits;

	if (is_short_integer(number, is_float)) {
		print_int(out, (int64_t)number);
		return;
	}
	for (digits = is_float ? 6 : 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, number);
		if (is_float ? strtof(text, NULL) == (float)number
			     : strtod(text, NULL) == number)
			break;
	}
	fputs(text, out);
}
