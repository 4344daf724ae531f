/* SPDX-License-Identifier: MIT */
/*
 * See snappy.h. The format is format_description.txt of snappy: a varint with
 * the unpacked length, then literals and copies. Of a packing that was cut, the
 * whole elements get the length that they have, and libsnappy takes them.
 */
#include "tools/convert/snappy.h"

#include <snappy-c.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/reader/memory.h"

#define VARINT_BYTES 5u
#define LITERAL_IN_TAG 60u /* longer ones have 1 to 4 bytes of length */

struct element {
	size_t n_packed, n_bytes;
};

/* A literal, of which n bytes are there. */
static struct element literal(const uint8_t *from, size_t n)
{
	size_t length = from[0] >> 2, n_length = 0;

	if (length >= LITERAL_IN_TAG) {
		n_length = length - LITERAL_IN_TAG + 1;
		length = 0;
		for (size_t i = n_length; i && n_length < n; i--)
			length = length << 8 | from[i];
	}
	return (struct element){1 + n_length + length + 1, length + 1};
}

static struct element element(const uint8_t *from, size_t n)
{
	switch (from[0] & 3) {
	case 0:
		return literal(from, n);
	case 1:
		return (struct element){2, (from[0] >> 2 & 7) + 4u};
	case 2:
		return (struct element){3, (from[0] >> 2) + 1u};
	default:
		return (struct element){5, (from[0] >> 2) + 1u};
	}
}

static size_t put_varint(uint8_t *to, size_t n)
{
	size_t at = 0;

	for (; n >= 0x80; n >>= 7)
		to[at++] = (uint8_t)(n | 0x80);
	to[at++] = (uint8_t)n;
	return at;
}

/* How much there is of a literal that is cut, at its end. */
static size_t cut_literal(const uint8_t *from, size_t n, size_t space)
{
	struct element next = element(from, n);
	size_t n_head = next.n_packed - next.n_bytes;

	if (from[0] & 3 || n <= n_head || next.n_bytes > space)
		return 0;
	return n - n_head;
}

/* Elements that are whole, and the beginning of a literal behind them. Returns
 * the number of bytes in `to`. */
static size_t unpack_whole(const uint8_t *from, size_t n, void *to,
			   size_t space)
{
	size_t at = 0, n_bytes = 0, n_varint, n_literal, n_whole;
	uint8_t *packed;

	while (at < n) {
		struct element next = element(from + at, n - at);

		if (next.n_packed > n - at || next.n_bytes > space - n_bytes)
			break;
		at += next.n_packed;
		n_bytes += next.n_bytes;
	}
	packed = fxr_new(VARINT_BYTES + at, 1);
	n_varint = put_varint(packed, n_bytes);
	memcpy(packed + n_varint, from, at);
	n_literal =
		at < n ? cut_literal(from + at, n - at, space - n_bytes) : 0;
	memcpy((char *)to + n_bytes, from + n - n_literal, n_literal);
	n_whole = n_bytes;
	if (snappy_uncompress((const char *)packed, n_varint + at, to,
			      &n_whole) != SNAPPY_OK)
		n_bytes = n_literal = 0;
	free(packed);
	return n_bytes + n_literal;
}

size_t snappy_salvage(const void *from, size_t n_bytes, void *to, size_t space)
{
	const uint8_t *bytes = from;
	size_t n = space, at = 0;

	if (snappy_uncompress(from, n_bytes, to, &n) == SNAPPY_OK)
		return n;
	while (at < n_bytes && at < VARINT_BYTES && bytes[at] & 0x80)
		at++;
	return at < n_bytes ? unpack_whole(bytes + at + 1, n_bytes - at - 1, to,
					   space)
			    : 0;
}
