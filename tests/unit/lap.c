/* SPDX-License-Identifier: MIT */
/*
 * Ends that name their begins: which records are some, and what becomes of
 * them.
 */
#include "writer/lap.h"

#include <string.h>

#include "tests/guard.h"
#include "tests/tap.h"
#include "writer/record.h"

#define MAX_WORDS 32u

/* An end with `@begin` and `@lap`, a value and flags behind them. */
static uint32_t put_late(uint64_t *record, uint32_t lap)
{
	struct fxw_record r = {.start = record, .space_words = MAX_WORDS};

	(void)fxw_put(&r, 2);
	record[1] = 5000;
	fxw_put_name(&r, FXW_NAME("inline category"));
	fxw_arg_uint64(&r, FXW_NAME("@begin"), 1000);
	fxw_arg_uint32(&r, FXW_NAME("@lap"), lap);
	fxw_arg_uint64(&r, fxw_name_indexed(9), 42);
	record[0] = fxt_event_header(FXT_EVENT_DURATION_END, r.used_words,
				     r.n_args, 3, fxt_inline_ref(15), 7);
	return r.used_words;
}

static void late_end(void)
{
	uint64_t record[MAX_WORDS], plain[MAX_WORDS] = {0};
	struct fxw_late late;
	uint32_t n = put_late(record, 12), n_now;

	ok(fxw_late_find(record, n, &late));
	is_u64(late.begin_ticks, 1000);
	is_u64(late.sequence, 12);
	n_now = fxw_late_settle(record, n, &late, false);
	is_u64(n_now, n - FXW_LATE_WORDS);
	is_u64(record[0], fxt_event_header(FXT_EVENT_DURATION_END, n_now, 1, 3,
					   fxt_inline_ref(15), 7));
	is_u64(record[1], 5000);
	is_u64(record[n_now - 1], 42);
	is_u64(record[n_now], fxt_filler_header(n - n_now));
	ok(!fxw_late_find(record, n_now, &late), "once only");
	is_u64(fxw_late_restore(record, n), n);
	(void)put_late(plain, 12);
	ok(memcmp(record, plain, n * 8) == 0, "and becomes what it was");
	ok(fxw_late_settle(record, n, &late, false) == n_now);
	record[1]++;
	is_u64(fxw_late_restore(record, n), 0);
	plain[0] = fxt_event_header(FXT_EVENT_DURATION_END, 2, 0, 1, 1, 1);
	ok(!fxw_late_find(plain, 2, &late), "an ordinary end is none");
}

static void gone_begin(void)
{
	uint64_t record[MAX_WORDS];
	struct fxw_late late;
	uint32_t n = put_late(record, 12), n_now;

	ok(fxw_late_find(record, n, &late));
	n_now = fxw_late_settle(record, n, &late, true);
	is_u64(record[0], fxt_event_header(FXT_EVENT_DURATION_COMPLETE, n_now,
					   1, 3, fxt_inline_ref(15), 7));
	is_u64(record[1], 1000);
	is_u64(record[n_now - 2], 42);
	is_u64(record[n_now - 1], 5000);
	is_u64(record[n_now], fxt_filler_header(n - n_now));
}

/* The bits of a word that decide whether the record is such an end. These are
 * not its numbers, and of the header the type alone. */
static uint64_t deciding(uint32_t i, uint32_t at)
{
	if (i == 0)
		return 15 | 15 << 16;
	if (i < at || i == at + 2 || i >= at + FXW_LATE_WORDS)
		return 0;
	return i == at + 3 ? UINT32_MAX : UINT64_MAX;
}

static void other_bits(void)
{
	uint64_t record[MAX_WORDS];
	uint32_t n = put_late(record, 12), at = fxw_late_at(record[0]);
	struct fxw_late late;

	for (uint32_t bit = 0; bit < n * 64; bit++) {
		uint64_t mask = 1ull << bit % 64;
		uint64_t *word = &record[bit / 64];

		if (!(deciding(bit / 64, at) & mask))
			continue;
		*word ^= mask;
		if (!ok(!fxw_late_find(record, n, &late), "bit %u", bit))
			return;
		*word ^= mask;
	}
	ok(fxw_late_find(record, n, &late));
}

