/* SPDX-License-Identifier: MIT */
/*
 * The steps of an ordinary call, straight into the archive: what generated
 * wrappers of functions with simple arguments hold in themselves, so that a
 * call's code is in one piece and knows its arguments. A wrapper is
 *
 *	if (!(fxp_begin_open(&event, FXP_ROOM(5, 0), 3) &&
 *	      FXP_PUT_INTEGER(&event, 20, fd) &&
 *	      FXP_PUT_INTEGER(&event, 63, offset) &&
 *	      fxp_put_named(&event, 64, 21, FXP_WORD(whence)) &&
 *	      fxp_begin_close(&event)))
 *		fxp_begin(&call, cell, (uint64_t[]){...});
 *	ret = real(fd, offset, whence);
 *	if (!(FXP_WORD(ret) != UINT64_MAX &&
 *	      fxp_end_open(&event, FXP_ROOM(2, 0), 1) &&
 *	      FXP_PUT_INTEGER(&event, 0, ret) &&
 *	      fxp_end_close(&event)))
 *		fxp_end(&call, (uint64_t[]){...});
 *
 * and of a leaf function, whose call is one record at its end,
 *
 *	if (!fxp_leaf_start(&event))
 *		fxp_leaf_begin(&call, cell);
 *	ret = real(s);
 *	if (!(fxp_leaf_open(&event, FXP_ROOM(2, 1), 2) &&
 *	      fxp_put_text(&event, 30, FXP_WORD(s)) &&
 *	      FXP_PUT_INTEGER(&event, 0, ret) &&
 *	      fxp_leaf_close(&event)))
 *		fxp_leaf_end(&call, (uint64_t[]){...});
 *
 * False: it is not an ordinary call (see fast.h), no window is open, and the
 * step of preload.h starts over. Only functions that have a plan come this way,
 * so both know the same of what is ordinary. What is done in a window, and in
 * what order: writer/thread.h, whose comments say why.
 *
 * A shim has only the steps of preload.h: there nothing is ordinary.
 */
#ifndef HOT_H
#define HOT_H

#ifdef FXP_SHIM
#include "preload/shim.h"
#else

#include "preload/fast.h"
#include "preload/named.h"

#define unlikely(x) __builtin_expect(!!(x), 0)
#define likely(x) __builtin_expect(!!(x), 1)

/* Where a record is being written. */
struct fxp_place {
	uint64_t *start;
	struct fxw_slot *slot;
	uint32_t sequence; /* of the buffer */
};

static inline __attribute__((always_inline)) void fxp_close_window(
	struct fxw_thread *t, const struct fxp_call *call,
	const struct fxp_place *place)
{
	struct fxw_level *level = &t->level[0];

	__atomic_store_n(&place->slot->inside[0], FXW_AWAY, __ATOMIC_RELEASE);
	if (likely(level->owner == (uintptr_t)call))
		*(volatile uintptr_t *)&level->owner = 0;
}

/* In one register, which takes less than two when they have to wait. */
static inline __attribute__((always_inline)) uint64_t fxp_counter(void)
{
	uint64_t counter = fxw_counter();

	__asm__("" : "+r"(counter));
	return counter;
}

/* Room for an event of less than `room_bytes`. False: not here, and no window
 * is open. */
static inline __attribute__((always_inline)) bool fxp_open_window(
	struct fxw_thread *t, const struct fxp_call *call, uint32_t room_bytes,
	bool is_end, struct fxp_place *place)
{
	struct fxw_level *level = &t->level[0];
	uint64_t *end;

	if (unlikely(level->owner != 0))
		return false;
	*(volatile uintptr_t *)&level->owner = (uintptr_t)call;
	place->slot = *(struct fxw_slot *volatile *)&t->slot;
	if (unlikely(!place->slot)) { /* one has forked: we are the child */
		level->owner = 0;
		return false;
	}
	__atomic_store_n(&place->slot->inside[0], FXW_WRITING,
			 __ATOMIC_RELAXED);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	/* in this order: a fork in between wipes the page, and the old span's
	 * start has memory behind it in the child, 0 has not */
	place->start = *(uint64_t *volatile *)&level->cursor;
	end = *(uint64_t *volatile *)&level->end;
	place->sequence =
		__atomic_load_n(&fxw_engine.control->live, __ATOMIC_ACQUIRE);
	if (unlikely(level->sequence != place->sequence))
		goto leave;
	if (is_end && unlikely(call->sequence != place->sequence))
		goto leave;
	/* an end of 0 has no room either */
	if (unlikely((int64_t)((uintptr_t)end - (uintptr_t)place->start) <=
		     (int64_t)room_bytes))
		goto leave;
	return true;
leave:
	fxp_close_window(t, call, place);
	return false;
}

