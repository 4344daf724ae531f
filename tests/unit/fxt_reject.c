/* SPDX-License-Identifier: MIT */
/*
 * What is not a sound record is rejected, with the word at fault. What cannot
 * be written is not; and the limits of what can.
 */
#include <string.h>

#include "tests/fxt_any.h"
#include "tests/guard.h"
#include "tests/tap.h"

/* A field that begins at bit `low`. */
#define F(low, value) ((uint64_t)(value) << (low))
#define N_WORDS(words) (sizeof(words) / sizeof((words)[0]))
#define INLINE(n_bytes) (0x8000u | (n_bytes))
#define LARGE_MAX_WORDS 0xffffffffu

static uint64_t space[FXT_RECORD_MAX_WORDS + 1];
static char long_text[FXT_RECORD_MAX_WORDS * 8];

/* The fault of a whole record, read where reading too far crashes. */
static void is_fault(const uint64_t *record, size_t n_words,
		     enum fxt_status want, size_t want_word)
{
	uint64_t *copy = guard_copy(record, n_words * 8);
	size_t fault_word = 99;
	enum fxt_status got = fxt_read_any(copy, n_words, &fault_word);

	ok(got == want, "%s, expected: %s", fxt_status_text(got),
	   fxt_status_text(want));
	is_u64(fault_word, want_word);
	guard_free(copy, n_words * 8);
}

static void record_words(void)
{
	const uint64_t largest[] = {F(0, 4) | F(4, 4095)};
	const uint64_t large[] = {F(0, 15) | F(4, LARGE_MAX_WORDS)};
	size_t n_words = 99;

	is_u64(fxt_record_words(largest, 4095, &n_words), FXT_OK);
	is_u64(n_words, 4095);
	is_u64(fxt_record_words(largest, 4094, &n_words), FXT_ERROR_TRUNCATED);
	is_u64(n_words, 4095);
	is_u64(fxt_record_words(large, LARGE_MAX_WORDS, &n_words), FXT_OK);
	is_u64(n_words, LARGE_MAX_WORDS);
	is_u64(fxt_record_words(large, 1, &n_words), FXT_ERROR_TRUNCATED);
	is_u64(n_words, LARGE_MAX_WORDS);
	is_u64(fxt_record_words(guard_alloc(0), 0, &n_words),
	       FXT_ERROR_TRUNCATED);
	is_u64(n_words, 0);
}

static void size_zero(void)
{
	unsigned type;

	for (type = 0; type < 16; type++) {
		const uint64_t record[] = {type, 0};
		size_t n_words = 99;

		is_u64(fxt_record_words(record, 2, &n_words),
		       FXT_ERROR_SIZE_ZERO);
		is_u64(n_words, 0);
		if (type < FXT_RECORD_LOG)
			is_fault(record, 2, FXT_ERROR_SIZE_ZERO, 0);
	}
}

static void wrong_type(void)
{
	unsigned type;
	struct fxt_any any;
	size_t fault_word;

#define IS_WANTED(name, wanted)                                                \
	is_u64(fxt_unpack_##name(record, 9, &any.as.name, &fault_word) ==      \
		       FXT_ERROR_TYPE,                                         \
	       type != (wanted))
	for (type = 0; type < 16; type++) {
		const uint64_t record[9] = {F(0, type) | F(4, 9)};

		IS_WANTED(metadata, FXT_RECORD_METADATA);
		IS_WANTED(init, FXT_RECORD_INIT);
		IS_WANTED(string, FXT_RECORD_STRING);
		IS_WANTED(thread, FXT_RECORD_THREAD);
		IS_WANTED(event, FXT_RECORD_EVENT);
		IS_WANTED(blob, FXT_RECORD_BLOB);
		IS_WANTED(userspace_object, FXT_RECORD_USERSPACE_OBJECT);
		IS_WANTED(kernel_object, FXT_RECORD_KERNEL_OBJECT);
		IS_WANTED(scheduling, FXT_RECORD_SCHEDULING);
		IS_WANTED(log, FXT_RECORD_LOG);
		IS_WANTED(large_blob, FXT_RECORD_LARGE);
		fault_word = 99;
		fxt_unpack_log(record, 9, &any.as.log, &fault_word);
		is_u64(fault_word, 0);
	}
}

