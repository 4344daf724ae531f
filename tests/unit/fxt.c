/* SPDX-License-Identifier: MIT */
/*
 * Every record and argument type of the trace format, packed and unpacked.
 * The words expected are written down here from the format's document, field
 * by field, and not by the functions that are tested.
 */
#include <string.h>

#include "tests/fxt_any.h"
#include "tests/guard.h"
#include "tests/tap.h"

/* A field that begins at bit `low`. */
#define F(low, value) ((uint64_t)(value) << (low))
#define N_WORDS(words) (sizeof(words) / sizeof((words)[0]))
/* Up to 8 bytes of a stream, as a word. */
#define S(text) stream_word(text)
#define INLINE(n_bytes) (0x8000u | (n_bytes))

static uint64_t stream_word(const char *text)
{
	uint64_t word = 0;

	memcpy(&word, text, strlen(text) < 8 ? strlen(text) : 8);
	return word;
}

static void is_inline(const struct fxt_string *string, const char *want)
{
	is_u64(string->ref, INLINE(strlen(want)));
	if (is_u64(string->n_bytes, strlen(want)))
		is_mem(string->bytes, want, strlen(want));
}

static void is_indexed(const struct fxt_string *string, unsigned index)
{
	is_u64(string->ref, index);
	is_u64(string->n_bytes, 0);
	ok(!string->bytes);
}

static void magic_number(void)
{
	const uint64_t record[] = {F(0, 0) | F(4, 1) | F(16, 4) | F(20, 0) |
				   F(24, 0x16547846)};
	struct fxt_metadata m;

	is_u64(record[0], FXT_MAGIC);
	is_mem(record, "\x10\x00\x04\x46\x78\x54\x16", 8);
	is_u64(fxt_unpack_metadata(record, 1, &m, NULL), FXT_OK);
	is_u64(m.type, FXT_METADATA_TRACE_INFO);
	is_u64(m.trace_info_type, FXT_TRACE_INFO_MAGIC);
	is_u64(m.trace_info_data, FXT_MAGIC_NUMBER);
	is_u64(m.provider_id, 0);
	check_record(record, 1, 1);
}

static void provider_info(void)
{
	const uint64_t record[] = {F(4, 3) | F(16, 1) | F(20, 0xfedcba99) |
					   F(52, 9),
				   S("provider"), S("s")};
	struct fxt_metadata m;

	is_u64(fxt_unpack_metadata(record, 3, &m, NULL), FXT_OK);
	is_u64(m.type, FXT_METADATA_PROVIDER_INFO);
	is_u64(m.provider_id, 0xfedcba99);
	is_u64(m.name_bytes, 9);
	is_mem(m.name, "providers", 9);
	is_u64(fxt_provider_info_header(0xfedcba99, 9), record[0]);
	check_record(record, 3, 3);
}

static void provider_section(void)
{
	const uint64_t record[] = {F(4, 1) | F(16, 2) | F(20, 0xfedcba99)};
	struct fxt_metadata m;

	is_u64(fxt_unpack_metadata(record, 1, &m, NULL), FXT_OK);
	is_u64(m.type, FXT_METADATA_PROVIDER_SECTION);
	is_u64(m.provider_id, 0xfedcba99);
	is_u64(fxt_provider_section(0xfedcba99), record[0]);
	check_record(record, 1, 1);
}

static void provider_event(void)
{
	const uint64_t record[] = {F(4, 1) | F(16, 3) | F(20, 0xfedcba99) |
				   F(52, 13)};
	struct fxt_metadata m;

	is_u64(fxt_unpack_metadata(record, 1, &m, NULL), FXT_OK);
	is_u64(m.type, FXT_METADATA_PROVIDER_EVENT);
	is_u64(m.provider_id, 0xfedcba99);
	is_u64(m.event, 13);
	is_u64(fxt_provider_event(0xfedcba99, 13), record[0]);
	check_record(record, 1, 1);
}

static void init(void)
{
	const uint64_t record[] = {F(0, 1) | F(4, 2), 24000000};
	struct fxt_init in;

	is_u64(fxt_unpack_init(record, 2, &in, NULL), FXT_OK);
	is_u64(in.ticks_per_second, 24000000);
	ok(!in.is_extended);
	is_u64(fxt_init_header(), record[0]);
	check_record(record, 2, 2);
}

