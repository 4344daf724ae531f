/* SPDX-License-Identifier: MIT */
/*
 * Calls of an archive that grows: each comes soon, once, and in order; what
 * has no end yet gets it later.
 */
#include "tools/reader/follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/build_archive.h"
#include "tests/tap.h"

static struct build b;
static struct fxr_follow *follow;
static struct fxr_call call;

/* What was built goes to the follower, and is built no more. */
static void feed(void)
{
	fxr_follow_feed(follow, b.words, build_bytes(&b));
	b.n_words = 0;
}

static void opened(void)
{
	follow = fxr_follow_open();
	build_begin(&b);
	feed();
}

static void closed(void)
{
	is_str(fxr_follow_error(follow) ? "an error" : "", "");
	fxr_follow_close(follow);
	build_free(&b);
}

/* The next step as one string: its kind, number, name and arguments. */
static const char *next(void)
{
	static const char *const kinds[] = {"-", "call", "begun", "resumed"};
	static char text[256];
	enum fxr_step step = fxr_follow_next(follow, &call);
	size_t n;

	n = (size_t)snprintf(text, sizeof(text), "%s", kinds[step]);
	if (step)
		n += (size_t)snprintf(text + n, sizeof(text) - n, " %u %s",
				      (unsigned)call.number,
				      call.name->name.bytes);
	for (size_t i = 0; step && i < call.n_args; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, " %.*s",
				      (int)call.args[i].name.n_bytes,
				      call.args[i].name.bytes);
	return text;
}

static void whole_calls(void)
{
	opened();
	build_begin_call(&b, 10, "outer");
	build_call(&b, 12, 15, "leaf");
	build_end_call(&b, 20, "outer");
	feed();
	is_str(next(), "-");
	fxr_follow_settle(follow, 100);
	is_str(next(), "call 0 outer");
	is_u64(call.end_ns, 20);
	is_str(next(), "call 1 leaf");
	is_u64(call.end_ns, 15);
	is_str(next(), "-");
	fxr_follow_settle(follow, 200);
	is_str(next(), "-");
	closed();
}

static void late_end(void)
{
	opened();
	arg_i32(&b, "fd", 3);
	build_begin_call(&b, 10, "read");
	feed();
	fxr_follow_settle(follow, 100);
	is_str(next(), "begun 0 read fd");
	ok(!call.has_end);
	is_str(next(), "-");
	build_call(&b, 110, 111, "handler");
	arg_i64(&b, "ret", 5);
	arg_string(&b, "buf", "hello");
	build_end_call(&b, 120, "read");
	feed();
	fxr_follow_settle(follow, 200);
	is_str(next(), "call 1 handler");
	is_str(next(), "resumed 0 read buf");
	is_u64(call.begin_ns, 10);
	is_u64(call.end_ns, 120);
	is_u64(call.ret.as.u64, 5);
	is_str(next(), "-");
	closed();
}

static void what_is_not_settled_waits(void)
{
	opened();
	build_call(&b, 50, 51, "a");
	build_call(&b, 150, 151, "c");
	feed();
	fxr_follow_settle(follow, 100);
	is_str(next(), "call 0 a");
	is_str(next(), "-");
	b.tid = 102;
	build_call(&b, 120, 121, "b");
	feed();
	fxr_follow_settle(follow, UINT64_MAX);
	is_str(next(), "call 1 b");
	is_u64(call.thread->tid, 102);
	is_str(next(), "call 2 c");
	is_str(next(), "-");
	closed();
}

static void names_stay(void)
{
	uint64_t n_calls = 0;

	opened();
	build_string(&b, 7, "page");
	feed();
	/* four times the space for what waits */
	for (unsigned i = 0; i < 4000; i++) {
		char text[32001];

		memset(text, 'x', sizeof(text) - 1);
		text[sizeof(text) - 1] = '\0';
		arg_string(&b, "text", text);
		build_call(&b, 10 + i, 11 + i, "put");
		feed();
		if (!fxr_follow_is_full(follow) && i < 3999)
			continue;
		fxr_follow_settle(follow, UINT64_MAX);
		while (fxr_follow_next(follow, &call))
			n_calls += call.number == n_calls && call.n_args == 1;
	}
	is_u64(n_calls, 4000);
	closed();
}

static void ends_without_a_begin(void)
{
	opened();
	build_end_call(&b, 20, "read");
	feed();
	fxr_follow_settle(follow, UINT64_MAX);
	is_str(next(), "-");
	closed();
}

static void damage_ends_it(void)
{
	opened();
	build_call(&b, 10, 11, "put");
	build_word(&b, 0);
	feed();
	fxr_follow_settle(follow, UINT64_MAX);
	is_str(next(), "call 0 put");
	is_str(next(), "-");
	ok(fxr_follow_error(follow) != NULL);
	build_call(&b, 20, 21, "put");
	feed();
	fxr_follow_settle(follow, UINT64_MAX);
	is_str(next(), "-");
	fxr_follow_close(follow);
	build_free(&b);
}

static const struct tap_test tests[] = {
	{"calls come once they are settled, in order", whole_calls},
	{"an end that comes later says what it adds", late_end},
	{"what came early waits for its turn", what_is_not_settled_waits},
	{"calls are forgotten, nothing else", names_stay},
	{"an end of what never began is dropped", ends_without_a_begin},
	{"behind damage nothing comes", damage_ends_it},
};

TAP_MAIN(tests)
