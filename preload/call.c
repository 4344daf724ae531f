/* SPDX-License-Identifier: MIT */
/*
 * The steps of a recorded call: begin, end, leaf, tail, in the general way that
 * can do all of it. Ordinary calls do not come here, see fast.c.
 *
 * A thread keeps the list of its open calls (thread.h). Frames tell which of
 * them are gone: a call whose wrapper's frame lies at or below the frame of a
 * new call was left by longjmp, an exception or cancellation. It gets its end,
 * flagged abandoned, before anything else is written.
 */
#include "preload/call.h"

#include "preload/capture.h"
#include "preload/error.h"
#include "preload/fast.h"
#include "preload/facts.h"
#include "preload/filter.h"
#include "preload/flow.h"
#include "preload/held.h"
#include "preload/late.h"
#include "preload/mark.h"
#include "preload/opened.h"
#include "preload/order.h"
#include "preload/process.h"
#include "preload/sign.h"
#include "preload/stack.h"
#include "preload/stream.h"
#include "preload/trigger.h"
#include "writer/loss.h"
#include "writer/utf8.h"

/* Of a record that others' turns leave behind again and again. */
#define MAX_MOVES 3u
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* Which items an event carries. */
enum part { PART_NONE, PART_BEGIN, PART_END, PART_ALL, PART_TAIL, PART_HELD };

struct event {
	uint8_t type;	     /* enum fxt_event_type */
	uint8_t part;	     /* enum part */
	uint8_t mark;	     /* enum fxp_mark */
	uint32_t generation; /* only into this archive; 0: any */
	uintptr_t frame;     /* of its wrapper: whose window it is */
	uint64_t ticks;
	union {
		uint64_t other_ticks; /* a complete event's end, an end's begin
				       */
		const struct fxp_held *held; /* of PART_HELD */
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

static inline __attribute__((always_inline)) void set_source(
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
	s->n_proofs = 0;
	s->choice_type = 0;
	s->n_large = 0;
	/* acquire: pairs with the release in fxp_sign_function */
	s->inline_names =
		__atomic_load_n(&cell->claim, __ATOMIC_ACQUIRE) != FXP_READY;
}

static inline __attribute__((always_inline)) void put_items(
	struct fxw_record *r, struct fxp_source *s, enum part part)
{
	const struct fxg_function *f = s->function;
	const struct fxg_item *items = s->table->items + f->first_item;
	unsigned n_begin = f->n_begin_items;

	s->n_large_seen = 0;
	if (part == PART_BEGIN)
		fxp_capture(r, s, items, n_begin, false);
	else if (part == PART_END)
		fxp_capture(r, s, items + n_begin, f->n_end_items, true);
	else if (part != PART_NONE)
		fxp_capture(r, s, items, n_begin + f->n_end_items,
			    part == PART_ALL);
}

/* The begin of this end stands in another lap, which may be overwritten before
 * the end is, or be left out of the archive: the end then says where, see
 * writer/lap.h. Two arguments more than the generator
 * counts with: an event that has so many already goes without. */
static __attribute__((noinline)) void put_begin(struct fxw_record *r,
						const struct event *e)
{
	fxw_arg_uint64(r, FXW_NAME("@begin"), e->other_ticks);
	fxw_arg_uint32(r, FXW_NAME("@lap"), e->sequence);
}

/* No room: measured with what may have to be told once there is some. */
static inline bool outlives_begin(const struct fxw_window *w,
				  const struct fxp_source *s,
				  const struct event *e)
{
	return fxw_engine.takes_turns && e->sequence &&
	       s->function->n_end_items <= FXT_MAX_ARGS - 2 &&
	       (!w->record.room_words || e->sequence != fxw_window_sequence(w));
}

/* Which event of a call whose order matters carries its number. */
static inline bool is_place(unsigned flags, enum part part)
{
	return part == PART_ALL ||
	       (flags & FXG_F_ORDERS_AFTER
			? part == PART_END
			: part == PART_BEGIN || part == PART_HELD);
}

/* Before and after the call: numbers it, if this is the place. */
static inline void take_order(struct fxp_call *call, enum part part)
{
	const struct fxg_table *table = call->cell->api->table;
	unsigned function = (unsigned)(call->cell - call->cell->api->slots);
	unsigned flags = table->functions[function].flags;

	if (likely(!(flags & FXG_F_ORDERS)) || !is_place(flags, part))
		return;
	call->order = fxp_order_take();
}

static __attribute__((noinline)) void put_order(struct fxw_record *r,
						struct fxp_source *s,
						const struct event *e)
{
	const struct fxp_call *call = (const struct fxp_call *)e->frame;

	if (is_place(s->function->flags, e->part))
		fxp_order_put(r, s,
			      e->part == PART_HELD ? e->held->order
						   : call->order);
}

/* All words of the event behind its header. */
static inline __attribute__((always_inline)) void build(struct fxw_window *w,
							struct fxp_source *s,
							const struct event *e)
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
		     outlives_begin(w, s, e)))
		put_begin(r, e);
	if (unlikely(e->part == PART_HELD))
		fxp_held_put(r, e->held);
	else
		put_items(r, s, e->part);
	if (unlikely(s->failed && s->error && e->part != PART_NONE &&
		     r->n_args < FXT_MAX_ARGS))
		fxp_capture_errno(r, s);
	if (e->part != PART_NONE && e->part != PART_TAIL &&
	    unlikely(s->function->flags & FXG_F_ORDERS))
		put_order(r, s, e);
	if (e->type != FXT_EVENT_DURATION_END && unlikely(e->stack != NULL))
		fxp_stack_put(r, s, e->stack, e->mark || r->cut);
	/* the last, as readers know */
	if (unlikely(e->mark || r->cut))
		fxp_mark_put(r, s, e->mark);
	if (e->type == FXT_EVENT_DURATION_COMPLETE) {
		at = fxw_put(r, 1);
		if (at)
			*at = e->other_ticks;
	}
}

