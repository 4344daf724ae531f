/* SPDX-License-Identifier: MIT */
/*
 * Values that are held until their calls return, see held.h.
 */
#include "preload/call/held.h"

#include <sys/mman.h>

#include "preload/call/abandon.h"
#include "preload/call/event.h"
#include "preload/call/fast.h"
#include "preload/call/call.h"
#include "preload/call/filter.h"
#include "preload/call/jumped.h"
#include "preload/runtime/flow.h"
#include "preload/runtime/opened.h"
#include "preload/unwind/stack.h"
#include "writer/engine.h"
#include "writer/loss.h"
#include "writer/sys.h"

/* Each thread that has held calls has one; untouched pages take no memory. */
#define SPACE_BYTES (512u << 10)
/* No record is larger. */
#define MOST_WORDS (FXT_RECORD_MAX_WORDS + 0u)
#define HEAD_WORDS (sizeof(struct fxp_held) / 8)
/* What may follow a held stack: the call's number and a mark. */
#define LATER_ARGS 2u

/* The memory of a thread; NULL: none. A handler may make it first. */
static uint64_t *space_of(struct fxw_thread *thread)
{
	void *made;

	if (thread->open_values || fxw_engine.no_system_calls)
		return thread->open_values;
	made = sys_mmap(NULL, SPACE_BYTES, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (!sys_mapped(made))
		return NULL;
	if (!thread->open_values)
		thread->open_values = made;
	else
		(void)sys_munmap(made, SPACE_BYTES);
	return thread->open_values;
}

/* Whether the entry's owner is a struct fxp_held of this thread. Once its begin
 * is written, the owner is the function again. */
static bool is_held_here(const struct fxw_thread *thread,
			 const struct fxw_open *open)
{
	uintptr_t off = (uintptr_t)open->owner - (uintptr_t)thread->open_values;

	return off < SPACE_BYTES;
}

/* The values of the innermost open call that is held; NULL: none is. */
static const struct fxp_held *innermost_held(const struct fxw_thread *thread)
{
	uint32_t depth = thread->depth;

	if (depth > FXW_OPEN_MAX)
		depth = FXW_OPEN_MAX;
	for (; depth; depth--) {
		/* a handler may fork, and the child's entry is wiped */
		struct fxw_open open = thread->open[depth];

		/* else a free entry, or one that has ended */
		if (open.frame != UINTPTR_MAX && fxp_is_held(&open) &&
		    is_held_here(thread, &open))
			return open.owner;
	}
	return NULL;
}

/* Takes all the space that is left for the next call's values, behind those of
 * the thread's open calls. NULL: no space. */
static struct fxp_held *take_space(struct fxw_thread *thread)
{
	uint64_t *space = space_of(thread), *at = space;
	const struct fxp_held *below;
	struct fxp_held *held;
	size_t n_left;

	if (!space || thread->depth >= FXW_OPEN_MAX)
		return NULL;
	below = innermost_held(thread);
	if (below)
		at = (uint64_t *)(uintptr_t)below->words + below->space_words;
	n_left = SPACE_BYTES / 8 - (size_t)(at - space);
	if (n_left < HEAD_WORDS)
		return NULL;
	n_left -= HEAD_WORDS;
	held = (struct fxp_held *)at;
	/* a handler that jumps out now leaves the entry to be abandoned */
	held->cell = NULL;
	held->is_captured = FXP_NOT_CAPTURED;
	held->space_words = n_left < MOST_WORDS ? (uint32_t)n_left : MOST_WORDS;
	return held;
}

/* Captures, and gives back the space that is left. False: it did not fit.
 * stack  or NULL */
static bool capture_begin(struct fxp_held *held, struct fxp_source *source,
			  const struct fxp_stack *stack)
{
	const struct fxg_function *f = source->function;
	struct fxw_record r = {.start = held->words,
			       .space_words = held->space_words};

	fxp_capture(&r, source, source->table->items + f->first_item,
		    f->n_begin_items, false);
	if (stack)
		fxp_stack_put(&r, source, stack, LATER_ARGS);
	if (!fxw_record_fits(&r))
		return false;
	held->used_words = held->space_words = r.used_words;
	held->n_args = r.n_args;
	held->cut = r.cut;
	held->is_captured = FXP_CAPTURED;
	return true;
}

/* Takes the innermost call off the list again. */
static void pop_innermost(struct fxw_thread *thread)
{
	thread->open[thread->depth].frame = UINTPTR_MAX;
	*(volatile uint32_t *)&thread->depth = thread->depth - 1;
	fxw_thread_refresh(thread);
}

bool fxp_held_begin(struct fxw_thread *thread, struct fxp_call *call,
		    struct fxp_source *source)
{
	struct fxp_held *held = take_space(thread);
	struct fxw_open *open;
	uint32_t space_words;

	if (!held)
		return false;
	space_words = held->space_words;
	/* From here on it is ours alone. A handler that came before has used it
	 * and returned, so that it holds nothing. */
	open = fxp_push_first(thread, (struct fxp_slot *)held,
			      call->begin_ticks);
	if (open) /* there is space only with an entry */
		fxp_push_rest(thread, call, open);
	*held = (struct fxp_held){.cell = call->cell,
				  .space_words = space_words,
				  .order = call->order,
				  .generation = call->generation};
	call->held = held;
	if (capture_begin(held, source, NULL))
		return true;
	/* else a handler has forked, and the child has no such entry */
	if (thread->generation == call->generation)
		pop_innermost(thread);
	return false;
}

bool fxp_held_begin_jumped(struct fxw_thread *t, const struct fxp_once *once,
			   uint64_t ticks, uintptr_t frame)
{
	struct fxp_held *held = take_space(t);
	uint32_t generation = t->generation, space_words;
	struct fxw_open *open;
	struct fxp_source s;
	bool is_captured;

	if (!held)
		return false;
	space_words = held->space_words;
	open = fxp_jumped_push(t, (struct fxp_slot *)held, ticks, frame);
	if (!open)
		return false;
	*held = (struct fxp_held){.cell = once->cell,
				  .begin_ns = once->cell->watch & FXP_TIMED
						      ? fxp_trigger_now_ns()
						      : 0,
				  .space_words = space_words,
				  .generation = generation};
	fxp_event_source(&s, once->cell, once->arguments);
	is_captured = capture_begin(held, &s, once->stack);
	if (t->generation == generation) /* else a handler has forked */
		fxp_jumped_settle(t, open, is_captured);
	return is_captured;
}

/* Returns the buffer's sequence, 0: no space. */
static __attribute__((noinline)) uint32_t write_held(
	struct fxw_thread *t, const struct fxp_held *held, uint64_t ticks,
	uintptr_t frame, const struct fxp_stack *stack)
{
	struct fxp_source s;
	struct fxp_written e = {.type = FXT_EVENT_DURATION_BEGIN,
				.part = FXP_PART_HELD,
				.frame = frame ?: FXW_FRAME,
				.ticks = ticks,
				.generation = held->generation,
				.stack = stack,
				.held = held};

	fxp_event_source(&s, held->cell, NULL);
	return fxp_event_write(t, &s, &e) ? e.sequence : 0;
}

/*
 * Writes the begin of a held call, which is then like any other.
 * open   its entry; it may be wiped, in a forked child.
 * entry  a copy of it from before that; changed as the entry is.
 * frame  in its wrapper's frame; 0: that is gone.
 * False: no space.
 */
static bool write_begin_of(struct fxw_thread *t, struct fxw_open *open,
			   struct fxw_open *entry, uintptr_t frame)
{
	struct fxp_held *held = entry->owner;
	struct fxp_stack space;
	uint32_t sequence = 0;

	if (!t->stopped || fxp_end_write_deferred(t))
		sequence = write_held(
			t, held, entry->begin_ticks, frame,
			frame ? fxp_stack_of(&space, t, held->cell) : NULL);
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

/* Writes the begin, once at most. */
static bool write_begin(struct fxw_thread *thread, struct fxw_open *open,
			struct fxw_open *entry, uintptr_t frame)
{
	struct fxp_held *held = entry->owner;

	*(volatile uint32_t *)&held->is_captured = FXP_NOT_CAPTURED;
	return write_begin_of(thread, open, entry, frame);
}

bool fxp_held_release(struct fxw_thread *thread, const struct fxp_call *call,
		      const struct fxp_source *source, struct fxw_open *open,
		      struct fxw_open *entry)
{
	struct fxp_held *held = entry->owner;
	bool is_wanted =
		fxp_filter_end(held->cell, call->watch_ns, source->slot);

	if (!is_wanted)
		fxp_name_opened(thread, source);
	else if (!write_begin(thread, open, entry, (uintptr_t)call)) {
		is_wanted = false;
		if (thread->generation == held->generation)
			fxw_loss_count(thread);
	}
	held->is_captured = FXP_NOT_CAPTURED;
	return is_wanted;
}

/* Whether filters want the call, which has ended unseen. */
static bool is_wanted_unseen(const struct fxp_held *held, bool is_jumped)
{
	return is_jumped ? fxp_filter_jumped(held->cell, held->begin_ns,
					     fxp_jumped_has_failed(held->cell))
			 : fxp_filter_abandoned(held->cell, held->begin_ns);
}

bool fxp_held_abandon(struct fxw_thread *thread, struct fxw_open *open,
		      bool is_jumped)
{
	struct fxw_open entry = *open;
	struct fxp_held *held = entry.owner;
	bool is_wanted;

	if (!held || !is_held_here(thread, &entry))
		return held;
	/* Else a handler jumped out while the values were captured or written.
	 * The begin may be in the archive by now; it is not written twice. */
	is_wanted = held->is_captured == FXP_CAPTURED;
	if (is_wanted && !is_wanted_unseen(held, is_jumped))
		return false;
	if (!is_wanted || !write_begin(thread, open, &entry, 0)) {
		fxw_loss_count(thread);
		is_wanted = false;
	}
	held->is_captured = FXP_NOT_CAPTURED;
	return is_wanted;
}

void fxp_held_put(struct fxw_record *r, const struct fxp_held *held)
{
	uint64_t *at = fxw_put(r, held->used_words);

	r->n_args += held->n_args;
	r->cut |= held->cut;
	if (at)
		fxw_copy(at, held->words, held->used_words * 8ull);
}
