/* SPDX-License-Identifier: MIT */
/* What a reader takes from facts of the recorder, see writer/FORMAT.md. */
#include "tools/reader/world.h"

#include <stdio.h>

#include "tests/build_archive.h"
#include "tests/tap.h"
#include "tools/reader/calls.h"
#include "writer/wire.h"

static struct build b;
static struct fxr_world *world;

static void put(const char *name)
{
	build_event(&b, FXT_EVENT_INSTANT, 5, FXW_CATEGORY_FACT, name,
		    FXT_SCOPE_PROCESS);
}

static void read_back(void)
{
	static const struct fxr_calls_options options;
	struct fxr_reader *reader = fxr_open_memory(b.words, build_bytes(&b));

	world = fxr_calls_world(fxr_calls_open(reader, &options));
	ok(!fxr_error(reader));
}

static void is_left_out(size_t i, const char *name, uint64_t n_calls)
{
	ok(i < world->n_left_out && fxr_is(world->left_out[i].name, name));
	is_u64(world->left_out[i].n_calls, n_calls);
}

static void left_out(void)
{
	build_begin(&b);
	arg_u64(&b, "read", 7);
	arg_u32(&b, "write", 5);
	arg_string(&b, "open", "no number");
	put(FXW_EVENT_LEFT_OUT);
	arg_u64(&b, "read", 6);
	arg_u64(&b, "write", 8);
	arg_u64(&b, "close", 1);
	put(FXW_EVENT_LEFT_OUT);
	build_provider(&b, 200, "other");
	build_init(&b, 1000000000);
	arg_u64(&b, "read", 2);
	put(FXW_EVENT_LEFT_OUT);
	read_back();
	is_u64(world->n_left_out, 4);
	is_left_out(0, "read", 7);
	is_left_out(1, "write", 8);
	is_left_out(2, "close", 1);
	is_left_out(3, "read", 2);
	ok(world->left_out[3].provider != world->left_out[0].provider);
}

static void too_many_left_out(void)
{
	const uint32_t n = FXR_MAX_LEFT_OUT + 10;
	char name[16];

	build_begin(&b);
	for (uint32_t i = 0; i < n; i++) {
		(void)snprintf(name, sizeof(name), "f%u", (unsigned)i);
		arg_u64(&b, name, i);
		if (i % 8 == 7 || i == n - 1)
			put(FXW_EVENT_LEFT_OUT);
	}
	read_back();
	is_u64(world->n_left_out, FXR_MAX_LEFT_OUT);
	is_left_out(FXR_MAX_LEFT_OUT - 1, "f65535", 65535);
}

static void numbers(void)
{
	const struct fxr_provider *provider;

	build_begin(&b);
	put(FXW_EVENT_LIFE); /* without a number */
	put(FXW_EVENT_NO_SPACE);
	arg_u64(&b, "n", 4);
	put(FXW_EVENT_LIFE);
	arg_u64(&b, "n", 3);
	put(FXW_EVENT_LIFE);
	for (uint64_t n = 0; n < 3; n++) {
		static const uint64_t counts[] = {5, 9, 7};

		arg_u64(&b, "n", counts[n]);
		put(FXW_EVENT_NO_SPACE);
	}
	read_back();
	provider =
		fxr_provider(world->reader, fxr_n_providers(world->reader) - 1);
	is_u64(provider->life, 3);
	is_u64(provider->n_undescribed, 9);
}

static void snapshots(void)
{
	build_begin(&b);
	arg_string(&b, "rule", "a");
	arg_u64(&b, "taken", 1);
	arg_u64(&b, "removed", 2);
	arg_u64(&b, "held_back", 3);
	put(FXW_EVENT_SNAPSHOTS);
	arg_string(&b, "rule", "b");
	for (unsigned i = 0; i < 20; i++)
		put(FXW_EVENT_SNAPSHOTS);
	read_back();
	is_u64(world->n_shots, 21);
	ok(fxr_is(world->shots[0].rule, "a"));
	is_u64(world->shots[0].n_taken, 1);
	is_u64(world->shots[0].n_removed, 2);
	is_u64(world->shots[0].n_held, 3);
	ok(fxr_is(world->shots[1].rule, "b"));
	is_u64(world->shots[1].n_taken, 0);
	is_u64(world->shots[20].rule.n_bytes, 0);
}

static void trimmed(void)
{
	build_begin(&b);
	arg_string(&b, "what", "frames 3-5");
	arg_u64(&b, "kept", 7);
	arg_u64(&b, "of", 90);
	put(FXW_EVENT_TRIMMED);
	read_back();
	ok(fxr_is(world->trimmed, "trimmed to frames 3-5: 7 of 90 calls"));
	is_u64(world->n_notices, 1);
	ok(fxr_is(world->notices[0].text,
		  "trimmed to frames 3-5: 7 of 90 calls"));
	is_u64(world->notices[0].pid, 100);
	is_u64(world->notices[0].tid, 101);
	is_u64(world->notices[0].ns, 5);
	build_begin(&b);
	put(FXW_EVENT_TRIMMED);
	read_back();
	ok(fxr_is(world->trimmed, "trimmed to : 0 of 0 calls"));
}

