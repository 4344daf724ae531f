/* SPDX-License-Identifier: MIT */
/*
 * Every argument type of the trace format, packed and unpacked; unknown types,
 * damaged arguments and the walk over a record's arguments.
 */
#include <string.h>

#include "tests/guard.h"
#include "tests/tap.h"
#include "writer/fxt.h"

/* A field that begins at bit `low`. */
#define F(low, value) ((uint64_t)(value) << (low))
#define N_WORDS(words) (sizeof(words) / sizeof((words)[0]))
#define INLINE(n_bytes) (0x8000u | (n_bytes))

/* Up to 8 bytes of a stream, as a word. */
static uint64_t S(const char *text)
{
	uint64_t word = 0;

	memcpy(&word, text, strlen(text) < 8 ? strlen(text) : 8);
	return word;
}

static void set_size(uint64_t *words, size_t n_words)
{
	words[0] = (words[0] & ~0xfff0ull) | F(4, n_words);
}

static void check_packs(const uint64_t *words, size_t n_words,
			const struct fxt_arg *arg)
{
	uint64_t *again = guard_alloc(n_words * 8);
	size_t space;

	is_u64(fxt_pack_arg(again, n_words, arg), n_words);
	is_mem(again, words, n_words * 8);
	for (space = 0; space < n_words; space++)
		is_u64(fxt_pack_arg(guard_alloc(space * 8), space, arg), 0);
}

/* n_needed: how many of its words the type and name need. */
static void check_sizes(const uint64_t *words, size_t n_words, size_t n_needed)
{
	size_t n, fault_word;
	struct fxt_arg arg;

	for (n = 0; n < n_words; n++) {
		uint64_t *copy = guard_copy(words, n * 8);

		is_u64(fxt_unpack_arg(copy, n, &arg, &fault_word),
		       FXT_ERROR_ARG_SIZE);
		is_u64(fault_word, 0);
	}
	for (n = 1; n <= n_words + 1; n++) {
		uint64_t *copy = guard_alloc(n * 8);

		memcpy(copy, words, 8 * (n < n_words ? n : n_words));
		set_size(copy, n);
		ok(fxt_is_usable(fxt_unpack_arg(copy, n, &arg, &fault_word)) ==
			   (n >= n_needed),
		   "size %zu", n);
		ok(fault_word <= n);
	}
}

/* No damage of one bit makes unpacking read behind the argument's end. */
static void check_damage(const uint64_t *words, size_t n_words)
{
	uint64_t *copy = guard_copy(words, n_words * 8);
	size_t bit, fault_word;
	struct fxt_arg arg;

	for (bit = 0; bit < n_words * 64; bit++) {
		copy[bit / 64] ^= 1ull << bit % 64;
		fault_word = n_words + 1;
		fxt_unpack_arg(copy, n_words, &arg, &fault_word);
		ok(fault_word <= n_words, "bit %zu", bit);
		copy[bit / 64] ^= 1ull << bit % 64;
	}
}

/* Unpacks the argument from where reading too far crashes, and checks what
 * holds for all of them. */
static struct fxt_arg check_arg(const uint64_t *words, size_t n_words)
{
	uint64_t *copy = guard_copy(words, n_words * 8);
	size_t fault_word = 99;
	struct fxt_arg arg;

	is_u64(fxt_unpack_arg(copy, n_words, &arg, &fault_word), FXT_OK);
	is_u64(fault_word, 0);
	is_u64(arg.n_words, n_words);
	ok(arg.words == copy);
	check_packs(words, n_words, &arg);
	check_sizes(words, n_words, n_words);
	check_damage(words, n_words);
	return arg;
}

static void is_named(const struct fxt_arg *arg, const char *name)
{
	is_u64(arg->name.ref, INLINE(strlen(name)));
	if (is_u64(arg->name.n_bytes, strlen(name)))
		is_mem(arg->name.bytes, name, strlen(name));
}