static void extended_init(void)
{
	const uint64_t record[] = {F(0, 1) | F(4, 4), 24000000, 77,
				   1700000000000000000};
	struct fxt_init in;

	is_u64(fxt_unpack_init(record, 4, &in, NULL), FXT_OK);
	is_u64(in.ticks_per_second, 24000000);
	ok(in.is_extended);
	is_u64(in.base_ticks, 77);
	is_u64(in.base_realtime_ns, 1700000000000000000);
	check_record(record, 4, 2);
}

static void string(void)
{
	const uint64_t record[] = {F(0, 2) | F(4, 3) | F(16, 0x7fff) |
					   F(32, 11),
				   S("a string"), S("!?!")};
	struct fxt_string_record s;

	is_u64(fxt_unpack_string(record, 3, &s, NULL), FXT_OK);
	is_u64(s.index, 0x7fff);
	is_u64(s.n_bytes, 11);
	is_mem(s.bytes, "a string!?!", 11);
	is_u64(fxt_string_header(0x7fff, 11), record[0]);
	check_record(record, 3, 3);
}

static void thread(void)
{
	const uint64_t record[] = {F(0, 3) | F(4, 3) | F(16, 255), 100, 200};
	struct fxt_thread t;

	is_u64(fxt_unpack_thread(record, 3, &t, NULL), FXT_OK);
	is_u64(t.ref, 255);
	is_u64(t.process, 100);
	is_u64(t.thread, 200);
	is_u64(fxt_thread_header(255), record[0]);
	check_record(record, 3, 3);
}

static void indexed_event(void)
{
	const uint64_t record[] = {F(0, 4) | F(4, 2) | F(16, 2) | F(20, 0) |
					   F(24, 254) | F(32, 0x7ffe) |
					   F(48, 0x1234),
				   ~0ull};
	struct fxt_event e;

	is_u64(fxt_unpack_event(record, 2, &e, NULL), FXT_OK);
	is_u64(e.type, FXT_EVENT_DURATION_BEGIN);
	is_u64(e.ticks, ~0ull);
	is_u64(e.thread.ref, 254);
	is_u64(e.thread.process, 0);
	is_u64(e.thread.thread, 0);
	is_indexed(&e.category, 0x7ffe);
	is_indexed(&e.name, 0x1234);
	is_u64(e.args.n, 0);
	ok(!e.has_tail);
	is_u64(fxt_event_header(2, 2, 0, 254, 0x7ffe, 0x1234), record[0]);
	check_record(record, 2, 2);
}

/* Everything inline, two arguments and a last word. */
static void inline_event(void)
{
	const uint64_t record[] = {
		F(0, 4) | F(4, 11) | F(16, 4) | F(20, 2) | F(24, 0) |
			F(32, INLINE(3)) | F(48, INLINE(8)),
		1000,
		100,
		200,
		S("cat"),
		S("the name"),
		F(0, 1) | F(4, 2) | F(16, INLINE(1)) | F(32, 0xfffffffe),
		S("x"),
		F(0, 3) | F(4, 2) | F(16, 5),
		(uint64_t)-3,
		2000,
	};
	struct fxt_event e;
	struct fxt_arg arg;

	is_u64(fxt_unpack_event(record, 11, &e, NULL), FXT_OK);
	is_u64(e.type, FXT_EVENT_DURATION_COMPLETE);
	is_u64(e.ticks, 1000);
	is_u64(e.thread.process, 100);
	is_u64(e.thread.thread, 200);
	is_inline(&e.category, "cat");
	is_inline(&e.name, "the name");
	ok(e.has_tail);
	is_u64(e.tail, 2000);
	is_u64(e.args.n, 2);
	is_u64(e.args.word_off, 6);
	is_u64(fxt_next_arg(&e.args, &arg, NULL), FXT_OK);
	is_inline(&arg.name, "x");
	is_i64(arg.value.i32, -2);
	is_u64(fxt_next_arg(&e.args, &arg, NULL), FXT_OK);
	is_indexed(&arg.name, 5);
	is_i64(arg.value.i64, -3);
	is_u64(e.args.n, 0);
	is_u64(e.args.n_words, 0);
	check_record(record, 11, 11);
}