/* Each bit alone, in word `word` of an otherwise sound record: those of the
 * mask are reserved, the others are not. */
static void check_reserved(const uint64_t *record, size_t n_words, size_t word,
			   uint64_t mask)
{
	uint64_t copy[8];
	unsigned bit;

	memcpy(copy, record, n_words * 8);
	is_fault(copy, n_words, FXT_OK, 0);
	for (bit = word ? 0 : 16; bit < 64; bit++) {
		size_t fault_word = 99;

		copy[word] ^= 1ull << bit;
		if (mask >> bit & 1)
			is_fault(copy, n_words, FXT_ERROR_RESERVED, word);
		else
			ok(fxt_read_any(copy, n_words, &fault_word) !=
				   FXT_ERROR_RESERVED,
			   "word %zu, bit %u", word, bit);
		copy[word] ^= 1ull << bit;
	}
}

static uint64_t bits(unsigned low, unsigned high)
{
	uint64_t mask = 0;

	for (; low <= high; low++)
		mask |= 1ull << low;
	return mask;
}

static void reserved_bits(void)
{
	static const struct {
		uint64_t record[6];
		size_t n_words, word;
		uint64_t low, high, single;
	} cases[] = {
		{{F(4, 2) | F(16, 1) | F(52, 1), 'x'}, 2, 0, 60, 63, 60},
		{{F(4, 1) | F(16, 2)}, 1, 0, 52, 63, 52},
		{{F(4, 1) | F(16, 3)}, 1, 0, 56, 63, 56},
		{{F(0, 1) | F(4, 2), 1}, 2, 0, 16, 63, 16},
		{{F(0, 2) | F(4, 1) | F(16, 1)}, 1, 0, 47, 63, 31},
		{{F(0, 3) | F(4, 3) | F(16, 1), 1, 2}, 3, 0, 24, 63, 24},
		{{F(0, 5) | F(4, 1) | F(48, 1)}, 1, 0, 56, 63, 47},
		{{F(0, 6) | F(4, 2) | F(16, 1), 1}, 2, 0, 44, 63, 44},
		{{F(0, 7) | F(4, 2) | F(16, 1), 1}, 2, 0, 44, 63, 44},
		{{F(0, 8) | F(4, 4) | F(60, 1), 1, 2, 3}, 4, 0, 40, 59, 40},
		{{F(0, 8) | F(4, 3) | F(60, 2), 1, 2}, 3, 0, 36, 59, 36},
		{{F(0, 9) | F(4, 2) | F(32, 1), 1}, 2, 0, 40, 63, 31},
		{{F(0, 15) | F(4, 3) | F(40, 1), 0, 0}, 3, 0, 44, 63, 44},
		{{F(0, 15) | F(4, 4) | F(40, 0), F(36, 1), 1, 0},
		 4,
		 1,
		 44,
		 63,
		 44},
		{{F(0, 15) | F(4, 3) | F(40, 1), 0, 0}, 3, 1, 32, 63, 32},
	};
	size_t i;

	for (i = 0; i < N_WORDS(cases); i++)
		check_reserved(
			cases[i].record, cases[i].n_words, cases[i].word,
			bits((unsigned)cases[i].low, (unsigned)cases[i].high) |
				1ull << cases[i].single);
}

static void reserved_but_complete(void)
{
	const uint64_t record[] = {F(0, 3) | F(4, 3) | F(16, 9) | F(63, 1), 1,
				   2};
	struct fxt_thread t;
	enum fxt_status status = fxt_unpack_thread(record, 3, &t, NULL);

	is_u64(status, FXT_ERROR_RESERVED);
	ok(fxt_is_usable(status));
	is_u64(t.ref, 9);
	is_u64(t.process, 1);
	is_u64(t.thread, 2);
}

