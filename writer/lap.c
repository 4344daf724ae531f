/* SPDX-License-Identifier: MIT */
/*
 * Ends that outlived their begins, see lap.h.
 */
#include "writer/lap.h"

/* "@begin" and "@lap" as words of inline names. */
#define BEGIN_WORD 0x00006e6967656240ull
#define LAP_WORD 0x0000000070616c40ull
#define BEGIN_BYTES 6
#define LAP_BYTES 4

static uint32_t inline_words(uint64_t ref)
{
	return ref & FXT_STRING_INLINE ? (uint32_t)fxt_words(ref & 0x7fff) : 0;
}

/* In the filler behind a settled end; with its stamp, so that a stale one is
 * none. */
#define SETTLED 0xd5a61f2c93b7e84bull

uint32_t fxw_late_at(uint64_t head)
{
	return 2 + (head >> 24 & 0xff ? 0 : 2) +
	       inline_words(head >> 32 & 0xffff) + inline_words(head >> 48);
}

/* An event's header with other words, type and number of arguments. */
static uint64_t changed_header(uint64_t head, uint32_t n_words, uint64_t type,
			       int n_args)
{
	uint64_t fixed = head & ~(0xfffull << 4 | 15ull << 16 | 15ull << 20);

	return fixed | (uint64_t)n_words << 4 | type << 16 |
	       ((head >> 20 & 15) + (uint64_t)n_args) << 20;
}

bool fxw_late_find(const uint64_t *record, uint32_t n_words,
		   struct fxw_late *late)
{
	uint64_t head = record[0];
	uint32_t at = fxw_late_at(head);
	const uint64_t *arg = record + at;

	if ((head & 15) != FXT_RECORD_EVENT ||
	    (head >> 16 & 15) != FXT_EVENT_DURATION_END ||
	    (head >> 20 & 15) < 2 || at + FXW_LATE_WORDS > n_words ||
	    arg[0] != fxt_arg_header(FXT_ARG_UINT64, 3,
				     fxt_inline_ref(BEGIN_BYTES), 0) ||
	    arg[1] != BEGIN_WORD ||
	    (arg[3] & 0xffffffff) != fxt_arg_header(FXT_ARG_UINT32, 2,
						    fxt_inline_ref(LAP_BYTES),
						    0) ||
	    arg[4] != LAP_WORD)
		return false;
	*late = (struct fxw_late){at, arg[2], (uint32_t)(arg[3] >> 32)};
	return true;
}

static void shift_down(uint64_t *record, uint32_t n_words, uint32_t at_words)
{
	for (uint32_t i = at_words; i + FXW_LATE_WORDS < n_words; i++)
		record[i] = record[i + FXW_LATE_WORDS];
}

uint64_t fxw_late_shrink(uint64_t *record, uint32_t n_words,
			 const struct fxw_late *late, uint64_t header)
{
	uint32_t n = n_words - FXW_LATE_WORDS;

	shift_down(record, n_words, late->at_words);
	record[n] = fxt_filler_header(FXW_LATE_WORDS);
	record[n + 1] = SETTLED ^ record[1];
	record[n + 2] = late->begin_ticks;
	record[n + 3] = late->sequence;
	return changed_header(header, n, FXT_EVENT_DURATION_END, -2);
}

static uint64_t make_complete(uint64_t *record, uint32_t n_words,
			      const struct fxw_late *late, uint64_t header)
{
	uint32_t n = n_words - FXW_LATE_WORDS + 1;
	uint64_t end_ticks = record[1];

	shift_down(record, n_words, late->at_words);
	record[1] = late->begin_ticks;
	record[n - 1] = end_ticks;
	record[n] = fxt_filler_header(n_words - n);
	return changed_header(header, n, FXT_EVENT_DURATION_COMPLETE, -2);
}

/* Each store in this order, for whoever finds the file after a kill. */
static void cover_record(uint64_t *record, uint32_t n_words)
{
	__atomic_store_n(record, fxt_filler_header(n_words), __ATOMIC_RELEASE);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

uint32_t fxw_late_settle(uint64_t *record, uint32_t n_words,
			 const struct fxw_late *late, bool is_gone)
{
	uint64_t header = record[0];

	cover_record(record, n_words);
	header = (is_gone ? make_complete : fxw_late_shrink)(record, n_words,
							     late, header);
	__atomic_store_n(record, header, __ATOMIC_RELEASE);
	return header >> 4 & 0xfff;
}

uint32_t fxw_late_restore(uint64_t *record, uint32_t capacity)
{
	uint64_t header = record[0];
	uint32_t n = header >> 4 & 0xfff, at = fxw_late_at(header);
	uint64_t *arg = record + at, begin_ticks, lap;

	if ((header & 15) != FXT_RECORD_EVENT ||
	    (header >> 16 & 15) != FXT_EVENT_DURATION_END ||
	    (header >> 20 & 15) > FXT_MAX_ARGS - 2 || at > n ||
	    capacity < FXW_LATE_WORDS || n > capacity - FXW_LATE_WORDS ||
	    record[n] != fxt_filler_header(FXW_LATE_WORDS) ||
	    record[n + 1] != (SETTLED ^ record[1]))
		return 0;
	begin_ticks = record[n + 2];
	lap = record[n + 3];
	cover_record(record, n + FXW_LATE_WORDS);
	for (uint32_t i = n; i-- > at;)
		record[i + FXW_LATE_WORDS] = record[i];
	arg[0] = fxt_arg_header(FXT_ARG_UINT64, 3, fxt_inline_ref(BEGIN_BYTES),
				0);
	arg[1] = BEGIN_WORD;
	arg[2] = begin_ticks;
	arg[3] = fxt_arg_header(FXT_ARG_UINT32, 2, fxt_inline_ref(LAP_BYTES),
				(uint32_t)lap);
	arg[4] = LAP_WORD;
	n += FXW_LATE_WORDS;
	__atomic_store_n(record,
			 changed_header(header, n, FXT_EVENT_DURATION_END, 2),
			 __ATOMIC_RELEASE);
	return n;
}
