/* SPDX-License-Identifier: MIT */
/*
 * Snappy's raw format, see snappy.h. Packing is greedy: a table has the last
 * place of each four bytes. The longer nothing is found, the fewer places are
 * tried, so that incompressible data is fast.
 */
#include "tools/convert/snappy.h"

#include <stdint.h>
#include <string.h>

#define HASH_BITS 14
#define MAX_OFFSET 65535u
#define MAX_COPY 64u /* bytes of one copy with an offset of 2 bytes */

enum element {
	LITERAL,
	COPY_1, /* 4 to 11 bytes, offset of 11 bits */
	COPY_2,
	COPY_4,
};

static uint32_t load4(const uint8_t *at)
{
	uint32_t word;

	memcpy(&word, at, 4);
	return word;
}

static uint32_t hash(uint32_t word)
{
	return word * 0x9e3779b1u >> (32 - HASH_BITS);
}

static uint8_t *put_literal(uint8_t *to, const uint8_t *from, size_t n)
{
	size_t rest = n - 1;

	if (!n)
		return to;
	if (rest < 60) {
		*to++ = (uint8_t)(rest << 2);
	} else {
		unsigned n_length = rest < 1u << 8    ? 1
				    : rest < 1u << 16 ? 2
						      : 3;

		*to++ = (uint8_t)((59 + n_length) << 2);
		for (unsigned i = 0; i < n_length; i++)
			*to++ = (uint8_t)(rest >> 8 * i);
	}
	memcpy(to, from, n);
	return to + n;
}

static uint8_t *put_copy(uint8_t *to, size_t offset, size_t n)
{
	while (n) {
		size_t n_now = n < MAX_COPY ? n : MAX_COPY;

		*to++ = (uint8_t)((n_now - 1) << 2 | COPY_2);
		*to++ = (uint8_t)offset;
		*to++ = (uint8_t)(offset >> 8);
		n -= n_now;
	}
	return to;
}

static size_t n_same(const uint8_t *a, const uint8_t *b, const uint8_t *end)
{
	const uint8_t *from = b;

	while (b < end && *a == *b) {
		a++;
		b++;
	}
	return (size_t)(b - from);
}

static uint8_t *pack_block(const uint8_t *from, const uint8_t *end, uint8_t *to)
{
	static uint32_t places[1u << HASH_BITS];
	const uint8_t *at = from, *unpack_literal = from;
	size_t n_missed = 0;

	memset(places, 0, sizeof(places));
	while (end - at >= 4) {
		uint32_t *place = &places[hash(load4(at))];
		const uint8_t *before = from + *place;
		size_t n;

		*place = (uint32_t)(at - from);
		if (before == at || at - before > MAX_OFFSET ||
		    load4(before) != load4(at)) {
			at += 1 + (n_missed++ >> 5);
			continue;
		}
		n = 4 + n_same(before + 4, at + 4, end);
		to = put_literal(to, unpack_literal,
				 (size_t)(at - unpack_literal));
		to = put_copy(to, (size_t)(at - before), n);
		at += n;
		unpack_literal = at;
		n_missed = 0;
	}
	return put_literal(to, unpack_literal, (size_t)(end - unpack_literal));
}

size_t snappy_pack(const void *from, size_t n_bytes, void *to)
{
	const uint8_t *bytes = from;
	uint8_t *at = to;
	size_t n = n_bytes;

	for (; n >= 0x80; n >>= 7)
		*at++ = (uint8_t)(n | 0x80);
	*at++ = (uint8_t)n;
	return (size_t)(pack_block(bytes, bytes + n_bytes, at) - (uint8_t *)to);
}

/* The leading varint; returns its bytes, 0: there is none. */
static size_t get_length(const uint8_t *from, size_t n_bytes,
			 size_t *n_unpacked)
{
	uint64_t value = 0;

	for (size_t i = 0; i < n_bytes && i < 5; i++) {
		value |= (uint64_t)(from[i] & 0x7f) << 7 * i;
		if (from[i] < 0x80) {
			*n_unpacked = value;
			return i + 1;
		}
	}
	return 0;
}

bool snappy_length(const void *from, size_t n_bytes, size_t *n_unpacked)
{
	return get_length(from, n_bytes, n_unpacked) != 0;
}

struct unpack {
	const uint8_t *at, *end;
	uint8_t *first, *to, *limit;
};

/* n bytes, low first. */
static bool take_number(struct unpack *unpack, unsigned n, size_t *value)
{
	*value = 0;
	if ((size_t)(unpack->end - unpack->at) < n)
		return false;
	for (unsigned i = 0; i < n; i++)
		*value |= (size_t)*unpack->at++ << 8 * i;
	return true;
}

static bool unpack_literal(struct unpack *unpack, unsigned tag)
{
	size_t n = tag >> 2, n_there;

	if (n >= 60 && !take_number(unpack, (unsigned)n - 59, &n))
		return false;
	n++;
	if (n > (size_t)(unpack->limit - unpack->to))
		return false;
	n_there = (size_t)(unpack->end - unpack->at);
	n_there = n < n_there ? n : n_there;
	memcpy(unpack->to, unpack->at, n_there);
	unpack->at += n_there;
	unpack->to += n_there;
	return n_there == n; /* of a truncated file, the bytes that exist */
}

static bool unpack_copy(struct unpack *unpack, unsigned tag)
{
	unsigned kind = tag & 3;
	size_t n = kind == COPY_1 ? 4 + (tag >> 2 & 7) : 1 + (tag >> 2);
	size_t offset;

	if (!take_number(unpack, kind == COPY_4 ? 4 : kind, &offset))
		return false;
	if (kind == COPY_1)
		offset |= (size_t)(tag >> 5) << 8;
	if (!offset || offset > (size_t)(unpack->to - unpack->first) ||
	    n > (size_t)(unpack->limit - unpack->to))
		return false;
	for (; n; n--, unpack->to++) /* may overlap: a run */
		*unpack->to = unpack->to[-(ptrdiff_t)offset];
	return true;
}

size_t snappy_unpack(const void *from, size_t n_bytes, void *to, size_t space)
{
	size_t n_unpacked, n_head = get_length(from, n_bytes, &n_unpacked);
	struct unpack unpack = {.at = (const uint8_t *)from + n_head,
				.end = (const uint8_t *)from + n_bytes,
				.first = to,
				.to = to,
				.limit = (uint8_t *)to + space};
	bool is_sound = n_head;

	while (is_sound && unpack.at < unpack.end) {
		unsigned tag = *unpack.at++;

		is_sound = (tag & 3) == LITERAL ? unpack_literal(&unpack, tag)
						: unpack_copy(&unpack, tag);
	}
	return (size_t)(unpack.to - unpack.first);
}
