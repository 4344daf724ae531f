/* SPDX-License-Identifier: MIT */
/*
 * Facts, losses and causes over archives made here. Records of several
 * arguments come before them: none may be taken for an argument of what comes
 * behind.
 */
#include "tools/reader/calls.h"

#include <stdlib.h>

#include "tests/build_archive.h"
#include "tests/tap.h"
#include "writer/wire.h"

#define STALE 77u

static struct build b;
static struct fxr_calls_options options;
static struct fxr_reader *reader;
static struct fxr_calls *calls;

static const struct fxr_world *opened(void)
{
	reader = fxr_open_memory(b.words, build_bytes(&b));
	calls = fxr_calls_open(reader, &options);
	return fxr_calls_world(calls);
}

static void closed(void)
{
	fxr_calls_close(calls);
	fxr_close(reader);
	build_free(&b);
}

static void instant(const char *category, const char *name)
{
	build_event(&b, FXT_EVENT_INSTANT, 5, category, name, 0);
}

static void fact(const char *name)
{
	instant(FXW_CATEGORY_FACT, name);
}

/* A record whose argument number `at` has that name. */
static void stale(const char *name, unsigned at, bool is_text)
{
	for (unsigned i = 0; i < at; i++)
		arg_u64(&b, "other", i);
	if (is_text)
		arg_string(&b, name, "stale");
	else
		arg_u64(&b, name, STALE);
	instant("libc:io", "before");
}

static void of_process(void)
{
	static const char *const texts[] = {"exe",  "cwd",  "version",
					    "libc", "arch", "session",
					    "argv", "calls"},
				 *const numbers[] = {"ppid",  FXW_ARG_PID,
						     "uid",   "umask",
						     "stdin", "status"};
	const struct fxr_world *world;
	const struct fxr_process *process;

	build_begin(&b);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		stale(texts[i], 0, true);
		fact("process");
	}
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		stale(numbers[i], 0, false);
		fact("process");
	}
	world = opened();
	process = &world->processes[0];
	ok(process->has_facts);
	ok(!process->exe.n_bytes && !process->cwd.n_bytes &&
	   !process->version.n_bytes && !process->libc.n_bytes &&
	   !process->arch.n_bytes && !process->session.n_bytes &&
	   !process->argv.n_bytes && !process->calls.n_bytes);
	ok(process->ppid != STALE && process->uid != STALE &&
	   process->seen_pid != STALE && process->streams[0] != STALE);
	ok(!process->has_umask && !process->has_exit);
	closed();
}

static void of_descriptor(void)
{
	const struct fxr_world *world;

	build_begin(&b);
	stale("fd", 1, false);
	arg_string(&b, "target", "/etc/passwd");
	fact("descriptor");
	arg_string(&b, "target", "/etc/hosts");
	arg_u64(&b, "fd", 5);
	fact("descriptor");
	world = opened();
	is_u64(world->n_descriptors, 1);
	is_u64((uint64_t)world->descriptors[0].fd, 5);
	is_str(world->descriptors[0].target.bytes, "/etc/hosts");
	closed();
}

static void of_property(void)
{
	const struct fxr_world *world;

	build_begin(&b);
	stale("value", 1, true);
	arg_string(&b, "name", "colour");
	fact(FXW_EVENT_PROPERTY);
	world = opened();
	is_u64(world->n_properties, 1);
	is_str(world->properties[0].name.bytes, "colour");
	is_u64(world->properties[0].value.n_bytes, 0);
	closed();
}

static void of_snapshots(void)
{
	const struct fxr_world *world;

	build_begin(&b);
	stale("taken", 1, false);
	arg_string(&b, "rule", "snapshot:open");
	fact(FXW_EVENT_SNAPSHOTS);
	world = opened();
	is_u64(world->n_shots, 1);
	is_u64(world->shots[0].n_taken, 0);
	closed();
}

