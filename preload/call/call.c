/* SPDX-License-Identifier: MIT */
/*
 * The slow path of a recorded call's steps: begin, end, leaf, tail. It handles
 * every case. Ordinary calls take the fast path, see fast.c.
 *
 * A thread keeps the list of its open calls (thread.h). Their frames show which
 * of them were unwound by longjmp, an exception or cancellation. The wrapper's
 * frame is at or below the frame of a new call. An unwound call gets its end,
 * flagged abandoned, before anything else is written.
 */
#include "preload/call/call.h"

#include "preload/call/abandon.h"
#include "preload/symbol/error.h"
#include "preload/call/event.h"
#include "preload/call/fast.h"
#include "preload/schema/facts.h"
#include "preload/call/failure.h"
#include "preload/call/filter.h"
#include "preload/runtime/flow.h"
#include "preload/call/held.h"
#include "preload/value/mark.h"
#include "preload/runtime/mute.h"
#include "preload/runtime/opened.h"
#include "preload/runtime/order.h"
#include "preload/runtime/thread.h"
#include "preload/schema/sign.h"
#include "preload/unwind/stack.h"
#include "preload/runtime/upcalls.h"
#include "preload/call/trigger.h"
#include "writer/loss.h"

/* Before and after the call: assigns its number if this event carries it. */
static inline void take_order(struct fxp_call *call, enum fxp_event_part part)
{
	const struct fxg_table *table = call->cell->api->table;
	unsigned function = (unsigned)(call->cell - call->cell->api->slots);
	unsigned flags = table->functions[function].flags;

	if (likely(!(flags & FXG_F_ORDERS)) || !fxp_event_is_place(flags, part))
		return;
	call->order = fxp_order_take();
}

/* Rare work before a call. False: the call is not recorded. */
static __attribute__((noinline)) bool do_special(struct fxw_thread *t,
						 uintptr_t frame)
{
	/* first: the other thread may be using the rest */
	if (t->is_shared && fxw_thread_is_other(t))
		return false;
	if (t->stopped && !fxp_end_write_deferred(t)) {
		fxw_loss_count(t);
		return false;
	}
	/* not while dlopen still runs: it makes calls too (malloc ...) */
	if (t->modules_dirty && !t->vforked && frame > t->dlopen_frame) {
		t->modules_dirty = 0;
		fxw_thread_refresh(t);
		fxp_facts_modules();
	}
	return true;
}

struct fxw_thread *fxp_call_prepare(struct fxp_slot *cell, uintptr_t frame)
{
	struct fxw_thread *t = fxw_self;

	if (unlikely(!t || !t->slot)) {
		t = fxp_thread();
		if (!t)
			return NULL;
	}
	if (unlikely(t->special) && !do_special(t, frame))
		return NULL;
	if (unlikely(frame < t->bottom || t->top <= frame))
		fxp_abandon_dead(t, frame);
	/* acquire: pairs with the release in fxp_sign_function */
	if (unlikely(__atomic_load_n(&cell->claim, __ATOMIC_ACQUIRE) <
		     FXP_READY))
		fxp_plan_sign(cell->api, (unsigned)(cell - cell->api->slots));
	return t;
}

/* The begin is in the archive, or (is_written false) it is not. In a forked
 * child the list is a new one. */
static void settle_pending(struct fxw_thread *t, struct fxp_call *call,
			   struct fxw_open *open, bool is_written)
{
	if (unlikely(t->generation != call->generation))
		return;
	if (likely(is_written)) {
		if (open)
			fxp_push_rest(t, call, open);
		return;
	}
	if (open)
		*(volatile uintptr_t *)&open->frame = UINTPTR_MAX;
	*(volatile uint32_t *)&t->depth = t->depth - 1;
	fxw_thread_refresh(t);
}

/* Writes one begin event, and puts the call on the list. Returns the buffer's
 * sequence, 0: no space. */