static void event_types(void)
{
	uint64_t record[3] = {0, 1000, 0xabcdef0123456789};
	unsigned type;

	for (type = FXT_EVENT_INSTANT; type <= FXT_EVENT_FLOW_END; type++) {
		bool is_pair = type == FXT_EVENT_DURATION_BEGIN ||
			       type == FXT_EVENT_DURATION_END;
		size_t n_words = is_pair ? 2 : 3;
		struct fxt_event e;

		record[0] = F(0, 4) | F(4, n_words) | F(16, type) | F(24, 1) |
			    F(32, 1) | F(48, 2);
		is_u64(fxt_unpack_event(record, n_words, &e, NULL), FXT_OK);
		is_u64(e.type, type);
		is_u64(e.has_tail, !is_pair);
		is_u64(e.tail, is_pair ? 0 : record[2]);
		check_record(record, n_words,
			     type == FXT_EVENT_INSTANT ? 2 : n_words);
	}
}

static void instant_without_scope(void)
{
	const uint64_t record[] = {F(0, 4) | F(4, 2) | F(24, 1), 1000};
	struct fxt_event e;

	is_u64(fxt_unpack_event(record, 2, &e, NULL), FXT_OK);
	is_u64(e.type, FXT_EVENT_INSTANT);
	ok(!e.has_tail);
	is_u64(e.tail, FXT_SCOPE_THREAD);
	check_record(record, 2, 2);
}

static void blob(void)
{
	const uint64_t record[] = {F(0, 5) | F(4, 4) | F(16, INLINE(4)) |
					   F(32, 11) | F(48, 0xfe),
				   S("name"), S("some pay"), S("loa")};
	struct fxt_blob b;

	is_u64(fxt_unpack_blob(record, 4, &b, NULL), FXT_OK);
	is_u64(b.type, 0xfe);
	is_inline(&b.name, "name");
	is_u64(b.n_bytes, 11);
	is_mem(b.bytes, "some payloa", 11);
	is_u64(fxt_blob_header(4, INLINE(4), 11, 0xfe), record[0]);
	check_record(record, 4, 4);
}

static void filler(void)
{
	static const size_t sizes[] = {1, 2, 100, FXT_RECORD_MAX_WORDS};
	size_t i;

	for (i = 0; i < N_WORDS(sizes); i++) {
		uint64_t *record = guard_alloc(sizes[i] * 8);
		struct fxt_blob b;

		record[0] = fxt_filler_header(sizes[i]);
		is_u64(record[0], F(0, 5) | F(4, sizes[i]) |
					  F(32, sizes[i] * 8 - 8) | F(48, 1));
		is_u64(fxt_unpack_blob(record, sizes[i], &b, NULL), FXT_OK);
		is_u64(b.type, FXT_BLOB_DATA);
		is_indexed(&b.name, 0);
		is_u64(b.n_bytes, sizes[i] * 8 - 8);
	}
}

static void userspace_object(void)
{
	const uint64_t record[] = {
		F(0, 6) | F(4, 5) | F(16, 0) | F(24, INLINE(6)) | F(40, 1),
		0x7fff12345678,
		100,
		S("object"),
		F(0, 2) | F(4, 1) | F(16, 5) | F(32, 42),
	};
	const uint64_t indexed[] = {
		F(0, 6) | F(4, 2) | F(16, 3) | F(24, 0x7ffe), 0x7fff12345678};
	struct fxt_userspace_object o;

	is_u64(fxt_unpack_userspace_object(record, 5, &o, NULL), FXT_OK);
	is_u64(o.pointer, 0x7fff12345678);
	is_u64(o.process.process, 100);
	is_inline(&o.name, "object");
	is_u64(o.args.n, 1);
	is_u64(o.args.n_words, 1);
	is_u64(fxt_userspace_object_header(5, 0, INLINE(6), 1), record[0]);
	check_record(record, 5, 5);
	is_u64(fxt_unpack_userspace_object(indexed, 2, &o, NULL), FXT_OK);
	is_u64(o.process.ref, 3);
	is_u64(o.process.process, 0);
	is_indexed(&o.name, 0x7ffe);
	check_record(indexed, 2, 2);
}

