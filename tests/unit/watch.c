/* SPDX-License-Identifier: MIT */
/*
 * The calls of which functions reach the code of streams.
 */
#include "preload/call/fast.h"
#include "preload/runtime/upcalls.h"

#include "tests/tap.h"

static const struct fxg_function functions[1];
static const struct fxg_table table = {.functions = functions,
				       .n_functions = 1};
static struct fxp_slot cells[1];
struct fxp_api fxp_libc = {.table = &table, .slots = cells}, fxp_gl;

static unsigned n_before, n_after;

static void before(const struct fxp_slot *cell, uintptr_t frame,
		   uintptr_t upper, const uint64_t *slot)
{
	(void)cell;
	(void)frame;
	(void)upper;
	(void)slot;
	n_before++;
}

static void after(const struct fxp_slot *cell, uintptr_t frame,
		  const uint64_t *slot)
{
	(void)cell;
	(void)frame;
	(void)slot;
	n_after++;
}

/* A call of a function that is not recorded and has these bits, too. */
static void make_call(uint32_t watch)
{
	struct fxp_call call = {.cell = cells};
	uint64_t slot[1] = {0};

	cells->api = &fxp_libc;
	cells->watch = (uint16_t)(watch | FXP_NOT_RECORDED);
	n_before = n_after = 0;
	fxp_begin_general(&call, slot);
	fxp_end_general(&call, slot);
}

static void of_streams(void)
{
	fxp_upcalls.stream_before = before;
	fxp_upcalls.stream_after = after;
	for (uint32_t watch = 0; watch < 2 * FXP_STREAM; watch++) {
		unsigned want = watch & FXP_STREAM ? 1 : 0;

		make_call(watch);
		if (!ok(n_before == want && n_after == want, "watch %#x",
			watch))
			return;
	}
}

static const struct tap_test tests[] = {
	{"only calls of functions that act on streams reach the code of "
	 "streams",
	 of_streams},
};
TAP_MAIN(tests)
