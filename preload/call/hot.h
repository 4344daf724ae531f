/* SPDX-License-Identifier: MIT */
/*
 * The steps of an ordinary call, written straight into the archive. Generated
 * wrappers of functions with simple arguments inline them, so that each call's
 * code is in one piece and specific to its arguments. A wrapper is
 *
 *	if (!(fxp_begin_open(&event, FXP_SPACE(5, 0), 3) &&
 *	      FXP_PUT_INTEGER(&event, 20, fd) &&
 *	      FXP_PUT_INTEGER(&event, 63, offset) &&
 *	      fxp_put_named(&event, 64, 21, FXP_WORD(whence)) &&
 *	      fxp_begin_close(&event))) {
 *		fxp_begin_retry(&event, (uint64_t[]){...});
 *	}
 *	ret = real(fd, offset, whence);
 *	if (!(FXP_WORD(ret) != UINT64_MAX &&
 *	      fxp_end_open(&event, FXP_SPACE(2, 0), 1) &&
 *	      FXP_PUT_INTEGER(&event, 0, ret) &&
 *	      fxp_end_close(&event))) {
 *		fxp_end_retry(&event, (uint64_t[]){...});
 *	}
 *
 * and that of a leaf function, whose call is one record at its end, is
 *
 *	if (!fxp_leaf_start(&event))
 *		fxp_leaf_start_retry(&event);
 *	ret = real(s);
 *	if (!(fxp_leaf_open(&event, FXP_SPACE(2, 1), 2) &&
 *	      fxp_put_text(&event, 30, FXP_WORD(s)) &&
 *	      FXP_PUT_INTEGER(&event, 0, ret) &&
 *	      fxp_leaf_close(&event))) {
 *		fxp_leaf_end_retry(&event, (uint64_t[]){...});
 *	}
 *
 * False: it is not an ordinary call (see fast.h), no window is open, and the
 * step of preload.h starts over. Only functions that have a plan use this path,
 * so that both agree on which calls are ordinary. For the steps in a window and
 * their order see the comments of writer/thread.h.
 *
 * A shim has only the steps of preload.h: it has no fast path.
 */
#ifndef PRELOAD_CALL_HOT_H
#define PRELOAD_CALL_HOT_H

#ifdef FXP_SHIM
#include "preload/shim/shim.h"
#else

#include "preload/arch/slow.h"
#include "preload/call/fast.h"
#include "preload/value/named.h"

#define unlikely(x) __builtin_expect(!!(x), 0)
#define likely(x) __builtin_expect(!!(x), 1)

/* Where a record is being written. */
struct fxp_place {
	uint64_t *start;
	struct fxw_slot *slot;
};

/* Leaves the window without a commit. */
static inline __attribute__((always_inline)) void fxp_leave_window(
	struct fxw_thread *t, const struct fxp_call *call,
	const struct fxp_place *place)
{
	struct fxw_level *level = &t->level[0];

	if (place->slot)
		__atomic_store_n(&place->slot->inside[0], FXW_AWAY,
				 __ATOMIC_RELEASE);
	if (likely(level->owner == (uintptr_t)call))
		*(volatile uintptr_t *)&level->owner = 0;
}

/* The record is committed. False: into a parent's archive, but a handler has
 * forked and we are now the child. */
static inline __attribute__((always_inline)) bool fxp_close_window(
	struct fxw_thread *t, const struct fxp_call *call,
	const struct fxp_place *place)
{
	struct fxw_level *level = &t->level[0];

	__atomic_store_n(&place->slot->inside[0], FXW_AWAY, __ATOMIC_RELEASE);
	/* else a handler has taken over the level, or forked */
	if (unlikely(level->owner != (uintptr_t)call))
		return *(struct fxw_slot *volatile *)&t->slot != NULL;
	*(volatile uintptr_t *)&level->owner = 0;
	return true;
}

/* In one register: two would be live over the whole event. */
static inline __attribute__((always_inline)) uint64_t fxp_counter(void)
{
	uint64_t counter = fxw_counter();

	__asm__("" : "+r"(counter));
	return counter;
}

