/* SPDX-License-Identifier: MIT */
/*
 * Calls of an archive inside calls, see nesting.h.
 */
#include "tools/archive/nesting.h"

static uint64_t exit_ns(void *exits, size_t index)
{
	const struct fxr_world *world = exits;
	const struct fxr_thread *thread = &world->threads[index];
	uint32_t process = fxr_map_find(&world->process_map, thread->provider,
					thread->pid, 0);

	return process != FXR_NONE && world->processes[process].has_exit
		       ? world->processes[process].last_ns
		       : UINT64_MAX;
}

struct nesting *nesting_open(const struct fxr_world *world, uint64_t last_ns,
			     void (*ended)(void *context,
					   const struct nested *call),
			     void *context)
{
	const struct nesting_how how = {.n_threads = world->n_threads,
					.last_ns = last_ns,
					.exit_ns = exit_ns,
					.exits = (void *)world,
					.ended = ended,
					.context = context};

	return nesting_new(&how);
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
	const struct fxr_world *world = nesting_exits(nesting);

	return nesting_put(nesting, (size_t)(call->thread - world->threads),
			   call->number, call->begin_ns, end_of(call));
}
