/* SPDX-License-Identifier: MIT */
/*
 * Which memory may be read: the pages of small values and the ranges of large
 * ones, which are remembered. Also what causes another query.
 */
#include "preload/runtime/readable.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/tap.h"
#include "writer/clock.h"
#include "writer/engine.h"
#include "writer/thread.h"

#define PAGE 4096u
#define N_BYTES (64u * PAGE)

static char *memory;

static char path[64];

static void begin(void)
{
	struct fxw_options options = {.path = path,
				      .buffer_bytes = 64 << 10,
				      .pid = (uint32_t)getpid(),
				      .name = "test"};

	snprintf(path, sizeof(path), "/tmp/fxtrace-readable-%d.fxt", getpid());
	unlink(path);
	fxw_clock_start(NULL);
	is_i64(fxw_engine_start(&options), 0);
	fxw_engine.state = FXW_ENGINE_ON;
	ok(fxw_thread_attach() != NULL);
	unlink(path);
	memory = mmap(NULL, N_BYTES, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void takes_what_is_there(void)
{
	begin();
	ok(fxp_known_readable(memory, N_BYTES));
	ok(fxp_known_readable(memory, N_BYTES));
	ok(fxp_known_readable(memory + 17, N_BYTES - 17));
	ok(fxp_known_readable(memory + 17, 3 * PAGE));
	ok(fxp_query_range(memory, N_BYTES));
	ok(fxp_query_range(memory, 0));
}

static void stops_at_the_end(void)
{
	begin();
	mprotect(memory + N_BYTES - PAGE, PAGE, PROT_NONE);
	ok(!fxp_known_readable(memory, N_BYTES));
	ok(!fxp_known_readable(memory + N_BYTES - 3 * PAGE, 3 * PAGE));
	ok(!fxp_query_range(memory, N_BYTES));
	ok(fxp_known_readable(memory, N_BYTES - PAGE));
	ok(!fxp_known_readable(memory, N_BYTES - PAGE + 1));
	ok(fxp_known_readable(memory + N_BYTES - 3 * PAGE, 2 * PAGE));
}

static void does_not_wrap_around(void)
{
	begin();
	ok(!fxp_known_readable(memory, SIZE_MAX));
	ok(!fxp_query_range(memory, SIZE_MAX));
	ok(!fxp_known_readable(NULL, 40 * PAGE));
}

/* free() unmaps what malloc had mapped, and no wrapper hears of it. */
static void notices_unknown_holes(void)
{
	begin();
	ok(fxp_known_readable(memory, N_BYTES));
	syscall(SYS_munmap, memory + 20 * PAGE, PAGE);
	ok(!fxp_known_readable(memory, N_BYTES));
	ok(fxp_known_readable(memory, 20 * PAGE));
	ok(fxp_known_readable(memory + 21 * PAGE, 43 * PAGE));
}

static void forgets_at_an_unmap(void)
{
	begin();
	ok(fxp_known_readable(memory, N_BYTES));
	mprotect(memory + 20 * PAGE, PAGE, PROT_NONE);
	fxw_engine.n_unmaps++;
	ok(!fxp_known_readable(memory, N_BYTES));
}

static void remembers_several_in_turn(void)
{
	begin();
	for (unsigned i = 0; i < FXW_VERIFIED_RANGES; i++)
		ok(fxp_known_readable(memory + i * PAGE, 40 * PAGE));
	is_u64(fxw_self->next_range, FXW_VERIFIED_RANGES);
	for (unsigned i = 0; i < FXW_VERIFIED_RANGES; i++)
		ok(fxp_known_readable(memory + i * PAGE, 40 * PAGE));
	is_u64(fxw_self->next_range, FXW_VERIFIED_RANGES);
	ok(fxp_known_readable(memory, N_BYTES));
	ok(fxp_known_readable(memory + PAGE, 30 * PAGE));
	is_u64(fxw_self->next_range, FXW_VERIFIED_RANGES + 1);
}

static void says_no_where_it_may_not_query(void)
{
	begin();
	fxw_engine.no_system_calls = 1;
	ok(!fxp_known_readable(memory, N_BYTES));
	ok(!fxp_query_range(memory, N_BYTES));
}

static const struct tap_test tests[] = {
	{"memory that is there is taken, again and again", takes_what_is_there},
	{"memory that may not be read is not", stops_at_the_end},
	{"a size past the address space is refused", does_not_wrap_around},
	{"a hole that no call made is noticed", notices_unknown_holes},
	{"what an unmap may have taken is queried again", forgets_at_an_unmap},
	{"several ranges are remembered, in turn", remembers_several_in_turn},
	{"where the kernel may not be queried, nothing is readable",
	 says_no_where_it_may_not_query},
};
TAP_MAIN(tests)
