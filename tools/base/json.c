/* SPDX-License-Identifier: MIT */
/*
 * Text and memory in JSON, see json.h.
 */
#include "tools/base/json.h"
#include "tools/base/utf8.h"

/* What may be between a string's quotes; what is not UTF-8 is replaced. */
static bool is_plain(char c)
{
	return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

/* Whether one of 8 bytes is not plain. */
static bool is_any_special(uint64_t word)
{
	const uint64_t ones = UINT64_MAX / 255, tops = ones * 0x80;
	uint64_t quote = word ^ ones * '"', slash = word ^ ones * '\\';
	uint64_t del = word ^ ones * 0x7f;

	return ((word - ones * ' ') | (quote - ones) | (slash - ones) |
		(del - ones) | word) &
	       tops;
}

static uint64_t load_bytes(const char *bytes, unsigned n_bytes)
{
	uint64_t word = 0;

	memcpy(&word, bytes, n_bytes);
	return word;
}

static bool is_all_plain(struct fxr_text text)
{
	const char *at = text.bytes, *end = at + text.n_bytes;

	if (text.n_bytes >= 8) {
		for (; end - at > 8; at += 8)
			if (is_any_special(load_bytes(at, 8)))
				return false;
		return !is_any_special(load_bytes(end - 8, 8));
	}
	if (text.n_bytes >= 4)
		return !is_any_special(load_bytes(at, 4) |
				       load_bytes(end - 4, 4) << 32);
	while (at < end && is_plain(*at))
		at++;
	return at == end;
}

static size_t n_plain(struct fxr_text text)
{
	size_t n = 0;

	while (n < text.n_bytes && is_plain(text.bytes[n]))
		n++;
	return n;
}

/* Writes one character that is not plain; returns its bytes. */
static size_t json_letter(struct pen *out, struct fxr_text text)
{
	unsigned char byte = (unsigned char)*text.bytes;
	size_t n = utf8_length(text);

	if (!n)
		pen_put(out, "\\ufffd");
	else if (byte < ' ' || byte == 0x7f)
		pen_format(out, "\\u%04x", byte);
	else if (byte == '"' || byte == '\\')
		pen_format(out, "\\%c", byte);
	else
		pen_bytes(out, text.bytes, n);
	return n ? n : 1;
}

void json_letters(struct pen *out, struct fxr_text text)
{
	while (text.n_bytes) {
		size_t n = n_plain(text);

		pen_bytes(out, text.bytes, n);
		if (n < text.n_bytes)
			n += json_letter(out, fxr_text(text.bytes + n,
						       text.n_bytes - n));
		text = fxr_text(text.bytes + n, text.n_bytes - n);
	}
}

void json_string(struct pen *out, struct fxr_text text)
{
	char *at;

	if (!is_all_plain(text)) {
		pen_byte(out, '"');
		json_letters(out, text);
		pen_byte(out, '"');
		return;
	}
	at = pen_capacity(out, text.n_bytes + 2);
	at[0] = at[text.n_bytes + 1] = '"';
	if (text.n_bytes)
		memcpy(at + 1, text.bytes, text.n_bytes);
	pen_used(out, text.n_bytes + 2);
}

bool json_is_text(struct fxr_text text)
{
	size_t n;

	while (text.n_bytes && (n = utf8_length(text)))
		text = fxr_text(text.bytes + n, text.n_bytes - n);
	return !text.n_bytes;
}

static void put_base64(char *to, const unsigned char *from, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	unsigned bits = (unsigned)from[0] << 16 |
			(n > 1 ? (unsigned)from[1] << 8 : 0) |
			(n > 2 ? from[2] : 0);

	to[0] = digits[bits >> 18];
	to[1] = digits[bits >> 12 & 63];
	to[2] = n > 1 ? digits[bits >> 6 & 63] : '=';
	to[3] = n > 2 ? digits[bits & 63] : '=';
}

void json_base64(struct pen *out, struct fxr_text bytes)
{
	const unsigned char *from = (const unsigned char *)bytes.bytes;
	size_t n = bytes.n_bytes / 3, rest = bytes.n_bytes % 3, i;

	for (i = 0; i < n; i++, from += 3) {
		put_base64(pen_capacity(out, 4), from, 3);
		pen_used(out, 4);
	}
	if (rest) {
		put_base64(pen_capacity(out, 4), from, rest);
		pen_used(out, 4);
	}
}

void json_bytes(struct pen *out, struct fxr_text bytes)
{
	pen_put(out, "{\"base64\":\"");
	json_base64(out, bytes);
	pen_put(out, "\",\"bytes\":");
	pen_uint(out, bytes.n_bytes);
	pen_byte(out, '}');
}