/* The record ends at `at`: filler behind it, then its header. */
static inline __attribute__((always_inline)) void fxp_commit_words(
	struct fxw_thread *t, const struct fxp_place *place, uint64_t *at,
	uint64_t header)
{
	/* Again: a fork since leaves 0, and what is written from here on stands
	 * in memory that nobody reads. */
	const uint64_t *end = *(uint64_t *volatile *)&t->level[0].end;
	uint64_t left_bytes = (uint64_t)((const char *)end - (char *)at);

	/* fxt_filler_header() of the words that are left, at least one */
	*(volatile uint64_t *)at =
		(left_bytes - 8) * ((1ull << 32) + 2) + fxt_filler_header(1);
	fxw_commit(place->start,
		   header + (uint64_t)((char *)at - (char *)place->start) * 2);
	*(uint64_t *volatile *)&t->level[0].cursor = at;
}

/* Read once: a handler may take them away. */
static inline uint64_t fxp_event_bits(const struct fxw_thread *t)
{
	return *(const volatile uint64_t *)&t->event_bits;
}

/* A record whose arguments its wrapper puts. */
struct fxp_event {
	struct fxp_call *call;
	struct fxp_slot *cell;
	struct fxw_thread *thread;
	struct fxp_place place;
	uint64_t *at;	  /* its next argument */
	uint64_t header;  /* ready but for its size */
	uint64_t names;	  /* cell->names */
	uint64_t counter; /* the time stamp counter */
	uint32_t room_bytes;
};

/* Bytes that a wrapper copies itself. */
#define FXP_HOT_BYTES 64u

/* Bytes of a record with n_words of plain arguments and n_texts strings. */
#define FXP_ROOM(n_words, n_texts)                                             \
	((FXP_EVENT_WORDS + (n_words) + (n_texts)*FXP_STRING_WORDS) * 8)

/* An event's header but for what the run decides. */
#define FXP_EVENT(type, n_args)                                                \
	((uint64_t)(type) << 16 | (uint64_t)(n_args) << 20 | FXT_RECORD_EVENT)

static inline __attribute__((always_inline)) bool fxp_event_open(
	struct fxp_event *e, uint32_t room_bytes, bool is_end)
{
	if (unlikely(!fxp_open_window(e->thread, e->call, room_bytes, is_end,
				      &e->place)))
		return false;
	e->at = e->place.start + 2;
	e->names = e->cell->names;
	e->header += e->cell->refs;
	e->room_bytes = room_bytes;
	return true;
}

/* The highest address of the wrapper's frame: what calls this one lies above
 * it, so a call found open below it was left. */
static inline __attribute__((always_inline)) uintptr_t fxp_frame_end(void)
{
	return (uintptr_t)__builtin_dwarf_cfa() - 1;
}

/* Whether the innermost open call is one that this one is made by. */
static inline __attribute__((always_inline)) bool fxp_is_inside(
	struct fxw_thread *t, const struct fxp_call *call)
{
	uintptr_t end = fxp_frame_end();

	if (likely(t->top > end))
		return true;
	fxp_leave_dead(t, fxp_upper(call), end);
	return false;
}

/* Room for all but the bytes of long values; n_args arguments. */
static inline __attribute__((always_inline)) bool fxp_begin_open(
	struct fxp_event *e, uint32_t room_bytes, unsigned n_args)
{
	struct fxw_thread *t = fxw_self;

