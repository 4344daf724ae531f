/* SPDX-License-Identifier: MIT */
/* LINK: tests/fuzz/manager.c */
/*
 * A lent buffer that changes at random, and at places that matter, between any
 * two looks into it: the code that `make fuzz` runs.
 */
#include <string.h>

#include "tests/damage.h"
#include "tests/fuzz/target.h"
#include "tests/lend.h"
#include "tests/tap.h"
#include "writer/wire.h"

enum { MAX_CHANGES = 24, N_RUNS = 4000 };

struct change {
	uint32_t at;
	uint8_t step, unused[3];
	uint64_t word;
};

static struct {
	uint32_t header, control, durable, rolling; /* words */
} where;

static void find_offsets(void)
{
	struct lend lend;

	lend_make(&lend, FXW_CLOCK_TSC, "fuzz");
	where.header =
		(uint32_t)((uint64_t *)lend.header - (uint64_t *)lend.map);
	where.control =
		(uint32_t)((uint64_t *)lend.control - (uint64_t *)lend.map);
	where.durable = (uint32_t)(lend.durable - (uint64_t *)lend.map);
	where.rolling = (uint32_t)(lend.rolling[0] - (uint64_t *)lend.map);
	lend_free(&lend);
}

/* Places that something depends on are hit as often as all others. */
static uint32_t any_place(uint64_t *seed)
{
	uint32_t at = (uint32_t)damage_random(seed);

	switch (damage_random(seed) % 6) {
	case 0:
		return where.control + at % 64;
	case 1:
		return where.control + 64 + at % (FXW_SLOTS * 8);
	case 2:
		return where.durable + at % 16;
	case 3: /* stamps */
		return where.rolling + at % 63 * 128 + (at >> 8) % 4;
	case 4:
		return where.rolling + at % (64 * 128 * 2);
	}
	return at;
}

static uint64_t any_word(uint64_t *seed)
{
	uint64_t word = damage_random(seed);

	switch (damage_random(seed) % 5) {
	case 0:
		return word >> word % 64;
	case 1: /* a record's header */
		return (word & ~0xfff0ull) | (word >> 40 & 0x1f) << 4;
	case 2:
		return word % 3 ? 0 : ~0ull;
	case 3: /* a sequence and an offset, or a packet */
		return (word & 3) << 32 | (word >> 8 & 0x3fff);
	}
	return word;
}

static void at_random(void)
{
	struct change changes[MAX_CHANGES];
	uint64_t seed = 0x5eed;

	find_offsets();
	for (unsigned i = 0; i < N_RUNS; i++) {
		unsigned n = 1 + (unsigned)(damage_random(&seed) % MAX_CHANGES);

		for (unsigned j = 0; j < n; j++)
			changes[j] = (struct change){
				.at = any_place(&seed),
				.step = (uint8_t)damage_random(&seed),
				.word = any_word(&seed),
			};
		if (LLVMFuzzerTestOneInput((const uint8_t *)changes,
					   n * sizeof(*changes)))
			ok(false);
	}
	ok(true);
}

static const struct tap_test tests[] = {
	{"whatever changes in a lent buffer, whole records come out of it",
	 at_random},
};
TAP_MAIN(tests)
