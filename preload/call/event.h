/* SPDX-License-Identifier: MIT */
/*
 * The slow path of one event: its contents, and the window in which it is
 * written. It is a header because each kind of event is compiled separately
 * where it is written. The fast path is fast.h. Any thread, any signal handler.
 */
#ifndef PRELOAD_CALL_EVENT_H
#define PRELOAD_CALL_EVENT_H

#include "preload/value/capture.h"
#include "preload/symbol/error.h"
#include "preload/call/held.h"
#include "preload/call/late_end.h"
#include "preload/value/mark.h"
#include "preload/runtime/order.h"
#include "preload/schema/sign.h"
#include "preload/unwind/stack.h"
#include "writer/thread.h"

/* How often a record moves because other threads have turned the buffer. */
#define FXP_MAX_MOVES 3u
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* Which items an event carries. */
enum fxp_event_part {
	FXP_PART_NONE,
	FXP_PART_BEGIN,
	FXP_PART_END,
	FXP_PART_ALL,
	FXP_PART_TAIL,
	FXP_PART_HELD
};

typedef uint64_t __attribute__((may_alias)) fxp_event_word;

/* An event, as described before its window opens. */
struct fxp_written {
	uint8_t type;	     /* enum fxt_event_type */
	uint8_t part;	     /* enum fxp_event_part */
	uint8_t mark;	     /* enum fxp_mark */
	uint32_t generation; /* only into this archive; 0: any */
	uintptr_t frame;     /* of its wrapper: whose window it is */
	uint64_t ticks;
	union {
		uint64_t other_ticks; /* a complete event's end, an end's begin
				       */
		const struct fxp_held *held; /* of FXP_PART_HELD */
		struct fxw_open *pending;    /* of FXP_PART_BEGIN: its entry, or
						NULL */
	};
	/* in: of an end's begin, 0 = not an end; out: what it was written
	 * under */
	uint32_t sequence;
	union {
		/* of an end: the entry of its call, or NULL */
		struct fxw_open *open;
		const struct fxp_stack *stack; /* of others: or NULL */
	};
};

/* The source of values: a call of the cell's function. `slot` is its words, or
 * NULL if no items are put. */
static inline __attribute__((always_inline)) void fxp_event_source(
	struct fxp_source *s, const struct fxp_slot *cell, const uint64_t *slot)
{
	s->api = cell->api;
	s->table = cell->api->table;
	s->function = &s->table->functions[cell - cell->api->slots];
	s->cell = cell;
	s->slot = slot;
	s->error = 0;
	s->failed = false;
	s->trusted = true;
	s->is_doubted = false;
	s->n_proofs = 0;
	s->choice_type = 0;
	s->n_large = 0;
	/* acquire: pairs with the release in fxp_sign_function */
	s->inline_names =
		__atomic_load_n(&cell->claim, __ATOMIC_ACQUIRE) != FXP_READY;
}

static inline __attribute__((always_inline)) void fxp_event_put_items(
	struct fxw_record *r, struct fxp_source *s, enum fxp_event_part part)
{
	const struct fxg_function *f = s->function;
	const struct fxg_item *items = s->table->items + f->first_item;
	unsigned n_begin = f->n_begin_items;

	s->n_large_seen = 0;
	if (part == FXP_PART_BEGIN)
		fxp_capture(r, s, items, n_begin, false);
	else if (part == FXP_PART_END)
		fxp_capture(r, s, items + n_begin, f->n_end_items, true);
	else if (part != FXP_PART_NONE)
		fxp_capture(r, s, items, n_begin + f->n_end_items,
			    part == FXP_PART_ALL);
}

/* The begin of this end is in another lap. That lap may be overwritten earlier
 * or be missing in the archive, so the end names its begin (writer/lap.h).
 * These are two more arguments than the generator counts. Events that already
 * have too many go without. */
void fxp_event_put_begin(struct fxw_record *r, const struct fxp_written *e);

/* No space: measures with the arguments that a later attempt may need. */
static inline bool fxp_event_outlives_begin(const struct fxw_window *w,
					    const struct fxp_source *s,
					    const struct fxp_written *e)
{
	return fxw_engine.takes_turns && e->sequence &&
	       s->function->n_end_items <= FXT_MAX_ARGS - 2 &&
	       (!w->record.space_words ||
		e->sequence != fxw_window_sequence(w));
}

/* Which event of a call whose order matters carries its number. */
static inline bool fxp_event_is_place(unsigned flags, enum fxp_event_part part)
{
	return part == FXP_PART_ALL ||
	       (flags & FXG_F_ORDERS_AFTER
			? part == FXP_PART_END
			: part == FXP_PART_BEGIN || part == FXP_PART_HELD);
}

/* Puts the call's number, if this event carries it. */
void fxp_event_put_order(struct fxw_record *r, struct fxp_source *s,
			 const struct fxp_written *e);