static void unknown_subtypes(void)
{
	unsigned n;

	for (n = 0; n < 16; n++) {
		const uint64_t metadata[] = {F(4, 1) | F(16, n)};
		const uint64_t info[] = {F(4, 1) | F(16, 4) | F(20, n)};
		const uint64_t event[] = {
			F(0, 4) | F(4, 3) | F(16, n) | F(24, 1), 1, 2};
		const uint64_t scheduling[] = {F(0, 8) | F(4, 3) | F(60, n), 0,
					       0};
		const uint64_t large[] = {F(0, 15) | F(4, 3) | F(36, n), 0, 0};
		const uint64_t format[] = {F(0, 15) | F(4, 3) | F(40, n), 0, 0};

		if (n == 0 || n > FXT_METADATA_TRACE_INFO)
			is_fault(metadata, 1, FXT_ERROR_UNKNOWN, 0);
		if (n > FXT_TRACE_INFO_MAGIC)
			is_fault(info, 1, FXT_ERROR_UNKNOWN, 0);
		if (n > FXT_EVENT_FLOW_END)
			is_fault(event, 3, FXT_ERROR_UNKNOWN, 0);
		if (n > FXT_SCHEDULING_WAKEUP)
			is_fault(scheduling, 3, FXT_ERROR_UNKNOWN, 0);
		if (n > FXT_LARGE_BLOB)
			is_fault(large, 3, FXT_ERROR_UNKNOWN, 0);
		if (n > FXT_LARGE_BLOB_ATTACHMENT)
			is_fault(format, 3, FXT_ERROR_UNKNOWN, 0);
	}
}

static void damaged_magic(void)
{
	unsigned bit;
	size_t fault_word;
	struct fxt_metadata m;

	/* Bits below 24 make it another record. */
	for (bit = 24; bit < 64; bit++) {
		const uint64_t record[] = {FXT_MAGIC ^ 1ull << bit};

		is_fault(record, 1, FXT_ERROR_MAGIC, 0);
	}
	{
		const uint64_t longer[] = {FXT_MAGIC + F(4, 1), 0};

		is_u64(fxt_unpack_metadata(longer, 2, &m, &fault_word),
		       FXT_ERROR_MAGIC);
	}
}

static void strings_past_the_end(void)
{
	const uint64_t provider[] = {F(4, 2) | F(16, 1) | F(52, 9), 0};
	const uint64_t string[] = {F(0, 2) | F(4, 2) | F(16, 1) | F(32, 9), 0};
	const uint64_t category[] = {
		F(0, 4) | F(4, 3) | F(24, 1) | F(32, INLINE(9)), 0, 0};
	const uint64_t name[] = {F(0, 4) | F(4, 4) | F(24, 1) |
					 F(32, INLINE(8)) | F(48, INLINE(9)),
				 0, 0, 0};
	const uint64_t blob[] = {F(0, 5) | F(4, 2) | F(16, INLINE(9)), 0};
	const uint64_t longest[] = {F(0, 5) | F(4, 2) | F(16, 0xffff), 0};
	const uint64_t object[] = {F(0, 7) | F(4, 3) | F(24, INLINE(9)), 0, 0};
	const uint64_t large[] = {F(0, 15) | F(4, 3) | F(40, 1), INLINE(9), 0};

	is_fault(provider, 2, FXT_ERROR_STRING, 1);
	is_fault(string, 2, FXT_ERROR_STRING, 1);
	is_fault(category, 3, FXT_ERROR_STRING, 2);
	is_fault(name, 4, FXT_ERROR_STRING, 3);
	is_fault(blob, 2, FXT_ERROR_STRING, 1);
	is_fault(longest, 2, FXT_ERROR_STRING, 1);
	is_fault(object, 3, FXT_ERROR_STRING, 2);
	is_fault(large, 3, FXT_ERROR_STRING, 2);
}

static void payloads_past_the_end(void)
{
	const uint64_t blob[] = {F(0, 5) | F(4, 2) | F(32, 9) | F(48, 1), 0};
	const uint64_t log[] = {F(0, 9) | F(4, 3) | F(16, 9) | F(32, 1), 0, 0};
	uint64_t large[] = {F(0, 15) | F(4, 4) | F(40, 1), 0, 9, 0};

	is_fault(blob, 2, FXT_ERROR_PAYLOAD, 1);
	is_fault(log, 3, FXT_ERROR_PAYLOAD, 2);
	is_fault(large, 4, FXT_ERROR_PAYLOAD, 3);
	large[2] = UINT64_MAX; /* which rounds up to no words at all */
	is_fault(large, 4, FXT_ERROR_PAYLOAD, 3);
	large[2] = 8;
	is_fault(large, 4, FXT_OK, 0);
}

