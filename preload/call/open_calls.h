/* SPDX-License-Identifier: MIT */
/*
 * The list of a thread's open calls (writer/thread.h): putting a call on it and
 * taking it off again. In a header, since it is part of the fast path.
 */
#ifndef PRELOAD_CALL_OPEN_CALLS_H
#define PRELOAD_CALL_OPEN_CALLS_H

#include "preload/call/preload.h"
#include "writer/thread.h"

/* For stores of one half, or of both at once. */
typedef uint32_t __attribute__((may_alias)) fxp_half;
typedef uint64_t __attribute__((may_alias)) fxp_word;

/* &t->open[depth + 1], in one register: the compiler's own code is longer. */
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

/*
 * Puts a call on the thread's list of open ones, in two halves. Its begin is
 * committed in between, and the cursor is moved behind the second one. So a
 * handler may jump out at any moment. The repair of the window then finds a
 * committed begin at the cursor, and the entry that lacks its frame.
 * There is an entry for it, because otherwise `top` is 0.
 */
static inline __attribute__((always_inline)) struct fxw_open *fxp_push_half(
	struct fxw_thread *t, struct fxp_slot *cell, uint64_t begin_ticks,
	uint64_t sequence)
{
	uint32_t depth = t->depth + 1;
	struct fxw_open *open = fxp_open_behind(t, depth - 1);

	/* The depth first: a handler in between finds a free entry (frame
	 * UINTPTR_MAX) and puts its own above it. */
	*(volatile uint32_t *)&t->depth = depth;
	open->begin_ticks = begin_ticks;
	open->owner = cell;
	/* the mark, too, by one store */
	*(fxp_word *)&open->sequence = sequence;
	return open;
}

static inline __attribute__((always_inline)) void fxp_push_rest(
	struct fxw_thread *t, const struct fxp_call *call,
	struct fxw_open *open)
{
	*(volatile uintptr_t *)&open->frame = (uintptr_t)call;
	*(volatile uintptr_t *)&t->top = (uintptr_t)call;
	/* the last entry: calls inside of this one take the slow path, and its
	 * end does, too */
	if (__builtin_expect(t->depth >= FXW_OPEN_MAX, 0))
		t->top = 0;
}

/* The first half on the slow path. NULL: there is no entry. */
static inline struct fxw_open *fxp_push_first(struct fxw_thread *t,
					      struct fxp_slot *cell,
					      uint64_t begin_ticks)
{
	if (t->depth < FXW_OPEN_MAX)
		return fxp_push_half(t, cell, begin_ticks, 0);
	*(volatile uint32_t *)&t->depth = t->depth + 1;
	t->top = 0;
	return NULL;
}

/* In the frame of an entry whose begin is being written. If a handler jumps out
 * meanwhile, its mark shows whether it was committed. */
#define FXP_PENDING ((uintptr_t)1)

/* The slow path's first half: the begin may take long. NULL: no entry. */
static inline struct fxw_open *fxp_push_pending(struct fxw_thread *t,
						const struct fxp_call *call,
						struct fxp_slot *cell)
{
	struct fxw_open *open = fxp_push_first(t, cell, call->begin_ticks);

	if (open)
		*(volatile uintptr_t *)&open->frame =
			(uintptr_t)call | FXP_PENDING;
	return open;
}

/* The end of the entry's call is about to be committed there. */
static inline void fxp_mark_end(struct fxw_open *open, const uint64_t *record)
{
	*(volatile uint32_t *)&open->end_mark = fxw_end_mark(record);
}

/* Takes the innermost call off again: one that has an entry. */
static inline void fxp_pop_top(struct fxw_thread *t, struct fxw_open *open)
{
	*(volatile uintptr_t *)&open->frame = UINTPTR_MAX;
	/* in this order: a handler in between does not touch entries below */
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	t->depth--;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	*(volatile uintptr_t *)&t->top = (open - 1)->frame;
}

/* The entry of this call if it is the innermost, else NULL. */
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
