/* SPDX-License-Identifier: MIT */
/*
 * The fast path: records of ordinary calls, written by a plan that was made at
 * the function's first call. Argument headers are ready, each record needs one
 * space check, and the cursor stays in a register.
 *
 * A plan covers integers, addresses, and constants that have an index or no
 * name. It covers strings of up to 256 bytes, buffers of up to 4,096, and errno
 * of a failed call. All other cases are detected before anything is committed.
 * These are a longer string, no space, a window that a handler interrupts, a
 * thread without an index, and fence mode. Then the slow path (capture.c)
 * writes the same record.
 */
#ifndef PRELOAD_CALL_FAST_H
#define PRELOAD_CALL_FAST_H

#include "preload/value/capture.h"
#include "preload/value/intern.h"
#include "preload/call/preload.h"
#include "preload/call/open_calls.h"
#include "preload/call/plan.h"
#include "writer/thread.h"

/* 32 bytes of ones, then 32 of zeroes. */
extern const uint8_t fxp_masks[64] __attribute__((visibility("hidden")));

/* Bytes of a string, with its NUL, and of a buffer that the fast path takes. */
#define FXP_FAST_TEXT 64u
#define FXP_FAST_BLOB 512
/* The same of those that it takes by a slower way. */
#define FXP_LONG_TEXT 256u
#define FXP_LONG_BLOB 4096
#define FXP_PAGE_BYTES 4096u

/* Words that an event has before and behind its arguments, and one to spare. */
#define FXP_EVENT_WORDS 4u
/* A string's header, its FXP_FAST_TEXT bytes, and the words that a 16-byte
 * store may overwrite behind them. */
#define FXP_STRING_WORDS (1 + FXP_FAST_TEXT / 8 + 2)

/* Puts a short ASCII string that does not touch its page's end, 16 bytes at a
 * time. There is space for FXP_FAST_TEXT bytes. NULL: take the slow path. */
static inline __attribute__((always_inline)) uint64_t *fxp_fast_text(
	uint64_t *at, uint64_t header, const char *p)
{
	uint64_t n;

	if (__builtin_expect(((uintptr_t)p & (FXP_PAGE_BYTES - 1)) >
				     FXP_PAGE_BYTES - FXP_FAST_TEXT,
			     0))
		return NULL;
	for (n = 0; n < FXP_FAST_TEXT; n += 16) {
		fxw_v16 v = *(const fxw_v16 *)(p + n);
		unsigned zeros = FXW_MASK16(v == 0);

		if (zeros) {
			unsigned k = (unsigned)__builtin_ctz(zeros);
			v &= *(const fxw_v16 *)(fxp_masks + 32 - k);
			n += k;
			*(fxw_v16 *)((char *)(at + 1) + n - k) = v;
			if (__builtin_expect(FXW_MASK16(v) || !n, 0))
				return NULL;
			at[0] = header + (((n + 7) & ~7ull) << 1) +
				((0x8000ull | n) << 32);
			return (uint64_t *)((char *)(at + 1) +
					    ((n + 7) & ~7ull));
		}
		*(fxw_v16 *)((char *)(at + 1) + n) = v;
		if (__builtin_expect(FXW_MASK16(v) != 0, 0))
			return NULL;
	}
	return NULL;
}

/* Stores a word as two halves, because joining them first takes longer. */
static inline __attribute__((always_inline)) void fxp_put_halves(uint64_t *at,
								 uint32_t low,
								 uint32_t high)
{
	((volatile fxp_half *)at)[0] = low;
	((volatile fxp_half *)at)[1] = high;
}

/* Bytes of a string that fxp_short_text takes; longer ones may have an index.
 */
#define FXP_SHORT_TEXT ((FXP_INTERN_MIN_WORDS - 1) * 8u)

/* As fxp_fast_text, but without a loop, and without measuring the string first.
 * NULL: rejected. A string that begins a page is rejected as well, so that NULL
 * needs no check of its own.
 * max  its bytes at most, if no NUL comes first; if that is 0 nothing is read
 */
static inline __attribute__((always_inline)) uint64_t *fxp_short_counted_text(
	uint64_t *at, uint64_t header, const char *p, int64_t max)
{
	fxw_v16 first, second;
	uint64_t plain, n, n_bytes;
	const uint8_t *masks;

	if (__builtin_expect((((uintptr_t)p - 1) & (FXP_PAGE_BYTES - 1)) >
					     FXP_PAGE_BYTES - 33 ||
				     max <= 0,
			     0))
		return NULL;
	first = *(const fxw_v16 *)p;
	second = *(const fxw_v16 *)(p + 16);
	/* a bit for each byte that is ASCII and not NUL */
	plain = FXW_MASK16(first > 0) | FXW_MASK16(second > 0) << 16;
	n = (uint32_t)__builtin_ctzll(plain + 1);
	if (n > (uint64_t)max)
		n = (uint64_t)max;
	if (__builtin_expect(n - 1 > FXP_SHORT_TEXT - 1 ||
				     (n != (uint64_t)max && p[n]),
			     0))
		return NULL;
	masks = fxp_masks - n;
	__asm__("" : "+r"(masks)); /* one address for both */
	*(fxw_v16 *)(at + 1) = first & *(const fxw_v16 *)(masks + 32);
	*(fxw_v16 *)(at + 3) = second & *(const fxw_v16 *)(masks + 48);
	n_bytes = (n + 7) & ~7ull;
	fxp_put_halves(at, (uint32_t)header + (uint32_t)(n_bytes << 1),
		       0x8000 + (uint32_t)n);
	return (uint64_t *)((char *)(at + 1) + n_bytes);
}

static inline __attribute__((always_inline)) uint64_t *fxp_short_text(
	uint64_t *at, uint64_t header, const char *p)
{
	/* no n is that large, so the compiler drops the comparisons */
	return fxp_short_counted_text(at, header, p, INT64_MAX);
}

/* The slow path of the steps (call.c), from the start. For a leaf's end only if
 * its begin was recorded. */
void fxp_begin_general(struct fxp_call *call, const uint64_t *slot);
void fxp_end_general(struct fxp_call *call, const uint64_t *slot);
void fxp_leaf_begin_general(struct fxp_call *call);
void fxp_leaf_end_general(struct fxp_call *call, const uint64_t *slot);

/* Before the steps of an ordinary call: ends unwound calls that only the
 * wrapper can detect. Its frame ends at frame_end.
 * upper  as the steps use it, see fxp_upper */
void fxp_leave_dead(struct fxw_thread *t, uintptr_t upper, uintptr_t frame_end);

/* The highest known address of the wrapper's frame. Frames of the callers are
 * above it. Frames of unwound calls may be below it. */
static inline uintptr_t fxp_upper(const struct fxp_call *call)
{
	return (uintptr_t)(call + 1) - 1;
}

#endif