static inline uint64_t event_header(const struct fxw_window *w,
				    const struct fxp_source *s,
				    const struct event *e)
{
	uint64_t refs = s->cell->refs;

	if (unlikely(s->inline_names))
		refs = (uint64_t)fxp_name(s, s->function->category).ref << 32 |
		       (uint64_t)fxp_name(s, s->function->name).ref << 48;
	return refs | fxt_event_header(e->type, w->record.used_words,
				       w->record.n_args, w->thread->ref, 0, 0);
}

/* The pieces of a large value may have turned the buffers more than once since
 * the window was opened: its span is then no part of any lap. */
static inline bool left_behind(const struct fxw_window *w,
			       const struct fxp_source *s)
{
	return unlikely(s->n_large != 0) && fxw_engine.overwrites &&
	       fxw_window_sequence(w) !=
		       __atomic_load_n(&fxw_engine.control->live,
				       __ATOMIC_RELAXED);
}

/* Writes one event. False: no room (not counted here). */
static inline __attribute__((always_inline)) bool write_event(
	struct fxw_thread *t, struct fxp_source *s, struct event *e)
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
	build(&w, s, e);
	for (unsigned n_moves = 0;
	     unlikely(!fxw_record_fits(&w.record) ||
		      (left_behind(&w, s) && n_moves++ < MAX_MOVES));) {
		if (!fxw_window_grow(&w))
			return false;
		build(&w, s, e);
	}
	if (unlikely(w.record.cut))
		fxp_mark_count_cut();
	header = event_header(&w, s, e);
	if (unlikely(e->type == FXT_EVENT_DURATION_END &&
		     outlives_begin(&w, s, e))) {
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
	fxw_window_commit(&w, header);
	return true;
}

/* An end without values: of a call that was left, or that is owed. */
static __attribute__((noinline)) bool write_bare(struct fxw_thread *t,
						 const struct fxw_open *open,
						 enum fxp_mark mark)
{
	struct fxp_source s;
	struct event e = {.type = FXT_EVENT_DURATION_END,
			  .part = PART_NONE,
			  .frame = (uintptr_t)__builtin_frame_address(0),
			  .mark = (uint8_t)mark,
			  .generation = t->generation,
			  .sequence = open->sequence,
			  .other_ticks = open->begin_ticks};

	set_source(&s, open->owner, NULL);
	e.ticks = fxw_stamp(t);
	return write_event(t, &s, &e);
}

/* An end found no room: the thread writes nothing else before it. */
static __attribute__((noinline)) void owe(struct fxw_thread *t,
					  const struct fxw_open *open)
{
	fxw_loss_count_end(t);
	if (fxw_engine.takes_turns && t->slot && t->n_owed < FXW_OWED_MAX)
		t->owed[t->n_owed++] = *open;
}

/* Writes what the thread owes, since there may be room again. False: it still
 * owes something, or a handler interrupts it here. */
