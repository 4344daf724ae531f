/* SPDX-License-Identifier: MIT */
/*
 * The call layer over archives made here: pairing, order, numbers, arguments of
 * both events joined, and what is left over.
 */
#include "tools/reader/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/build_archive.h"
#include "tests/tap.h"

static struct build b;
static struct fxr_calls_options options;
static struct fxr_reader *reader;
static struct fxr_calls *calls;
static struct fxr_call call;

static void opened(void)
{
	reader = fxr_open_memory(b.words, build_bytes(&b));
	calls = fxr_calls_open(reader, &options);
}

/* The next call's number, begin and name as one string; "-" at the end. */
static const char *next(void)
{
	static char text[256];

	if (!fxr_calls_next(calls, &call))
		return "-";
	snprintf(text, sizeof(text), "%u %u %s", (unsigned)call.number,
		 (unsigned)call.begin_ns, call.name->name.bytes);
	return text;
}

/* Names of the call's arguments, with commas between them. */
static const char *arg_names(void)
{
	static char text[256];
	size_t i, n = 0;

	*text = '\0';
	for (i = 0; i < call.n_args; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%.*s",
				      i ? "," : "",
				      (int)call.args[i].name.n_bytes,
				      call.args[i].name.bytes);
	return text;
}

static void nested_pairs(void)
{
	build_begin(&b);
	build_begin_call(&b, 10, "outer");
	build_begin_call(&b, 20, "inner");
	build_end_call(&b, 30, "inner");
	build_call(&b, 32, 35, "leaf");
	build_end_call(&b, 40, "outer");
	opened();
	is_str(next(), "0 10 outer");
	is_u64(call.end_ns, 40);
	is_u64(call.thread->tid, 101);
	is_str(next(), "1 20 inner");
	is_u64(call.end_ns, 30);
	is_str(next(), "2 32 leaf");
	is_u64(call.end_ns, 35);
	is_str(next(), "-");
	is_u64(fxr_calls_totals(calls)->n_calls, 3);
	is_u64(fxr_calls_totals(calls)->n_unfinished, 0);
}

static void several_threads(void)
{
	build_begin(&b);
	build_begin_call(&b, 10, "a");
	b.tid = 102;
	build_begin_call(&b, 5, "b");
	build_end_call(&b, 50, "b");
	b.tid = 101;
	build_end_call(&b, 20, "a");
	opened();
	is_str(next(), "0 5 b");
	is_u64(call.thread->tid, 102);
	is_u64(call.end_ns, 50);
	is_str(next(), "1 10 a");
	is_u64(call.end_ns, 20);
	is_str(next(), "-");
}

static void handler_span(void)
{
	/* a signal handler's calls are behind later ones of its thread */
	build_begin(&b);
	build_begin_call(&b, 10, "poll");
	build_end_call(&b, 40, "poll");
	build_begin_call(&b, 50, "read");
	build_end_call(&b, 60, "read");
	build_begin_call(&b, 20, "poll");
	build_end_call(&b, 30, "poll");
	opened();
	is_str(next(), "0 10 poll");
	is_u64(call.end_ns, 40);
	is_str(next(), "1 20 poll");
	is_u64(call.end_ns, 30);
	is_str(next(), "2 50 read");
	is_str(next(), "-");
}

static void equal_times(void)
{
	build_begin(&b);
	build_provider(&b, 7, "second");
	build_init(&b, 1000000000);
	build_call(&b, 10, 11, "c");
	build_section(&b, 100);
	b.tid = 300;
	build_call(&b, 10, 11, "b");
	build_section(&b, 7);
	b.tid = 200;
	build_call(&b, 10, 11, "d");
	build_section(&b, 100);
	b.tid = 20;
	build_call(&b, 10, 11, "a");
	opened();
	is_str(next(), "0 10 c");
	is_str(next(), "1 10 d");
	is_str(next(), "2 10 a");
	is_str(next(), "3 10 b");
}