/* Read once: a handler may take them away. */
static inline uint64_t fxp_event_bits(const struct fxw_thread *t)
{
	return *(const volatile uint32_t *)&t->level[0].event_bits;
}

/* Whether the counter may be read: without bits it may be forbidden. The bits
 * are compared in memory, because the window reads them again later. */
static inline bool fxp_may_count(const struct fxw_thread *t)
{
	return FXP_IS_SET(t->level[0].event_bits);
}

/* Whether a frame is at or above bottom. */
static inline __attribute__((always_inline)) bool fxp_is_above_bottom(
	const struct fxw_thread *t, uintptr_t frame)
{
	return t->bottom <= frame;
}

/* Whether the cell's function is written by plan. */
static inline bool fxp_has_plan(const struct fxp_slot *cell)
{
	/* The fence of fxp_open_window is between this and all uses of the
	 * plan: pairs with the release in fxp_plan_use. */
	return FXP_LOAD_ORDERED(cell->begin) != NULL;
}

/* Opens a window with space for an event of less than `space_bytes`.
 * open        of an end: its call's entry, else NULL
 * least_bits  0, or FXW_BITS_INLINE: the thread must have an index
 * Returns the thread's event_bits. 0: take the slow path, no window is open. */
static inline __attribute__((always_inline)) uint64_t fxp_open_window(
	struct fxw_thread *t, const struct fxp_call *call, uint32_t space_bytes,
	const struct fxw_open *open, uint64_t least_bits,
	struct fxp_place *place)
{
	struct fxw_level *level = &t->level[0];
	uint32_t sequence;
	uint64_t bits;

	if (unlikely(level->owner != 0))
		return 0;
	*(volatile uintptr_t *)&level->owner = (uintptr_t)call;
	place->slot = *(struct fxw_slot *volatile *)&t->slot;
	/* After the slot, which is valid unless this is 0: a handler may have
	 * forked, and we may be the child. */
	bits = fxp_event_bits(t);
	if (unlikely(bits <= least_bits))
		goto leave;
	__atomic_store_n(&place->slot->inside[0], FXW_WRITING,
			 __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	/* The start before the end: a fork in between wipes the page. In the
	 * child the old span's start has memory behind it, but 0 has not. */
	place->start = *(uint64_t *volatile *)&level->cursor;
	sequence = __atomic_load_n(&fxw_engine.control->live, __ATOMIC_ACQUIRE);
	if (unlikely(level->sequence != sequence))
		goto leave;
	if (open && unlikely(open->sequence != sequence))
		goto leave;
	/* nor is there space if the end is 0 */
	if (unlikely((uintptr_t)level->end <=
		     (uintptr_t)place->start + space_bytes))
		goto leave;
	return bits;
leave:
	fxp_leave_window(t, call, place);
	return 0;
}

/* The record ends at `at`: filler behind it, then its header. */
static inline __attribute__((always_inline)) void fxp_commit_words(
	struct fxw_thread *t, const struct fxp_place *place, uint64_t *at,
	uint64_t header)
{
	/* Again: a fork since then leaves 0, and the words from here on are in
	 * memory that nobody reads. */
	const uint64_t *end = *(uint64_t *volatile *)&t->level[0].end;
	uint32_t left_bytes = (uint32_t)((const char *)end - (char *)at);
	uint64_t one = fxt_filler_header(1);

	/* fxt_filler_header() of the words that are left, at least one. Its
	 * halves are visible when the record's header is. */
	fxp_put_halves(at, (uint32_t)one + (left_bytes - 8) * 2,
		       (uint32_t)(one >> 32) + left_bytes - 8);
	fxw_commit(place->start,
		   header + (uint64_t)((char *)at - (char *)place->start) * 2);
}

static inline __attribute__((always_inline)) void fxp_move_cursor(
	struct fxw_thread *t, uint64_t *at)
{
	*(uint64_t *volatile *)&t->level[0].cursor = at;
}

/* A record whose arguments its wrapper puts itself. */
struct fxp_event {
	struct fxp_call *call;
	struct fxp_slot *cell;
	struct fxw_thread *thread; /* NULL: a leaf call that is not recorded */
	struct fxw_open *open;	   /* of an end */
	struct fxp_place place;
	uint64_t *at;	      /* its next argument */
	uint64_t header;      /* ready but for its size */
	uint64_t names;	      /* cell->names */
	uint64_t counter;     /* the time stamp counter */
	uint64_t begin_ticks; /* of a leaf call */
	uint32_t space_bytes;
};

/* Bytes of a buffer that a wrapper copies itself. */
#define FXP_HOT_BYTES 64u

/* Bytes of a record with n_words of plain arguments and n_texts strings. */
#define FXP_SPACE(n_words, n_texts)                                            \
	((FXP_EVENT_WORDS + (n_words) + (n_texts)*FXP_STRING_WORDS) * 8)

/* An event's header but for the parts known at run time. */
#define FXP_EVENT(type, n_args)                                                \
	((uint64_t)(type) << 16 | (uint64_t)(n_args) << 20 | FXT_RECORD_EVENT)

/* header  but for the parts known at run time */
static inline __attribute__((always_inline)) bool fxp_event_open(
	struct fxp_event *e, uint32_t space_bytes, uint64_t header)
{
	uint64_t bits = fxp_open_window(e->thread, e->call, space_bytes,
					e->open, FXW_BITS_INLINE, &e->place);