	/* acquire: pairs with the release in fxp_plan_use */
	if (unlikely(!__atomic_load_n(&e->cell->begin, __ATOMIC_ACQUIRE)) ||
	    unlikely(!t))
		return false;
	e->header = fxp_event_bits(t);
	if (unlikely(!e->header) || !fxp_is_inside(t, e->call))
		return false;
	e->counter = fxp_counter();
	e->header += FXP_EVENT(FXT_EVENT_DURATION_BEGIN, n_args);
	e->thread = t;
	e->call->cell = e->cell;
	e->call->generation = t->generation;
	return fxp_event_open(e, room_bytes, false);
}

static inline __attribute__((always_inline)) bool fxp_end_open(
	struct fxp_event *e, uint32_t room_bytes, unsigned n_args)
{
	struct fxw_thread *t = fxw_self;

	if (unlikely(!t))
		return false;
	e->header = fxp_event_bits(t);
	if (unlikely(!e->header))
		return false;
	/* first: what comes now need not wait for it */
	e->counter = fxp_counter();
	if (unlikely(!e->call->begin_ticks) ||
	    unlikely(t->top != (uintptr_t)e->call) ||
	    unlikely(t->open[e->call->depth].begin_ticks !=
		     e->call->begin_ticks) ||
	    unlikely(!__atomic_load_n(&e->cell->begin, __ATOMIC_RELAXED)))
		return false;
	e->header += FXP_EVENT(FXT_EVENT_DURATION_END, n_args);
	e->thread = t;
	return fxp_event_open(e, room_bytes, true);
}

static inline __attribute__((always_inline)) bool fxp_begin_close(
	struct fxp_event *e)
{
	struct fxw_thread *t = e->thread;
	/* late: the counter, read long ago, is only now there */
	uint64_t ticks = fxw_stamp_of(t, e->counter);

	e->place.start[1] = ticks;
	fxp_commit_words(t, &e->place, e->at, e->header);
	e->call->begin_ticks = ticks;
	e->call->sequence = e->place.sequence;
	/* at once: a handler that jumps out before leaves a begin that nobody
	 * ends */
	fxp_push(t, e->call);
	fxw_count_call(e->place.slot);
	fxp_close_window(t, e->call, &e->place);
	return likely(*(struct fxw_slot *volatile *)&t->slot != NULL);
}

static inline __attribute__((always_inline)) bool fxp_end_close(
	struct fxp_event *e)
{
	struct fxw_thread *t = e->thread;

	e->place.start[1] = fxw_stamp_of(t, e->counter);
	fxp_mark_end(t, e->call, e->place.start);
	fxp_commit_words(t, &e->place, e->at, e->header);
	fxp_pop_top(t, e->call);
	fxp_close_window(t, e->call, &e->place);
	return likely(*(struct fxw_slot *volatile *)&t->slot != NULL);
}

/* A leaf call begins: nothing is written yet. */
static inline __attribute__((always_inline)) bool fxp_leaf_start(
	struct fxp_event *e)
{
	struct fxw_thread *t = fxw_self;

	if (unlikely(!e->cell->begin) || unlikely(!t) ||
	    !fxp_is_inside(t, e->call))
		return false;
	e->call->cell = e->cell;
	e->call->thread = t;
	/* at once: what a handler records until the end comes later */
	e->call->begin_ticks = fxw_stamp_of(t, fxw_counter());
	return true;
}

/* The call has returned. Whoever its begin was noted by: call->thread. */
static inline __attribute__((always_inline)) bool fxp_leaf_open(
	struct fxp_event *e, uint32_t room_bytes, unsigned n_args)
{
	struct fxw_thread *t = e->call->thread;

	if (unlikely(!t))
		return false;
	e->header = fxp_event_bits(t);
	if (unlikely(!e->header))
		return false;
	/* acquire: pairs with the release in fxp_plan_use */
	if (unlikely(!__atomic_load_n(&e->cell->begin, __ATOMIC_ACQUIRE)))
		return false;
	e->header += FXP_EVENT(FXT_EVENT_DURATION_COMPLETE, n_args);
	e->thread = t;
	return fxp_event_open(e, room_bytes, false);
}

static inline __attribute__((always_inline)) bool fxp_leaf_close(
	struct fxp_event *e)
{
	struct fxw_thread *t = e->thread;

