/* SPDX-License-Identifier: MIT */
/*
 * Calls inside calls, see nesting.h.
 */
#include "tools/archive/nesting.h"

/* The calls of a thread that have not ended yet. */
struct stack {
	struct nested *calls;
	size_t n, space;
};

struct nesting {
	const struct fxr_world *world;
	uint64_t last_ns;
	void (*ended)(void *context, const struct nested *call);
	void *context;
	struct stack *stacks; /* by thread */
	size_t n_stacks;
};

struct nesting *nesting_open(const struct fxr_world *world, uint64_t last_ns,
			     void (*ended)(void *context,
					   const struct nested *call),
			     void *context)
{
	struct nesting *nesting = fxr_new(1, sizeof(*nesting));

	*nesting = (struct nesting){.world = world,
				    .last_ns = last_ns,
				    .ended = ended,
				    .context = context};
	nesting->stacks =
		fxr_new(world->n_threads + 1, sizeof(*nesting->stacks));
	nesting->n_stacks = world->n_threads;
	return nesting;
}

/* When the thread's process ended, if known, else the end of the recording. */
static uint64_t last_ns_of(const struct nesting *nesting,
			   const struct stack *stack)
{
	const struct fxr_world *world = nesting->world;
	const struct fxr_thread *thread =
		&world->threads[stack - nesting->stacks];
	uint32_t process = fxr_map_find(&world->process_map, thread->provider,
					thread->pid, 0);

	return process != FXR_NONE && world->processes[process].has_exit
		       ? world->processes[process].last_ns
		       : nesting->last_ns;
}

/* Ends the calls of a thread that ended before now. */
static void end_calls(struct nesting *nesting, struct stack *stack,
		      uint64_t now_ns)
{
	while (stack->n && stack->calls[stack->n - 1].end_ns <= now_ns) {
		struct nested *call = &stack->calls[--stack->n];

		if (call->end_ns == UINT64_MAX)
			call->end_ns = last_ns_of(nesting, stack);
		if (call->end_ns < call->begin_ns)
			call->end_ns = call->begin_ns;
		if (nesting->ended)
			nesting->ended(nesting->context, call);
		if (stack->n)
			stack->calls[stack->n - 1].inner_ns +=
				call->end_ns - call->begin_ns;
	}
}

void nesting_close(struct nesting *nesting)
{
	for (size_t i = 0; i < nesting->n_stacks; i++)
		end_calls(nesting, &nesting->stacks[i], UINT64_MAX);
	nesting_drop(nesting);
}

void nesting_drop(struct nesting *nesting)
{
	if (!nesting)
		return;
	for (size_t i = 0; i < nesting->n_stacks; i++)
		fxr_free(nesting->stacks[i].calls);
	fxr_free(nesting->stacks);
	fxr_free(nesting);
}

/* Without an end: a call that begins with the last event is inside, too. */
static uint64_t end_of(const struct fxr_call *call)
{
	if (call->has_end &&
	    fxr_is_timed(call->function, call->has_ret, call->marks))
		return call->end_ns;
	return call->has_end || call->state == FXR_CALL_REPLACED
		       ? call->begin_ns
		       : UINT64_MAX;
}

struct nested *nesting_take(struct nesting *nesting,
			    const struct fxr_call *call)
{
	struct stack *stack =
		&nesting->stacks[call->thread - nesting->world->threads];
	uint64_t end_ns = end_of(call);
	struct nested *nested;

	end_calls(nesting, stack, call->begin_ns);
	if (stack->n && end_ns > stack->calls[stack->n - 1].end_ns)
		end_ns = stack->calls[stack->n - 1].end_ns;
	if (end_ns < call->begin_ns)
		end_ns = call->begin_ns;
	stack->calls = fxr_grow(stack->calls, &stack->space, stack->n + 1,
				sizeof(*stack->calls));
	nested = &stack->calls[stack->n];
	*nested = (struct nested){.number = call->number,
				  .begin_ns = call->begin_ns,
				  .end_ns = end_ns,
				  .depth = (uint32_t)stack->n++};
	return nested;
}