static void args_past_the_end(void)
{
	uint64_t event[] = {F(0, 4) | F(4, 5) | F(16, 2) | F(20, 2) | F(24, 1),
			    1, F(0, 2) | F(4, 1), F(0, 3) | F(4, 2), 0};

	is_fault(event, 5, FXT_OK, 0);
	event[3] = F(0, 3) | F(4, 3);
	is_fault(event, 5, FXT_ERROR_ARG_SIZE, 3);
	event[3] = F(0, 3) | F(4, 4095);
	is_fault(event, 5, FXT_ERROR_ARG_SIZE, 3);
	event[3] = F(0, 3) | F(4, 0);
	is_fault(event, 5, FXT_ERROR_ARG_SIZE, 3);
	event[2] = F(0, 2) | F(4, 3); /* leaves no word for the second */
	is_fault(event, 5, FXT_ERROR_SHORT, 5);
	event[2] = F(0, 2) | F(4, 1) | F(16, INLINE(1));
	event[3] = F(0, 3) | F(4, 2);
	is_fault(event, 5, FXT_ERROR_STRING, 3);
}

static void dirty_padding(void)
{
	const uint64_t string[] = {F(0, 2) | F(4, 2) | F(16, 1) | F(32, 2),
				   F(0, 'a') | F(8, 'b') | F(16, 'c')};
	const uint64_t last_bit[] = {F(0, 5) | F(4, 2) | F(32, 7) | F(48, 1),
				     F(56, 1)};
	struct fxt_string_record s;

	is_fault(string, 2, FXT_ERROR_PADDING, 1);
	is_fault(last_bit, 2, FXT_ERROR_PADDING, 1);
	ok(fxt_is_usable(fxt_unpack_string(string, 2, &s, NULL)));
	is_u64(s.n_bytes, 2);
}

/* A fault that makes the record useless outdoes one that does not. */
static void worst_fault(void)
{
	const uint64_t record[] = {F(0, 3) | F(4, 2) | F(16, 1) | F(40, 1), 5};

	is_fault(record, 2, FXT_ERROR_SHORT, 2);
}

static void longest_string(void)
{
	struct fxt_string_record in = {0x7fff, FXT_STRING_MAX_BYTES, long_text};
	struct fxt_string_record out;

	memset(long_text, 'x', sizeof(long_text));
	is_u64(fxt_pack_string(space, N_WORDS(space), &in), 4001);
	is_u64(fxt_unpack_string(space, 4001, &out, NULL), FXT_OK);
	is_u64(out.n_bytes, FXT_STRING_MAX_BYTES);
	is_mem(out.bytes, long_text, FXT_STRING_MAX_BYTES);
	in.n_bytes++;
	is_u64(fxt_pack_string(space, N_WORDS(space), &in), 0);
}

static void longest_inline_string(void)
{
	struct fxt_event in = {
		.type = FXT_EVENT_DURATION_BEGIN,
		.thread.ref = 1,
		.name = fxt_inline_string(long_text, FXT_STRING_MAX_BYTES),
		.category = fxt_indexed_string(1),
	};
	struct fxt_event out;

	is_u64(fxt_pack_event(space, N_WORDS(space), &in), 4002);
	is_u64(fxt_unpack_event(space, 4002, &out, NULL), FXT_OK);
	is_u64(out.name.n_bytes, FXT_STRING_MAX_BYTES);
	in.name.ref = INLINE(FXT_STRING_MAX_BYTES + 1);
	in.name.n_bytes = FXT_STRING_MAX_BYTES + 1;
	is_u64(fxt_pack_event(space, N_WORDS(space), &in), 0);
}

/* One word more than a record may have, whatever the space. */
static void longest_record(void)
{
	const size_t most = (FXT_RECORD_MAX_WORDS - 3) * 8;
	struct fxt_large_blob in = {.format = FXT_LARGE_BLOB_ATTACHMENT,
				    .bytes = long_text,
				    .n_bytes = most};

	is_u64(fxt_pack_large_blob(space, N_WORDS(space), &in),
	       FXT_RECORD_MAX_WORDS);
	is_fault(space, FXT_RECORD_MAX_WORDS, FXT_OK, 0);
	in.n_bytes = most + 1;
	is_u64(fxt_pack_large_blob(space, N_WORDS(space), &in), 0);
}

