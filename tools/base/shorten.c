/* SPDX-License-Identifier: MIT */
/*
 * Leaves out the middle of a text, see shorten.h.
 */
#include "tools/base/shorten.h"

#include "tools/base/utf8.h"

#define GAP "..."
#define GAP_COLUMNS 3u

/* Of the character at an offset of the text. */
static size_t bytes_at(struct fxr_text text, size_t at)
{
	size_t n = utf8_length(fxr_text(text.bytes + at, text.n_bytes - at));

	return n ? n : 1;
}

size_t shorten_width(struct fxr_text text)
{
	size_t n = 0;

	for (size_t at = 0; at < text.n_bytes; at += bytes_at(text, at))
		n++;
	return n;
}

/* The offset of character n. */
static size_t offset_of(struct fxr_text text, size_t n)
{
	size_t at = 0;

	for (; n && at < text.n_bytes; n--)
		at += bytes_at(text, at);
	return at;
}

void shorten_put(struct pen *to, struct fxr_text text, size_t columns)
{
	size_t width = shorten_width(text), head = 0, tail = columns, from;

	if (width <= columns) {
		pen_bytes(to, text.bytes, text.n_bytes);
		return;
	}
	if (columns > GAP_COLUMNS) {
		head = (columns - GAP_COLUMNS) / 3;
		tail = columns - GAP_COLUMNS - head;
		pen_bytes(to, text.bytes, offset_of(text, head));
		pen_put(to, GAP);
	}
	from = offset_of(text, width - tail);
	pen_bytes(to, text.bytes + from, text.n_bytes - from);
}

void shorten_put_line(struct pen *to, struct fxr_text line, size_t n_kept,
		      size_t columns)
{
	struct fxr_text head = fxr_text(line.bytes, n_kept);
	size_t width = shorten_width(head);

	if (width + GAP_COLUMNS >= columns) {
		shorten_put(to, line, columns);
		return;
	}
	pen_bytes(to, head.bytes, head.n_bytes);
	shorten_put(to, fxr_text(line.bytes + n_kept, line.n_bytes - n_kept),
		    columns - width);
}

/* How much of the text fits: up to behind a comma, or all. At least to the
 * first one. */
static size_t fitting(struct fxr_text text, size_t columns)
{
	size_t n = 0;

	for (size_t at = 0; at < text.n_bytes;) {
		const char *comma =
			memchr(text.bytes + at, ',', text.n_bytes - at);
		size_t to =
			comma ? (size_t)(comma - text.bytes) + 1 : text.n_bytes;

		if (n && shorten_width(fxr_text(text.bytes, to)) > columns)
			break;
		n = at = to;
	}
	return n;
}

void shorten_wrap(struct pen *to, struct fxr_text text, unsigned indent,
		  size_t columns)
{
	size_t left = columns;

	for (;;) {
		size_t n = fitting(text, left);

		pen_bytes(to, text.bytes, n);
		while (n < text.n_bytes && text.bytes[n] == ' ')
			n++;
		text = fxr_text(text.bytes + n, text.n_bytes - n);
		if (!text.n_bytes)
			return;
		pen_format(to, "\n%*s", (int)indent, "");
		left = columns > indent ? columns - indent : 1;
	}
}
