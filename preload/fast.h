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
#ifndef FAST_H
#define FAST_H

#include "preload/capture.h"
#include "preload/expr.h"
#include "preload/intern.h"
#include "preload/named.h"
#include "preload/preload.h"
#include "writer/thread.h"

enum fxp_op_code {
	FXP_OP_W32,    /* the value stands in the argument's header */
	FXP_OP_W64,    /* one word behind it */
	FXP_OP_STRING, /* NULL, or short and ASCII */
	FXP_OP_ENUM,   /* constant or flag set whose text has an index */
	FXP_OP_BYTES,  /* NULL, or a short buffer the call has filled */
};

/* BYTES: the count is one slot, or an expression. */
#define FXP_COUNT_IS_SLOT 0x100u
#define FXP_COUNT_SLOT 0xffu
#define FXP_COUNT_EXPR_SHIFT 16

struct fxp_op {
	uint64_t header; /* the argument's, ready but for size and value */
	uint32_t extra;	 /* ENUM: the type's id; BYTES: its count */
	uint8_t code;	 /* enum fxp_op_code */
	uint8_t slot;
	uint8_t reserved[2];
};

/* One event of the function. */
struct fxp_part {
	uint64_t header; /* the event's, ready but for thread and size */
	const struct fxp_op *first, *last;
	/* no record of this part without long values needs as much */
	uint64_t room_bytes;
};

struct fxp_plan {
	struct fxp_part begin, end, leaf;
	const struct fxg_table *table;
	uint64_t failure; /* the return value that means it */
	uint32_t can_fail;
	uint32_t ret_slot;
	struct fxp_op ops[];
};

/* Makes the plan of a function, or NULL: only the general way will do, or there
 * is no room for plans any more. Cold; any thread, any signal handler. */
const struct fxp_plan *fxp_plan_make(struct fxp_api *api, unsigned function);

/* 16 bytes of ones, then 16 of zeroes. */
extern const uint8_t fxp_masks[32] __attribute__((visibility("hidden")));

/* Bytes of a string, with its NUL, that the fast way takes. */
#define FXP_FAST_TEXT 64u
#define FXP_PAGE_BYTES 4096u

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
			v &= *(const fxw_v16 *)(fxp_masks + 16 - k);
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

/* ENUM and BYTES. `end` is where the record must end that still needs up to
 * room_bytes behind this value. NULL: the general way. */
uint64_t *fxp_fast_other(const struct fxp_plan *plan, uint64_t *at,
			 const uint64_t *end, uint64_t room_bytes,
			 const struct fxp_op *op, const uint64_t *slot);

static inline __attribute__((always_inline)) uint64_t *fxp_fast_ops(
	const struct fxp_plan *plan, uint64_t *at, const uint64_t *end,
	const struct fxp_part *part, const uint64_t *slot)
{
	const struct fxp_op *op, *last = part->last;

	for (op = part->first; op != last; op++) {
		uint64_t word = slot[op->slot];

		if (op->code == FXP_OP_W32) {
			*at++ = op->header | word << 32;
		} else if (op->code == FXP_OP_W64) {
			at[0] = op->header;
			/* two stores: merging them into one costs more */
			__asm__("" ::: "memory");
			at[1] = word;
			at += 2;
		} else if (op->code == FXP_OP_STRING) {
			if (!word) {
				*at++ = (op->header & ~0xfull) | 1u << 4;
				continue;
			}
			uint64_t *text = at;

			at = fxp_fast_text(at, op->header, (const char *)word);
			if (__builtin_expect(!at, 0))
				break;
			if (at - text > FXP_INTERN_MIN_WORDS)
				at = fxp_intern_arg(text, at,
						    (const char *)word);
		} else {
			at = fxp_fast_other(plan, at, end, part->room_bytes, op,
					    slot);
			if (__builtin_expect(!at, 0))
				break;
		}
	}
	return at;
}

/* Whether the call failed: by one comparison. */
static inline bool fxp_fast_failed(const struct fxp_plan *plan,
				   const uint64_t *slot)
{
	return plan->can_fail && slot[plan->ret_slot] == plan->failure;
}

/*
 * Writes one event; the steps and their order are those of fxw_window_open and
 * fxw_window_commit, whose comments say why.
 * generation  of the archive it belongs into
 * sequence    of the buffer that an end's begin stands in; unused else
 * Returns the sequence of the buffer, or 0: nothing is committed, use the
 * general way.
 */
static inline __attribute__((always_inline)) uint32_t fxp_fast_write(
	struct fxw_thread *t, const struct fxp_plan *plan, unsigned type,
	const struct fxp_part *part, const uint64_t *values, uint64_t ticks,
	uint64_t end_ticks, uint32_t generation, uint32_t sequence)
{
	struct fxw_level *level = &t->level[0];
	uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
	struct fxw_slot *slot;
	uint64_t *start, *at = NULL, *end;
	uint64_t thread_bits = t->event_bits;
	uint32_t now;

	if (__builtin_expect(level->owner != 0 || !thread_bits, 0))
		return 0;
	*(volatile uintptr_t *)&level->owner = frame;
	slot = *(struct fxw_slot *volatile *)&t->slot;
	if (__builtin_expect(!slot || t->generation != generation, 0)) {
		level->owner = 0;
		return 0;
	}
	__atomic_store_n(&slot->inside[0], FXW_WRITING, __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	/* in this order: a fork in between wipes the page, and the old span's
	 * start has memory behind it in the child, 0 has not */
	start = *(uint64_t *volatile *)&level->cursor;
	end = *(uint64_t *volatile *)&level->end;
	now = __atomic_load_n(&fxw_engine.control->live, __ATOMIC_ACQUIRE);
	if (type != FXT_EVENT_DURATION_END)
		sequence = now;
	if (__builtin_expect(level->sequence == now && sequence == now && end &&
				     (uint64_t)((char *)end - (char *)start) >
					     part->room_bytes,
			     1)) {
		start[1] = ticks;
		at = fxp_fast_ops(plan, start + 2, end, part, values);
	}
	if (__builtin_expect(at != NULL, 1)) {
		if (type == FXT_EVENT_DURATION_COMPLETE)
			*at++ = end_ticks;
		/* fxt_filler_header() of the words that are left, at least one
		 */
		*(volatile uint64_t *)at =
			((uint64_t)((char *)end - (char *)at) - 8) *
				((1ull << 32) + 2) +
			fxt_filler_header(1);
		fxw_commit(start,
			   part->header + thread_bits +
				   (uint64_t)((char *)at - (char *)start) * 2);
		if (__builtin_expect(level->end == end, 1))
			*(uint64_t *volatile *)&level->cursor = at;
		if (type != FXT_EVENT_DURATION_END)
			fxw_count_call(slot);
	}
	__atomic_store_n(&slot->inside[0], FXW_AWAY, __ATOMIC_RELEASE);
	if (__builtin_expect(level->owner == frame, 1))
		*(volatile uintptr_t *)&level->owner = 0;
	return at ? now : 0;
}

#endif
