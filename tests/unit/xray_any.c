/* SPDX-License-Identifier: MIT */
/* LINK: tests/fuzz/xray.c */
/*
 * Damaged logs of XRay, and damaged names: the code that `make fuzz` runs, over
 * its seeds.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/damage.h"
#include "tests/fuzz/target.h"
#include "tests/tap.h"

static unsigned char bytes[8 << 10];
static size_t n_bytes;

static void run(const void *from, size_t n)
{
	ok(!LLVMFuzzerTestOneInput(from, n));
}

static void each_seed(void (*test)(void))
{
	glob_t seeds;

	if (glob("tests/fuzz/xray/*", 0, NULL, &seeds))
		skip("not run in the source tree");
	for (size_t i = 0; i < seeds.gl_pathc; i++) {
		FILE *in = fopen(seeds.gl_pathv[i], "rb");

		n_bytes = in ? fread(bytes, 1, sizeof(bytes), in) : 0;
		ok(n_bytes > 100 && n_bytes < sizeof(bytes));
		if (in)
			fclose(in);
		test();
	}
	globfree(&seeds);
}

static void cut_seed(void)
{
	for (size_t n = 0; n <= n_bytes; n++)
		run(bytes, n);
}

static void cut(void)
{
	each_seed(cut_seed);
}

static void flip_seed(void)
{
	for (size_t i = 0; i < n_bytes; i++) {
		bytes[i] ^= (unsigned char)(1u << i % 8);
		run(bytes, n_bytes);
		bytes[i] ^= (unsigned char)(1u << i % 8);
	}
}

static void flip(void)
{
	each_seed(flip_seed);
}

static void damage_seed(void)
{
	unsigned char copy[sizeof(bytes)];
	uint64_t seed = 0x5eed;

	for (unsigned i = 0; i < 300; i++) {
		memcpy(copy, bytes, n_bytes);
		run(copy, damage(copy, n_bytes, &seed));
	}
}

static void at_random(void)
{
	each_seed(damage_seed);
}

static const struct tap_test tests[] = {
	{"a log may be cut anywhere", cut},
	{"any bit of it may be another one", flip},
	{"damage at random is survived", at_random},
};

TAP_MAIN(tests)