/* All words of the event behind its header. */
static inline __attribute__((always_inline)) void fxp_event_build(
	struct fxw_window *w, struct fxp_source *s, const struct fxp_written *e)
{
	struct fxw_record *r = &w->record;
	uint64_t *at = fxw_put(r, 2);

	if (at)
		at[1] = e->ticks;
	if (unlikely(w->thread->ref == 0)) {
		at = fxw_put(r, 2);
		if (at) {
			at[0] = w->thread->process;
			at[1] = w->thread->id;
		}
	}
	if (unlikely(s->inline_names)) {
		fxw_put_name(r, fxp_name(s, s->function->category));
		fxw_put_name(r, fxp_name(s, s->function->name));
	}
	if (unlikely(e->type == FXT_EVENT_DURATION_END &&
		     fxp_event_outlives_begin(w, s, e)))
		fxp_event_put_begin(r, e);
	if (unlikely(e->part == FXP_PART_HELD))
		fxp_held_put(r, e->held);
	else
		fxp_event_put_items(r, s, e->part);
	if (unlikely(s->failed && s->error && e->part != FXP_PART_NONE &&
		     r->n_args < FXT_MAX_ARGS))
		fxp_capture_errno(r, s);
	if (e->part != FXP_PART_NONE && e->part != FXP_PART_TAIL &&
	    unlikely(s->function->flags & FXG_F_ORDERS))
		fxp_event_put_order(r, s, e);
	if (e->type != FXT_EVENT_DURATION_END && unlikely(e->stack != NULL))
		fxp_stack_put(r, s, e->stack, e->mark || r->cut);
	/* the last one, as readers expect */
	if (unlikely(e->mark || r->cut))
		fxp_mark_put(r, s, e->mark);
	if (e->type == FXT_EVENT_DURATION_COMPLETE) {
		at = fxw_put(r, 1);
		if (at)
			*at = e->other_ticks;
	}
}

static inline uint64_t fxp_event_header(const struct fxw_window *w,
					const struct fxp_source *s,
					const struct fxp_written *e)
{
	uint64_t refs = s->cell->refs;

	if (unlikely(s->inline_names))
		refs = (uint64_t)fxp_name(s, s->function->category).ref << 32 |
		       (uint64_t)fxp_name(s, s->function->name).ref << 48;
	return refs | fxt_event_header(e->type, w->record.used_words,
				       w->record.n_args, w->thread->ref, 0, 0);
}

/* The pieces of a large value may have turned the buffers more than once since
 * the window was opened. Its span then belongs to no lap. */
static inline bool fxp_event_left_behind(const struct fxw_window *w,
					 const struct fxp_source *s)
{
	return unlikely(s->n_large != 0) && fxw_engine.overwrites &&
	       fxw_window_sequence(w) !=
		       __atomic_load_n(&fxw_engine.control->live,
				       __ATOMIC_RELAXED);
}

/* Writes one event. False: no space (not counted here). */
static inline __attribute__((always_inline)) bool fxp_event_write(
	struct fxw_thread *t, struct fxp_source *s, struct fxp_written *e)
{
	struct fxw_window w;
	uint64_t header;

	if (unlikely(!fxw_window_open(&w, t, e->frame)))
		return false;
	if (unlikely(e->generation && e->generation != t->generation)) {
		/* a handler forked: this child's archive has no begin of it */
		fxw_window_close(&w);
		return false;
	}
	fxp_event_build(&w, s, e);
	for (unsigned n_moves = 0; unlikely(!fxw_record_fits(&w.record) ||
					    (fxp_event_left_behind(&w, s) &&
					     n_moves++ < FXP_MAX_MOVES));) {
		if (!fxw_window_grow(&w))
			return false;
		fxp_event_build(&w, s, e);
	}
	if (unlikely(w.record.cut))
		fxp_mark_count_cut();
	header = fxp_event_header(&w, s, e);
	if (unlikely(e->type == FXT_EVENT_DURATION_END &&
		     fxp_event_outlives_begin(&w, s, e))) {
		header = fxp_late_settle(&w, e->other_ticks, e->sequence,
					 header);
		if (!header) {
			fxw_window_close(&w);
			return true;
		}
	}
	e->sequence = fxw_window_sequence(&w);
	if (e->type == FXT_EVENT_DURATION_END && likely(e->open != NULL))
		*(volatile uint32_t *)&e->open->end_mark =
			fxw_end_mark(w.record.start);
	if (e->part == FXP_PART_BEGIN && e->pending)
		/* with the mark, by one store */
		*(volatile fxp_event_word *)&e->pending->sequence =
			(uint64_t)fxw_end_mark(w.record.start) << 32 |
			e->sequence;
	fxw_window_commit(&w, header);
	return true;
}

#endif