static __attribute__((noinline)) uint32_t write_begin(
	struct fxw_thread *t, struct fxp_call *call, const uint64_t *slot,
	const struct fxp_stack *stack)
{
	struct fxw_open *open = fxp_push_pending(t, call, call->cell);
	struct fxp_source s;
	/* Any generation: a fork since then leaves t's page wiped (process.c).
	 * Without a slot no window opens. */
	struct fxp_written e = {.type = FXT_EVENT_DURATION_BEGIN,
				.part = FXP_PART_BEGIN,
				.frame = (uintptr_t)call,
				.ticks = call->begin_ticks,
				.pending = open,
				.stack = stack};
	bool is_written;

	fxp_event_source(&s, call->cell, slot);
	is_written = fxp_event_write(t, &s, &e);
	settle_pending(t, call, open, is_written);
	return is_written ? e.sequence : 0;
}

/* Holds the begin until the call's end. False: no space. */
static __attribute__((noinline)) bool hold_begin(struct fxw_thread *t,
						 struct fxp_call *call,
						 const uint64_t *slot)
{
	struct fxp_source s;

	fxp_event_source(&s, call->cell, slot);
	return fxp_held_begin(t, call, &s);
}

/* With the call's stack. Not inlined, because it needs much stack space. */
static __attribute__((noinline)) uint32_t begin_stacked(struct fxw_thread *t,
							struct fxp_call *call,
							const uint64_t *slot)
{
	struct fxp_stack space;
	const struct fxp_stack *stack = fxp_stack_of(&space, t, call->cell);

	call->begin_ticks = fxw_stamp(t);
	take_order(call, FXP_PART_BEGIN);
	return write_begin(t, call, slot, stack);
}

static inline __attribute__((always_inline)) void begin_call(
	struct fxp_call *call, const uint64_t *slot)
{
	bool is_held = call->cell->watch & FXP_HELD;
	struct fxw_thread *t;

	/* Again if a handler has forked: we are now the child, and the call
	 * belongs to the child's archive. */
	do {
		call->begin_ticks = 0;
		t = fxp_call_prepare(call->cell, call->frame_end - 1);
		if (unlikely(!t))
			return;
		call->generation = t->generation;
		if (unlikely(call->cell->watch & FXP_STACKED && !is_held)) {
			call->sequence = begin_stacked(t, call, slot);
			continue;
		}
		call->begin_ticks = fxw_stamp(t);
		take_order(call, FXP_PART_BEGIN);
		call->sequence = unlikely(is_held)
					 ? hold_begin(t, call, slot)
					 : write_begin(t, call, slot, NULL);
	} while (unlikely(t->generation != call->generation));
	if (unlikely(!call->sequence)) {
		call->begin_ticks = 0;
		fxw_loss_count(t);
		return;
	}
	if (unlikely(is_held))
		return;
	if (unlikely(t->depth > FXW_OPEN_MAX)) {
		call->depth = t->depth;
		call->begin_ticks |= FXP_DEEP;
	}
	if (unlikely(t->has_flow))
		fxp_flow_arrive(t, fxw_stamp(t));
}

static inline const uintptr_t *return_address_of(const struct fxp_call *call)
{
	return FXP_RETURN_ADDRESS(call);
}

void fxp_begin_general(struct fxp_call *call, const uint64_t *slot)
{
	uint32_t watch = call->cell->watch;

	if (unlikely(watch & FXP_STREAM))
		fxp_upcalls.stream_before(call->cell, (uintptr_t)call,
					  call->frame_end - 1, slot);
	if (unlikely(fxp_is_muted(return_address_of(call)) ||
		     !fxp_is_wanted(call->cell, return_address_of(call))))
		call->begin_ticks = 0;
	else
		begin_call(call, slot);
	if (watch & (FXP_WATCHED | FXP_TIMED))
		fxp_trigger_start_clock(call);
	if (watch & FXP_TIMED && call->begin_ticks && watch & FXP_HELD)
		call->held->begin_ns = call->watch_ns;
}

/* How the call went: decides which values can be captured. */
static __attribute__((noinline)) void set_result(struct fxp_source *s,
						 const struct fxw_thread *t)
{
	/* NULL: fork has just wiped the thread's page */
	const int *error = t->error ? t->error : fxp_error_address();

	if (s->function->error_rule == FXG_E_NONE)
		return;
	s->failed = fxp_call_failed(s->cell, s->slot, error, &s->error);
	if (unlikely(s->failed))
		s->trusted = fxp_error_confirms(s->function, s->error);
}