	if (unlikely(!bits))
		return false;
	e->at = e->place.start + 2;
	e->names = e->cell->names;
	e->header = bits + e->cell->refs + header;
	e->space_bytes = space_bytes;
	return true;
}

/* In a blob's header for fxp_hot_bytes: the call has read the buffer, which
 * need not be all there. No record has that bit. */
#define FXP_HOT_INPUT (1ull << 63)

/* Slow halves of the functions behind them. The first returns the value's upper
 * half of a header, the text's index or the value itself. Its upper half is the
 * difference of their types of arguments; 0: unknown. The others return the
 * argument's end or NULL. */
uint64_t fxp_hot_named(struct fxp_slot *cell, unsigned type, uint64_t value);
uint64_t *fxp_hot_text(uint64_t *at, uint64_t header, const char *p);
uint64_t *fxp_hot_bytes(const struct fxw_thread *t, uint64_t *at,
			uint64_t header, const void *p, uint64_t n,
			uint32_t space_bytes);

/* The highest address of the wrapper's frame. Callers of this call are above
 * it, so that an open call below it was unwound. */
static inline __attribute__((always_inline)) uintptr_t fxp_frame_end(void)
{
	return (uintptr_t)__builtin_dwarf_cfa() - 1;
}

/* Whether the innermost open call is a caller of this one, and the thread has
 * not changed its stack. Only if the fast path is on: so the counter may be
 * read. */
static inline __attribute__((always_inline)) bool fxp_is_inside(
	struct fxw_thread *t, const struct fxp_call *call)
{
	uintptr_t end = fxp_frame_end();

	if (likely(fxp_is_above_bottom(t, end)) && likely(t->top > end))
		return true;
	(void)FXP_SLOW(fxp_leave_dead, t, fxp_upper(call), end);
	return false;
}

/* With space for all but the bytes of long values; n_args arguments. */
static inline __attribute__((always_inline)) bool fxp_begin_open(
	struct fxp_event *e, uint32_t space_bytes, unsigned n_args)
{
	struct fxw_thread *t = fxw_self;

	if (unlikely(!fxp_has_plan(e->cell)) || unlikely(!t) ||
	    !fxp_is_inside(t, e->call))
		return false;
	e->counter = fxp_counter();
	e->thread = t;
	e->open = NULL;
	return fxp_event_open(e, space_bytes,
			      FXP_EVENT(FXT_EVENT_DURATION_BEGIN, n_args));
}

static inline __attribute__((always_inline)) bool fxp_end_open(
	struct fxp_event *e, uint32_t space_bytes, unsigned n_args)
{
	struct fxw_thread *t = fxw_self;

