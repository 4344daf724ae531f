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

bool fxw_late_find(const uint64_t *record, uint32_t n_words,
		   struct fxw_late *late)
{
	uint64_t head = record[0];
	uint32_t at = 2 + (head >> 24 & 0xff ? 0 : 2) +
		      inline_words(head >> 32 & 0xffff) +
		      inline_words(head >> 48);
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

uint32_t fxw_late_settle(uint64_t *record, uint32_t n_words,
			 const struct fxw_late *late, bool is_gone)
{
	uint32_t n = n_words - FXW_LATE_WORDS + is_gone;
	uint64_t head = record[0], end_ticks = record[1];
	/* size, type and number of arguments change */
	uint64_t fixed = head & ~(0xfffull << 4 | 15ull << 16 | 15ull << 20);
	uint64_t type =
		is_gone ? FXT_EVENT_DURATION_COMPLETE : FXT_EVENT_DURATION_END;

	/* each store in this order, for whoever finds the file after a kill */
	__atomic_store_n(record, fxt_filler_header(n_words), __ATOMIC_RELEASE);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	for (uint32_t i = late->at_words; i + FXW_LATE_WORDS < n_words; i++)
		record[i] = record[i + FXW_LATE_WORDS];
	if (is_gone) {
		record[1] = late->begin_ticks;
		record[n - 1] = end_ticks;
	}
	record[n] = fxt_filler_header(n_words - n);
	__atomic_store_n(record,
			 fixed | (uint64_t)n << 4 | type << 16 |
				 ((head >> 20 & 15) - 2) << 20,
			 __ATOMIC_RELEASE);
	return n;
}