static void unfinished(void)
{
	build_begin(&b);
	build_begin_call(&b, 10, "read");
	build_begin_call(&b, 20, "write");
	build_end_call(&b, 30, "read");
	build_begin_call(&b, 40, "pause");
	opened();
	is_str(next(), "0 10 read");
	ok(call.has_end);
	is_str(next(), "1 20 write");
	ok(!call.has_end);
	is_u64(call.state, FXR_CALL_UNFINISHED);
	is_str(next(), "2 40 pause");
	ok(!call.has_end);
	is_u64(fxr_calls_totals(calls)->n_unfinished, 2);
}

static void replaced(void)
{
	build_begin(&b);
	build_begin_call(&b, 10, "execve");
	opened();
	is_str(next(), "0 10 execve");
	is_u64(call.state, FXR_CALL_REPLACED);
}

static void stray_end(void)
{
	build_begin(&b);
	build_end_call(&b, 5, "read");
	build_begin_call(&b, 10, "write");
	build_end_call(&b, 15, "read");
	build_end_call(&b, 20, "write");
	opened();
	is_str(next(), "0 10 write");
	is_u64(call.end_ns, 20);
	is_str(next(), "-");
	is_u64(fxr_calls_totals(calls)->n_stray_ends, 2);
}

static void flags(void)
{
	build_begin(&b);
	build_begin_call(&b, 10, "setjmp");
	arg_string(&b, "@flags", "abandoned|cut");
	build_end_call(&b, 20, "setjmp");
	build_begin_call(&b, 30, "read");
	arg_string(&b, "@flags", "late");
	build_end_call(&b, 40, "read");
	opened();
	is_str(next(), "0 10 setjmp");
	is_u64(call.state, FXR_CALL_ABANDONED);
	is_u64(call.marks, FXR_MARK_CUT);
	is_u64(call.n_args, 0);
	is_str(next(), "1 30 read");
	is_u64(call.marks, FXR_MARK_LATE);
}

static const struct build_param read_params[] = {
	{"fd", 1}, {"buf", 2}, {"count", 3}, {NULL, 0}};

static void describe_read(void)
{
	build_int(&b, 1, "int", 4, true, FXG_DEC);
	build_plain_type(&b, 4, FXG_VOID, "void", 0);
	build_ptr(&b, 2, 4, FXG_OUT);
	build_int(&b, 3, "size_t", 8, false, FXG_DEC);
	build_int(&b, 5, "ssize_t", 8, true, FXG_DEC);
	build_function(&b, 1, "read", 5, read_params, 0);
}

static void a_read(void)
{
	arg_i32(&b, "fd", 3);
	arg_u64(&b, "count", 9);
	build_begin_call(&b, 10, "read");
	arg_blob(&b, "buf", "abc", 3);
	arg_u64(&b, "buf.size", 5);
	arg_i64(&b, "ret", 5);
	build_end_call(&b, 20, "read");
}

static void prototype_order(void)
{
	build_begin(&b);
	describe_read();
	a_read();
	opened();
	is_str(next(), "0 10 read");
	is_str(arg_names(), "fd,buf,count");
	ok(call.function && call.function->n_params == 3);
	is_i64(call.args[0].value.as.i64, 3);
	is_u64(call.args[1].value.kind, FXR_VALUE_BYTES);
	ok(fxr_is(call.args[1].value.as.text, "abc"));
	ok(call.args[1].has_size);
	is_u64(call.args[1].true_size, 5);
	ok(call.has_ret);
	is_i64(call.ret.as.i64, 5);
	is_u64(call.error.n_bytes, 0);
}

static void event_order(void)
{
	build_begin(&b);
	a_read();
	opened();
	is_str(next(), "0 10 read");
	is_str(arg_names(), "fd,count,buf");
	ok(!call.function);
}

/* Only the values behind "..." are: not whatever has a name like theirs. */
static void variable_arguments(void)
{
	build_begin(&b);
	arg_u32(&b, "@args", 1);
	arg_u32(&b, "@argsort", 2);
	build_begin_call(&b, 10, "printf");
	build_end_call(&b, 20, "printf");
	opened();
	is_str(next(), "0 10 printf");
	is_u64(call.n_args, 2);
	ok(fxr_is(call.args[0].base, "..."));
	ok(fxr_is(call.args[1].base, "@argsort"));
}