	if (unlikely(!t) || unlikely(!fxp_may_count(t)))
		return false;
	/* First: the code below does not wait for it. That saves 5 ns for each
	 * call that has been in the kernel. */
	e->counter = fxp_counter();
	/* the begin may have taken the slow path because there was no plan */
	if (unlikely(!fxp_has_plan(e->cell)))
		return false;
	e->thread = t;
	e->open = fxp_top_of(t, e->call);
	return likely(e->open != NULL) &&
	       fxp_event_open(e, space_bytes,
			      FXP_EVENT(FXT_EVENT_DURATION_END, n_args));
}

static inline __attribute__((always_inline)) bool fxp_begin_close(
	struct fxp_event *e)
{
	struct fxw_thread *t = e->thread;
	/* late: the counter was read long ago, but arrives only now */
	uint64_t ticks = fxw_stamp_of(t, e->counter);
	struct fxw_open *open;

	e->place.start[1] = ticks;
	e->call->begin_ticks = ticks;
	open = fxp_push_half(t, e->cell, ticks, t->level[0].sequence);
	fxp_commit_words(t, &e->place, e->at, e->header);
	fxp_push_rest(t, e->call, open);
	fxp_move_cursor(t, e->at);
	fxw_count_call(e->place.slot);
	return fxp_close_window(t, e->call, &e->place);
}

static inline __attribute__((always_inline)) bool fxp_end_close(
	struct fxp_event *e)
{
	struct fxw_thread *t = e->thread;

	e->place.start[1] = fxw_stamp_of(t, e->counter);
	fxp_mark_end(e->open, e->place.start);
	fxp_commit_words(t, &e->place, e->at, e->header);
	fxp_move_cursor(t, e->at);
	fxp_pop_top(t, e->open);
	return fxp_close_window(t, e->call, &e->place);
}

/* A begin that was not written. */
static inline __attribute__((always_inline)) void fxp_begin_retry(
	struct fxp_event *e, const uint64_t *slot)
{
	FXP_SET_FRAME(e->call);
	(void)FXP_SLOW(fxp_begin_step, e->call, e->cell, slot);
}

/* An end that was not written. */
static inline void fxp_end_retry(struct fxp_event *e, const uint64_t *slot)
{
	e->call->cell = e->cell;
	(void)FXP_SLOW2(fxp_end, e->call, slot);
}

/* A leaf call begins: nothing is written yet. */
static inline __attribute__((always_inline)) bool fxp_leaf_start(
	struct fxp_event *e)
{
	struct fxw_thread *t = fxw_self;

	if (unlikely(!fxp_has_plan(e->cell)) || unlikely(!t) ||
	    !fxp_is_inside(t, e->call))
		return false;
	e->thread = t;
	/* at once: a handler's records until the end come later */
	e->begin_ticks = fxw_stamp_of(t, fxp_counter());
	return true;
}

static inline __attribute__((always_inline)) void fxp_leaf_start_retry(
	struct fxp_event *e)
{
	FXP_SET_FRAME(e->call);
	(void)FXP_SLOW2(fxp_leaf_begin_step, e->call, e->cell);
	e->thread = e->call->thread;
	e->begin_ticks = e->call->begin_ticks;
}

/* The call has returned. Its begin was stamped by e->thread. */
static inline __attribute__((always_inline)) bool fxp_leaf_open(
	struct fxp_event *e, uint32_t space_bytes, unsigned n_args)
{
	if (unlikely(!e->thread) || unlikely(!fxp_has_plan(e->cell)))
		return false;
	e->open = NULL;
	return fxp_event_open(e, space_bytes,
			      FXP_EVENT(FXT_EVENT_DURATION_COMPLETE, n_args));
}

static inline __attribute__((always_inline)) bool fxp_leaf_close(
	struct fxp_event *e)
{
	struct fxw_thread *t = e->thread;