static void null(void)
{
	const uint64_t words[] = {F(0, 0) | F(4, 1) | F(16, 0x7ffe)};
	const uint64_t inlined[] = {F(0, 0) | F(4, 2) | F(16, INLINE(4)),
				    S("null")};
	struct fxt_arg arg = check_arg(words, 1);

	is_u64(arg.type, FXT_ARG_NULL);
	is_u64(arg.name.ref, 0x7ffe);
	is_u64(arg.name.n_bytes, 0);
	arg = check_arg(inlined, 2);
	is_named(&arg, "null");
}

static void int32(void)
{
	const uint64_t words[] = {F(0, 1) | F(4, 1) | F(16, 7) |
				  F(32, 0x80000000)};
	struct fxt_arg arg = check_arg(words, 1);

	is_u64(arg.type, FXT_ARG_INT32);
	is_i64(arg.value.i32, INT32_MIN);
	is_u64(fxt_arg_header(1, 1, 7, 0x80000000), words[0]);
}

static void uint32(void)
{
	const uint64_t words[] = {F(0, 2) | F(4, 3) | F(16, INLINE(9)) |
					  F(32, 0xfffffffe),
				  S("nine lon"), S("g")};
	struct fxt_arg arg = check_arg(words, 3);

	is_u64(arg.type, FXT_ARG_UINT32);
	is_named(&arg, "nine long");
	is_u64(arg.value.u32, 0xfffffffe);
}

static void int64(void)
{
	const uint64_t words[] = {F(0, 3) | F(4, 2) | F(16, 7), 1ull << 63};
	struct fxt_arg arg = check_arg(words, 2);

	is_u64(arg.type, FXT_ARG_INT64);
	is_i64(arg.value.i64, INT64_MIN);
}

static void uint64(void)
{
	const uint64_t words[] = {F(0, 4) | F(4, 3) | F(16, INLINE(8)),
				  S("8 of 'em"), ~0ull};
	struct fxt_arg arg = check_arg(words, 3);

	is_u64(arg.type, FXT_ARG_UINT64);
	is_named(&arg, "8 of 'em");
	is_u64(arg.value.u64, UINT64_MAX);
}

static void float64(void)
{
	const uint64_t words[] = {F(0, 5) | F(4, 2) | F(16, 7),
				  0xbff8000000000000};
	struct fxt_arg arg = check_arg(words, 2);

	is_u64(arg.type, FXT_ARG_DOUBLE);
	ok(arg.value.f64 == -1.5);
}

static void string(void)
{
	const uint64_t words[] = {F(0, 6) | F(4, 4) | F(16, INLINE(1)) |
					  F(32, INLINE(12)),
				  S("s"), S("a string"), S(" arg")};
	const uint64_t indexed[] = {F(0, 6) | F(4, 1) | F(16, 7) |
				    F(32, 0x7ffe)};
	struct fxt_arg arg = check_arg(words, 4);

	is_u64(arg.type, FXT_ARG_STRING);
	is_named(&arg, "s");
	is_u64(arg.value.string.ref, INLINE(12));
	is_u64(arg.value.string.n_bytes, 12);
	is_mem(arg.value.string.bytes, "a string arg", 12);
	arg = check_arg(indexed, 1);
	is_u64(arg.value.string.ref, 0x7ffe);
	is_u64(arg.value.string.n_bytes, 0);
	ok(!arg.value.string.bytes);
}

static void pointer(void)
{
	const uint64_t words[] = {F(0, 7) | F(4, 2) | F(16, 7),
				  0xffff800000000000};
	struct fxt_arg arg = check_arg(words, 2);

	is_u64(arg.type, FXT_ARG_POINTER);
	is_u64(arg.value.pointer, 0xffff800000000000);
}

static void koid(void)
{
	const uint64_t words[] = {F(0, 8) | F(4, 2) | F(16, 7), 1ull << 30};
	struct fxt_arg arg = check_arg(words, 2);

	is_u64(arg.type, FXT_ARG_KOID);
	is_u64(arg.value.koid, 1ull << 30);
}