/* Where the arguments of a record of this type are. */
static struct fxt_args *args_of(struct fxt_any *any)
{
	switch (any->type) {
	case FXT_RECORD_EVENT:
		return &any->as.event.args;
	case FXT_RECORD_USERSPACE_OBJECT:
		return &any->as.userspace_object.args;
	case FXT_RECORD_KERNEL_OBJECT:
		return &any->as.kernel_object.args;
	case FXT_RECORD_SCHEDULING:
		return &any->as.scheduling.args;
	default:
		return &any->as.large_blob.args;
	}
}

/* `in`, but for its arguments, which are those at words. */
static void check_args(struct fxt_any in, const uint64_t *words)
{
	struct fxt_args *args = args_of(&in);
	size_t n_words, fault_word;
	struct fxt_any out;
	struct fxt_arg arg;
	unsigned i;

	*args = (struct fxt_args){words, FXT_MAX_ARGS, FXT_MAX_ARGS, 0};
	n_words = fxt_pack_any(space, N_WORDS(space), &in);
	is_fault(space, n_words, FXT_OK, 0);
	fxt_unpack_any(space, n_words, &out, &fault_word);
	args = args_of(&out);
	is_u64(args->n, FXT_MAX_ARGS);
	for (i = 0; i < FXT_MAX_ARGS; i++) {
		is_u64(fxt_next_arg(args, &arg, NULL), FXT_OK);
		is_u64(arg.value.u32, i);
	}
	is_u64(args->n, 0);
	args = args_of(&in);
	*args = (struct fxt_args){words, FXT_MAX_ARGS + 1, FXT_MAX_ARGS + 1, 0};
	is_u64(fxt_pack_any(space, N_WORDS(space), &in), 0);
}

static void most_args(void)
{
	static const struct fxt_any records[] = {
		{.type = FXT_RECORD_EVENT},
		{.type = FXT_RECORD_USERSPACE_OBJECT},
		{.type = FXT_RECORD_KERNEL_OBJECT},
		{.type = FXT_RECORD_SCHEDULING,
		 .as.scheduling.type = FXT_SCHEDULING_SWITCH},
		{.type = FXT_RECORD_SCHEDULING,
		 .as.scheduling.type = FXT_SCHEDULING_WAKEUP},
		{.type = FXT_RECORD_LARGE},
	};
	uint64_t words[FXT_MAX_ARGS + 1];
	struct fxt_arg arg = {.type = FXT_ARG_UINT32};
	unsigned i;

	for (i = 0; i < N_WORDS(words); i++) {
		arg.value.u32 = i;
		is_u64(fxt_pack_arg(&words[i], 1, &arg), 1);
	}
	for (i = 0; i < N_WORDS(records); i++)
		check_args(records[i], words);
}

/* The blob argument of an event that leaves no word of the record free. */
static void longest_arg(void)
{
	static uint64_t words[FXT_RECORD_MAX_WORDS];
	const size_t n_words = FXT_RECORD_MAX_WORDS - 2;
	struct fxt_arg arg = {.type = FXT_ARG_BLOB};
	struct fxt_event in = {.type = FXT_EVENT_DURATION_BEGIN,
			       .thread.ref = 1,
			       .args = {words, n_words, 1, 0}};
	struct fxt_event out;

	arg.value.blob.bytes = long_text;
	arg.value.blob.n_bytes = (uint32_t)(n_words - 1) * 8;
	is_u64(fxt_pack_arg(words, N_WORDS(words), &arg), n_words);
	is_u64(fxt_pack_event(space, N_WORDS(space), &in),
	       FXT_RECORD_MAX_WORDS);
	is_fault(space, FXT_RECORD_MAX_WORDS, FXT_OK, 0);
	fxt_unpack_event(space, FXT_RECORD_MAX_WORDS, &out, NULL);
	is_u64(out.args.n_words, n_words);
	in.args.n_words++;
	arg.value.blob.n_bytes++;
	is_u64(fxt_pack_arg(words, N_WORDS(words), &arg), n_words + 1);
	is_u64(fxt_pack_event(space, N_WORDS(space), &in), 0);
}

