/* SPDX-License-Identifier: MIT */
/*
 * Calls that are jumped to, see jumped.h.
 */
#include "preload/call/jumped.h"

#include "preload/call/event.h"
#include "preload/call/failure.h"
#include "preload/symbol/error.h"

/* The return address that the entry's frame names. */
static const struct fxw_return *return_of(const struct fxw_thread *t,
					  const struct fxw_open *open)
{
	return &t->returns[open->frame / FXP_JUMPED_STEP - 1];
}

static unsigned count_jumped(const struct fxw_thread *t)
{
	unsigned n = 0;

	for (uint32_t i = 1; i <= t->depth && i <= FXW_OPEN_MAX; i++)
		n += fxp_is_jumped(&t->open[i]);
	return n;
}

/* The list's entry, its begin still to be written. */
static struct fxw_open *push(struct fxw_thread *t, const struct fxp_once *once,
			     unsigned number, uintptr_t frame, uint64_t ticks)
{
	struct fxw_open *open = fxp_push_first(t, once->cell, ticks);

	*(volatile uintptr_t *)&open->frame =
		(number + 1) * FXP_JUMPED_STEP | FXP_PENDING;
	/* behind the entry: a handler's own call may have left its there */
	t->returns[number].at = frame;
	t->returns[number].to = *(const uintptr_t *)frame;
	return open;
}

static void settle(struct fxw_thread *t, struct fxw_open *open, bool is_written)
{
	if (is_written) {
		*(volatile uintptr_t *)&open->frame =
			open->frame & ~FXP_PENDING;
	} else {
		*(volatile uintptr_t *)&open->frame = UINTPTR_MAX;
		*(volatile uint32_t *)&t->depth = t->depth - 1;
	}
	fxw_thread_refresh(t);
}

bool fxp_jumped_begin(struct fxw_thread *t, const struct fxp_once *once,
		      uintptr_t frame)
{
	struct fxp_source s;
	struct fxp_written e = {.type = FXT_EVENT_DURATION_BEGIN,
				.part = FXP_PART_BEGIN,
				.frame = (uintptr_t)__builtin_frame_address(0),
				.stack = once->stack};
	unsigned number = count_jumped(t);
	uint32_t generation = t->generation;
	bool is_written;

	if (number == FXW_RETURNS || t->depth >= FXW_OPEN_MAX)
		return false;
	e.ticks = fxw_stamp(t);
	e.pending = push(t, once, number, frame, e.ticks);
	fxp_event_source(&s, once->cell, once->arguments);
	is_written = fxp_event_write(t, &s, &e);
	if (t->generation == generation) /* else a handler has forked */
		settle(t, e.pending, is_written);
	return is_written;
}

bool fxp_jumped_is_over(const struct fxw_thread *t, const struct fxw_open *open,
			uintptr_t now)
{
	const struct fxw_return *back = return_of(t, open);

	/* on another stack: it may still run there */
	if (!fxw_stack_has(t, now) || !fxw_stack_has(t, back->at))
		return false;
	/* A call from the same place or from further out, or one that its
	 * caller makes by way of others. */
	return back->at <= now || *(const uintptr_t *)back->at != back->to;
}

bool fxp_jumped_failed(const struct fxw_open *open, struct fxp_source *s,
		       uint64_t *slot, unsigned n)
{
	fxp_event_source(s, open->owner, slot);
	if ((s->function->error_rule != FXG_E_DLERROR &&
	     s->function->error_rule != FXG_E_MINUS1_DLERROR) ||
	    s->function->n_params >= n)
		return false;
	for (unsigned i = 0; i < n; i++)
		slot[i] = 0;
	/* The linker still has the reason, and only of the latest such call:
	 * one that came later would have ended this one first. */
	s->failed =
		fxp_call_failed(s->cell, slot, fxp_error_address(), &s->error);
	s->trusted = false;
	return s->failed;
}
