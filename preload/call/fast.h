/* SPDX-License-Identifier: MIT */
/*
 * The hot path: records of ordinary calls, written by a plan that was made when
 * the function was first called. Argument headers are ready, there is one room
 * check a record, and the cursor stays in a register.
 *
 * A plan covers integers, addresses, constants that have an index, short ASCII
 * strings and short buffers. Whatever is not like that (a failure, a long
 * string, no room, a handler that interrupts a window, a thread without an
 * index, fence mode) is noticed before anything is committed; then the general
 * way (capture.c) writes the same record.
 */
#ifndef PRELOAD_CALL_FAST_H
#define PRELOAD_CALL_FAST_H

#include "preload/value/capture.h"
#include "preload/value/intern.h"
#include "preload/call/preload.h"
#include "preload/schema/sign.h"
#include "writer/thread.h"

enum fxp_op_code {
	FXP_OP_W32,	   /* the value stands in the argument's header */
	FXP_OP_W64,	   /* one word behind it */
	FXP_OP_DONE,	   /* behind the last argument */
	FXP_OP_STRING,	   /* NULL, or short and ASCII */
	FXP_OP_COUNTED,	   /* the same, with so many bytes at most */
	FXP_OP_ENUM,	   /* constant or flag set whose text has an index */
	FXP_OP_BYTES,	   /* NULL, or a short buffer the call has filled */
	FXP_OP_BYTES_EXPR, /* the same, its count is an expression */
	FXP_OP_BYTES4, /* NULL, or words that the library reads; extra: their
			  number's expression */
	FXP_OP_F32,
	FXP_OP_BOOL,
	FXP_OP_IF, /* not an argument: go on if the expression is not 0 */
};

struct fxp_op {
	uint32_t header; /* the argument's lower half, ready but for its size */
	uint8_t code;	 /* enum fxp_op_code */
	uint8_t slot;
	/* ENUM: the type's index in its table; BYTES, COUNTED: the slot of its
	 * count; BYTES_EXPR, IF: the expression */
	uint16_t extra;
};

/* One event of a function: with up to 4 arguments one cache line. */
struct fxp_part {
	uint64_t header;  /* the event's, ready but for thread and size */
	uint64_t failure; /* the return value that means it */
	uint32_t type_base;
	uint32_t end_off; /* of its end's part, from here */
	/* no record of this part without long values needs as much */
	uint16_t room_bytes;
	uint8_t ret_slot;
	bool can_fail;
	struct fxp_op ops[]; /* up to DONE */
};

/* The end stands behind the begin. */
static inline const struct fxp_part *fxp_end_part(const struct fxp_part *begin)
{
	return (const struct fxp_part *)((const char *)begin + begin->end_off);
}

/* Makes the plan of a function: its begin, or its complete event if it is a
 * leaf. NULL: only the general way will do, or there is no room for plans any
 * more. Cold; any thread, any signal handler. */
const struct fxp_part *fxp_plan_make(struct fxp_api *api, unsigned function);

/* The function has been registered. From here on its calls are written by its
 * plan, if it has one and its strings have their records. */
void fxp_plan_use(struct fxp_slot *cell, unsigned function, bool is_signed);

/* Both, one after the other: on a small stack neither's frame is the other's
 * burden. */
static inline void fxp_plan_sign(struct fxp_api *api, unsigned function)
{
	bool is_signed = fxp_sign_function(api, function);

	fxp_plan_use(&api->slots[function], function, is_signed);
}

/* 32 bytes of ones, then 32 of zeroes. */
extern const uint8_t fxp_masks[64] __attribute__((visibility("hidden")));

/* Bytes of a string, with its NUL, and of a buffer that the fast way takes. */
#define FXP_FAST_TEXT 64u
#define FXP_FAST_BLOB 512
#define FXP_PAGE_BYTES 4096u

/* Words that an event has before and behind its arguments, and one to spare. */
#define FXP_EVENT_WORDS 4u
/* A string's header, its FXP_FAST_TEXT bytes, and what a 16-byte store may
 * touch behind them. */
#define FXP_STRING_WORDS (1 + FXP_FAST_TEXT / 8 + 2)

/* A short ASCII string that does not touch the end of its page, 16 bytes at a
 * time; room for FXP_FAST_TEXT bytes is there. NULL: the general way. */
static inline __attribute__((always_inline)) uint64_t *fxp_fast_text(
	uint64_t *at, uint64_t header, const char *p)
{
	typedef __attribute__((vector_size(16))) char bytes16;
	uint64_t n;

	if (__builtin_expect(((uintptr_t)p & (FXP_PAGE_BYTES - 1)) >
				     FXP_PAGE_BYTES - FXP_FAST_TEXT,
			     0))
		return NULL;
	for (n = 0; n < FXP_FAST_TEXT; n += 16) {
		fxw_v16 v = *(const fxw_v16 *)(p + n);
		int zeros = __builtin_ia32_pmovmskb128((bytes16)(v == 0));

		if (zeros) {
			unsigned k = (unsigned)__builtin_ctz((unsigned)zeros);
			v &= *(const fxw_v16 *)(fxp_masks + 32 - k);
			n += k;
			*(fxw_v16 *)((char *)(at + 1) + n - k) = v;
			if (__builtin_expect(
				    __builtin_ia32_pmovmskb128((bytes16)v) ||
					    !n,
				    0))
				return NULL;
			at[0] = header + (((n + 7) & ~7ull) << 1) +
				((0x8000ull | n) << 32);
			return (uint64_t *)((char *)(at + 1) +
					    ((n + 7) & ~7ull));
		}
		*(fxw_v16 *)((char *)(at + 1) + n) = v;
		if (__builtin_expect(__builtin_ia32_pmovmskb128((bytes16)v), 0))
			return NULL;
	}
	return NULL;
}