static void late_signature(void)
{
	build_begin(&b);
	a_read();
	describe_read();
	opened();
	is_str(next(), "0 10 read");
	is_str(arg_names(), "fd,buf,count");
}

static void failed_call(void)
{
	build_begin(&b);
	build_begin_call(&b, 10, "read");
	arg_i32(&b, "ret", -1);
	arg_string(&b, "errno", "EBADF");
	build_end_call(&b, 20, "read");
	opened();
	is_str(next(), "0 10 read");
	ok(fxr_is(call.error, "EBADF"));
	is_i64(call.ret.as.i64, -1);
	is_u64(call.n_args, 0);
}

static void members_and_views(void)
{
	static const struct build_param params[] = {
		{"st", 1}, {"len", 1}, {NULL, 0}};

	build_begin(&b);
	build_int(&b, 1, "int", 4, true, FXG_DEC);
	build_function(&b, 1, "f", 1, params, 0);
	arg_i32(&b, "len", 28);
	build_begin_call(&b, 10, "f");
	arg_i32(&b, "len'", 16);
	arg_pointer(&b, "st@", 0x1000);
	arg_i32(&b, "st.mode", 1);
	arg_i32(&b, "st.size", 2);
	build_end_call(&b, 20, "f");
	opened();
	is_str(next(), "0 10 f");
	is_str(arg_names(), "st@,st.mode,st.size,len,len'");
	ok(call.args[0].is_address);
	ok(fxr_is(call.args[1].member, "mode"));
	ok(fxr_is(call.args[1].base, "st"));
	ok(call.args[4].is_after);
	ok(!call.args[3].is_after);
}

/* A call of function 2 with an argument 3, by thread 1. */
static void put_indexed(uint64_t ticks)
{
	build_word(&b, fxt_event_header(FXT_EVENT_DURATION_COMPLETE, 4, 1, 1, 1,
					2));
	build_word(&b, ticks);
	build_word(&b, fxt_arg_header(FXT_ARG_INT32, 1, 3, 7));
	build_word(&b, ticks + 1);
}

static void other_meanings(void)
{
	build_begin(&b);
	build_string(&b, 1, "libc:io");
	build_string(&b, 2, "close");
	build_string(&b, 3, "fd");
	build_thread(&b, 1, 100, 101);
	put_indexed(10);
	put_indexed(20);
	build_string(&b, 2, "free");
	build_string(&b, 3, "ptr");
	build_thread(&b, 1, 100, 102);
	put_indexed(30);
	put_indexed(40);
	opened();
	is_str(next(), "0 10 close");
	is_str(next(), "1 20 close");
	is_str(arg_names(), "fd");
	is_u64(call.thread->tid, 101);
	is_str(next(), "2 30 free");
	is_str(arg_names(), "ptr");
	is_u64(call.thread->tid, 102);
	is_str(next(), "3 40 free");
	is_str(arg_names(), "ptr");
}

/* Not from where the index is defined, but from where it is read first. */
static void late_meanings(void)
{
	build_begin(&b);
	build_string(&b, 1, "libc:io");
	build_thread(&b, 1, 100, 101);
	put_indexed(30);
	build_string(&b, 2, "close");
	build_string(&b, 3, "fd");
	put_indexed(10);
	put_indexed(40);
	opened();
	is_str(next(), "0 10 close");
	is_str(arg_names(), "fd");
	is_str(next(), "1 30 ?2");
	is_str(arg_names(), "?3");
	is_str(next(), "2 40 close");
	is_str(arg_names(), "fd");
}

