/* SPDX-License-Identifier: MIT */
/*
 * What is left of chunks that snappy packed: what precedes a cut. Damaged ones
 * never write or read where they should not.
 */
#include "tools/convert/snappy.h"

#include <snappy-c.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/guard.h"
#include "tests/tap.h"

static uint32_t seed = 1;

static uint32_t random_number(void)
{
	return seed = seed * 1664525u + 1013904223u;
}

/* Bytes of which each is one of n_kinds. */
static void fill(uint8_t *bytes, size_t n, unsigned n_kinds)
{
	for (size_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)((random_number() >> 16) % n_kinds);
}

/* Of the packed bytes' first n, what is salvaged is a beginning of these. */
static size_t salvaged(const char *packed, size_t n, const uint8_t *bytes,
		       size_t n_bytes)
{
	uint8_t *to = malloc(n_bytes + 1);
	size_t n_done = snappy_salvage(packed, n, to, n_bytes);

	if (n_done > n_bytes || memcmp(to, bytes, n_done) != 0)
		n_done = SIZE_MAX;
	free(to);
	return n_done;
}

/* The more of the packed bytes there is, the more is salvaged. */
static void test_cuts(void)
{
	static uint8_t bytes[200000];
	static char packed[300000];
	size_t n_packed = sizeof(packed), last = 0, n_worse = 0, n_short = 0;

	fill(bytes, sizeof(bytes) / 2, 3);
	fill(bytes + sizeof(bytes) / 2, sizeof(bytes) / 2, 256);
	ok(snappy_compress((char *)bytes, sizeof(bytes), packed, &n_packed) ==
	   SNAPPY_OK);
	for (size_t n = 0; n <= n_packed; n += n_packed - n > 1000 ? 997 : 1) {
		size_t n_done = salvaged(packed, n, bytes, sizeof(bytes));

		n_worse += n_done < last || n_done == SIZE_MAX;
		/* a literal is not longer than what is packed at once */
		n_short += n > 65536 + 20 && !n_done;
		last = n_done;
	}
	is_u64(n_worse, 0);
	is_u64(n_short, 0);
	is_u64(last, sizeof(bytes));
}

/* A literal of 4 and copies with offsets of 1, 2 and 4 bytes, written by hand
 * from the format's description. */
static void test_elements(void)
{
	static const uint8_t packed[] = {
		17,	    3 << 2, 'a', 'b',	     'c', 'd', 0x01, 4,
		2 << 2 | 2, 2,	    0,	 5 << 2 | 3, 1,	  0,   0,    0};
	uint8_t to[17];
	/* of what is cut behind n bytes, so much is there */
	static const struct {
		size_t n, n_bytes;
	} cuts[] = {{16, 17}, {15, 11}, {11, 11}, {10, 8}, {8, 8},
		    {7, 4},   {6, 4},	{5, 3},	  {1, 0},  {0, 0}};

	for (size_t i = 0; i < sizeof(cuts) / sizeof(*cuts); i++) {
		size_t n = snappy_salvage(packed, cuts[i].n, to, sizeof(to));

		is_u64(n, cuts[i].n_bytes);
		is_mem(to, "abcdabcdcdccccccc", n);
	}
}

/* At the end of readable and writable memory, whatever the bytes say. */
static void test_damage(void)
{
	uint8_t source[4096];
	char packed[8192];
	size_t n_packed = sizeof(packed);
	bool is_within = true;

	fill(source, sizeof(source), 5);
	ok(snappy_compress((char *)source, sizeof(source), packed, &n_packed) ==
	   SNAPPY_OK);
	for (unsigned i = 0; i < 3000; i++) {
		size_t n = random_number() % n_packed + 1;
		uint8_t *from = guard_alloc(n), *to = guard_alloc(4096);

		memcpy(from, packed, n);
		from[random_number() % n] ^= (uint8_t)(1 << i % 8);
		is_within &= snappy_salvage(from, n, to, 4096) <= 4096;
		guard_free(from, n);
		guard_free(to, 4096);
	}
	ok(is_within);
}

static const struct tap_test tests[] = {
	{"of a cut packing there is what precedes the cut", test_elements},
	{"wherever a packing is cut, there is a beginning", test_cuts},
	{"damaged bytes stay within their bounds", test_damage},
};
TAP_MAIN(tests)
