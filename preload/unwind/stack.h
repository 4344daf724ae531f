/* SPDX-License-Identifier: MIT */
/*
 * FXTRACE_STACK: the call stacks of selected functions' calls. Each stack is in
 * the archive once, as a signature entry (writer/wire.h). Calls have its id as
 * @stack. A function with stacks takes the slow path (call.c). Other functions
 * are not affected.
 *
 * Any thread, any signal handler, any stack, but for what is called at start.
 * Nothing allocates, locks or changes errno.
 */
#ifndef PRELOAD_UNWIND_STACK_H
#define PRELOAD_UNWIND_STACK_H

#include "preload/runtime/source.h"
#include "preload/symbol/stack_module.h"
#include "preload/unwind/walk.h"

/* A call's stack, while its record is written. The frames that it begins with
 * must still exist. */
struct fxp_stack {
	struct fxp_frame from;
	struct fxp_stack_module skip;
	struct fxp_walked walked;
	struct fxw_thread *thread;
	bool has_skip;
	uint32_t id; /* 0: the archive has no space for its entry */
};

/* Whether the function's calls have stacks. */
static inline bool fxp_has_stack(const struct fxp_slot *cell)
{
	return __builtin_expect(cell->watch & FXP_STACKED, 0);
}

/* Selects functions and a depth, once, at start. The list is well formed and
 * borrowed for ever. False: there is no memory. */
bool fxp_stack_use(const char *list, unsigned depth);

/* Decides about a function, before its first record. */
void fxp_stack_decide(struct fxp_api *api, unsigned function);

/* The stack of a call whose wrapper this thread is running. Returns `stack`. */
const struct fxp_stack *fxp_stack_take(struct fxp_stack *stack,
				       struct fxw_thread *thread,
				       const struct fxp_slot *cell);

/* The same; NULL: the function's calls have none. */
static inline const struct fxp_stack *fxp_stack_of(struct fxp_stack *stack,
						   struct fxw_thread *thread,
						   const struct fxp_slot *cell)
{
	return fxp_has_stack(cell) ? fxp_stack_take(stack, thread, cell) : NULL;
}

/* Puts the argument @stack. n_more arguments are still to come. If the record
 * would then have too many, it gets none. */
void fxp_stack_put(struct fxw_record *r, const struct fxp_source *s,
		   const struct fxp_stack *stack, unsigned n_more);

/* Before a library is unloaded: a place in it, for the other one. 0: it is not
 * needed. */
uintptr_t fxp_stack_unloads(const void *handle);

/* After that: if the library is gone, invalidates the rules of its places. */
void fxp_stack_unloaded(uintptr_t place);

/* In a forked child: its archive has no stacks yet. */
void fxp_stack_forget(void);

#endif
