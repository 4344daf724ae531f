/* SPDX-License-Identifier: MIT */
/*
 * Whether a record is sound, checked in full and by what sound ones looked
 * like.
 */
#include "tools/archive/walk.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"
#include "tools/archive/refs.h"
#include "writer/fxt.h"

#define SPACE_WORDS 128u

static struct walk_shapes shapes;

static uint64_t any(uint64_t n)
{
	return (uint64_t)rand() % n;
}

/* A string's ref, whose inline text takes *n_words more. */
static uint16_t any_ref(uint32_t *n_words)
{
	size_t n_bytes = any(20);

	if (any(2) || !n_bytes)
		return (uint16_t)any(4);
	*n_words += (uint32_t)fxt_words(n_bytes);
	return fxt_inline_ref(n_bytes);
}

static uint32_t put_arg(uint64_t *word)
{
	static const uint8_t types[] = {
		FXT_ARG_NULL,	FXT_ARG_INT32,	 FXT_ARG_UINT64, FXT_ARG_STRING,
		FXT_ARG_STRING, FXT_ARG_POINTER, FXT_ARG_BLOB,	 FXT_ARG_KOID};
	unsigned type = types[any(sizeof(types))];
	uint32_t n = 1, value = 0;
	uint16_t name = any_ref(&n);

	switch (type) {
	case FXT_ARG_INT32:
		value = (uint32_t)rand();
		break;
	case FXT_ARG_STRING:
		value = any_ref(&n);
		break;
	case FXT_ARG_BLOB:
		value = (uint32_t)any(30);
		n += (uint32_t)fxt_words(value);
		break;
	case FXT_ARG_UINT64:
	case FXT_ARG_POINTER:
	case FXT_ARG_KOID:
		n++;
		break;
	}
	*word = fxt_arg_header(type, n, name, value);
	return n;
}

/* A sound event of one of a few shapes. Returns its words. */
static uint32_t put_event(uint64_t *record)
{
	static const uint8_t types[] = {
		FXT_EVENT_INSTANT, FXT_EVENT_DURATION_BEGIN,
		FXT_EVENT_DURATION_END, FXT_EVENT_DURATION_COMPLETE};
	unsigned type = types[any(sizeof(types))], n_args = (unsigned)any(7);
	uint8_t thread = (uint8_t)any(2);
	uint32_t n = 2 + (thread ? 0 : 2);
	uint16_t category = any_ref(&n), name = any_ref(&n);

	for (uint32_t i = 0; i < SPACE_WORDS; i++)
		record[i] = (uint64_t)rand() << 32 | (uint64_t)rand();
	for (unsigned i = 0; i < n_args; i++)
		n += put_arg(record + n);
	n += type == FXT_EVENT_DURATION_COMPLETE || type == FXT_EVENT_INSTANT;
	record[0] = fxt_event_header(type, n, n_args, thread, category, name);
	return n;
}

static size_t words_of(const uint64_t *record)
{
	return record[0] >> 4 & 0xfff;
}

/* Whether both say the same. */
static bool agree(const uint64_t *record)
{
	size_t n = words_of(record);

	return n == 0 || n > SPACE_WORDS ||
	       walk_is_sound(record, n) == walk_is_sound_by(&shapes, record, n);
}

static void test_same(void)
{
	static uint64_t record[SPACE_WORDS * 2], other[SPACE_WORDS * 2];
	unsigned n_sound = 0, n_known = 0, n_wrong = 0;

	srand(1);
	for (int i = 0; i < 20000; i++) {
		uint32_t n = put_event(record);

		n_sound += walk_is_sound(record, n);
		/* the first time, and once it is known */
		n_wrong += !agree(record) + !agree(record);
		for (int k = 0; k < 30; k++) {
			memcpy(other, record, sizeof(other));
			for (uint64_t m = any(2); m < 2; m++)
				other[any(any(4) ? n : 1)] ^=
					1ull << any(any(2) ? 64 : 16);
			n_wrong += !agree(other);
			n_known += other[0] == record[0];
		}
	}
	is_u64(n_sound, 20000);
	is_u64(n_wrong, 0);
	ok(n_known > 100000, "%u with a header that is known", n_known);
}

/* Of a thread without an index the record has the process, but no thread. What
 * comes after that is found. */
static void test_object(void)
{
	uint64_t record[SPACE_WORDS], words[8];
	struct fxt_userspace_object object = {.pointer = 0x1000};
	struct fxt_arg arg = {.type = FXT_ARG_INT32,
			      .name = fxt_indexed_string(8)};
	uint64_t text = fxt_string_header(8, 4),
		 other = fxt_string_header(9, 4);

	object.name = fxt_inline_string("/etc/passwd", 11);
	object.args = (struct fxt_args){.words = words,
					.n_words = fxt_pack_arg(words, 8, &arg),
					.n = 1};
	for (uint8_t ref = 0; ref < 2; ref++) {
		struct refs refs = {{0}};
		size_t n;

		object.process.ref = ref;
		object.process.process = ref ? 0 : 9;
		n = fxt_pack_userspace_object(record, SPACE_WORDS, &object);
		ok(n && walk_is_sound(record, n) &&
			   walk_is_sound_by(&shapes, record, n),
		   "%zu words, thread ref %u", n, ref);
		refs_note(&refs, record);
		ok(refs_has(&refs, &text) && !refs_has(&refs, &other),
		   "its argument's name is seen");
	}
}

static const struct tap_test tests[] = {
	{"an object's name is sound, whether its thread has an index or not",
	 test_object},
	{"what a record looks like says of others what a full look says",
	 test_same},
};
TAP_MAIN(tests)