static void longest_provider_name(void)
{
	struct fxt_metadata in = {.type = FXT_METADATA_PROVIDER_INFO,
				  .name = long_text,
				  .name_bytes = FXT_PROVIDER_NAME_MAX_BYTES};
	struct fxt_metadata out;

	is_u64(fxt_pack_metadata(space, N_WORDS(space), &in), 33);
	is_u64(fxt_unpack_metadata(space, 33, &out, NULL), FXT_OK);
	is_u64(out.name_bytes, FXT_PROVIDER_NAME_MAX_BYTES);
}

static void longest_blob_and_log(void)
{
	struct fxt_blob blob = {.bytes = long_text,
				.n_bytes = FXT_BLOB_MAX_BYTES};
	struct fxt_log log = {.thread.ref = 1,
			      .message = long_text,
			      .n_bytes = (FXT_RECORD_MAX_WORDS - 2) * 8};

	is_u64(fxt_pack_blob(space, N_WORDS(space), &blob), 4001);
	is_fault(space, 4001, FXT_OK, 0);
	blob.n_bytes++;
	is_u64(fxt_pack_blob(space, N_WORDS(space), &blob), 0);
	is_u64(fxt_pack_log(space, N_WORDS(space), &log), FXT_RECORD_MAX_WORDS);
	is_fault(space, FXT_RECORD_MAX_WORDS, FXT_OK, 0);
	fxt_unpack_log(space, FXT_RECORD_MAX_WORDS, &log, NULL);
	is_u64(log.n_bytes, (FXT_RECORD_MAX_WORDS - 2) * 8);
	log.message = long_text;
	log.n_bytes++;
	is_u64(fxt_pack_log(space, N_WORDS(space), &log), 0);
}

static void refuses(const struct fxt_any *in)
{
	is_u64(fxt_pack_any(space, N_WORDS(space), in), 0);
}

/* Values that are wider than their field, or of no type that there is. */
static void unpackable_values(void)
{
	struct fxt_any any = {.type = FXT_RECORD_METADATA};

	refuses(&any);
	any.as.metadata = (struct fxt_metadata){
		.type = FXT_METADATA_PROVIDER_EVENT, .event = 16};
	refuses(&any);
	any.as.metadata =
		(struct fxt_metadata){.type = FXT_METADATA_TRACE_INFO};
	refuses(&any);
	any = (struct fxt_any){.type = FXT_RECORD_STRING};
	refuses(&any); /* index 0 */
	any.as.string.index = 0x8000;
	refuses(&any);
	any = (struct fxt_any){.type = FXT_RECORD_THREAD};
	refuses(&any); /* index 0 */
	any = (struct fxt_any){.type = FXT_RECORD_EVENT, .as.event.type = 11};
	refuses(&any);
	any = (struct fxt_any){.type = FXT_RECORD_BLOB, .as.blob.type = 256};
	refuses(&any);
	any = (struct fxt_any){.type = FXT_RECORD_KERNEL_OBJECT,
			       .as.kernel_object.type = 256};
	refuses(&any);
	any = (struct fxt_any){.type = FXT_RECORD_LARGE,
			       .as.large_blob.format = 2};
	refuses(&any);
	any.as.large_blob.format = FXT_LARGE_BLOB_ATTACHMENT;
	any.as.large_blob.thread.ref = 1;
	refuses(&any);
}

static void unpackable_scheduling(void)
{
	struct fxt_any any = {.type = FXT_RECORD_SCHEDULING,
			      .as.scheduling.type = 3};

	refuses(&any);
	any.as.scheduling = (struct fxt_scheduling){.cpu = 256};
	refuses(&any);
	any.as.scheduling = (struct fxt_scheduling){.outgoing_state = 16};
	refuses(&any);
	any.as.scheduling =
		(struct fxt_scheduling){.type = FXT_SCHEDULING_SWITCH};
	is_u64(fxt_pack_any(space, N_WORDS(space), &any), 4);
	any.as.scheduling.incoming.ref = 1;
	refuses(&any);
	any.as.scheduling =
		(struct fxt_scheduling){.type = FXT_SCHEDULING_WAKEUP};
	is_u64(fxt_pack_any(space, N_WORDS(space), &any), 3);
	any.as.scheduling.outgoing.thread = 1;
	refuses(&any);
}