static void boolean(void)
{
	const uint64_t words[][1] = {
		{F(0, 9) | F(4, 1) | F(16, 7)},
		{F(0, 9) | F(4, 1) | F(16, 7) | F(32, 1)},
	};
	struct fxt_arg arg = check_arg(words[0], 1);

	is_u64(arg.type, FXT_ARG_BOOL);
	ok(!arg.value.boolean);
	arg = check_arg(words[1], 1);
	ok(arg.value.boolean);
}

static void blob(void)
{
	const uint64_t words[] = {F(0, 10) | F(4, 4) | F(16, INLINE(4)) |
					  F(32, 9),
				  S("data"), 0x0706050403020100, 8};
	const uint64_t empty[] = {F(0, 10) | F(4, 1) | F(16, 7)};
	struct fxt_arg arg = check_arg(words, 4);

	is_u64(arg.type, FXT_ARG_BLOB);
	is_named(&arg, "data");
	is_u64(arg.value.blob.n_bytes, 9);
	is_mem(arg.value.blob.bytes, "\0\1\2\3\4\5\6\7\10", 9);
	arg = check_arg(empty, 1);
	is_u64(arg.value.blob.n_bytes, 0);
}

/* Longest blob: 4095 words of event less its two and the argument's header. */
static void longest_blob(void)
{
	static uint64_t words[FXT_RECORD_MAX_WORDS];
	static unsigned char bytes[FXT_RECORD_MAX_WORDS * 8];
	struct fxt_arg in = {.type = FXT_ARG_BLOB}, out;

	memset(bytes, 0x5a, sizeof(bytes));
	in.value.blob.bytes = bytes;
	in.value.blob.n_bytes = (FXT_RECORD_MAX_WORDS - 1) * 8;
	is_u64(fxt_pack_arg(words, SIZE_MAX, &in), FXT_RECORD_MAX_WORDS);
	is_u64(fxt_unpack_arg(words, N_WORDS(words), &out, NULL), FXT_OK);
	is_u64(out.value.blob.n_bytes, in.value.blob.n_bytes);
	is_mem(out.value.blob.bytes, bytes, in.value.blob.n_bytes);
	in.value.blob.n_bytes++;
	is_u64(fxt_pack_arg(words, SIZE_MAX, &in), 0);
	in.value.blob.n_bytes = UINT32_MAX;
	is_u64(fxt_pack_arg(words, SIZE_MAX, &in), 0);
}

static void unknown_types(void)
{
	unsigned type;

	for (type = FXT_ARG_BLOB + 1; type < 16; type++) {
		uint64_t words[] = {F(0, type) | F(4, 3) | F(16, INLINE(2)) |
					    F(32, 0xffffffff),
				    S("hm"), ~0ull,
				    F(0, 2) | F(4, 1) | F(16, 7) | F(32, 42)};
		struct fxt_args args = {words, 4, 2, 10};
		struct fxt_arg arg;

		is_u64(fxt_next_arg(&args, &arg, NULL), FXT_OK);
		is_u64(arg.type, type);
		is_named(&arg, "hm");
		ok(arg.words == words);
		is_u64(arg.n_words, 3);
		is_u64(fxt_pack_arg(words, 4, &arg), 0);
		is_u64(fxt_next_arg(&args, &arg, NULL), FXT_OK);
		is_u64(arg.value.u32, 42);
		is_u64(args.n, 0);
	}
}

/* A fault in the second of three arguments. */
static void walk_goes_on(void)
{
	const uint64_t words[] = {
		F(0, 2) | F(4, 1) | F(16, 7) | F(32, 1),
		F(0, 3) | F(4, 1) | F(16, 7), /* no value word */
		F(0, 2) | F(4, 1) | F(16, 7) | F(32, 3),
	};
	struct fxt_args args = {words, 3, 3, 10};
	size_t fault_word = 99;
	struct fxt_arg arg;

	is_u64(fxt_next_arg(&args, &arg, &fault_word), FXT_OK);
	is_u64(fault_word, 0);
	is_u64(fxt_next_arg(&args, &arg, &fault_word), FXT_ERROR_SHORT);
	is_u64(fault_word, 12); /* where the value should be */
	is_u64(fxt_next_arg(&args, &arg, &fault_word), FXT_OK);
	is_u64(arg.value.u32, 3);
	is_u64(args.n, 0);
}

