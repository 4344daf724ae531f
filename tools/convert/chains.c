/* SPDX-License-Identifier: MIT */
/*
 * Chains of nested calls, see chains.h.
 */
#include "tools/convert/chains.h"

#include <inttypes.h>
#include <string.h>

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

/* The chain of the program's frames, behind a thread's. */
static uint32_t link_frames(struct chains *chains, uint32_t chain)
{
	size_t n;
	const struct fxtrace_frame *frames =
		fxtrace_stack(chains->archive, &n, NULL);

	while (n--)
		chain = chains_link(chains, chain,
				    CHAIN_IS_FRAME |
					    code_frame_of(&chains->frames,
							  chains->archive,
							  &frames[n]));
	return chain;
}

uint32_t chains_outside(struct chains *chains, const struct fxtrace_call *call,
			bool *has_stack)
{
	uint64_t number = fxtrace_stack_number(chains->archive);
	uint32_t thread = call->thread->index, chain;

	*has_stack = number;
	if (!number)
		return chains_link(chains, FXR_NONE, thread);
	chain = fxr_map_find(&chains->stacks, thread, number, 0);
	if (chain != FXR_NONE)
		return chain;
	chain = link_frames(chains, chains_link(chains, FXR_NONE, thread));
	fxr_map_put(&chains->stacks, thread, number, 0, chain);
	return chain;
}

struct fxr_text chains_name(const struct chains *chains, uint32_t what)
{
	const char *name;

	if (what & CHAIN_IS_FRAME)
		return chains->frames.items[what & ~CHAIN_IS_FRAME].name;
	name = fxtrace_function(chains->archive, what)->name;
	return fxr_text(name, strlen(name));
}

static void add_call(struct chains *chains, struct nesting *nesting,
		     const struct fxtrace_call *call)
{
	struct nested *nested = around_take(nesting, call);
	struct chain *chain;
	bool has_stack;
	uint32_t outer = chains_outside(chains, call, &has_stack);

	if (!has_stack && nested->depth)
		outer = nested[-1].mark;
	nested->mark = chains_link(chains, outer, call->function->index);
	chain = &chains->items[nested->mark];
	chain->n_calls++;
	chain->n_bytes += fxtrace_moved_bytes(chains->archive);
}

void chains_init(struct chains *chains, const struct convert_output *output,
		 bool has_lines)
{
	struct fxtrace_archive *archive = rows_archive(output, 0);

	*chains = (struct chains){.archive = archive,
				  .n_functions = fxtrace_n_functions(archive),
				  .frames = {.has_lines = has_lines}};
}

void chains_gather(struct chains *chains, struct convert_output *output)
{
	struct nesting *nesting =
		around_open(chains->archive, add_self, chains);
	struct fxtrace_archive *archive;
	const struct fxtrace_call *call;

	while ((call = rows_next(output, &archive)))
		add_call(chains, nesting, call);
	nesting_close(nesting);
}

void chains_fini(struct chains *chains)
{
	fxr_free(chains->items);
	code_frames_fini(&chains->frames);
	fxr_map_fini(&chains->stacks);
	fxr_map_fini(&chains->map);
}

uint64_t chains_max_bytes(const struct convert_output *output)
{
	return FREE_BYTES +
	       TIMES * fxtrace_totals(rows_archive(output, 0))->n_bytes;
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
