/* SPDX-License-Identifier: MIT */
/*
 * The stacks of a thread, see stacks.h.
 */
#include "writer/stacks.h"
#include "writer/large.h"

#include <signal.h>

#include "writer/arch/order.h"
#include "writer/sys.h"
#include "writer/thread.h"

#define PAGE_BYTES 4096u
/* Stacks of makecontext that are remembered: the last ones. */
#define N_MADE 256u
/* Pages in one query. */
#define BATCH 64u
/* Two frames of one stack are nearer than that. */
#define MAX_STACK_BYTES (64ul << 20)

/* Several threads may store at the same time. What a reader finds is then one
 * stack, or the parts of two: a wrong border at worst. */
static FXW_LARGE struct fxw_range made[N_MADE];
static uint32_t n_made;

static uint32_t hidden_stacks;

bool fxw_stacks_are_hidden(void)
{
	return __atomic_load_n(&hidden_stacks, __ATOMIC_RELAXED);
}

bool fxw_stack_has(const struct fxw_thread *t, uintptr_t frame)
{
	return t->stack_low <= frame && frame < t->stack_high;
}

/* Narrows the range around `at` to one side of each border. */
static void narrow(struct fxw_range *range, uintptr_t at,
		   const struct fxw_range *stack)
{
	uintptr_t border[2] = {stack->low, stack->end};

	for (unsigned i = 0; i < 2 && stack->end; i++) {
		if (border[i] <= at && border[i] > range->low)
			range->low = border[i];
		if (border[i] > at && border[i] < range->end)
			range->end = border[i];
	}
}

/* The stack that has `at`, as far as borders are known. */
static struct fxw_range stack_at(const struct fxw_thread *t, uintptr_t at)
{
	struct fxw_range range = {0, UINTPTR_MAX};
	uint32_t n = __atomic_load_n(&n_made, __ATOMIC_RELAXED);

	narrow(&range, at, &t->signal_stack);
	for (uint32_t i = 0; i < n && i < N_MADE; i++) {
		struct fxw_range stack = {
			__atomic_load_n(&made[i].low, __ATOMIC_RELAXED),
			__atomic_load_n(&made[i].end, __ATOMIC_RELAXED)};

		narrow(&range, at, &stack);
	}
	return range;
}

/* The program may have registered a stack by a way that we do not see. One that
 * is hidden now stays remembered. */
static void query_signal_stack(struct fxw_thread *t)
{
	stack_t stack = {0};
	uintptr_t low;

	if (fxw_engine.no_system_calls || sys_sigaltstack(NULL, &stack) != 0 ||
	    stack.ss_flags & SS_DISABLE)
		return;
	low = (uintptr_t)stack.ss_sp;
	t->signal_stack = (struct fxw_range){low, low + stack.ss_size};
	t->is_signal_hidden = (uint32_t)stack.ss_flags & FXW_SS_AUTODISARM;
}

static void use_stack(struct fxw_thread *t, const struct fxw_range *range)
{
	/* In this order: a handler in between enters its own stack. When it has
	 * returned, the range is empty, or it reaches down to that stack. */
	*(volatile uintptr_t *)&t->stack_low = range->low;
	*(volatile uintptr_t *)&t->stack_high = range->end;
	fxw_thread_refresh(t);
}

void fxw_stack_enter(struct fxw_thread *t, uintptr_t frame)
{
	struct fxw_range range;

	query_signal_stack(t);
	range = stack_at(t, frame);
	use_stack(t, &range);
}

/* The highest page from `low` up to `end` that cannot be read; 0: there is
 * none. Pages that were never used are not resident, but can be read. */
static uintptr_t find_hole(uintptr_t low, uintptr_t end)
{
	unsigned char resident[BATCH];

	while (end > low) {
		uintptr_t n = (end - low) / PAGE_BYTES;
		uintptr_t at;

		if (n > BATCH)
			n = BATCH;
		at = end - n * PAGE_BYTES;
		if (sys_mincore((void *)at, n * PAGE_BYTES, resident) != 0)
			for (uintptr_t i = 0; i < n; i++)
				resident[i] = 0;
		for (uintptr_t i = n; i-- > 0;)
			if (!(resident[i] & 1) &&
			    !sys_is_readable(
				    (const void *)(at + i * PAGE_BYTES)))
				return at + i * PAGE_BYTES;
		end = at;
	}
	return 0;
}

/* The border between two frames that would be on one stack; 0: there is none,
 * or it cannot be found out. */