static void kernel_object(void)
{
	const uint64_t record[] = {
		F(0, 7) | F(4, 6) | F(16, 0xfe) | F(24, INLINE(5)) | F(40, 1),
		200,
		S("mains"),
		F(0, 8) | F(4, 3) | F(16, INLINE(7)),
		S("process"),
		100,
	};
	struct fxt_kernel_object o;
	struct fxt_arg arg;

	is_u64(fxt_unpack_kernel_object(record, 6, &o, NULL), FXT_OK);
	is_u64(o.type, 0xfe);
	is_u64(o.koid, 200);
	is_inline(&o.name, "mains");
	is_u64(o.args.n, 1);
	is_u64(fxt_next_arg(&o.args, &arg, NULL), FXT_OK);
	is_u64(arg.type, FXT_ARG_KOID);
	is_inline(&arg.name, "process");
	is_u64(arg.value.koid, 100);
	is_u64(fxt_kernel_object_header(6, 0xfe, INLINE(5), 1), record[0]);
	check_record(record, 6, 6);
}

static void legacy_switch(void)
{
	const uint64_t record[] = {F(0, 8) | F(4, 4) | F(16, 0xfe) | F(24, 3) |
					   F(28, 0) | F(36, 0x81) |
					   F(44, 0x12) | F(52, 0xf4),
				   1000, 100, 200};
	const uint64_t inlined[] = {
		F(0, 8) | F(4, 6) | F(24, 15), 1000, 100, 200, 300, 400};
	struct fxt_scheduling s;

	is_u64(fxt_unpack_scheduling(record, 4, &s, NULL), FXT_OK);
	is_u64(s.type, FXT_SCHEDULING_LEGACY_SWITCH);
	is_u64(s.cpu, 0xfe);
	is_u64(s.outgoing_state, FXT_THREAD_BLOCKED);
	is_u64(s.outgoing_priority, 0x12);
	is_u64(s.incoming_priority, 0xf4);
	is_u64(s.ticks, 1000);
	is_u64(s.outgoing.ref, 0);
	is_u64(s.outgoing.process, 100);
	is_u64(s.outgoing.thread, 200);
	is_u64(s.incoming.ref, 0x81);
	is_u64(s.args.n, 0);
	check_record(record, 4, 4);
	is_u64(fxt_unpack_scheduling(inlined, 6, &s, NULL), FXT_OK);
	is_u64(s.outgoing.thread, 200);
	is_u64(s.incoming.process, 300);
	is_u64(s.incoming.thread, 400);
	check_record(inlined, 6, 6);
}

static void context_switch(void)
{
	const uint64_t record[] = {
		F(0, 8) | F(4, 5) | F(16, 1) | F(20, 0xfedd) | F(36, 5) |
			F(60, 1),
		1000,
		200,
		300,
		F(0, 1) | F(4, 1) | F(16, 9) | F(32, 0xffffffff),
	};
	struct fxt_scheduling s;
	struct fxt_arg arg;

	is_u64(fxt_unpack_scheduling(record, 5, &s, NULL), FXT_OK);
	is_u64(s.type, FXT_SCHEDULING_SWITCH);
	is_u64(s.cpu, 0xfedd);
	is_u64(s.outgoing_state, FXT_THREAD_DEAD);
	is_u64(s.ticks, 1000);
	is_u64(s.outgoing.thread, 200);
	is_u64(s.incoming.thread, 300);
	is_u64(s.args.n, 1);
	is_u64(fxt_next_arg(&s.args, &arg, NULL), FXT_OK);
	is_i64(arg.value.i32, -1);
	check_record(record, 5, 5);
}

static void wakeup(void)
{
	const uint64_t record[] = {F(0, 8) | F(4, 3) | F(16, 0) |
					   F(20, 0xfedd) | F(60, 2),
				   1000, 300};
	struct fxt_scheduling s;

	is_u64(fxt_unpack_scheduling(record, 3, &s, NULL), FXT_OK);
	is_u64(s.type, FXT_SCHEDULING_WAKEUP);
	is_u64(s.cpu, 0xfedd);
	is_u64(s.ticks, 1000);
	is_u64(s.outgoing.thread, 0);
	is_u64(s.incoming.thread, 300);
	check_record(record, 3, 3);
}

