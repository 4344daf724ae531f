/* SPDX-License-Identifier: MIT */
/*
 * Calls inside calls, see nested.h.
 */
#include "tools/base/nested.h"

#include "tools/reader/memory.h"

/* The calls of a thread that have not ended yet. */
struct stack {
	struct nested *calls;
	size_t n, space;
};

struct nesting {
	struct nesting_how how;
	struct stack *stacks; /* by thread */
};

struct nesting *nesting_new(const struct nesting_how *how)
{
	struct nesting *nesting = fxr_new(1, sizeof(*nesting));

	nesting->how = *how;
	nesting->stacks = fxr_new(how->n_threads + 1, sizeof(*nesting->stacks));
	return nesting;
}

void *nesting_exits(const struct nesting *nesting)
{
	return nesting->how.exits;
}

/* When the thread's process ended, if known, else the end of the recording. */
static uint64_t last_ns_of(const struct nesting *nesting,
			   const struct stack *stack)
{
	const struct nesting_how *how = &nesting->how;
	uint64_t ns =
		how->exit_ns(how->exits, (size_t)(stack - nesting->stacks));

	return ns == UINT64_MAX ? how->last_ns : ns;
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
		if (nesting->how.ended)
			nesting->how.ended(nesting->how.context, call);
		if (stack->n)
			stack->calls[stack->n - 1].inner_ns +=
				call->end_ns - call->begin_ns;
	}
}

void nesting_close(struct nesting *nesting)
{
	for (size_t i = 0; i < nesting->how.n_threads; i++)
		end_calls(nesting, &nesting->stacks[i], UINT64_MAX);
	nesting_drop(nesting);
}

void nesting_drop(struct nesting *nesting)
{
	if (!nesting)
		return;
	for (size_t i = 0; i < nesting->how.n_threads; i++)
		fxr_free(nesting->stacks[i].calls);
	fxr_free(nesting->stacks);
	fxr_free(nesting);
}

struct nested *nesting_put(struct nesting *nesting, size_t thread,
			   uint64_t number, uint64_t begin_ns, uint64_t end_ns)
{
	struct stack *stack = &nesting->stacks[thread];
	struct nested *nested;

	end_calls(nesting, stack, begin_ns);
	if (stack->n && end_ns > stack->calls[stack->n - 1].end_ns)
		end_ns = stack->calls[stack->n - 1].end_ns;
	if (end_ns < begin_ns)
		end_ns = begin_ns;
	stack->calls = fxr_grow(stack->calls, &stack->space, stack->n + 1,
				sizeof(*stack->calls));
	nested = &stack->calls[stack->n];
	*nested = (struct nested){.number = number,
				  .begin_ns = begin_ns,
				  .end_ns = end_ns,
				  .depth = (uint32_t)stack->n++};
	return nested;
}