static void of_left_out(void)
{
	const struct fxr_world *world;

	build_begin(&b);
	stale("getenv", 1, false);
	arg_u64(&b, "strlen", 3);
	fact(FXW_EVENT_LEFT_OUT);
	arg_u64(&b, "strlen", 2);
	arg_u64(&b, "memcpy", 4);
	fact(FXW_EVENT_LEFT_OUT);
	world = opened();
	is_u64(world->n_left_out, 2);
	is_str(world->left_out[0].name.bytes, "strlen");
	is_u64(world->left_out[0].n_calls, 3);
	is_u64(world->left_out[1].n_calls, 4);
	closed();
}

static void of_loss(void)
{
	const struct fxr_world *world;

	build_begin(&b);
	stale("ends", 1, false);
	arg_u64(&b, "count", 3);
	instant(FXW_CATEGORY_LOSS, "lost");
	world = opened();
	is_u64(world->n_losses, 1);
	is_u64(world->losses[0].n_calls, 3);
	is_u64(world->losses[0].n_ends, 0);
	closed();
}

/* A cause of a call, with a duration unless that is UINT64_MAX. */
static void cause(uint64_t duration_ns)
{
	arg_string(&b, FXW_ARG_RULE, "snapshot:chdir");
	if (duration_ns != UINT64_MAX)
		arg_u64(&b, FXW_ARG_DURATION, duration_ns);
	instant("libc:fs", "chdir");
}

static void of_cause(void)
{
	const struct fxr_world *world;

	build_begin(&b);
	stale(FXW_ARG_DURATION, 1, false);
	cause(UINT64_MAX);
	world = opened();
	is_u64(world->n_causes, 1);
	is_u64(world->causes[0].duration_ns, UINT64_MAX);
	closed();
}

static void ends_of_causes(void)
{
	static struct fxr_call call;

	build_begin(&b);
	cause(UINT64_MAX);
	cause(0);
	cause(12);
	is_u64(opened()->n_causes, 3);
	ok(fxr_calls_cause(calls, 0, &call) && !call.has_end);
	ok(fxr_calls_cause(calls, 1, &call) && !call.has_end);
	ok(fxr_calls_cause(calls, 2, &call) && call.has_end);
	is_u64(call.end_ns - call.begin_ns, 12);
	closed();
}

/* A record whose names and texts are all by index. */
static void by_index(void)
{
	static const char *const texts[] = {
		FXW_CATEGORY_FACT, FXW_EVENT_UNRECORDED, "id", "path",
		"count",	   "/bin/static"};
	const struct fxr_world *world;

	build_begin(&b);
	for (uint16_t i = 0; i < 6; i++)
		build_string(&b, (uint16_t)(i + 1), texts[i]);
	build_thread(&b, 1, 100, 100);
	build_word(&b, fxt_event_header(FXT_EVENT_INSTANT, 6, 3, 1, 1, 2));
	build_word(&b, 5);
	build_word(&b, fxt_arg_header(FXT_ARG_UINT32, 1, 3, 9));
	build_word(&b, fxt_arg_header(FXT_ARG_STRING, 1, 4, 6));
	build_word(&b, fxt_arg_header(FXT_ARG_UINT32, 1, 5, 3));
	build_word(&b, 2);
	world = opened();
	is_u64(world->n_unrecorded, 1);
	if (world->n_unrecorded) {
		ok(fxr_is(world->unrecorded[0].path, "/bin/static"));
		is_u64(world->unrecorded[0].n, 3);
	}
	closed();
}

static const struct tap_test tests[] = {
	{"what a process is comes from its own record", of_process},
	{"and its descriptors", of_descriptor},
	{"and properties", of_property},
	{"and counts of snapshots", of_snapshots},
	{"and counts of calls that were left out, the largest of each",
	 of_left_out},
	{"and losses", of_loss},
	{"and causes of alerts", of_cause},
	{"a call that caused an alert has ended if it lasted", ends_of_causes},
	{"names and texts may be by index", by_index},
};
TAP_MAIN(tests)