static uintptr_t border_between(uintptr_t low, uintptr_t high)
{
	uintptr_t piece = fxw_piece_low();
	uintptr_t first = (low & ~(uintptr_t)(PAGE_BYTES - 1)) + PAGE_BYTES;
	uintptr_t end = high & ~(uintptr_t)(PAGE_BYTES - 1);
	uintptr_t hole;

	/* pieces may follow one another without a hole */
	if (low < piece && piece <= high)
		return piece;
	if (end <= first || fxw_engine.no_system_calls)
		return 0;
	if (end - first > MAX_STACK_BYTES)
		return end - MAX_STACK_BYTES;
	hole = find_hole(first, end);
	return hole ? hole + PAGE_BYTES : 0;
}

/* Whether the frame is on a signal stack that is not in use. */
static bool is_signal_left(const struct fxw_thread *t, uintptr_t frame,
			   uintptr_t now)
{
	return !t->is_signal_hidden && fxw_range_has(&t->signal_stack, frame) &&
	       !fxw_range_has(&t->signal_stack, now);
}

bool fxw_frame_is_dead(uintptr_t frame, uintptr_t now)
{
	struct fxw_thread *t = fxw_self;
	struct fxw_range here;
	uintptr_t border;

	if (!t)
		return frame <= now;
	if (is_signal_left(t, frame, now))
		return true;
	if (frame > now || (fxw_stack_has(t, now) && !fxw_stack_has(t, frame)))
		return false;
	query_signal_stack(t);
	here = stack_at(t, now);
	if (!fxw_range_has(&here, frame))
		return false;
	border = border_between(frame, now);
	if (!border)
		return true;
	if (fxw_stack_has(t, now) && border > t->stack_low) {
		/* so that the next query needs no system call */
		here = (struct fxw_range){border, t->stack_high};
		use_stack(t, &here);
	}
	return false;
}

/* Borders have changed: the next call looks for them. */
static void forget_stack(struct fxw_thread *t)
{
	*(volatile uintptr_t *)&t->stack_high = 0;
	*(volatile uintptr_t *)&t->stack_low = UINTPTR_MAX;
	fxw_thread_refresh(t);
}

/* Where the stack is remembered: in the place of one that it lies over. */
static struct fxw_range *place_of(const struct fxw_range *stack)
{
	struct fxw_range *place = NULL;

	for (uint32_t i = 0; i < N_MADE; i++)
		if (made[i].low < stack->end && stack->low < made[i].end) {
			place = &made[i];
			__atomic_store_n(&place->end, 0, __ATOMIC_RELAXED);
		}
	return place ? place
		     : &made[__atomic_fetch_add(&n_made, 1, __ATOMIC_RELAXED) %
			     N_MADE];
}

void fxw_stack_make(struct fxw_thread *t, const struct fxw_range *stack,
		    struct fxw_left *left)
{
	struct fxw_range *place = place_of(stack);

	__atomic_store_n(&place->end, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&place->low, stack->low, __ATOMIC_RELAXED);
	__atomic_store_n(&place->end, stack->end, __ATOMIC_RELAXED);
	*left = (struct fxw_left){{*stack, {0, 0}}};
	if (t && stack->low < t->stack_high && t->stack_low < stack->end)
		forget_stack(t);
}

void fxw_stack_jump(const struct fxw_thread *t, uintptr_t from, uintptr_t to,
		    struct fxw_left *left)
{
	struct fxw_range here = stack_at(t, from), there = stack_at(t, to);
	uintptr_t border = 0;

	if (fxw_range_has(&there, from) && from < to)
		border = border_between(from, to);
	if (fxw_range_has(&there, from) && !border) {
		/* on one stack; if `to` is below, nothing is left */
		*left = (struct fxw_left){{{from, to > from ? to : from}}};
		return;
	}
	if (border) {
		there.low = border;
		here.end = border;
	}
	/* frames outside of a setjmp go on when somebody jumps back */
	if (t->saved_frame >= from && t->saved_frame < here.end &&
	    !is_signal_left(t, from, to))
		here.end = t->saved_frame;
	*left = (struct fxw_left){{{from, here.end}, {there.low, to}}};
}

void fxw_stack_register(struct fxw_thread *t, const struct fxw_range *stack,
			uintptr_t now, bool is_hidden, struct fxw_left *left)
{
	struct fxw_range former = t->signal_stack;

	*left = (struct fxw_left){{{0, 0}}};
	if (is_hidden)
		__atomic_store_n(&hidden_stacks, 1, __ATOMIC_RELAXED);
	if (fxw_range_has(&former, now)) {
		/* in use: the kernel refuses, unless it is hidden */
		if (!t->is_signal_hidden)
			return;
	} else {
		left->ranges[0] = former;
	}
	t->signal_stack = *stack;
	t->is_signal_hidden = is_hidden;
	forget_stack(t);
}
