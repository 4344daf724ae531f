/* SPDX-License-Identifier: MIT */
/*
 * Ends that no wrapper writes, see abandon.h.
 */
#include "preload/call/abandon.h"

#include "preload/call/event.h"
#include "preload/call/fast.h"
#include "preload/call/held.h"
#include "preload/call/jumped.h"
#include "preload/runtime/upcalls.h"
#include "writer/loss.h"

static __attribute__((noinline)) bool write_part(struct fxw_thread *t,
						 struct fxp_source *s,
						 const struct fxw_open *open,
						 enum fxp_event_part part,
						 enum fxp_mark mark)
{
	struct fxp_written e = {.type = FXT_EVENT_DURATION_END,
				.part = (uint8_t)part,
				.frame = FXW_FRAME,
				.mark = (uint8_t)mark,
				.generation = t->generation,
				.sequence = open->sequence,
				.other_ticks = open->begin_ticks};

	e.ticks = fxw_stamp(t);
	return fxp_event_write(t, s, &e);
}

/* An end without values: of an unwound call, or a deferred end. */
static bool write_bare(struct fxw_thread *t, const struct fxw_open *open,
		       enum fxp_mark mark)
{
	struct fxp_source s;

	fxp_event_source(&s, open->owner, NULL);
	return write_part(t, &s, open, FXP_PART_NONE, mark);
}

/* The end of a call that was jumped to, which has returned earlier. */
static __attribute__((noinline)) bool write_jumped(struct fxw_thread *t,
						   const struct fxw_open *open)
{
	const uint64_t slot[FXP_JUMPED_VALUES] = {0};
	struct fxp_source s;

	fxp_event_source(&s, open->owner, slot);
	s.failed = fxp_jumped_has_failed(open->owner);
	s.error = s.failed ? FXP_DLERROR : 0;
	s.trusted = false;
	return write_part(t, &s, open, s.failed ? FXP_PART_END : FXP_PART_NONE,
			  FXP_LATE);
}

void fxp_end_defer(struct fxw_thread *t, const struct fxw_open *open)
{
	fxw_loss_count_end(t);
	if (fxw_engine.takes_turns && t->slot &&
	    t->n_deferred < FXW_DEFERRED_MAX)
		t->deferred[t->n_deferred++] = *open;
}

bool fxp_end_write_deferred(struct fxw_thread *t)
{
	if (!fxw_engine.takes_turns || t->emits_deferred)
		return false;
	if (t->vforked)
		fxw_thread_settle(t);
	t->emits_deferred = 1;
	while (t->n_deferred && write_bare(t, &t->deferred[0], FXP_LATE)) {
		fxw_loss_found_end(t);
		t->n_deferred--;
		for (uint32_t i = 0; i < t->n_deferred; i++)
			t->deferred[i] = t->deferred[i + 1];
	}
	t->emits_deferred = 0;
	if (t->n_deferred)
		return false;
	t->stopped = 0;
	fxw_thread_refresh(t);
	return true;
}

static void abandon(struct fxw_thread *t, struct fxw_open *open)
{
	const struct fxp_slot *cell =
		fxp_is_held(open) ? ((const struct fxp_held *)open->owner)->cell
				  : open->owner;

	bool is_pending = open->frame & FXP_PENDING;
	bool is_jumped = fxp_is_jumped(open);

	if (cell && cell->watch & FXP_STREAM && !is_jumped)
		fxp_upcalls.stream_unwound(open->frame & ~FXP_PENDING);
	open->frame = UINTPTR_MAX;
	if (is_pending && !fxw_begin_is_there(open))
		return;
	if (is_pending)
		open->end_mark = 0;
	if ((fxp_is_held(open) && !fxp_held_abandon(t, open, is_jumped)) ||
	    fxw_end_is_there(open))
		return;
	if ((t->stopped && !fxp_end_write_deferred(t)) ||
	    !(is_jumped ? write_jumped(t, open)
			: write_bare(t, open, FXP_ABANDONED)))
		fxp_end_defer(t, open);
}

void fxp_abandon_to(struct fxw_thread *t, uint32_t depth)
{
	while (t->depth > depth) {
		uint32_t last = t->depth--;

		if (last <= FXW_OPEN_MAX && t->open[last].frame != UINTPTR_MAX)
			abandon(t, &t->open[last]);
	}
	fxw_thread_refresh(t);
}

/* The open calls that have an entry. */
static uint32_t open_entries(const struct fxw_thread *t)
{
	uint32_t depth = *(const volatile uint32_t *)&t->depth;

	return depth < FXW_OPEN_MAX ? depth : FXW_OPEN_MAX;
}

static bool is_over(const struct fxw_thread *t, const struct fxw_open *open,
		    uintptr_t now)
{
	return fxp_is_jumped(open) ? fxp_jumped_is_over(t, open, now)
				   : fxw_frame_is_dead(open->frame, now);
}

void fxp_abandon_dead(struct fxw_thread *t, uintptr_t frame)
{
	uint32_t depth, n;

	if (t->vforked)
		fxw_thread_settle(t);
	n = open_entries(t);
	if (fxw_stack_has(t, frame) && t->open[n].frame > frame)
		return;
	/* even without open calls: this finds out which stack it is on */
	if (!fxw_stack_has(t, frame))
		fxw_stack_enter(t, frame);
	/* the outermost one, because those inside of it end before it */
	for (depth = 1; depth <= n; depth++)
		if (t->open[depth].frame != UINTPTR_MAX &&
		    is_over(t, &t->open[depth], frame)) {
			fxp_abandon_to(t, depth - 1);
			return;
		}
}

void fxp_abandon_left(struct fxw_thread *t, const struct fxw_left *left)
{
	uint32_t n = open_entries(t);

	fxw_windows_leave(t, left);
	for (uint32_t depth = 1; depth <= n; depth++)
		if (t->open[depth].frame != UINTPTR_MAX &&
		    fxw_is_left(left, t->open[depth].frame)) {
			fxp_abandon_to(t, depth - 1);
			return;
		}
}

void fxp_leave_dead(struct fxw_thread *t, uintptr_t upper, uintptr_t frame_end)
{
	/* the steps handle everything else */
	if (t->slot && !t->special && t->top > upper && t->top <= frame_end)
		fxp_abandon_dead(t, frame_end);
}

void fxp_abandon_all(struct fxw_thread *thread)
{
	fxp_abandon_to(thread, 0);
}