/* An open call: a copy of its list entry, or of what the entry would be. */
struct found {
	struct fxw_open *entry; /* in the list, or NULL */
	struct fxw_open open;
	uint32_t depth;
	uint32_t generation; /* of the archive that the list is of */
};

static __attribute__((noinline)) void write_end(struct fxw_thread *t,
						struct fxp_call *call,
						const uint64_t *slot,
						const struct found *found)
{
	struct fxp_source s;
	struct fxp_written e = {.type = FXT_EVENT_DURATION_END,
				.part = FXP_PART_END,
				.frame = (uintptr_t)call,
				.ticks = fxw_stamp(t),
				.generation = found->generation,
				.sequence = found->open.sequence,
				.other_ticks = found->open.begin_ticks,
				.open = found->entry};

	fxp_event_source(&s, call->cell, slot);
	set_result(&s, t);
	if (unlikely(!fxp_event_write(t, &s, &e))) {
		if (t->generation == found->generation)
			fxp_end_defer(t, &found->open);
		return;
	}
	fxp_name_opened(t, &s);
}

/* A call that began when the list was full. */
static bool find_deep(const struct fxw_thread *t, const struct fxp_call *call,
		      struct found *found)
{
	found->entry = NULL;
	found->open =
		(struct fxw_open){.begin_ticks = call->begin_ticks & ~FXP_DEEP,
				  .owner = (void *)(uintptr_t)call->cell,
				  .sequence = call->sequence};
	found->depth = call->depth;
	return found->generation == call->generation && t->depth >= call->depth;
}

/* Finds the call among the open ones. In a forked child the parent's calls are
 * not open: they belong to the parent's archive. */
static bool find_open_call(struct fxw_thread *t, const struct fxp_call *call,
			   struct found *found)
{
	uint32_t depth = t->depth < FXW_OPEN_MAX ? t->depth : FXW_OPEN_MAX;

	/* first: the entry is of this generation unless a handler has forked
	 * since */
	found->generation = *(volatile uint32_t *)&t->generation;
	if (call->begin_ticks & FXP_DEEP)
		return find_deep(t, call, found);
	while (depth && (t->open[depth].frame != (uintptr_t)call ||
			 t->open[depth].begin_ticks != call->begin_ticks))
		depth--;
	found->entry = &t->open[depth];
	found->open = *found->entry;
	found->depth = depth;
	return depth != 0;
}

/* A held call has returned. False: it is not recorded. */
static __attribute__((noinline)) bool release_held(struct fxw_thread *t,
						   struct fxp_call *call,
						   const uint64_t *slot,
						   struct found *found)
{
	struct fxp_source s;

	fxp_event_source(&s, call->cell, slot);
	set_result(&s, t);
	return fxp_held_release(t, call, &s, found->entry, &found->open);
}

/* Names what a call has opened that is not recorded itself. */
static __attribute__((noinline)) void name_left_out(struct fxp_call *call,
						    const uint64_t *slot)
{
	struct fxp_source s;

	if (!fxw_self || !fxw_self->slot)
		return;
	fxp_event_source(&s, call->cell, slot);
	set_result(&s, fxw_self);
	fxp_name_opened(fxw_self, &s);
}

static void end_call(struct fxp_call *call, const uint64_t *slot)
{
	struct fxw_thread *t = fxw_self;
	struct found found = {.entry = NULL};

	/* no begin: no end */
	if (unlikely(!call->begin_ticks || !t ||
		     !find_open_call(t, call, &found)))
		return;
	take_order(call, FXP_PART_END);
	fxp_abandon_to(t, found.depth);
	if (found.entry && fxp_is_held(&found.open) &&
	    !release_held(t, call, slot, &found))
		; /* not recorded */
	else if (unlikely(t->stopped && !fxp_end_write_deferred(t)))
		fxp_end_defer(t, &found.open);
	else
		write_end(t, call, slot, &found);
	if (unlikely(t->generation != found.generation))
		return;
	if (found.entry)
		*(volatile uintptr_t *)&found.entry->frame = UINTPTR_MAX;
	*(volatile uint32_t *)&t->depth = found.depth - 1;
	fxw_thread_refresh(t);
}

