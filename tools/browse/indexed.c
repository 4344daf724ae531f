/* SPDX-License-Identifier: MIT */
/*
 * See indexed.h.
 */
#include "tools/browse/indexed.h"

#include "tools/archive/nesting.h"
#include "tools/reader/memory.h"

/* Calls between two reports of the progress. */
#define PROGRESS_CALLS 65536u

static struct indexed_call *at(struct indexed *indexed, uint64_t number)
{
	return mapped_at(&indexed->all, number);
}

size_t indexed_process(const struct indexed *indexed, size_t thread)
{
	const struct fxr_thread *its = &indexed->world->threads[thread];

	return fxr_map_find(&indexed->world->process_map, its->provider,
			    its->pid, 0);
}

static void sums_of(struct indexed *indexed, const struct indexed_call *call,
		    struct indexed_sum *sums[N_INDEXED_BY])
{
	size_t process = indexed_process(indexed, call->thread);

	sums[BY_THREADS] = &indexed->sums[BY_THREADS][call->thread];
	sums[BY_PROCESSES] = &indexed->sums[BY_PROCESSES][process];
}

static void put_call(struct indexed *indexed, struct nesting *nesting,
		     const struct fxr_call *call)
{
	struct indexed_call *put = mapped_put(&indexed->all, 1);
	struct indexed_sum *sums[N_INDEXED_BY];

	put->frame = call->frame;
	put->begin_off = call->begin_off;
	put->end_off = call->has_end ? call->end_off : 0;
	put->begin_ns = call->begin_ns;
	put->end_ns = call->has_end ? call->end_ns : 0;
	put->thread = (uint32_t)(call->thread - indexed->world->threads);
	put->name = (uint32_t)(call->name - indexed->world->names);
	put->is_failed = call->error.n_bytes != 0;
	put->is_timed = fxr_shows_duration(call);
	put->depth = nesting_take(nesting, call)->depth & 0xffffff;
	sums_of(indexed, put, sums);
	if (indexed->how.is_act &&
	    (indexed->is_act[put->name] || !sums[BY_PROCESSES]->n_calls))
		*(uint64_t *)mapped_put(&indexed->acts, 1) = indexed->all.n - 1;
	for (int i = 0; i < N_INDEXED_BY; i++) {
		sums[i]->n_calls++;
		sums[i]->n_failed += put->is_failed;
		if (put->is_timed && !put->depth)
			sums[i]->total_ns += put->end_ns - put->begin_ns;
	}
}

/* Archives are read twice: the first time for the order of the calls. */
static void first_half(void *context, uint64_t done_bytes, uint64_t total_bytes)
{
	const struct indexed *indexed = context;

	if (indexed->how.progress)
		indexed->how.progress(indexed->how.context, done_bytes,
				      2 * total_bytes);
}

static void second_half(struct indexed *indexed)
{
	uint64_t n = fxr_calls_totals(indexed->calls)->n_calls;

	if (indexed->how.progress)
		indexed->how.progress(indexed->how.context, n + indexed->all.n,
				      2 * n);
}

static void read_calls(struct indexed *indexed)
{
	struct nesting *nesting =
		nesting_open(indexed->world, indexed->last_ns, NULL, NULL);
	struct fxr_call call;

	while (fxr_calls_next(indexed->calls, &call)) {
		put_call(indexed, nesting, &call);
		if (indexed->all.n % PROGRESS_CALLS == 0)
			second_half(indexed);
	}
	nesting_close(nesting);
}

/* Of one thread. What is inside a call are those that follow it, up to the next
 * one that is not deeper. */
static void count_inner(struct indexed *indexed, uint64_t from, uint64_t to,
			struct mapped *open)
{
	mapped_clear(open);
	for (uint64_t place = from; place <= to; place++) {
		const struct indexed_call *call =
			place < to ? at(indexed, indexed_number(indexed, place))
				   : NULL;

		while (open->n) {
			uint64_t outer =
				*(uint64_t *)mapped_at(open, open->n - 1);
			struct indexed_call *its =
				at(indexed, indexed_number(indexed, outer));

			if (call && call->depth > its->depth)
				break;
			its->n_inner = (uint32_t)(place - outer - 1);
			open->n--;
		}
		*(uint64_t *)mapped_put(open, 1) = place;
	}
}

