/* SPDX-License-Identifier: MIT */
/*
 * Calls that are one event of 1 ns: their return is not observed, or they are
 * synthetic. See call.h.
 */
#include "preload/call/call.h"
#include "preload/call/event.h"
#include "preload/call/jumped.h"
#include "preload/call/filter.h"
#include "preload/runtime/flow.h"
#include "preload/runtime/mute.h"
#include "preload/unwind/stack.h"
#include "preload/runtime/upcalls.h"
#include "preload/call/trigger.h"
#include "writer/loss.h"

/* The earliest stamp behind the thread's last one. */
static uint64_t next_stamp(struct fxw_thread *t)
{
	t->last_ticks += fxw_clock.step_ticks;
	return t->last_ticks;
}

/* Not inlined with its stack, to keep frames small. */
static __attribute__((noinline)) void write_tail(struct fxw_thread *t,
						 const struct fxp_once *once,
						 bool begins_process)
{
	uint64_t ticks = fxw_stamp(t);
	uint64_t arrival = t->has_flow ? next_stamp(t) : 0;
	uint64_t departure = begins_process ? next_stamp(t) : 0;

	(void)next_stamp(t);
	if (!fxp_call_write_once(t, once, ticks)) {
		fxw_loss_count(t);
		return;
	}
	/* of flows, inside the event */
	if (arrival)
		fxp_flow_arrive(t, arrival);
	if (departure)
		fxp_flow_vfork(t, departure);
}

/* setjmp and vfork return more than once, exit never does. */
static bool may_return_once(const struct fxp_slot *cell)
{
	const struct fxp_api *api = cell->api;

	return !(api->table->functions[cell - api->slots].flags &
		 (FXG_F_NORETURN | FXG_F_TWICE));
}

/* Its end comes later, or never. */
static bool is_late(const struct fxp_once *once, enum fxp_tail_kind kind)
{
	return kind == FXP_TAIL_ONCE && may_return_once(once->cell);
}

/* Its end decides whether it is recorded. */
static __attribute__((noinline)) void hold_tail(struct fxw_thread *t,
						const struct fxp_once *once,
						uintptr_t frame)
{
	if (!fxp_held_begin_jumped(t, once, fxw_stamp(t), frame))
		fxw_loss_count(t);
}

/* Its end comes later. False: nothing is recorded. */
static __attribute__((noinline)) bool begin_tail(struct fxw_thread *t,
						 const struct fxp_once *once,
						 uintptr_t frame)
{
	struct fxp_source s;
	struct fxp_written e = {.type = FXT_EVENT_DURATION_BEGIN,
				.part = FXP_PART_BEGIN,
				.frame = FXW_FRAME,
				.stack = once->stack};
	uint32_t generation = t->generation;
	bool is_written;

	e.ticks = fxw_stamp(t);
	e.pending = fxp_jumped_push(t, once->cell, e.ticks, frame);
	if (!e.pending)
		return false;
	fxp_event_source(&s, once->cell, once->arguments);
	is_written = fxp_event_write(t, &s, &e);
	if (t->generation == generation) /* else a handler has forked */
		fxp_jumped_settle(t, e.pending, is_written);
	if (!is_written)
		return false;
	if (t->has_flow)
		fxp_flow_arrive(t, next_stamp(t));
	return true;
}

void fxp_call_tail(struct fxp_api *api, uint32_t function,
		   const uint64_t *arguments, uintptr_t frame,
		   enum fxp_tail_kind kind)
{
	struct fxp_once once = {.cell = &api->slots[function],
				.arguments = arguments};
	struct fxp_stack space;
	struct fxw_thread *t;

	if (fxp_is_watched(once.cell))
		fxp_trigger_tail(once.cell, arguments);
	if (once.cell->watch & FXP_STREAM)
		fxp_upcalls.stream_tail(once.cell, frame);
	if (fxp_is_muted((const uintptr_t *)frame) ||
	    !fxp_filter_tail(once.cell, (const uintptr_t *)frame, arguments))
		return;
	/* its time and how it ends are never known */
	if (once.cell->watch & FXP_HELD && !is_late(&once, kind) &&
	    !fxp_filter_jumped(once.cell, 0, false))
		return;
	t = fxp_call_prepare(once.cell, frame);
	if (!t)
		return;
	once.stack = fxp_stack_of(&space, t, once.cell);
	if (is_late(&once, kind) && once.cell->watch & FXP_HELD)
		hold_tail(t, &once, frame);
	else if (!is_late(&once, kind) || !begin_tail(t, &once, frame))
		write_tail(t, &once, kind == FXP_TAIL_PROCESS);
}

void fxp_call_fake(struct fxp_api *api, uint32_t function,
		   const uint64_t *arguments)
{
	struct fxp_once once = {.cell = &api->slots[function],
				.arguments = arguments,
				.mark = FXP_FAKE};
	struct fxw_thread *t = fxp_call_prepare(once.cell, FXW_FRAME);
	uint64_t ticks;

	if (!t)
		return;
	ticks = fxw_stamp(t);
	(void)next_stamp(t);
	if (!fxp_call_write_once(t, &once, ticks))
		fxw_loss_count(t);
}
