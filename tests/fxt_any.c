/* SPDX-License-Identifier: MIT */
/*
 * Any record of the trace format and what holds for all of them. Records are
 * unpacked where they end at an unmapped page, so reading too far crashes.
 */
#include "tests/fxt_any.h"

#include <string.h>

#include "tests/guard.h"
#include "tests/tap.h"

enum fxt_status fxt_unpack_any(const uint64_t *record, size_t n_words,
			       struct fxt_any *out, size_t *fault_word)
{
	/* For every type the same: bound by name to its functions. */
#define UNPACK(name)                                                           \
	fxt_unpack_##name(record, n_words, &out->as.name, fault_word)
	out->type = n_words ? fxt_record_type(record[0]) : FXT_RECORD_EVENT;
	switch (out->type) {
	case FXT_RECORD_METADATA:
		return UNPACK(metadata);
	case FXT_RECORD_INIT:
		return UNPACK(init);
	case FXT_RECORD_STRING:
		return UNPACK(string);
	case FXT_RECORD_THREAD:
		return UNPACK(thread);
	case FXT_RECORD_EVENT:
		return UNPACK(event);
	case FXT_RECORD_BLOB:
		return UNPACK(blob);
	case FXT_RECORD_USERSPACE_OBJECT:
		return UNPACK(userspace_object);
	case FXT_RECORD_KERNEL_OBJECT:
		return UNPACK(kernel_object);
	case FXT_RECORD_SCHEDULING:
		return UNPACK(scheduling);
	case FXT_RECORD_LOG:
		return UNPACK(log);
	case FXT_RECORD_LARGE:
		return UNPACK(large_blob);
	default:
		*fault_word = 0;
		return FXT_ERROR_TYPE;
	}
}

size_t fxt_pack_any(uint64_t *words, size_t n_words, const struct fxt_any *in)
{
#define PACK(name) fxt_pack_##name(words, n_words, &in->as.name)
	switch (in->type) {
	case FXT_RECORD_METADATA:
		return PACK(metadata);
	case FXT_RECORD_INIT:
		return PACK(init);
	case FXT_RECORD_STRING:
		return PACK(string);
	case FXT_RECORD_THREAD:
		return PACK(thread);
	case FXT_RECORD_EVENT:
		return PACK(event);
	case FXT_RECORD_BLOB:
		return PACK(blob);
	case FXT_RECORD_USERSPACE_OBJECT:
		return PACK(userspace_object);
	case FXT_RECORD_KERNEL_OBJECT:
		return PACK(kernel_object);
	case FXT_RECORD_SCHEDULING:
		return PACK(scheduling);
	case FXT_RECORD_LOG:
		return PACK(log);
	case FXT_RECORD_LARGE:
		return PACK(large_blob);
	default:
		return 0;
	}
}

/* What is read goes here, so that the reading stays. */
static volatile unsigned char sink;

static void touch(const void *bytes, uint64_t n_bytes)
{
	const unsigned char *byte = bytes;
	unsigned char sum = 0;
	uint64_t i;

	for (i = 0; i < n_bytes; i++)
		sum ^= byte[i];
	sink = sum;
}

static void touch_string(const struct fxt_string *string)
{
	touch(string->bytes, string->n_bytes);
}

/* Reads what the record points to; gives its arguments, or none. */
static struct fxt_args touch_any(const struct fxt_any *any)
{
	switch (any->type) {
	case FXT_RECORD_METADATA:
		touch(any->as.metadata.name, any->as.metadata.name_bytes);
		break;
	case FXT_RECORD_STRING:
		touch(any->as.string.bytes, any->as.string.n_bytes);
		break;
	case FXT_RECORD_EVENT:
		touch_string(&any->as.event.category);
		touch_string(&any->as.event.name);
		return any->as.event.args;
	case FXT_RECORD_BLOB:
		touch_string(&any->as.blob.name);
		touch(any->as.blob.bytes, any->as.blob.n_bytes);
		break;
	case FXT_RECORD_USERSPACE_OBJECT:
		touch_string(&any->as.userspace_object.name);
		return any->as.userspace_object.args;
	case FXT_RECORD_KERNEL_OBJECT:
		touch_string(&any->as.kernel_object.name);
		return any->as.kernel_object.args;
	case FXT_RECORD_SCHEDULING:
		return any->as.scheduling.args;
	case FXT_RECORD_LOG:
		touch(any->as.log.message, any->as.log.n_bytes);
		break;
	case FXT_RECORD_LARGE:
		touch_string(&any->as.large_blob.category);
		touch_string(&any->as.large_blob.name);
		touch(any->as.large_blob.bytes, any->as.large_blob.n_bytes);
		return any->as.large_blob.args;
	}
	return (struct fxt_args){0};
}

static void touch_arg(const struct fxt_arg *arg)
{
	touch_string(&arg->name);
	touch(arg->words, arg->n_words * 8);
	if (arg->type == FXT_ARG_STRING)
		touch_string(&arg->value.string);
	else if (arg->type == FXT_ARG_BLOB)
		touch(arg->value.blob.bytes, arg->value.blob.n_bytes);
}

