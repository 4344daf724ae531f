/* SPDX-License-Identifier: MIT */
/*
 * Which calls are those that a library makes for the recorder itself.
 */
#include "preload/runtime/mute.h"
#include "tests/tap.h"

__thread struct fxw_thread *fxw_self;
static unsigned n_refreshed;

void fxw_thread_refresh(struct fxw_thread *t)
{
	(void)t;
	n_refreshed++;
}

static bool is_on_other_stack;

bool fxw_frame_is_dead(uintptr_t frame, uintptr_t now)
{
	return frame <= now && !is_on_other_stack;
}

/* A stack that grows down, of return addresses. */
static const uintptr_t stack[4] = {1500, 2500, 1500, 1500};
static const struct fxw_range code[] = {{3000, 4000}, {1000, 2000}};

static void begin(void)
{
	static struct fxw_thread thread;

	fxw_self = &thread;
	fxp_mute_begin((uintptr_t)&stack[2], code, 2);
}

static void by_address(void)
{
	begin();
	ok(fxp_is_muted(&stack[0]));
	ok(!fxp_is_muted(&stack[1])); /* a handler's */
	ok(fxp_is_muted(&stack[0]));
	is_u64(n_refreshed, 1);
	fxp_mute_end();
	ok(!fxp_is_muted(&stack[0]));
	is_u64(n_refreshed, 2);
}

static void left(void)
{
	begin();
	ok(!fxp_is_muted(&stack[3]));
	ok(!fxp_is_muted(&stack[0]));
	is_u64(n_refreshed, 2);
	fxp_mute_end();
	is_u64(n_refreshed, 2);
}

/* Its stack lies above. */
static void on_other_stack(void)
{
	begin();
	is_on_other_stack = true;
	ok(!fxp_is_muted(&stack[3]));
	is_on_other_stack = false;
	ok(fxp_is_muted(&stack[0]));
	fxp_mute_end();
}

/* No thread, or another one: a forked child's. */
static void unknown(void)
{
	static struct fxw_thread child;

	fxw_self = NULL;
	fxp_mute_begin((uintptr_t)&stack[2], code, 2);
	ok(!fxp_is_muted(&stack[0]));
	fxp_mute_end();
	begin();
	fxw_self = &child;
	ok(!fxp_is_muted(&stack[0]));
	fxp_mute_end();
	is_u64(n_refreshed, 1);
}

static const struct tap_test tests[] = {
	{"calls from a library's code are left out, a handler's are not",
	 by_address},
	{"a thread that jumped out of the library is recorded again", left},
	{"a handler on a stack of its own is, and the library is not behind it",
	 on_other_stack},
	{"an unknown thread is recorded", unknown},
};

TAP_MAIN(tests)