static void other_process_types(void)
{
	/* Table ids differ between processes; the signature is written once. */
	build_begin(&b);
	arg_string(&b, "build_id", "0123456789abcdef");
	arg_u32(&b, "type_base", 0);
	build_event(&b, FXT_EVENT_INSTANT, 1, "fxtrace:fact", "table", 0);
	describe_read();
	build_provider(&b, 200, "other");
	build_init(&b, 1000000000);
	arg_string(&b, "build_id", "0123456789abcdef");
	arg_u32(&b, "type_base", 1000);
	build_event(&b, FXT_EVENT_INSTANT, 1, "fxtrace:fact", "table", 0);
	build_enumerator(&b, 1001, 7, 7, "SEVEN");
	a_read();
	opened();
	is_str(next(), "0 10 read");
	is_str(arg_names(), "fd,buf,count");
	ok(call.args[0].value.type &&
	   fxr_is(call.args[0].value.type->c_name, "int"));
	is_u64(call.args[0].value.type->n_enumerators, 1);
}

static void blob_in_pieces(void)
{
	build_begin(&b);
	build_blob(&b, "fxtrace:b/6400000001", "abc", 3);
	build_blob(&b, "fxtrace:b/6400000002", "other", 5);
	build_blob(&b, "fxtrace:b/6400000001", "defg", 4);
	arg_koid(&b, "data", 0x6400000001);
	arg_koid(&b, "peer", 12);
	build_call(&b, 10, 20, "write");
	opened();
	is_str(next(), "0 10 write");
	ok(fxr_is(call.args[0].value.as.text, "abcdefg"));
	is_u64(call.args[0].value.true_bytes, 7);
	is_u64(call.args[1].value.kind, FXR_VALUE_KOID);
}

static void small_pieces(void)
{
	options.max_blob_bytes = 4;
	build_begin(&b);
	build_blob(&b, "fxtrace:b/1", "abc", 3);
	build_blob(&b, "fxtrace:b/1", "defg", 4);
	arg_koid(&b, "data", 1);
	build_call(&b, 10, 20, "write");
	opened();
	is_str(next(), "0 10 write");
	ok(fxr_is(call.args[0].value.as.text, "abcd"));
	is_u64(call.args[0].value.true_bytes, 7);
}

static bool wants_b(void *context, struct fxr_text category,
		    struct fxr_text name)
{
	(void)context;
	return fxr_is(category, "libc:io") && fxr_is(name, "b");
}

static void chosen_calls(void)
{
	options.is_wanted = wants_b;
	build_begin(&b);
	build_call(&b, 10, 11, "a");
	build_call(&b, 20, 21, "b");
	build_call(&b, 30, 31, "a");
	build_call(&b, 40, 41, "b");
	opened();
	is_str(next(), "1 20 b");
	is_str(next(), "3 40 b");
	is_str(next(), "-");
	is_u64(fxr_calls_totals(calls)->n_calls, 4);
}

/* 3000 calls of three threads, each in order, with an index of few entries. */
static void many_chunks(void)
{
	char text[32];
	bool is_right = true;
	unsigned i;

	options.n_chunk = 50;
	build_begin(&b);
	for (i = 0; i < 3000; i++) {
		b.tid = 100 + i / 1000;
		build_begin_call(&b, i % 1000 * 30 + i / 1000 * 10, "f");
		build_end_call(&b, i % 1000 * 30 + i / 1000 * 10 + 5, "f");
	}
	opened();
	for (i = 0; i < 3000; i++) {
		snprintf(text, sizeof(text), "%u %u f", i, i * 10);
		is_right = is_right && !strcmp(next(), text) &&
			   call.end_ns == i * 10 + 5;
	}
	ok(is_right);
	is_str(next(), "-");
	ok(!fxr_calls_trouble(calls));
}

/* Begins, ends and calls of one event, nested and not, of three threads; some
 * have no end, some end a frame. */
static void any_calls(void)
{
	static const struct build_param none[] = {{NULL, 0}};
	static const char *const names[] = {"a", "b", "swap"};
	uint64_t ns[3] = {1, 2, 3};

	build_begin(&b);
	build_function(&b, 1, "swap", 0, none, FXG_F_FRAME_END);
	for (unsigned i = 0; i < 2000; i++) {
		unsigned thread = (unsigned)rand() % 3;
		const char *name = names[(unsigned)rand() % 3];

		b.tid = 100 + thread;
		ns[thread] += (unsigned)rand() % 20;
		if (!(rand() % 3))
			build_begin_call(&b, ns[thread]++, name);
		else if (rand() % 2)
			build_end_call(&b, ns[thread]++, name);
		else
			build_call(&b, ns[thread], ns[thread] + 5, name);
	}
}