enum fxt_status fxt_read_any(const uint64_t *record, size_t n_words,
			     size_t *fault_word)
{
	struct fxt_any any;
	struct fxt_args args;
	enum fxt_status status =
		fxt_unpack_any(record, n_words, &any, fault_word);

	if (!fxt_is_usable(status))
		return status;
	args = touch_any(&any);
	while (args.n) {
		struct fxt_arg arg;
		size_t arg_fault_word;
		enum fxt_status arg_status =
			fxt_next_arg(&args, &arg, &arg_fault_word);

		if (fxt_is_usable(arg_status))
			touch_arg(&arg);
		if (status == FXT_OK) {
			status = arg_status;
			*fault_word = arg_fault_word;
		}
	}
	return status;
}

void fxt_set_size(uint64_t *record, size_t n_words)
{
	unsigned n_bits =
		fxt_record_type(*record) == FXT_RECORD_LARGE ? 32 : 12;

	*record &= ~(((1ull << n_bits) - 1) << 4);
	*record |= (uint64_t)n_words << 4;
}

static void check_repacks(const uint64_t *record, size_t n_words)
{
	uint64_t *copy = guard_copy(record, n_words * 8);
	uint64_t *again = guard_alloc(n_words * 8);
	struct fxt_any any;
	size_t fault_word = 99, space;

	is_u64(fxt_read_any(copy, n_words, &fault_word), FXT_OK);
	is_u64(fault_word, 0);
	fxt_unpack_any(copy, n_words, &any, &fault_word);
	is_u64(fxt_pack_any(again, n_words, &any), n_words);
	is_mem(again, record, n_words * 8);
	for (space = 0; space < n_words; space++) {
		uint64_t *small = guard_alloc(space * 8);

		if (!is_u64(fxt_pack_any(small, space, &any), 0))
			break;
		guard_free(small, space * 8);
	}
}

/* Fewer words than the header says. */
static void check_missing_words(const uint64_t *record, size_t n_words)
{
	size_t n, fault_word;

	for (n = 0; n < n_words; n++) {
		uint64_t *copy = guard_copy(record, n * 8);

		if (!is_u64(fxt_read_any(copy, n, &fault_word),
			    FXT_ERROR_TRUNCATED))
			break;
		is_u64(fault_word, 0);
		guard_free(copy, n * 8);
	}
}

/* A header that says less than there must be. */
static void check_too_small(const uint64_t *record, size_t n_words,
			    size_t n_needed)
{
	size_t n, fault_word;

	for (n = 1; n < n_words; n++) {
		uint64_t *copy = guard_copy(record, n * 8);
		enum fxt_status status;

		fxt_set_size(copy, n);
		status = fxt_read_any(copy, n, &fault_word);
		if (!ok(fxt_is_usable(status) == (n >= n_needed),
			"%zu of %zu words: %s", n, n_words,
			fxt_status_text(status)))
			break;
		ok(fault_word <= n);
		guard_free(copy, n * 8);
	}
}

static void check_longer(const uint64_t *record, size_t n_words)
{
	uint64_t *copy = guard_alloc(n_words * 8 + 8);
	size_t fault_word;

	memcpy(copy, record, n_words * 8);
	fxt_set_size(copy, n_words + 1);
	is_u64(fxt_read_any(copy, n_words + 1, &fault_word), FXT_OK);
}

/* Whether packing the record again, if it is still one, shows the bit that
 * was changed: each bit means something, or must be 0. */
static bool is_seen(const uint64_t *record, size_t n_words)
{
	static uint64_t again[FXT_RECORD_MAX_WORDS];
	struct fxt_any any;
	size_t fault_word, n;

	if (fxt_unpack_any(record, n_words, &any, &fault_word) != FXT_OK)
		return true;
	n = fxt_pack_any(again, n_words, &any);
	if (any.type == FXT_RECORD_STRING && !any.as.string.index)
		return !n;
	if (any.type == FXT_RECORD_THREAD && !any.as.thread.ref)
		return !n;
	/* Words that are skipped are not packed again. */
	if (n < n_words)
		fxt_set_size(again, n_words);
	return n && !memcmp(again, record, n * 8);
}

static void check_damage(const uint64_t *record, size_t n_words)
{
	uint64_t *copy = guard_copy(record, n_words * 8);
	size_t bit, fault_word;

	for (bit = 0; bit < n_words * 64; bit++) {
		copy[bit / 64] ^= 1ull << bit % 64;
		fault_word = n_words + 1;
		fxt_read_any(copy, n_words, &fault_word);
		if (!ok(fault_word <= n_words, "bit %zu", bit))
			break;
		/* The size is check_too_small()'s. */
		if (bit >= 16 && !ok(is_seen(copy, n_words), "bit %zu", bit))
			break;
		copy[bit / 64] ^= 1ull << bit % 64;
	}
}

void check_record(const uint64_t *record, size_t n_words, size_t n_needed)
{
	check_repacks(record, n_words);
	check_missing_words(record, n_words);
	check_too_small(record, n_words, n_needed);
	if (record[0] != FXT_MAGIC) /* which may not grow */
		check_longer(record, n_words);
	check_damage(record, n_words);
}
