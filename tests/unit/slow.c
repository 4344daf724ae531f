/* SPDX-License-Identifier: MIT */
/* LINK: tests/unit/slow_probe.S */
/*
 * Calls of slow halves (preload/arch/slow.inc): what a wrapper has in registers
 * is there after them.
 */
#include "preload/arch/slow.h"

#include "tests/tap.h"

/* How many words of registers are kept. */
#if defined(__x86_64__)
#define N_WORDS 8
#elif defined(__aarch64__)
#define N_WORDS 32 /* x1 to x15, x18, and 8 vectors of two words */
#endif
#define SEEN 32 /* words from one copy to the other */

uint64_t probe(uint64_t *words);

static void kept(void)
{
	uint64_t words[2 * SEEN] = {0};

	for (unsigned i = 0; i < N_WORDS; i++)
		words[i] = 0x0101010101010101 * (i + 1);
	is_u64(probe(words), 4711);
	is_mem(words + SEEN, words, N_WORDS * sizeof(*words));
}

static const struct tap_test tests[] = {
	{"a slow half preserves registers and returns its result", kept},
};

TAP_MAIN(tests)