	e->place.start[1] = e->call->begin_ticks;
	/* as late as can be: what was done since the call returned has hidden
	 * behind the first reading of the counter, and is 2 ns of the time that
	 * is recorded */
	*e->at++ = fxw_stamp_of(t, fxp_counter());
	fxp_commit_words(t, &e->place, e->at, e->header);
	fxw_count_call(e->place.slot);
	fxp_close_window(t, e->call, &e->place);
	return likely(*(struct fxw_slot *volatile *)&t->slot != NULL);
}

/* Its argument is not put: the window closes. */
static inline __attribute__((always_inline)) bool fxp_event_put(
	struct fxp_event *e, uint64_t *at)
{
	e->at = at;
	if (likely(at != NULL))
		return true;
	fxp_close_window(e->thread, e->call, &e->place);
	return false;
}

/* An argument's header of so many words, its name string i of the API. */
static inline __attribute__((always_inline)) uint64_t fxp_argument(
	const struct fxp_event *e, unsigned name, unsigned type,
	unsigned n_words)
{
	return e->names + (name << 16 | n_words << 4 | type);
}

/* The lower half of a value. Where it comes from is hidden: else its sign is
 * extended at once, for the general way that is seldom gone. */
static inline __attribute__((always_inline)) uint32_t fxp_low(uint64_t value)
{
	uint32_t low = (uint32_t)value;

	__asm__("" : "+r"(low));
	return low;
}

static inline __attribute__((always_inline)) bool fxp_put_w32(
	struct fxp_event *e, unsigned name, unsigned type, uint64_t value)
{
	*e->at++ = fxp_argument(e, name, type, 1) | (uint64_t)fxp_low(value)
							    << 32;
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

/* Slow halves of the functions below. Return the argument's end, or NULL. */
uint64_t *fxp_hot_named(struct fxp_slot *cell, uint64_t *at, uint64_t header,
			unsigned type, uint64_t value);
uint64_t *fxp_hot_text(uint64_t *at, uint64_t header, const char *p);
uint64_t *fxp_hot_bytes(const struct fxw_thread *t, uint64_t *at,
			uint64_t header, const void *p, uint64_t n,
			uint32_t room_bytes);

/* A constant of 4 bytes of the API's type, whose text has an index. */
static inline __attribute__((always_inline)) bool fxp_put_named(
	struct fxp_event *e, unsigned name, unsigned type, uint64_t value)
{
	uint64_t header = fxp_argument(e, name, FXT_ARG_STRING, 1);
	uint32_t low = fxp_low(value);
	/* acquire: pairs with the release in fxp_hot_named */
	uint64_t index = __atomic_load_n(&e->cell->named, __ATOMIC_ACQUIRE) ^
			 ((uint64_t)low << 32 | type << 16);

	if (unlikely(index - 1 > UINT16_MAX - 1))
		return fxp_event_put(
			e, fxp_hot_named(e->cell, e->at, header, type, low));
	*e->at++ = header | index << 32;
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
	return fxp_event_put(e, fxp_hot_text(e->at, header, p));
}

/* A returned string: NULL as often as not, and seldom short. */
static inline __attribute__((always_inline)) bool fxp_put_found_text(
	struct fxp_event *e, unsigned name, uint64_t value)
{
	if (!value) {
		*e->at++ = fxp_argument(e, name, FXT_ARG_NULL, 1);
		return true;
	}
	return fxp_event_put(
		e, fxp_hot_text(e->at, fxp_argument(e, name, FXT_ARG_STRING, 1),
				(const char *)(uintptr_t)value));
}

/* n bytes, 16 to FXP_HOT_BYTES, room for which is there. Returns their end. */
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
		*e->at = fxp_argument(e, name, FXT_ARG_BLOB, 1) +
			 ((n + 7) / 8 << 4 | n << 32);
		e->at = fxp_copy_bytes(e->at + 1, p, n);
		return true;
	}
	return fxp_event_put(
		e, fxp_hot_bytes(e->thread, e->at,
				 fxp_argument(e, name, FXT_ARG_BLOB, 1),
				 (const void *)(uintptr_t)value, n,
				 e->room_bytes));
}

#endif
#endif