/* So that halves may be stored one by one, and both at once. */
typedef uint32_t __attribute__((may_alias)) fxp_half;
typedef uint64_t __attribute__((may_alias)) fxp_word;

/* A word by its halves: putting them together first costs more. */
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

/* As fxp_fast_text, but without a loop, and without asking first how long it
 * is. NULL: not here; nor is a string that begins a page, so that NULL needs no
 * question of its own.
 * max  its bytes at most, if no NUL comes first; if that is 0 nothing is read
 */
static inline __attribute__((always_inline)) uint64_t *fxp_short_counted_text(
	uint64_t *at, uint64_t header, const char *p, int64_t max)
{
	typedef __attribute__((vector_size(16))) char bytes16;
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
	plain = (unsigned)__builtin_ia32_pmovmskb128((bytes16)(first > 0)) |
		(unsigned)__builtin_ia32_pmovmskb128((bytes16)(second > 0))
			<< 16;
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
	/* no n is that large, so nothing is left of the comparisons */
	return fxp_short_counted_text(at, header, p, INT64_MAX);
}

/* The general way of the steps (call.c), from the start; for a leaf's end only
 * if its begin was recorded. */
void fxp_begin_general(struct fxp_call *call, const uint64_t *slot);
void fxp_end_general(struct fxp_call *call, const uint64_t *slot);
void fxp_leaf_begin_general(struct fxp_call *call);
void fxp_leaf_end_general(struct fxp_call *call, const uint64_t *slot);

/* Before the steps of an ordinary call: ends calls that were left, as far as
 * only the wrapper can tell, whose frame ends at frame_end.
 * upper  as the steps know it, see fxp_upper */
void fxp_leave_dead(struct fxw_thread *t, uintptr_t upper, uintptr_t frame_end);

/* The highest address of the wrapper's frame that we know of: frames of calls
 * that this one is made by lie above it, those of calls that were left may not.
 */
static inline uintptr_t fxp_upper(const struct fxp_call *call)
{
	return (uintptr_t)(call + 1) - 1;
}

/* &t->open[depth + 1], in one register: what the compiler makes of that is
 * longer. */
static inline __attribute__((always_inline)) struct fxw_open *fxp_open_behind(
	struct fxw_thread *t, uint32_t depth)
{
	uint64_t off = (uint64_t)depth * sizeof(t->open[0]);
	struct fxw_open *open;

	__asm__("" : "+r"(off));
	open = (struct fxw_open *)((char *)&t->open[1] + off);
	__asm__("" : "+r"(open));
	return open;
}

/* Puts the call on the thread's list of open ones, behind its record. */
static inline __attribute__((always_inline)) void fxp_push(
	struct fxw_thread *t, const struct fxp_call *call,
	struct fxp_slot *cell, uint64_t begin_ticks, uint64_t sequence)
{
	uint32_t depth = t->depth + 1;
	struct fxw_open *open = fxp_open_behind(t, depth - 1);

	/* The depth first: a handler in between finds a free entry (frame
	 * UINTPTR_MAX) and puts its own above it. */
	*(volatile uint32_t *)&t->depth = depth;
	if (__builtin_expect(depth >= FXW_OPEN_MAX, 0)) {
		/* The last entry, or none. The end of its call and those above
		 * go the general way. */
		t->top = 0;
		if (depth > FXW_OPEN_MAX)
			return;
	}
	open->begin_ticks = begin_ticks;
	open->owner = cell;
	/* the mark, too, by one store */
	*(fxp_word *)&open->sequence = sequence;
	*(volatile uintptr_t *)&open->frame = (uintptr_t)call;
	if (__builtin_expect(depth < FXW_OPEN_MAX, 1))
		*(volatile uintptr_t *)&t->top = (uintptr_t)call;
}

/* The end of the call whose entry it is is about to be committed there. */
static inline void fxp_mark_end(struct fxw_open *open, const uint64_t *record)
{
	*(volatile uint32_t *)&open->end_mark = fxw_end_mark(record);
}

/* Takes the innermost call off again: one that has an entry. */
static inline void fxp_pop_top(struct fxw_thread *t, struct fxw_open *open)
{
	*(volatile uintptr_t *)&open->frame = UINTPTR_MAX;
	/* in this order: a handler in between leaves what it finds below */
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	t->depth--;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	*(volatile uintptr_t *)&t->top = (open - 1)->frame;
}

/* The entry of the innermost call if that is this one, else NULL. */
static inline __attribute__((always_inline)) struct fxw_open *fxp_top_of(
	struct fxw_thread *t, const struct fxp_call *call)
{
	struct fxw_open *open =
		fxp_open_behind(t, *(volatile uint32_t *)&t->depth) - 1;

	return __builtin_expect(t->top == (uintptr_t)call, 1) &&
			       __builtin_expect(open->begin_ticks ==
							call->begin_ticks,
						1)
		       ? open
		       : NULL;
}

#endif