/* What is returned of all calls, as one number; how many they are. */
static uint64_t all_calls(size_t n_chunk, uint64_t *n)
{
	uint64_t hash = 0;

	options.n_chunk = n_chunk;
	opened();
	for (*n = 0; fxr_calls_next(calls, &call); ++*n) {
		const uint64_t values[] = {call.number,	   call.frame,
					   call.begin_ns,  call.end_ns,
					   call.has_end,   call.begin_off,
					   call.end_off,   call.thread->tid,
					   call.has_frame, call.state};

		hash = hash * 31 + fxr_hash(values, sizeof(values)) +
		       fxr_hash(call.name->name.bytes, 1);
	}
	fxr_calls_close(calls);
	fxr_close(reader);
	return hash;
}

static bool wants_a(void *context, struct fxr_text category,
		    struct fxr_text name)
{
	(void)context;
	(void)category;
	return fxr_is(name, "a");
}

static void index_in_a_file(void)
{
	unsigned n_same = 0;
	uint64_t n, n_in_file, n_all = 0;

	srand(1);
	for (unsigned run = 0; run < 40; run++) {
		options.is_wanted = run % 2 ? wants_a : NULL;
		any_calls();
		n_same += all_calls(0, &n) == all_calls(50, &n_in_file) &&
			  n == n_in_file;
		n_all += n;
	}
	is_u64(n_same, 40);
	ok(n_all > 20000);
}

static void after_a_fault(void)
{
	build_begin(&b);
	build_call(&b, 10, 11, "a");
	build_word(&b, 0);
	build_call(&b, 20, 21, "b");
	opened();
	is_str(next(), "0 10 a");
	is_str(next(), "-");
	ok(fxr_error(reader) != NULL);
	ok(!fxr_calls_trouble(calls));
}

static void facts(void)
{
	struct fxr_world *world;

	build_begin(&b);
	build_object(&b, FXT_OBJECT_PROCESS, 100, "prog");
	build_object(&b, FXT_OBJECT_THREAD, 101, "worker");
	arg_koid(&b, "process", 200);
	build_object(&b, FXT_OBJECT_THREAD, 101, "other");
	arg_string(&b, "exe", "/bin/prog");
	arg_u32(&b, "ppid", 1);
	arg_u32(&b, "of a later version", 1);
	build_event(&b, FXT_EVENT_INSTANT, 1, "fxtrace:fact", "process", 0);
	arg_i32(&b, "status", 3);
	build_event(&b, FXT_EVENT_INSTANT, 9, "fxtrace:fact", "exit", 0);
	arg_u64(&b, "count", 3);
	arg_koid(&b, "thread", 101);
	build_event(&b, FXT_EVENT_INSTANT, 8, "fxtrace:loss", "loss", 0);
	arg_u64(&b, "count", 5);
	arg_u64(&b, "ends", 2);
	arg_koid(&b, "thread", 101);
	build_event(&b, FXT_EVENT_INSTANT, 9, "fxtrace:loss", "loss", 0);
	arg_u64(&b, "count", 5);
	build_event(&b, FXT_EVENT_COUNTER, 9, "fxtrace:loss", "lost", 0);
	opened();
	world = fxr_calls_world(calls);
	is_u64(world->n_processes, 1);
	ok(fxr_is(world->processes[0].exe, "/bin/prog"));
	is_u64(world->processes[0].ppid, 1);
	ok(world->processes[0].has_exit);
	is_i64(world->processes[0].exit_status, 3);
	ok(fxr_is(fxr_world_thread_name(world, 1, 100, 101), "worker"));
	ok(fxr_is(fxr_world_thread_name(world, 1, 200, 101), "other"));
	is_u64(world->n_lost_calls, 5);
	is_u64(world->n_lost_ends, 2);
	is_u64(world->n_losses, 1);
}

