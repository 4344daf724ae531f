/* SPDX-License-Identifier: MIT */
/*
 * Chains of nested calls, see chains.h.
 */
#include "tools/convert/chains.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/archive/nesting.h"
#include "tools/print/backtrace.h"
#include "tools/fd/moved.h"

#define FREE_BYTES (16ull << 20)
#define TIMES 100u

uint32_t chains_link(struct chains *chains, uint32_t parent, uint32_t what)
{
	uint32_t chain = fxr_map_find(&chains->map, parent, what, 0);

	if (chain != FXR_NONE)
		return chain;
	chain = (uint32_t)chains->n++;
	chains->items = fxr_grow(chains->items, &chains->space, chains->n,
				 sizeof(*chains->items));
	chains->items[chain] = (struct chain){
		.parent = parent,
		.what = what,
		.thread = parent == FXR_NONE ? what
					     : chains->items[parent].thread};
	fxr_map_put(&chains->map, parent, what, 0, chain);
	return chain;
}

/* mark: the chain that ends with the call. */
static void add_self(void *context, const struct nested *call)
{
	struct chains *chains = context;
	uint64_t ns = call->end_ns - call->begin_ns;

	chains->items[call->mark].self_ns +=
		ns > call->inner_ns ? ns - call->inner_ns : 0;
}

uint32_t chains_outside(struct chains *chains, const struct fxr_call *call,
			bool *has_stack)
{
	const struct backtrace *stack = backtrace_of(chains->stacks, call);
	uint32_t thread = (uint32_t)(call->thread - chains->world->threads);
	uint32_t chain = chains_link(chains, FXR_NONE, thread);

	*has_stack = stack != NULL;
	for (size_t i = stack ? stack->n : 0; i--;)
		chain = chains_link(chains, chain,
				    CHAIN_IS_FRAME |
					    code_frame_of(&chains->frames,
							  &stack->frames[i]));
	return chain;
}

static void add_call(struct chains *chains, struct nesting *nesting,
		     const struct fxr_call *call)
{
	struct nested *nested = nesting_take(nesting, call);
	uint32_t name = (uint32_t)(call->name - chains->world->names);
	struct chain *chain;
	bool has_stack;
	uint32_t outer = chains_outside(chains, call, &has_stack);

	if (!has_stack && nested->depth)
		outer = nested[-1].mark;
	nested->mark = chains_link(chains, outer, name);
	chain = &chains->items[nested->mark];
	chain->n_calls++;
	chain->n_bytes += moved_bytes(chains->world, call);
}

void chains_init(struct chains *chains, const struct fxr_world *world,
		 bool has_lines)
{
	*chains = (struct chains){.world = world,
				  .frames = {.has_lines = has_lines},
				  .stacks = backtrace_open(world, NULL)};
}

void chains_gather(struct chains *chains, struct convert_output *output)
{
	struct nesting *nesting =
		nesting_open(output->world, convert_last_ns(output->calls),
			     add_self, chains);
	static struct fxr_call call;

	while (convert_next(output->calls, &call))
		add_call(chains, nesting, &call);
	nesting_close(nesting);
}

void chains_fini(struct chains *chains)
{
	backtrace_close(chains->stacks);
	free(chains->items);
	code_frames_fini(&chains->frames);
	fxr_map_fini(&chains->map);
}

uint64_t chains_max_bytes(const struct convert_output *output)
{
	return FREE_BYTES + TIMES * convert_n_bytes(output->calls);
}

void chains_are_too_large(struct convert_output *output)
{
	snprintf(output->error, sizeof(output->error),
		 "the calls are nested so deeply that their stacks would take "
		 "more than %" PRIu64 " MB; choose fewer with --calls",
		 chains_max_bytes(output) >> 20);
}

size_t chains_path(const struct chains *chains, uint32_t chain, uint32_t *path)
{
	size_t n = 0;

	for (; chains->items[chain].parent != FXR_NONE;
	     chain = chains->items[chain].parent)
		path[n++] = chain;
	return n;
}