static bool pay(struct fxw_thread *t)
{
	if (!fxw_engine.takes_turns || t->paying)
		return false;
	t->paying = 1;
	while (t->n_owed && write_bare(t, &t->owed[0], FXP_LATE)) {
		fxw_loss_found_end(t);
		t->n_owed--;
		for (uint32_t i = 0; i < t->n_owed; i++)
			t->owed[i] = t->owed[i + 1];
	}
	t->paying = 0;
	if (t->n_owed)
		return false;
	t->stopped = 0;
	fxw_thread_refresh(t);
	return true;
}

/* Returns the sequence of the buffer, 0: no room. */
static __attribute__((noinline)) uint32_t write_held(
	struct fxw_thread *t, const struct fxp_held *held, uint64_t ticks,
	uintptr_t frame, const struct fxp_stack *stack)
{
	struct fxp_source s;
	struct event e = {
		.type = FXT_EVENT_DURATION_BEGIN,
		.part = PART_HELD,
		.frame = frame ?: (uintptr_t)__builtin_frame_address(0),
		.ticks = ticks,
		.generation = held->generation,
		.stack = stack,
		.held = held};

	set_source(&s, held->cell, NULL);
	return write_event(t, &s, &e) ? e.sequence : 0;
}

bool fxp_call_write_held(struct fxw_thread *t, struct fxw_open *open,
			 struct fxw_open *entry, uintptr_t frame)
{
	struct fxp_held *held = entry->owner;
	struct fxp_stack room;
	uint32_t sequence = 0;

	if (!t->stopped || pay(t))
		sequence = write_held(t, held, entry->begin_ticks, frame,
				      frame ? fxp_stack_of(&room, t, held->cell)
					    : NULL);
	if (!sequence)
		return false;
	entry->owner = held->cell;
	entry->sequence = sequence;
	*(void *volatile *)&open->owner = held->cell;
	*(volatile uint32_t *)&open->sequence = sequence;
	if (unlikely(t->has_flow))
		fxp_flow_arrive(t, fxw_stamp(t));
	return true;
}

static void abandon(struct fxw_thread *t, struct fxw_open *open)
{
	const struct fxp_slot *cell =
		fxp_is_held(open) ? ((const struct fxp_held *)open->owner)->cell
				  : open->owner;

	if (cell && cell->watch & FXP_STREAM)
		fxp_stream_left(open->frame);
	open->frame = UINTPTR_MAX;
	if ((fxp_is_held(open) && !fxp_held_abandon(t, open)) ||
	    fxw_end_is_there(open))
		return;
	if ((t->stopped && !pay(t)) || !write_bare(t, open, FXP_ABANDONED))
		owe(t, open);
}

/* Ends calls from the innermost down to `depth` entries, as abandoned. */
static void abandon_to(struct fxw_thread *t, uint32_t depth)
{
	while (t->depth > depth) {
		uint32_t last = t->depth--;

		if (last <= FXW_OPEN_MAX && t->open[last].frame != UINTPTR_MAX)
			abandon(t, &t->open[last]);
	}
	fxw_thread_refresh(t);
}

/* Calls whose frames are gone, seen from a new call's frame. */
static __attribute__((noinline)) void abandon_dead(struct fxw_thread *t,
						   uintptr_t frame)
{
	if (t->vforked)
		fxw_thread_settle(t);
	while (t->depth && t->depth <= FXW_OPEN_MAX &&
	       fxw_frame_is_dead(t->open[t->depth].frame, frame))
		abandon_to(t, t->depth - 1);
}

void fxp_leave_dead(struct fxw_thread *t, uintptr_t upper, uintptr_t frame_end)
{
	/* all else is for the steps to find, 0 included */
	if (t->slot && !t->special && t->top > upper && t->top <= frame_end)
		abandon_dead(t, frame_end);
}

void fxp_call_abandon_all(struct fxw_thread *thread)
{
	abandon_to(thread, 0);
}

