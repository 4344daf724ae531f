/* SPDX-License-Identifier: MIT */
/*
 * Calls of an archive of the library inside calls, see around.h.
 */
#include "tools/client/around.h"

static uint64_t exit_ns(void *archive, size_t index)
{
	const struct fxtrace_thread *thread = fxtrace_thread(archive, index);

	return thread && thread->process->has_exit ? thread->process->last_ns
						   : UINT64_MAX;
}

struct nesting *around_open(struct fxtrace_archive *archive,
			    void (*ended)(void *context,
					  const struct nested *call),
			    void *context)
{
	const struct nesting_how how = {
		.n_threads = fxtrace_n_threads(archive),
		.last_ns = fxtrace_totals(archive)->last_ns,
		.exit_ns = exit_ns,
		.exits = archive,
		.ended = ended,
		.context = context};

	return nesting_new(&how);
}

static uint64_t end_of(const struct fxtrace_call *call)
{
	if (call->has_end)
		return call->end_ns;
	return call->is_ended || call->state == FXTRACE_REPLACED
		       ? call->begin_ns
		       : UINT64_MAX;
}

struct nested *around_take(struct nesting *nesting,
			   const struct fxtrace_call *call)
{
	return nesting_put(nesting, call->thread->index, call->number,
			   call->begin_ns, end_of(call));
}
