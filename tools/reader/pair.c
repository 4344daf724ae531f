/* SPDX-License-Identifier: MIT */
/*
 * Begins and ends into calls, see pair.h.
 */
#include "tools/reader/pair.h"

#include <string.h>

#include "tools/reader/frames.h"

/* Steps through stacks for ends that do not match the innermost call, over the
 * whole archive. A hostile one could make them quadratic. */
#define MAX_SEARCH_STEPS (1u << 26)
/* A stack deeper than this loses its oldest half: no program nests so. */
#define MAX_OPEN (1u << 16)

struct fxr_event fxr_event_of(struct fxr_world *world,
			      const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	enum fxr_event_kind kind = FXR_EVENT_END;

	if (event->type == FXT_EVENT_DURATION_BEGIN)
		kind = FXR_EVENT_BEGIN;
	if (event->type == FXT_EVENT_DURATION_COMPLETE)
		kind = FXR_EVENT_COMPLETE;
	return (struct fxr_event){
		.ns = fxr_ns(record->provider, event->ticks),
		.off_and_kind = record->off | kind,
		.thread = fxr_world_thread(world, record),
		.name = fxr_world_name(world, record),
	};
}

int fxr_event_compare(const void *a, const void *b, void *context)
{
	const struct fxr_event *x = a, *y = b;
	const struct fxr_world *world = context;

	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	if (x->thread != y->thread) {
		const struct fxr_thread *s = &world->threads[x->thread];
		const struct fxr_thread *t = &world->threads[y->thread];
		uint32_t s_id = fxr_provider(world->reader, s->provider)->id;
		uint32_t t_id = fxr_provider(world->reader, t->provider)->id;

		if (s_id != t_id)
			return s_id < t_id ? -1 : 1;
		if (s->tid != t->tid)
			return s->tid < t->tid ? -1 : 1;
	}
	if (x->off_and_kind == y->off_and_kind)
		return 0;
	return x->off_and_kind < y->off_and_kind ? -1 : 1;
}

static void put_entry(struct fxr_pairs *pairs, uint32_t thread,
		      const struct fxr_open *open, uint64_t end_off,
		      uint64_t end_ns)
{
	struct fxr_entry entry = {
		.number = open->number,
		.frame = open->frame,
		.begin_off = open->off,
		.end_off = end_off,
		.begin_ns = open->ns,
		.end_ns = end_ns,
		.thread = thread,
		.name = open->name,
	};

	pairs->put(pairs->context, &entry);
}

/* Gives up on the open calls [from, to) of a thread. */
static void drop_open(struct fxr_pairs *pairs, uint32_t index, size_t from,
		      size_t to)
{
	struct fxr_thread *thread = &pairs->world->threads[index];
	size_t i;

	if (from == to)
		return;
	for (i = from; i < to; i++)
		put_entry(pairs, index, &thread->open[i], 0, 0);
	memmove(&thread->open[from], &thread->open[to],
		(thread->n_open - to) * sizeof(*thread->open));
	thread->n_open -= to - from;
	if (thread->swap_depth > from)
		thread->swap_depth = 0;
}

static void push_open(struct fxr_pairs *pairs, uint32_t index,
		      const struct fxr_open *open)
{
	struct fxr_thread *thread = &pairs->world->threads[index];

	if (thread->n_open == MAX_OPEN)
		drop_open(pairs, index, 0, MAX_OPEN / 2);
	thread->open = fxr_grow(thread->open, &thread->open_capacity,
				thread->n_open + 1, sizeof(*thread->open));
	thread->open[thread->n_open++] = *open;
}

/* Ends the innermost open call of the event's name; calls inside it have lost
 * their ends. */
static void end_open(struct fxr_pairs *pairs, const struct fxr_event *event)
{
	struct fxr_thread *thread = &pairs->world->threads[event->thread];
	size_t at = thread->n_open;

	while (at && thread->open[at - 1].name != event->name &&
	       ++pairs->n_search_steps < MAX_SEARCH_STEPS)
		at--;
	if (!at || thread->open[at - 1].name != event->name) {
		pairs->n_stray_ends++;
		return;
	}
	drop_open(pairs, event->thread, at, thread->n_open);
	put_entry(pairs, event->thread, &thread->open[--thread->n_open],
		  fxr_event_off(event), event->ns);
	if (thread->swap_depth > thread->n_open)
		thread->swap_depth = 0;
}

/* A call that ends a frame is open: the calls inside it are in that frame. */
static void enter_swap(struct fxr_thread *thread, uint64_t frame)
{
	thread->swap_depth = thread->n_open;
	thread->swap_frame = frame;
}

void fxr_pair(struct fxr_pairs *pairs, const struct fxr_event *event)
{
	struct fxr_world *world = pairs->world;
	struct fxr_open open = {.number = pairs->n_calls,
				.off = fxr_event_off(event),
				.ns = event->ns,
				.name = event->name};
	bool ends_frame = false;

	if (fxr_event_kind(event) == FXR_EVENT_END) {
		end_open(pairs, event);
		return;
	}
	open.frame = fxr_frame(world, event->thread, event->name, &ends_frame);
	pairs->n_calls++;
	if (fxr_event_kind(event) == FXR_EVENT_COMPLETE) {
		put_entry(pairs, event->thread, &open, open.off, 0);
		return;
	}
	push_open(pairs, event->thread, &open);
	if (ends_frame)
		enter_swap(&world->threads[event->thread], open.frame);
}

void fxr_pair_finish(struct fxr_pairs *pairs)
{
	size_t i;

	for (i = 0; i < pairs->world->n_threads; i++)
		drop_open(pairs, (uint32_t)i, 0,
			  pairs->world->threads[i].n_open);
}