static void walk_ends(void)
{
	const uint64_t words[] = {F(0, 2) | F(4, 0), 0, 0};
	struct fxt_args args = {words, 3, 3, 10};
	size_t fault_word;
	struct fxt_arg arg;

	is_u64(fxt_next_arg(&args, &arg, &fault_word), FXT_ERROR_ARG_SIZE);
	is_u64(fault_word, 10);
	is_u64(args.n, 0);
}

static void reserved_bits(void)
{
	static const struct {
		unsigned type, low; /* reserved from this bit up */
	} cases[] = {
		{FXT_ARG_NULL, 32},   {FXT_ARG_INT64, 32},
		{FXT_ARG_UINT64, 32}, {FXT_ARG_DOUBLE, 32},
		{FXT_ARG_STRING, 48}, {FXT_ARG_POINTER, 32},
		{FXT_ARG_KOID, 32},   {FXT_ARG_BOOL, 33},
	};
	size_t i, fault_word;
	unsigned bit;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (bit = cases[i].low; bit < 64; bit++) {
			const uint64_t words[] = {
				F(0, cases[i].type) | F(4, 2) | F(bit, 1), 5};
			struct fxt_arg arg;

			ok(fxt_unpack_arg(words, 2, &arg, &fault_word) ==
				   FXT_ERROR_RESERVED,
			   "type %u, bit %u", cases[i].type, bit);
			is_u64(fault_word, 0);
		}
}

static void bad_strings(void)
{
	const uint64_t name[] = {F(0, 2) | F(4, 2) | F(16, INLINE(9)), 0};
	const uint64_t value[] = {
		F(0, 6) | F(4, 3) | F(16, INLINE(8)) | F(32, INLINE(9)), 0, 0};
	const uint64_t data[] = {F(0, 10) | F(4, 2) | F(32, 9), 0};
	const uint64_t huge[] = {F(0, 10) | F(4, 2) | F(32, 0xffffffff), 0};
	const uint64_t padded[] = {F(0, 2) | F(4, 2) | F(16, INLINE(2)),
				   S("abc")};
	size_t fault_word;
	struct fxt_arg arg;

	is_u64(fxt_unpack_arg(name, 2, &arg, &fault_word), FXT_ERROR_STRING);
	is_u64(fault_word, 1);
	is_u64(fxt_unpack_arg(value, 3, &arg, &fault_word), FXT_ERROR_STRING);
	is_u64(fault_word, 2);
	is_u64(fxt_unpack_arg(data, 2, &arg, &fault_word), FXT_ERROR_PAYLOAD);
	is_u64(fault_word, 1);
	is_u64(fxt_unpack_arg(huge, 2, &arg, &fault_word), FXT_ERROR_PAYLOAD);
	is_u64(fxt_unpack_arg(padded, 2, &arg, &fault_word), FXT_ERROR_PADDING);
	is_u64(fault_word, 1);
	is_named(&arg, "ab");
}

static const struct tap_test tests[] = {
	{"a null argument has a name only", null},
	{"an int32 argument keeps its sign", int32},
	{"a uint32 argument is in its header", uint32},
	{"an int64 argument keeps its sign", int64},
	{"a uint64 argument has a word", uint64},
	{"a double argument keeps its value", float64},
	{"a string argument is inline or indexed", string},
	{"a pointer argument has a word", pointer},
	{"a koid argument has a word", koid},
	{"a bool argument is bit 32", boolean},
	{"a blob argument knows its bytes", blob},
	{"a blob argument may fill 4095 words and no more", longest_blob},
	{"arguments of unknown types are stepped over", unknown_types},
	{"the walk goes on behind a damaged argument", walk_goes_on},
	{"the walk ends at an argument of size 0", walk_ends},
	{"each reserved bit of an argument is noticed", reserved_bits},
	{"strings and blobs may not leave their argument", bad_strings},
};

TAP_MAIN(tests)