/* What is rare before a call; false: it is not recorded. */
static __attribute__((noinline)) bool special(struct fxw_thread *t,
					      uintptr_t frame)
{
	/* before anything is touched that the other one may be using */
	if (t->is_shared && fxw_thread_is_other(t))
		return false;
	if (t->stopped && !pay(t)) {
		fxw_loss_count(t);
		return false;
	}
	/* not while dlopen still runs: it, too, calls (malloc ...) */
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
		t = fxp_process_thread();
		if (!t)
			return NULL;
	}
	if (unlikely(t->special) && !special(t, frame))
		return NULL;
	if (unlikely(t->top <= frame))
		abandon_dead(t, frame);
	/* acquire: pairs with the release in fxp_sign_function */
	if (unlikely(__atomic_load_n(&cell->claim, __ATOMIC_ACQUIRE) <
		     FXP_READY))
		fxp_sign_function(cell->api,
				  (unsigned)(cell - cell->api->slots));
	return t;
}

/* One begin event. Returns the sequence of the buffer, 0: no room. */
static __attribute__((noinline)) uint32_t write_begin(
	struct fxw_thread *t, struct fxp_call *call, const uint64_t *slot,
	const struct fxp_stack *stack)
{
	struct fxp_source s;
	/* any generation: a fork since leaves t's page wiped (process.c), and
	 * without a slot no window opens */
	struct event e = {.type = FXT_EVENT_DURATION_BEGIN,
			  .part = PART_BEGIN,
			  .frame = (uintptr_t)call,
			  .ticks = call->begin_ticks,
			  .stack = stack};

	set_source(&s, call->cell, slot);
	return write_event(t, &s, &e) ? e.sequence : 0;
}

/* A begin that waits for the call's end. False: no room. */
static __attribute__((noinline)) bool hold(struct fxw_thread *t,
					   struct fxp_call *call,
					   const uint64_t *slot)
{
	struct fxp_source s;

	set_source(&s, call->cell, slot);
	return fxp_held_begin(t, call, &s);
}

/* With where it was made: apart, since that takes room on the program's stack.
 */
static __attribute__((noinline)) uint32_t begin_stacked(struct fxw_thread *t,
							struct fxp_call *call,
							const uint64_t *slot)
{
	struct fxp_stack room;
	const struct fxp_stack *stack = fxp_stack_of(&room, t, call->cell);

	call->begin_ticks = fxw_stamp(t);
	take_order(call, PART_BEGIN);
	return write_begin(t, call, slot, stack);
}

static inline __attribute__((always_inline)) void begin_call(
	struct fxp_call *call, const uint64_t *slot)
{
	bool is_held = call->cell->watch & FXP_HELD;
	struct fxw_thread *t;

	/* Again if a handler forked meanwhile: we are the child, whose archive
	 * it belongs into. */
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
		take_order(call, PART_BEGIN);
		call->sequence = unlikely(is_held)
					 ? hold(t, call, slot)
					 : write_begin(t, call, slot, NULL);
	} while (unlikely(t->generation != call->generation));
	if (unlikely(!call->sequence)) {
		call->begin_ticks = 0;
		fxw_loss_count(t);
		return;
	}
	if (unlikely(is_held))
		return;
	fxp_push(t, call, call->cell, call->begin_ticks, call->sequence);
	if (unlikely(t->depth > FXW_OPEN_MAX)) {
		call->depth = t->depth;
		call->begin_ticks |= FXP_DEEP;
	}
	if (unlikely(t->has_flow))
		fxp_flow_arrive(t, fxw_stamp(t));
}

static inline const uintptr_t *return_address_of(const struct fxp_call *call)
{
	return (const uintptr_t *)call->frame_end - 1;
}

void fxp_begin_general(struct fxp_call *call, const uint64_t *slot)
{
	uint32_t watch = call->cell->watch;

	if (unlikely(watch & FXP_STREAM))
		fxp_stream_before(call->cell, (uintptr_t)call,
				  call->frame_end - 1, slot);
	if (unlikely(!fxp_is_wanted(call->cell, return_address_of(call))))
		call->begin_ticks = 0;
	else
		begin_call(call, slot);
	if (watch & (FXP_WATCHED | FXP_TIMED))
		fxp_trigger_start_clock(call);
	if (watch & FXP_TIMED && call->begin_ticks && watch & FXP_HELD)
		call->held->begin_ns = call->watch_ns;
}

/* How the call went: for what may be captured of it. */
static __attribute__((noinline)) void set_result(struct fxp_source *s,
						 const struct fxw_thread *t)
{
	/* NULL: fork has wiped the thread's page just now */
	const int *error = t->error ? t->error : fxp_error_address();

	if (s->function->error_rule == FXG_E_NONE)
		return;
	s->failed = fxp_error_of(s->function, s->slot[s->function->n_params],
				 error, &s->error);
	if (unlikely(s->failed))
		s->trusted = fxp_error_proves_path(s->error);
}