	e->place.start[1] = e->begin_ticks;
	/* As late as possible: the work since the call returned overlaps the
	 * first read of the counter, and adds 2 ns to the recorded time. */
	*e->at++ = fxw_stamp_of(t, fxp_counter());
	fxp_commit_words(t, &e->place, e->at, e->header);
	fxp_move_cursor(t, e->at);
	fxw_count_call(e->place.slot);
	return fxp_close_window(t, e->call, &e->place);
}

static inline void fxp_leaf_end_retry(struct fxp_event *e, const uint64_t *slot)
{
	e->call->cell = e->cell;
	e->call->thread = e->thread;
	e->call->begin_ticks = e->begin_ticks;
	(void)FXP_SLOW2(fxp_leaf_end, e->call, slot);
}

/* The argument cannot be put: closes the window. */
static inline __attribute__((always_inline)) bool fxp_event_put(
	struct fxp_event *e, uint64_t *at)
{
	e->at = at;
	if (likely(at != NULL))
		return true;
	fxp_leave_window(e->thread, e->call, &e->place);
	return false;
}

/* An argument's header of so many words, its name string i of the API. */
static inline __attribute__((always_inline)) uint64_t fxp_argument(
	const struct fxp_event *e, unsigned name, unsigned type,
	unsigned n_words)
{
	return e->names + (name << 16 | n_words << 4 | type);
}

/* FXP_WORD for the slow path, which is rarely taken. Its origin is hidden from
 * the compiler, which would extend its sign before anything else. */
#define FXP_LATE(x)                                                            \
	({                                                                     \
		__typeof__(1 ? (x) : (x)) late = (x);                          \
		__asm__("" : "+r"(late));                                      \
		FXP_WORD(late);                                                \
	})

static inline __attribute__((always_inline)) bool fxp_put_w32(
	struct fxp_event *e, unsigned name, unsigned type, uint64_t value)
{
	fxp_put_halves(e->at++, (uint32_t)fxp_argument(e, name, type, 1),
		       (uint32_t)value);
	return true;
}

static inline __attribute__((always_inline)) bool fxp_put_w64(
	struct fxp_event *e, unsigned name, unsigned type, uint64_t value)
{
	e->at[0] = fxp_argument(e, name, type, 2);
	/* two stores: merging them into one costs more */
	__asm__("" ::: "memory");
	e->at[1] = value;
	e->at += 2;
	return true;
}

static inline __attribute__((always_inline)) bool fxp_put_integer(
	struct fxp_event *e, unsigned name, unsigned n_bytes, bool is_signed,
	uint64_t value)
{
	if (n_bytes > 4)
		return fxp_put_w64(e, name,
				   is_signed ? FXT_ARG_INT64 : FXT_ARG_UINT64,
				   value);
	return fxp_put_w32(e, name, is_signed ? FXT_ARG_INT32 : FXT_ARG_UINT32,
			   value);
}

#define FXP_PUT_INTEGER(e, name, x)                                            \
	fxp_put_integer((e), (name), sizeof(x),                                \
			(__typeof__(x))-1 < (__typeof__(x))1, FXP_WORD(x))

static inline __attribute__((always_inline)) bool fxp_put_address(
	struct fxp_event *e, unsigned name, uint64_t value)
{
	return fxp_put_w64(e, name, FXT_ARG_POINTER, value);
}

static inline __attribute__((always_inline)) bool fxp_put_double(
	struct fxp_event *e, unsigned name, uint64_t bits)
{
	return fxp_put_w64(e, name, FXT_ARG_DOUBLE, bits);
}

static inline __attribute__((always_inline)) bool fxp_put_float(
	struct fxp_event *e, unsigned name, uint64_t bits)
{
	return fxp_put_w64(e, name, FXT_ARG_DOUBLE, fxp_widened(bits));
}

static inline __attribute__((always_inline)) bool fxp_put_bool(
	struct fxp_event *e, unsigned name, uint64_t value)
{
	return fxp_put_w32(e, name, FXT_ARG_BOOL, (value & 0xff) != 0);
}

/* A constant of 4 bytes of the API's type, whose text has an index. */
static inline __attribute__((always_inline)) bool fxp_put_named(
	struct fxp_event *e, unsigned name, unsigned type, uint64_t value)
{
	uint64_t header = fxp_argument(e, name, FXT_ARG_STRING, 1);
	uint32_t low = (uint32_t)value;
	/* acquire: pairs with the release in fxp_hot_named */
	uint64_t index = __atomic_load_n(&e->cell->named, __ATOMIC_ACQUIRE) ^
			 ((uint64_t)low << 32 | type << 16);

