/* SPDX-License-Identifier: MIT */
/*
 * Snappy: what is packed comes back, other writers' packings are understood,
 * and damaged ones never write or read where they should not.
 */
#include "tools/convert/snappy.h"

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

static bool comes_back(const uint8_t *bytes, size_t n)
{
	uint8_t *packed = malloc(SNAPPY_SPACE(n));
	uint8_t *again = malloc(n + 1);
	size_t n_packed = snappy_pack(bytes, n, packed), n_again = SIZE_MAX;
	bool is_same = n_packed <= SNAPPY_SPACE(n) &&
		       snappy_length(packed, n_packed, &n_again) &&
		       n_again == n &&
		       snappy_unpack(packed, n_packed, again, n) == n &&
		       !memcmp(again, bytes, n);

	free(packed);
	free(again);
	return is_same;
}

static void test_back(void)
{
	static const size_t sizes[] = {0,   1,	 3,   4,    59,	   60,	  61,
				       255, 256, 257, 5000, 65536, 300000};
	static const unsigned kinds[] = {1, 2, 17, 256};
	uint8_t *bytes = malloc(300000);

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		for (size_t k = 0; k < 4; k++) {
			fill(bytes, sizes[i], kinds[k]);
			ok(comes_back(bytes, sizes[i]), "%zu bytes of %u kinds",
			   sizes[i], kinds[k]);
		}
	free(bytes);
}

static void test_small(void)
{
	uint8_t *bytes = calloc(1, 100000);
	uint8_t *packed = malloc(SNAPPY_SPACE(100000));

	ok(snappy_pack(bytes, 100000, packed) < 6000);
	free(bytes);
	free(packed);
}

/* A literal of 4 and copies with offsets of 1, 2 and 4 bytes, written by hand
 * from the format's description. */
static void test_elements(void)
{
	static const uint8_t packed[] = {
		17,	    3 << 2, 'a', 'b',	     'c', 'd', 0x01, 4,
		2 << 2 | 2, 2,	    0,	 5 << 2 | 3, 1,	  0,   0,    0};
	uint8_t to[17];
	size_t n = snappy_unpack(packed, sizeof(packed), to, sizeof(to));

	is_u64(n, 17);
	is_mem(to, "abcdabcdcdccccccc", 17);
}

static void test_cut(void)
{
	static const uint8_t packed[] = {9, 8 << 2, 'a', 'b', 'c'};
	uint8_t to[9];

	is_u64(snappy_unpack(packed, sizeof(packed), to, sizeof(to)), 3);
	is_mem(to, "abc", 3);
}

/* At the end of readable and writable memory, whatever the bytes say. */
static void test_damage(void)
{
	uint8_t source[4096], packed[SNAPPY_SPACE(4096)];
	size_t n_packed;
	bool is_within = true;

	fill(source, sizeof(source), 5);
	n_packed = snappy_pack(source, sizeof(source), packed);
	for (unsigned i = 0; i < 3000; i++) {
		size_t n = random_number() % n_packed + 1;
		uint8_t *from = guard_alloc(n), *to = guard_alloc(4096);

		memcpy(from, packed, n);
		from[random_number() % n] ^= (uint8_t)(1 << i % 8);
		is_within &= snappy_unpack(from, n, to, 4096) <= 4096;
		guard_free(from, n);
		guard_free(to, 4096);
	}
	ok(is_within);
}

static const struct tap_test tests[] = {
	{"what is packed comes back", test_back},
	{"what repeats becomes small", test_small},
	{"copies of all sizes, and over themselves, are understood",
	 test_elements},
	{"of a cut literal there is what is before the cut", test_cut},
	{"damaged bytes stay within their bounds", test_damage},
};
TAP_MAIN(tests)