static void damaged_signature(void)
{
	struct pack body = {.n = 0};

	build_begin(&b);
	pack_varint(&body, FXG_STRUCT);
	pack_text(&body, "struct x");
	pack_varint(&body, 8);
	pack_varint(&body, 8);
	pack_varint(&body, 1000000); /* members, none of which is there */
	build_entry(&b, FXW_ENTRY_TYPE, 1, &body);
	build_entry(&b, 99, 1, &body);
	build_call(&b, 10, 11, "a");
	opened();
	is_u64(fxr_calls_world(calls)->types.n_damaged, 1);
	is_str(next(), "0 10 a");
}

static void deep_stack(void)
{
	unsigned i;

	build_begin(&b);
	for (i = 0; i < 200000; i++)
		build_begin_call(&b, i, "f");
	opened();
	is_u64(fxr_calls_totals(calls)->n_unfinished, 200000);
	is_str(next(), "0 0 f");
}

/* Of whatever type a number may be. */
static void sizes_of_any_type(void)
{
	for (int i = 0; i < 4; i++) {
		build_begin(&b);
		describe_read();
		build_begin_call(&b, 10, "read");
		arg_blob(&b, "buf", "abc", 3);
		if (i == 0)
			arg_i32(&b, "buf.size", 5);
		else if (i == 1)
			arg_u64(&b, "buf.size", 5);
		else if (i == 2)
			arg_pointer(&b, "buf.size", 5);
		else
			arg_koid(&b, "buf.size", 5);
		build_end_call(&b, 20, "read");
		opened();
		is_str(next(), "0 10 read");
		is_str(arg_names(), "buf");
		ok(call.args[0].has_size);
		is_u64(call.args[0].true_size, 5);
	}
}

/* Types 3 and 5 of describe_read, and 2, which is a pointer. */
static void signs(void)
{
	const struct fxr_types *types;
	const struct fxr_type *pointer;

	build_begin(&b);
	describe_read();
	a_read();
	opened();
	is_str(next(), "0 10 read");
	types = &fxr_calls_world(calls)->types;
	pointer = fxr_type_find(types, call.thread->provider, 2);
	ok(!fxr_type_is_signed(types,
			       fxr_type_find(types, pointer->provider, 3)));
	ok(fxr_type_is_signed(types,
			      fxr_type_find(types, pointer->provider, 5)));
	ok(!fxr_type_is_signed(types, pointer));
	ok(!fxr_type_is_signed(types, NULL));
}

static const struct tap_test tests[] = {
	{"an index in a file gives the calls that one in memory gives",
	 index_in_a_file},
	{"an index that is defined again has another meaning from there",
	 other_meanings},
	{"an index has no meaning before it is defined", late_meanings},
	{"begin and end pair up as a stack", nested_pairs},
	{"calls of all threads come in time order", several_threads},
	{"a thread's events need not be in order in the file", handler_span},
	{"equal times go by provider id, then by thread", equal_times},
	{"a call without an end is unfinished", unfinished},
	{"an exec without an end replaced the program", replaced},
	{"an end without a begin is counted and dropped", stray_end},
	{"@flags become state and marks", flags},
	{"arguments of both events are in prototype order", prototype_order},
	{"without a signature they are as recorded", event_order},
	{"values behind \"...\" are distinguished by their exact names",
	 variable_arguments},
	{"a signature counts wherever it is", late_signature},
	{"errno is distinguished from the arguments", failed_call},
	{"a size may have any type of a number", sizes_of_any_type},
	{"integers know whether they have a sign", signs},
	{"members, addresses and after-values go with their parameter",
	 members_and_views},
	{"a type of another process is found by its table's build id",
	 other_process_types},
	{"a blob in pieces is joined", blob_in_pieces},
	{"a blob in pieces is read as far as wanted", small_pieces},
	{"numbers count calls that are not wanted too", chosen_calls},
	{"an index larger than memory is merged from a file", many_chunks},
	{"calls before a fault are delivered", after_a_fault},
	{"facts, names and losses are gathered", facts},
	{"a damaged signature is counted and skipped", damaged_signature},
	{"a stack of any depth is read", deep_stack},
};

TAP_MAIN(tests)
