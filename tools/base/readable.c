/* SPDX-License-Identifier: MIT */
/*
 * Text, names and durations, see readable.h.
 */
#include "tools/base/readable.h"

#include <string.h>

#include "tools/base/terminal.h"
#include "tools/base/utf8.h"

static void put_escape(struct pen *out, unsigned char byte)
{
	static const char plain[] = "\n\t\r\"\\";
	static const char letters[] = "ntr\"\\";
	const char *found = byte ? strchr(plain, byte) : NULL;

	pen_byte(out, '\\');
	if (found) {
		pen_byte(out, letters[found - plain]);
		return;
	}
	pen_byte(out, '0' + (byte >> 6));
	pen_byte(out, '0' + (byte >> 3 & 7));
	pen_byte(out, '0' + (byte & 7));
}

void print_escaped(struct pen *out, struct fxr_text bytes, bool is_text)
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
		pen_bytes(out, from, (size_t)(at - from));
		if (at > from)
			continue;
		n = is_text && byte >= 0x80
			    ? utf8_length(fxr_text(at, (size_t)(end - at)))
			    : 0;
		if (n && !terminal_is_unsafe((const unsigned char *)at, n)) {
			pen_bytes(out, at, n);
			at += n;
		} else {
			put_escape(out, byte);
			at++;
		}
	}
}

void print_quoted(struct pen *out, struct fxr_text bytes, bool is_text)
{
	pen_byte(out, '"');
	print_escaped(out, bytes, is_text);
	pen_byte(out, '"');
}

void print_name(struct pen *out, struct fxr_text name)
{
	print_escaped(out, name, true);
}

/* As %.1f prints it, which rounds a tie by its last bit. */
static void put_tenths(struct pen *out, uint64_t ns, uint64_t unit_ns)
{
	uint64_t tenth_ns = unit_ns / 10, n = (ns + tenth_ns / 2) / tenth_ns;

	if (ns % tenth_ns == tenth_ns / 2) {
		pen_format(out, "%.1f", (double)ns / (double)unit_ns);
		return;
	}
	pen_uint(out, n / 10);
	pen_byte(out, '.');
	pen_byte(out, (char)('0' + n % 10));
}

void print_duration(struct pen *out, uint64_t ns)
{
	/* a value that would round up to 1000.0 belongs to the next unit */
	if (ns < 1000) {
		pen_uint(out, ns);
		pen_put(out, "ns");
	} else if (ns < 1000000 - 1000000 / 20000) {
		put_tenths(out, ns, 1000);
		pen_put(out, "us");
	} else if (ns < 1000000000 - 1000000000 / 20000) {
		put_tenths(out, ns, 1000000);
		pen_put(out, "ms");
	} else {
		pen_format(out, "%.3fs", (double)ns / 1e9);
	}
}