void fxp_end_general(struct fxp_call *call, const uint64_t *slot)
{
	uint32_t watch = call->cell->watch;

	if (watch & (FXP_WATCHED | FXP_TIMED))
		fxp_trigger_stop_clock(call);
	if (unlikely(watch & FXP_STREAM))
		fxp_upcalls.stream_after(call->cell, (uintptr_t)call, slot);
	if (unlikely(!call->begin_ticks && watch & FXP_FILTERED))
		name_left_out(call, slot);
	else
		end_call(call, slot);
	if (watch & FXP_WATCHED)
		fxp_trigger_end(call, slot);
}

void fxp_leaf_begin_general(struct fxp_call *call)
{
	struct fxw_thread *t = NULL;

	call->thread = NULL;
	if (!fxp_is_muted(return_address_of(call)) &&
	    fxp_is_wanted(call->cell, return_address_of(call)))
		t = fxp_call_prepare(call->cell, call->frame_end - 1);
	call->thread = t;
	if (t)
		call->begin_ticks = fxw_stamp(t);
	if (call->cell->watch & (FXP_WATCHED | FXP_TIMED))
		fxp_trigger_start_clock(call);
}

static __attribute__((noinline)) bool write_leaf(struct fxw_thread *t,
						 struct fxp_call *call,
						 const uint64_t *slot,
						 const struct fxp_stack *stack)
{
	uint64_t now = fxw_stamp(t);
	struct fxp_source s;
	struct fxp_written e;

	fxp_event_source(&s, call->cell, slot);
	set_result(&s, t);
	/* here: before, gcc 16 would need more than 256 bytes */
	e = (struct fxp_written){.type = FXT_EVENT_DURATION_COMPLETE,
				 .part = FXP_PART_ALL,
				 .stack = stack,
				 .frame = (uintptr_t)call,
				 .ticks = call->begin_ticks,
				 .other_ticks = now,
				 .generation = call->generation};
	return fxp_event_write(t, &s, &e);
}

/* See begin_stacked. */
static __attribute__((noinline)) bool write_stacked_leaf(struct fxw_thread *t,
							 struct fxp_call *call,
							 const uint64_t *slot)
{
	struct fxp_stack space;

	return write_leaf(t, call, slot, fxp_stack_of(&space, t, call->cell));
}

static void end_leaf(struct fxp_call *call, const uint64_t *slot)
{
	struct fxw_thread *t;
	uint64_t inside; /* a stamp between its begin and end, or 0 */
	bool written;

	take_order(call, FXP_PART_ALL);
	/* Again if a handler has forked: we are now the child. */
	do {
		t = fxw_self;
		if (unlikely(!t || !t->slot))
			t = fxp_thread();
		if (unlikely(!t) ||
		    (t->special && !do_special(t, (uintptr_t)call)))
			return;
		call->generation = t->generation;
		inside = unlikely(t->has_flow) ? fxw_stamp(t) : 0;
		written = unlikely(call->cell->watch & FXP_STACKED)
				  ? write_stacked_leaf(t, call, slot)
				  : write_leaf(t, call, slot, NULL);
	} while (unlikely(t->generation != call->generation));
	if (unlikely(!written))
		fxw_loss_count(t);
	else if (unlikely(inside))
		fxp_flow_arrive(t, inside);
}

void fxp_leaf_end_general(struct fxp_call *call, const uint64_t *slot)
{
	uint32_t watch = call->cell->watch;

	if (watch & (FXP_WATCHED | FXP_TIMED))
		fxp_trigger_stop_clock(call);
	if (likely(call->thread != NULL) &&
	    (!(watch & FXP_HELD) ||
	     fxp_filter_end(call->cell, call->watch_ns, slot)))
		end_leaf(call, slot);
	if (watch & FXP_WATCHED)
		fxp_trigger_end(call, slot);
}

bool fxp_call_write_once(struct fxw_thread *t, const struct fxp_once *once,
			 uint64_t ticks)
{
	struct fxp_source s;
	struct fxp_written e = {.type = FXT_EVENT_DURATION_COMPLETE,
				.part = FXP_PART_TAIL,
				.mark = once->mark,
				.frame = FXW_FRAME,
				.stack = once->stack,
				.ticks = ticks,
				.other_ticks = t->last_ticks};

	fxp_event_source(&s, once->cell, once->arguments);
	s.trusted = once->mark == FXP_FAKE;
	return fxp_event_write(t, &s, &e);
}
