/* SPDX-License-Identifier: MIT */
/*
 * See slow.h. During the search, the calls are a heap with the shortest one on
 * top, which a longer one replaces.
 */
#include "tools/slow/slow.h"

#include <stdlib.h>

#include "tools/archive/nesting.h"

struct slow {
	const struct fxr_world *world;
	uint64_t last_ns;
	struct nesting *nesting;
	struct slow_call *calls;
	size_t n, n_wanted;
	uint64_t *outer_end_ns; /* by thread: of its outermost call */
	size_t outer_capacity;
};

/* The mark of calls that are not wanted. */
#define NOT_WANTED UINT32_MAX

static void swap_calls(struct slow_call *a, struct slow_call *b)
{
	struct slow_call other = *a;

	*a = *b;
	*b = other;
}

static void sift_up(struct slow *slow)
{
	struct slow_call *heap = slow->calls;
	size_t at = slow->n - 1;

	while (at && heap[at].self_ns < heap[(at - 1) / 2].self_ns) {
		swap_calls(&heap[at], &heap[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
}

static void sift_down(struct slow *slow)
{
	struct slow_call *heap = slow->calls;

	for (size_t at = 0, next; (next = 2 * at + 1) < slow->n; at = next) {
		if (next + 1 < slow->n &&
		    heap[next + 1].self_ns < heap[next].self_ns)
			next++;
		if (heap[at].self_ns <= heap[next].self_ns)
			return;
		swap_calls(&heap[at], &heap[next]);
	}
}

/* A call has ended. */
static void end_call(void *context, const struct nested *nested)
{
	struct slow *slow = context;
	uint64_t ns = nested->end_ns - nested->begin_ns;
	struct slow_call call = {.number = nested->number,
				 .begin_ns = nested->begin_ns,
				 .end_ns = nested->end_ns,
				 .thread = nested->mark};

	call.self_ns = ns > nested->inner_ns ? ns - nested->inner_ns : 0;
	if (nested->mark == NOT_WANTED || nested->end_ns < nested->begin_ns)
		return;
	if (slow->n < slow->n_wanted) {
		slow->calls[slow->n++] = call;
		sift_up(slow);
	} else if (slow->n && call.self_ns > slow->calls[0].self_ns) {
		slow->calls[0] = call;
		sift_down(slow);
	}
}

struct slow *slow_open(const struct fxr_world *world, uint64_t last_ns,
		       size_t n)
{
	struct slow *slow = fxr_new(1, sizeof(*slow));

	slow->world = world;
	slow->last_ns = last_ns;
	slow->n_wanted = n;
	slow->calls = fxr_new(n + 1, sizeof(*slow->calls));
	slow->nesting = nesting_open(world, last_ns, end_call, slow);
	return slow;
}

void slow_find(struct slow *slow, const struct fxr_call *call, bool is_wanted)
{
	/* a call that never returns holds nothing up */
	bool is_over = call->state == FXR_CALL_NO_RETURN ||
		       call->state == FXR_CALL_REPLACED;

	nesting_take(slow->nesting, call)->mark =
		is_wanted && !is_over
			? (uint32_t)(call->thread - slow->world->threads)
			: NOT_WANTED;
}

static int slowest_first(const void *left, const void *right)
{
	const struct slow_call *a = left, *b = right;

	if (a->self_ns != b->self_ns)
		return a->self_ns < b->self_ns ? 1 : -1;
	return (a->number > b->number) - (a->number < b->number);
}

void slow_found(struct slow *slow)
{
	nesting_close(slow->nesting);
	slow->nesting = NULL;
	if (slow->n)
		qsort(slow->calls, slow->n, sizeof(*slow->calls),
		      slowest_first);
}

static struct slow_thread *thread_of(struct slow_call *call, uint32_t thread)
{
	for (size_t i = 0; i < call->n_others; i++)
		if (call->others[i].thread == thread)
			return &call->others[i];
	call->others = fxr_grow(call->others, &call->space, call->n_others + 1,
				sizeof(*call->others));
	call->others[call->n_others] = (struct slow_thread){.thread = thread};
	return &call->others[call->n_others++];
}

static struct slow_function *function_of(struct slow_thread *thread,
					 uint32_t name)
{
	for (size_t i = 0; i < thread->n_functions; i++)
		if (thread->functions[i].name == name)
			return &thread->functions[i];
	thread->functions =
		fxr_grow(thread->functions, &thread->space,
			 thread->n_functions + 1, sizeof(*thread->functions));
	thread->functions[thread->n_functions] =
		(struct slow_function){.name = name};
	return &thread->functions[thread->n_functions++];
}

/* The call that may have let it continue. */
static void note_last(struct slow *slow, struct slow_call *held,
		      const struct fxr_call *call, uint32_t thread,
		      uint32_t name)
{
	const struct fxr_thread *threads = slow->world->threads;
	bool is_ended = fxr_has_duration(call) && call->end_ns <= held->end_ns;
	uint64_t ns = is_ended ? call->end_ns : call->begin_ns;

	if (ns < held->begin_ns ||
	    threads[thread].pid != threads[held->thread].pid ||
	    (held->has_last && held->last_ns > ns))
		return;
	held->has_last = true;
	held->is_last_ended = is_ended;
	held->last_number = call->number;
	held->last_ns = ns;
	held->last_name = name;
	held->last_thread = thread;
}

/* A call of another thread, from `begin_ns` to `end_ns`. */
static void add_overlap(struct slow *slow, struct slow_call *held,
			const struct fxr_call *call, uint32_t thread,
			uint32_t name, uint64_t end_ns)
{
	uint64_t from = call->begin_ns > held->begin_ns ? call->begin_ns
							: held->begin_ns;
	uint64_t to = end_ns < held->end_ns ? end_ns : held->end_ns;
	struct slow_thread *other = thread_of(held, thread);
	struct slow_function *function = function_of(other, name);

	other->n_calls++;
	other->busy_ns += to - from;
	function->n++;
	function->ns += to - from;
	note_last(slow, held, call, thread, name);
}

/* Whether another call of the thread is open around it. */
static bool is_inner(struct slow *slow, const struct fxr_call *call,
		     uint32_t thread, uint64_t end_ns)
{
	slow->outer_end_ns = fxr_grow(slow->outer_end_ns, &slow->outer_capacity,
				      thread + 1, sizeof(*slow->outer_end_ns));
	if (call->begin_ns < slow->outer_end_ns[thread])
		return true;
	slow->outer_end_ns[thread] = end_ns;
	return false;
}

void slow_look(struct slow *slow, const struct fxr_world *world,
	       const struct fxr_call *call)
{
	uint32_t thread = (uint32_t)(call->thread - world->threads);
	uint32_t name = (uint32_t)(call->name - world->names);
	uint64_t end_ns = fxr_has_duration(call) ? call->end_ns : slow->last_ns;

	if (call->state == FXR_CALL_NO_RETURN ||
	    is_inner(slow, call, thread, end_ns))
		return;
	for (size_t i = 0; i < slow->n; i++) {
		struct slow_call *held = &slow->calls[i];

		if (held->thread != thread && call->begin_ns < held->end_ns &&
		    end_ns > held->begin_ns)
			add_overlap(slow, held, call, thread, name, end_ns);
	}
}

static int busiest_first(const void *left, const void *right)
{
	const struct slow_thread *a = left, *b = right;

	if (a->busy_ns != b->busy_ns)
		return a->busy_ns < b->busy_ns ? 1 : -1;
	return (a->thread > b->thread) - (a->thread < b->thread);
}

static int longest_first(const void *left, const void *right)
{
	const struct slow_function *a = left, *b = right;

	if (a->ns != b->ns)
		return a->ns < b->ns ? 1 : -1;
	return (a->name > b->name) - (a->name < b->name);
}

const struct slow_call *slow_calls(struct slow *slow, size_t *n)
{
	for (size_t i = 0; i < slow->n; i++) {
		struct slow_call *call = &slow->calls[i];

		if (call->n_others)
			qsort(call->others, call->n_others,
			      sizeof(*call->others), busiest_first);
		for (size_t k = 0; k < call->n_others; k++)
			qsort(call->others[k].functions,
			      call->others[k].n_functions,
			      sizeof(*call->others[k].functions),
			      longest_first);
	}
	*n = slow->n;
	return slow->calls;
}

void slow_close(struct slow *slow)
{
	for (size_t i = 0; i < slow->n; i++) {
		for (size_t k = 0; k < slow->calls[i].n_others; k++)
			free(slow->calls[i].others[k].functions);
		free(slow->calls[i].others);
	}
	free(slow->calls);
	free(slow->outer_end_ns);
	free(slow);
}