static void log_message(void)
{
	const uint64_t record[] = {F(0, 9) | F(4, 6) | F(16, 9) | F(32, 0),
				   1000,
				   100,
				   200,
				   S("a messag"),
				   S("e")};
	const uint64_t indexed[] = {F(0, 9) | F(4, 2) | F(32, 0xfe), 1000};
	struct fxt_log l;

	is_u64(fxt_unpack_log(record, 6, &l, NULL), FXT_OK);
	is_u64(l.ticks, 1000);
	is_u64(l.thread.process, 100);
	is_u64(l.thread.thread, 200);
	is_u64(l.n_bytes, 9);
	is_mem(l.message, "a message", 9);
	is_u64(fxt_log_header(6, 9, 0), record[0]);
	check_record(record, 6, 6);
	is_u64(fxt_unpack_log(indexed, 2, &l, NULL), FXT_OK);
	is_u64(l.thread.ref, 0xfe);
	is_u64(l.n_bytes, 0);
	check_record(indexed, 2, 2);
}

static void large_blob_event(void)
{
	const uint64_t record[] = {
		F(0, 15) | F(4, 11) | F(36, 0) | F(40, 0),
		F(0, INLINE(3)) | F(16, INLINE(4)) | F(32, 1) | F(36, 0),
		S("cat"),
		S("name"),
		1000,
		100,
		200,
		F(0, 9) | F(4, 1) | F(16, 5) | F(32, 1),
		10,
		S("large bl"),
		S("ob"),
	};
	struct fxt_large_blob b;
	struct fxt_arg arg;

	is_u64(fxt_unpack_large_blob(record, 11, &b, NULL), FXT_OK);
	is_u64(b.format, FXT_LARGE_BLOB_EVENT);
	is_inline(&b.category, "cat");
	is_inline(&b.name, "name");
	is_u64(b.ticks, 1000);
	is_u64(b.thread.process, 100);
	is_u64(b.thread.thread, 200);
	is_u64(b.args.n, 1);
	is_u64(fxt_next_arg(&b.args, &arg, NULL), FXT_OK);
	is_u64(arg.type, FXT_ARG_BOOL);
	ok(arg.value.boolean);
	is_u64(b.n_bytes, 10);
	is_mem(b.bytes, "large blob", 10);
	check_record(record, 11, 11);
}

static void large_blob_attachment(void)
{
	const uint64_t record[] = {
		F(0, 15) | F(4, 4) | F(36, 0) | F(40, 1),
		F(0, 0x7ffe) | F(16, 0x1234),
		3,
		S("abc"),
	};
	struct fxt_large_blob b;

	is_u64(fxt_unpack_large_blob(record, 4, &b, NULL), FXT_OK);
	is_u64(b.format, FXT_LARGE_BLOB_ATTACHMENT);
	is_indexed(&b.category, 0x7ffe);
	is_indexed(&b.name, 0x1234);
	is_u64(b.n_bytes, 3);
	is_mem(b.bytes, "abc", 3);
	check_record(record, 4, 4);
}

static const struct tap_test tests[] = {
	{"the magic number record is the magic word", magic_number},
	{"a provider info record holds id and name", provider_info},
	{"a provider section record holds the id", provider_section},
	{"a provider event record holds id and event", provider_event},
	{"an initialization record holds the rate", init},
	{"an extended initialization record holds a base time", extended_init},
	{"a string record defines an index", string},
	{"a thread record defines an index", thread},
	{"an event record refers to tables", indexed_event},
	{"an event record holds strings, thread and arguments", inline_event},
	{"all 11 event types have their last word", event_types},
	{"an instant may lack its scope", instant_without_scope},
	{"a blob record holds name and payload", blob},
	{"a filler of 1 to 4095 words is a blob record", filler},
	{"a userspace object record names a pointer", userspace_object},
	{"a kernel object record names a koid", kernel_object},
	{"a legacy context switch has refs and priorities", legacy_switch},
	{"a context switch has koids and arguments", context_switch},
	{"a thread wakeup has one koid", wakeup},
	{"a log record holds a message", log_message},
	{"a large blob has time, thread and arguments", large_blob_event},
	{"a large attachment has category and name", large_blob_attachment},
};

TAP_MAIN(tests)