/* Numbers thread by thread. */
static void order_places(struct indexed *indexed)
{
	size_t n_threads = indexed->world->n_threads;
	uint64_t n = indexed->all.n, *next;
	struct mapped open;

	indexed->first = fxr_new(n_threads + 1, sizeof(uint64_t));
	next = fxr_new(n_threads + 1, sizeof(uint64_t));
	for (uint64_t i = 0; i < n; i++)
		indexed->first[at(indexed, i)->thread + 1]++;
	for (size_t i = 0; i < n_threads; i++) {
		next[i] = indexed->first[i];
		indexed->first[i + 1] += indexed->first[i];
	}
	if (n)
		mapped_put(&indexed->places, n);
	for (uint64_t i = 0; i < n; i++) {
		struct indexed_call *call = at(indexed, i);

		call->place = next[call->thread]++;
		*(uint64_t *)mapped_at(&indexed->places, call->place) = i;
	}
	fxr_free(next);
	mapped_open(&open, sizeof(uint64_t));
	for (size_t i = 0; i < n_threads; i++)
		count_inner(indexed, indexed->first[i], indexed->first[i + 1],
			    &open);
	mapped_close(&open);
}

static void make_sums(struct indexed *indexed)
{
	const struct fxr_world *world = indexed->world;

	indexed->sums[BY_THREADS] =
		fxr_new(world->n_threads + 1, sizeof(struct indexed_sum));
	indexed->sums[BY_PROCESSES] =
		fxr_new(world->n_processes + 1, sizeof(struct indexed_sum));
}

static void choose_acts(struct indexed *indexed)
{
	const struct fxr_world *world = indexed->world;

	indexed->is_act = fxr_new(world->n_names + 1, sizeof(bool));
	for (size_t i = 0; indexed->how.is_act && i < world->n_names; i++)
		indexed->is_act[i] = indexed->how.is_act(
			world->names[i].category, world->names[i].name);
}

struct indexed *indexed_open(struct fxr_reader *reader,
			     const struct indexed_how *how)
{
	struct indexed *indexed = fxr_new(1, sizeof(*indexed));
	const struct fxr_calls_options options = {
		.progress = first_half, .context = indexed, .is_brief = true};

	indexed->how = *how;
	indexed->reader = reader;
	indexed->calls = fxr_calls_open(reader, &options);
	indexed->world = fxr_calls_world(indexed->calls);
	indexed->last_ns = fxr_calls_totals(indexed->calls)->last_ns;
	indexed->filler.world = indexed->world;
	make_sums(indexed);
	choose_acts(indexed);
	mapped_open(&indexed->all, sizeof(struct indexed_call));
	mapped_open(&indexed->places, sizeof(uint64_t));
	mapped_open(&indexed->acts, sizeof(uint64_t));
	read_calls(indexed);
	order_places(indexed);
	return indexed;
}

void indexed_close(struct indexed *indexed)
{
	if (!indexed)
		return;
	fxr_filler_fini(&indexed->filler);
	mapped_close(&indexed->all);
	mapped_close(&indexed->places);
	mapped_close(&indexed->acts);
	fxr_free(indexed->is_act);
	fxr_free(indexed->first);
	for (int i = 0; i < N_INDEXED_BY; i++)
		fxr_free(indexed->sums[i]);
	fxr_calls_close(indexed->calls);
	fxr_close(indexed->reader);
	fxr_free(indexed);
}

bool indexed_fill(struct indexed *indexed, uint64_t number,
		  struct fxr_call *call)
{
	const struct indexed_call *its = indexed_at(indexed, number);
	const struct fxr_entry entry = {.number = number,
					.frame = its->frame,
					.begin_off = its->begin_off,
					.end_off = its->end_off,
					.begin_ns = its->begin_ns,
					.end_ns = its->end_ns,
					.thread = its->thread,
					.name = its->name};

	return fxr_fill(&indexed->filler, &entry, call);
}

uint64_t indexed_around(const struct indexed *indexed, uint64_t number)
{
	const struct indexed_call *call = indexed_at(indexed, number);

	if (!call->depth)
		return UINT64_MAX;
	for (uint64_t place = call->place; place--;) {
		uint64_t outer = indexed_number(indexed, place);

		if (indexed_at(indexed, outer)->depth < call->depth)
			return outer;
	}
	return UINT64_MAX;
}

uint64_t indexed_again(const struct indexed *indexed,
		       const struct indexed_call *call)
{
	uint64_t from = 0, to = indexed->all.n;

	while (from < to) {
		uint64_t middle = from + (to - from) / 2;

		if (indexed_at(indexed, middle)->begin_ns < call->begin_ns)
			from = middle + 1;
		else
			to = middle;
	}
	for (to = from; to < indexed->all.n &&
			indexed_at(indexed, to)->begin_ns == call->begin_ns;
	     to++)
		if (indexed_at(indexed, to)->begin_off == call->begin_off)
			return to;
	return from < indexed->all.n ? from
	       : indexed->all.n	     ? indexed->all.n - 1
				     : 0;
}