	if (unlikely(index - 1 > UINT16_MAX - 1)) {
		index = FXP_SLOW(fxp_hot_named, e->cell, type, low);
		if (unlikely(!index))
			return fxp_event_put(e, NULL);
		header ^= index >> 32;
	}
	fxp_put_halves(e->at++, (uint32_t)header, (uint32_t)index);
	return true;
}

static inline __attribute__((always_inline)) bool fxp_put_text(
	struct fxp_event *e, unsigned name, uint64_t value)
{
	uint64_t header = fxp_argument(e, name, FXT_ARG_STRING, 1);
	const char *p = (const char *)(uintptr_t)value;
	uint64_t *behind = fxp_short_text(e->at, header, p);

	if (likely(behind != NULL)) {
		e->at = behind;
		return true;
	}
	return fxp_event_put(
		e, (uint64_t *)FXP_SLOW(fxp_hot_text, e->at, header, p));
}

/* A string of max bytes at most. Longer ones take the slow path. */
static inline __attribute__((always_inline)) bool fxp_put_counted_text(
	struct fxp_event *e, unsigned name, uint64_t value, uint64_t max)
{
	return fxp_event_put(
		e, fxp_short_counted_text(
			   e->at, fxp_argument(e, name, FXT_ARG_STRING, 1),
			   (const char *)(uintptr_t)value, (int64_t)max));
}

/* A returned string: it is often NULL, and rarely short. */
static inline __attribute__((always_inline)) bool fxp_put_found_text(
	struct fxp_event *e, unsigned name, uint64_t value)
{
	if (!value) {
		*e->at++ = fxp_argument(e, name, FXT_ARG_NULL, 1);
		return true;
	}
	return fxp_event_put(
		e, (uint64_t *)FXP_SLOW(
			   fxp_hot_text, e->at,
			   fxp_argument(e, name, FXT_ARG_STRING, 1), value));
}

/* Copies n bytes, 16 to FXP_HOT_BYTES; the space is there. Returns their end.
 */
static inline __attribute__((always_inline)) uint64_t *fxp_copy_bytes(
	uint64_t *at, const char *p, uint64_t n)
{
	char *to = (char *)at;

	at += (n + 7) / 8;
	at[-1] = 0;
	/* the last ones may overlap those before */
	if (n > 32) {
		fxw_copy16(to + 16, p + 16);
		fxw_copy16(to + n - 32, p + n - 32);
	}
	fxw_copy16(to, p);
	fxw_copy16(to + n - 16, p + n - 16);
	return at;
}

static inline __attribute__((always_inline)) bool fxp_put_bytes(
	struct fxp_event *e, unsigned name, uint64_t value, uint64_t n)
{
	const char *p = (const char *)(uintptr_t)value;

	if (likely(n - 16 <= FXP_HOT_BYTES - 16 && p)) {
		fxp_put_halves(
			e->at,
			(uint32_t)fxp_argument(e, name, FXT_ARG_BLOB, 1) +
				((uint32_t)n + 7) / 8 * 16,
			(uint32_t)n);
		e->at = fxp_copy_bytes(e->at + 1, p, n);
		return true;
	}
	return fxp_event_put(
		e, fxp_bytes_slow(e->thread, e->at,
				  fxp_argument(e, name, FXT_ARG_BLOB, 1),
				  (const void *)(uintptr_t)value, n,
				  e->space_bytes));
}

/* The same of what the call has read. */
static inline __attribute__((always_inline)) bool fxp_put_input(
	struct fxp_event *e, unsigned name, uint64_t value, uint64_t n)
{
	return fxp_event_put(
		e,
		fxp_bytes_slow(
			e->thread, e->at,
			FXP_HOT_INPUT | fxp_argument(e, name, FXT_ARG_BLOB, 1),
			(const void *)(uintptr_t)value, n, e->space_bytes));
}

#endif
#endif