static void disagreeing_input(void)
{
	const uint64_t sound[] = {F(0, 2) | F(4, 1), F(0, 2) | F(4, 2), 0};
	const uint64_t *args = guard_copy(sound, sizeof(sound));
	struct fxt_any any = {.type = FXT_RECORD_KERNEL_OBJECT};
	struct fxt_kernel_object *o = &any.as.kernel_object;

	o->args = (struct fxt_args){args, 3, 2, 0};
	is_u64(fxt_pack_any(space, N_WORDS(space), &any), 5);
	o->args.n = 1;
	refuses(&any);
	o->args.n = 3;
	refuses(&any);
	o->args = (struct fxt_args){args, 2, 2, 0};
	refuses(&any);
	o->args = (struct fxt_args){0};
	o->name = (struct fxt_string){INLINE(3), 4, "name"};
	refuses(&any);
	o->name = (struct fxt_string){3, 4, "name"};
	refuses(&any);
	o->name = fxt_inline_string("name", 4);
	is_u64(fxt_pack_any(space, N_WORDS(space), &any), 3);
}

static void empty_strings(void)
{
	struct fxt_string empty = fxt_inline_string("", 0);
	const uint64_t record[] = {
		F(0, 4) | F(4, 2) | F(16, 2) | F(24, 1) | F(32, 0x8000), 5};
	struct fxt_event e;

	is_u64(empty.ref, 0);
	is_u64(fxt_unpack_event(record, 2, &e, NULL), FXT_OK);
	is_u64(e.category.n_bytes, 0);
}

static void streams_are_padded(void)
{
	const char bytes[] = "nine long";
	size_t n;

	for (n = 0; n <= 9; n++) {
		size_t n_words = (n + 7) / 8, i;
		uint64_t *words = guard_alloc(n_words * 8);
		const char *from = guard_copy(bytes, n);

		is_u64(fxt_pack_stream(words, from, n), n_words);
		is_mem(words, bytes, n);
		for (i = n; i < n_words * 8; i++)
			is_u64(((unsigned char *)words)[i], 0);
	}
}

static void status_texts(void)
{
	unsigned i, k;

	for (i = 0; i < FXT_N_STATUSES; i++) {
		ok(*fxt_status_text((enum fxt_status)i));
		for (k = 0; k < i; k++)
			ok(strcmp(fxt_status_text((enum fxt_status)i),
				  fxt_status_text((enum fxt_status)k)));
	}
	is_str(fxt_status_text(FXT_N_STATUSES), "unknown status");
	is_str(fxt_status_text((enum fxt_status) - 1), "unknown status");
}

static const struct tap_test tests[] = {
	{"a record's size is read, 12 bits or 32", record_words},
	{"a record of size 0 is an error of every type", size_zero},
	{"a record of another type is refused", wrong_type},
	{"each reserved bit of a record is noticed", reserved_bits},
	{"a record with reserved bits is complete", reserved_but_complete},
	{"unknown subtypes are rejected", unknown_subtypes},
	{"a damaged magic number is noticed", damaged_magic},
	{"strings may not leave their record", strings_past_the_end},
	{"payloads may not leave their record", payloads_past_the_end},
	{"arguments may not leave their record", args_past_the_end},
	{"padding other than 0 is noticed", dirty_padding},
	{"of two faults the worse is reported", worst_fault},
	{"a string record holds 32000 bytes and no more", longest_string},
	{"an inline string has 32000 bytes and no more", longest_inline_string},
	{"a record has 4095 words and no more", longest_record},
	{"a record has 15 arguments and no more", most_args},
	{"an argument may fill its record", longest_arg},
	{"a provider name has 255 bytes", longest_provider_name},
	{"blobs and messages keep to their limits", longest_blob_and_log},
	{"values that do not fit are not packed", unpackable_values},
	{"scheduling that does not fit is not packed", unpackable_scheduling},
	{"input that contradicts itself is not packed", disagreeing_input},
	{"the empty string needs no bytes", empty_strings},
	{"streams are padded with zeros", streams_are_padded},
	{"every status has words of its own", status_texts},
};

TAP_MAIN(tests)
