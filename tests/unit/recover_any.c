/* SPDX-License-Identifier: MIT */
/* LINK: tests/fuzz/recover.c */
/*
 * Recovering damaged archives: the code that `make fuzz` runs, over a small
 * archive of circular mode whose program was killed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/damage.h"
#include "tests/fuzz/target.h"
#include "tests/tap.h"
#include "writer/wire.h"

static unsigned char bytes[64 << 10];
static size_t n_bytes;

static void read_seed(void)
{
	FILE *in = fopen("tests/fuzz/recover/circular.fxt", "rb");

	if (!in)
		skip("not run in the source tree");
	n_bytes = fread(bytes, 1, sizeof(bytes), in);
	fclose(in);
	ok(n_bytes > 30000 && n_bytes < sizeof(bytes));
}

static void run(const void *from, size_t n)
{
	ok(!LLVMFuzzerTestOneInput(from, n));
}

static void cut(void)
{
	read_seed();
	for (size_t n = 0; n <= n_bytes; n += 8 * 13)
		run(bytes, n);
}

/* Every word of the header and the first of the control area. */
static void header_words(void)
{
	static const uint64_t values[] = {0,	      1,	 1024,
					  UINT32_MAX, INT64_MAX, UINT64_MAX};
	uint64_t kept;

	read_seed();
	for (size_t at = 0; at < 512; at += 8) {
		memcpy(&kept, bytes + at, 8);
		for (size_t i = 0; i < sizeof(values) / 8; i++) {
			memcpy(bytes + at, &values[i], 8);
			run(bytes, n_bytes);
		}
		memcpy(bytes + at, &kept, 8);
	}
}

static void at_random(void)
{
	unsigned char *copy = malloc(sizeof(bytes));
	uint64_t seed = 0x5eed;

	read_seed();
	for (unsigned i = 0; copy && i < 500; i++) {
		memcpy(copy, bytes, n_bytes);
		run(copy, damage(copy, n_bytes, &seed));
	}
	free(copy);
}

static const struct tap_test tests[] = {
	{"an unfinished archive may be cut anywhere", cut},
	{"any word of its header may be anything", header_words},
	{"damage at random is survived", at_random},
};

TAP_MAIN(tests)