static void properties(void)
{
	build_begin(&b);
	arg_string(&b, "name", "a");
	arg_string(&b, "value", "1");
	put(FXW_EVENT_PROPERTY);
	arg_string(&b, "value", "2");
	arg_string(&b, "name", "b");
	put(FXW_EVENT_PROPERTY);
	read_back();
	is_u64(world->n_properties, 2);
	ok(fxr_is(world->properties[0].name, "a"));
	ok(fxr_is(world->properties[0].value, "1"));
	ok(fxr_is(world->properties[1].name, "b"));
	ok(fxr_is(world->properties[1].value, "2"));
}

/* Those without a number or a target are none. */
static void descriptors(void)
{
	build_begin(&b);
	for (unsigned has = 0; has < 4; has++) {
		if (has & 1)
			arg_i32(&b, "fd", 0);
		if (has & 2)
			arg_string(&b, "target", "/dev/null");
		put("descriptor");
	}
	arg_i32(&b, "fd", -1);
	arg_string(&b, "target", "/dev/null");
	put("descriptor");
	read_back();
	is_u64(world->n_descriptors, 1);
	is_i64(world->descriptors[0].fd, 0);
	is_u64(world->descriptors[0].pid, 100);
	ok(fxr_is(world->descriptors[0].target, "/dev/null"));
}

static void put_cause(const char *category, const char *name)
{
	build_event(&b, FXT_EVENT_INSTANT, 50, category, name,
		    FXT_SCOPE_THREAD);
}

/* Whatever their arguments are. */
static void causes(void)
{
	build_begin(&b);
	build_call(&b, 5, 20, "read");
	build_call(&b, 6, 19, "write");
	build_call(&b, 6, 18, "write");
	arg_string(&b, FXW_ARG_RULE, "a");
	arg_u64(&b, FXW_ARG_CAUSE_BEGIN, 6);
	arg_u64(&b, FXW_ARG_DURATION, 13);
	put_cause("libc:io", "write");
	/* of the same call */
	arg_string(&b, FXW_ARG_RULE, "b");
	arg_u64(&b, FXW_ARG_CAUSE_BEGIN, 6);
	put_cause("libc:io", "write");
	/* there is no such call */
	arg_string(&b, FXW_ARG_RULE, "c");
	arg_u64(&b, FXW_ARG_CAUSE_BEGIN, 5);
	put_cause("libc:io", "open");
	arg_u64(&b, FXW_ARG_RULE, UINT64_MAX);
	arg_string(&b, FXW_ARG_CAUSE_BEGIN, "6");
	arg_string(&b, FXW_ARG_DURATION, "13");
	put_cause("", "");
	arg_string(&b, FXW_ARG_RULE, "");
	arg_string(&b, FXW_ARG_RULE, "\033[2J\n");
	arg_u64(&b, FXW_ARG_CAUSE_BEGIN, UINT64_MAX);
	arg_u64(&b, FXW_ARG_DURATION, UINT64_MAX);
	put_cause("libc:io", "write");
	arg_string(&b, FXW_ARG_RULE, "d");
	put_cause(FXW_CATEGORY_CAUSE, FXW_EVENT_SIGNAL);
	arg_string(&b, FXW_ARG_RULE, "e");
	arg_u64(&b, FXW_EVENT_SIGNAL, 10);
	put_cause(FXW_CATEGORY_CAUSE, FXW_EVENT_SIGNAL);
	/* no cause at all */
	arg_u64(&b, FXW_ARG_CAUSE_BEGIN, 6);
	put_cause("libc:io", "write");
	read_back();
	is_u64(world->n_causes, 7);
	is_u64(world->causes[0].number, 1);
	is_u64(world->causes[0].duration_ns, 13);
	is_u64(world->causes[1].number, 1);
	is_u64(world->causes[1].duration_ns, UINT64_MAX);
	is_u64(world->causes[2].number, UINT64_MAX);
	is_u64(world->causes[3].number, UINT64_MAX);
	is_u64(world->causes[3].begin_ns, UINT64_MAX);
	is_u64(world->causes[4].rule.n_bytes, 5);
	is_u64(world->causes[5].signal.n_bytes, 0);
	is_u64(world->causes[6].signal.n_bytes, 0);
}

static const struct tap_test tests[] = {
	{"functions that were left out have the largest number of calls",
	 left_out},
	{"no more functions are kept than the limit", too_many_left_out},
	{"of numbers the last or the largest counts", numbers},
	{"each rule of snapshots has its counts", snapshots},
	{"a trimmed archive says of what it is a part", trimmed},
	{"properties are kept in order", properties},
	{"causes of snapshots are those of calls, or of none", causes},
	{"descriptors have a number and a target", descriptors},
};
TAP_MAIN(tests)