static void too_small(void)
{
	uint64_t whole[MAX_WORDS];
	uint32_t n = put_late(whole, 12), at = fxw_late_at(whole[0]);
	struct fxw_late late;

	for (uint32_t size = 1; size <= n; size++) {
		uint64_t *record = guard_copy(whole, size * 8);

		ok(fxw_late_find(record, size, &late) ==
			   (size >= at + FXW_LATE_WORDS),
		   "%u words", size);
		guard_free(record, size * 8);
	}
}

static void too_few_arguments(void)
{
	uint64_t record[MAX_WORDS];
	uint32_t n = put_late(record, 12);
	struct fxw_late late;

	for (uint32_t n_args = 0; n_args <= FXT_MAX_ARGS; n_args++) {
		record[0] = (record[0] & ~(15ull << 20)) | (uint64_t)n_args
								   << 20;
		ok(fxw_late_find(record, n, &late) == (n_args >= 2),
		   "%u arguments", n_args);
	}
}

/* Returns how many of the n words are those of the settled end. */
static uint32_t put_settled(uint64_t *record, uint32_t *n)
{
	struct fxw_late late;

	*n = put_late(record, 12);
	ok(fxw_late_find(record, *n, &late));
	return fxw_late_settle(record, *n, &late, false);
}

static void restored_bits(void)
{
	uint64_t record[MAX_WORDS];
	uint32_t n, n_end = put_settled(record, &n);

	for (uint32_t i = 0; i < 2 * 64; i++) {
		uint64_t *word = &record[n_end + i / 64];

		*word ^= 1ull << i % 64;
		if (!ok(!fxw_late_restore(record, n), "bit %u", i))
			return;
		*word ^= 1ull << i % 64;
	}
	for (unsigned type = 0; type < 16; type++) {
		record[0] = (record[0] & ~(15ull << 16)) | type << 16;
		if (type != FXT_EVENT_DURATION_END)
			ok(!fxw_late_restore(record, n), "type %u", type);
	}
	record[0] = (record[0] & ~(15ull << 16)) | FXT_EVENT_DURATION_END << 16;
	is_u64(fxw_late_restore(record, n), n);
}

static void restored_space(void)
{
	uint64_t whole[MAX_WORDS];
	uint32_t n, n_end = put_settled(whole, &n);

	for (uint32_t size = n_end; size <= n; size++) {
		uint64_t *record = guard_copy(whole, size * 8);

		is_u64(fxw_late_restore(record, size), size == n ? n : 0);
		guard_free(record, size * 8);
	}
	for (uint32_t size = 1; size < FXW_LATE_WORDS; size++) {
		uint64_t *record = guard_copy(whole, size * 8);

		is_u64(fxw_late_restore(record, size), 0);
		guard_free(record, size * 8);
	}
}

static void restored_arguments(void)
{
	for (uint32_t n_args = 0; n_args <= FXT_MAX_ARGS; n_args++) {
		uint64_t record[MAX_WORDS];
		uint32_t n;

		(void)put_settled(record, &n);
		record[0] = (record[0] & ~(15ull << 20)) | (uint64_t)n_args
								   << 20;
		is_u64(fxw_late_restore(record, n),
		       n_args + 2 <= FXT_MAX_ARGS ? n : 0);
	}
}

/* Its names would end behind it. */
static void restored_names(void)
{
	uint64_t whole[MAX_WORDS];
	uint32_t n, n_end = put_settled(whole, &n), at = fxw_late_at(whole[0]);

	for (uint32_t size = 2; size <= at; size++) {
		uint64_t record[MAX_WORDS];

		memcpy(record, whole, sizeof(record));
		record[0] = (record[0] & ~(0xfffull << 4)) | (uint64_t)size
								     << 4;
		memcpy(record + size, whole + n_end, FXW_LATE_WORDS * 8);
		is_u64(fxw_late_restore(record, MAX_WORDS),
		       size == at ? at + FXW_LATE_WORDS : 0);
	}
}

static const struct tap_test tests[] = {
	{"an end that names its begin becomes an end", late_end},
	{"or a complete event if its begin is gone", gone_begin},
	{"a record that differs in one bit is no such end", other_bits},
	{"nor is one that ends too early, and nothing behind it is read",
	 too_small},
	{"nor is one with fewer than two arguments", too_few_arguments},
	{"an end is restored only if what it has lost is behind it",
	 restored_bits},
	{"and if all of that is in the given space", restored_space},
	{"an end that has no space for two more arguments is not restored",
	 restored_arguments},
	{"nor is one that ends within its names", restored_names},
};
TAP_MAIN(tests)