/* A call that is open, as its thread's list has it, or would. */
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
	struct event e = {.type = FXT_EVENT_DURATION_END,
			  .part = PART_END,
			  .frame = (uintptr_t)call,
			  .ticks = fxw_stamp(t),
			  .generation = found->generation,
			  .sequence = found->open.sequence,
			  .other_ticks = found->open.begin_ticks,
			  .open = found->entry};

	set_source(&s, call->cell, slot);
	set_result(&s, t);
	if (unlikely(!write_event(t, &s, &e))) {
		if (t->generation == found->generation)
			owe(t, &found->open);
		return;
	}
	fxp_name_opened(t, &s);
}

/* One that began when the list was full. */
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

/* Looks for the call among those that are open. In a forked child there is
 * none of its parent's, whose archive they belong to. */
static bool find(struct fxw_thread *t, const struct fxp_call *call,
		 struct found *found)
{
	uint32_t depth = t->depth < FXW_OPEN_MAX ? t->depth : FXW_OPEN_MAX;

	/* first: what is found is of this generation, or a handler has forked
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

/* A held call has returned. False: nothing is recorded of it. */
static __attribute__((noinline)) bool release(struct fxw_thread *t,
					      struct fxp_call *call,
					      const uint64_t *slot,
					      struct found *found)
{
	struct fxp_source s;

	set_source(&s, call->cell, slot);
	set_result(&s, t);
	return fxp_held_release(t, call, &s, found->entry, &found->open);
}

/* What it has opened is known all the same. */
static __attribute__((noinline)) void name_left_out(struct fxp_call *call,
						    const uint64_t *slot)
{
	struct fxp_source s;

	if (!fxw_self || !fxw_self->slot)
		return;
	set_source(&s, call->cell, slot);
	set_result(&s, fxw_self);
	fxp_name_opened(fxw_self, &s);
}

static void end_call(struct fxp_call *call, const uint64_t *slot)
{
	struct fxw_thread *t = fxw_self;
	struct found found = {.entry = NULL};

	/* no begin: no end */
	if (unlikely(!call->begin_ticks || !t || !find(t, call, &found)))
		return;
	take_order(call, PART_END);
	abandon_to(t, found.depth);
	if (found.entry && fxp_is_held(&found.open) &&
	    !release(t, call, slot, &found))
		; /* as if it had not been */
	else if (unlikely(t->stopped && !pay(t)))
		owe(t, &found.open);
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
		fxp_stream_after(call->cell, (uintptr_t)call, slot);
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
	if (fxp_is_wanted(call->cell, return_address_of(call)))
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
	struct fxp_source s;
	struct event e = {.type = FXT_EVENT_DURATION_COMPLETE,
			  .part = PART_ALL,
			  .stack = stack,
			  .frame = (uintptr_t)call,
			  .ticks = call->begin_ticks,
			  .other_ticks = fxw_stamp(t),
			  .generation = call->generation};

	set_source(&s, call->cell, slot);
	set_result(&s, t);
	return write_event(t, &s, &e);
}

/* See begin_stacked. */
static __attribute__((noinline)) bool write_stacked_leaf(struct fxw_thread *t,
							 struct fxp_call *call,
							 const uint64_t *slot)
{
	struct fxp_stack room;

	return write_leaf(t, call, slot, fxp_stack_of(&room, t, call->cell));
}

static void end_leaf(struct fxp_call *call, const uint64_t *slot)
{
	struct fxw_thread *t;
	uint64_t inside; /* a stamp between its begin and end, or 0 */
	bool written;

	take_order(call, PART_ALL);
	/* Again if a handler forked meanwhile: we are the child. */
	do {
		t = fxw_self;
		if (unlikely(!t || !t->slot))
			t = fxp_process_thread();
		if (unlikely(!t) ||
		    (t->special && !special(t, (uintptr_t)call)))
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
	struct event e = {.type = FXT_EVENT_DURATION_COMPLETE,
			  .part = PART_TAIL,
			  .mark = once->mark,
			  .frame = (uintptr_t)__builtin_frame_address(0),
			  .stack = once->stack,
			  .ticks = ticks,
			  .other_ticks = t->last_ticks};

	set_source(&s, once->cell, once->arguments);
	s.trusted = once->mark == FXP_FAKE;
	return write_event(t, &s, &e);
}
