/* SPDX-License-Identifier: MIT */
/*
 * Calls of a growing archive, see follow.h. Events are sorted as they come; up
 * to where they are settled they are paired. What was given without its end
 * stays on its thread's stack as a number and a name.
 */
#include "tools/reader/follow.h"

#include <stdlib.h>

#include "tools/reader/fill.h"

/* Most bytes that wait. */
#define FULL_BYTES (32u << 20)
/* Bytes that stay readable before them, for blobs in pieces: pieces come before
 * their call. */
#define HISTORY_BYTES (4u << 20)
/* Pieces of blobs that are remembered, approximately. */
#define MAX_PIECES (1u << 16)
/* Enough for all events of FULL_BYTES: never a temporary file. */
#define MAX_EVENTS ((size_t)FULL_BYTES)

struct fxr_follow {
	struct fxr_reader *reader;
	struct fxr_world world;
	struct fxr_sorter events; /* not settled */
	uint64_t oldest_off;	  /* of them; UINT64_MAX: there are none */
	struct fxr_pairs pairs;
	struct fxr_filler filler;
	struct fxr_record record;
	/* Of the last settling: */
	struct fxr_entry *steps;
	size_t n_steps, steps_capacity, next_step;
	uint64_t first_number;	/* of the calls that began in it */
	uint32_t *step_of_call; /* by number since then */
	size_t n_new, new_capacity;
};

static void init_events(struct fxr_follow *follow)
{
	fxr_sorter_init(&follow->events, sizeof(struct fxr_event),
			fxr_event_compare, &follow->world, MAX_EVENTS);
	follow->oldest_off = UINT64_MAX;
}

static void put_event(struct fxr_follow *follow, const struct fxr_event *event)
{
	if (fxr_event_off(event) < follow->oldest_off)
		follow->oldest_off = fxr_event_off(event);
	fxr_sorter_put(&follow->events, event);
}

static struct fxr_entry *add_step(struct fxr_follow *follow)
{
	follow->steps = fxr_grow(follow->steps, &follow->steps_capacity,
				 follow->n_steps + 1, sizeof(*follow->steps));
	return &follow->steps[follow->n_steps++];
}

static void add_new(struct fxr_follow *follow, const struct fxr_event *event)
{
	follow->step_of_call =
		fxr_grow(follow->step_of_call, &follow->new_capacity,
			 follow->n_new + 1, sizeof(*follow->step_of_call));
	follow->step_of_call[follow->n_new++] = (uint32_t)follow->n_steps;
	*add_step(follow) = (struct fxr_entry){
		.number = follow->pairs.n_calls,
		.begin_off = fxr_event_off(event),
		.begin_ns = event->ns,
		.thread = event->thread,
		.name = event->name,
	};
}

/* Adds an end to its begin, or alone if that was delivered before. */
static void put_call(void *context, const struct fxr_entry *entry)
{
	struct fxr_follow *follow = context;
	struct fxr_entry *step;

	if (!entry->end_off)
		return;
	if (entry->number >= follow->first_number) {
		step = &follow->steps
				[follow->step_of_call[entry->number -
						      follow->first_number]];
		step->end_off = entry->end_off;
		step->end_ns = entry->end_ns;
		return;
	}
	step = add_step(follow);
	*step = *entry;
	step->begin_off = 0;
}

struct fxr_follow *fxr_follow_open(void)
{
	struct fxr_follow *follow = fxr_new(1, sizeof(*follow));

	follow->reader = fxr_open_memory(NULL, 0);
	fxr_world_init(&follow->world, follow->reader);
	init_events(follow);
	follow->pairs = (struct fxr_pairs){
		.world = &follow->world, .context = follow, .put = put_call};
	follow->filler.world = &follow->world;
	return follow;
}

void fxr_follow_close(struct fxr_follow *follow)
{
	fxr_sorter_fini(&follow->events);
	fxr_filler_fini(&follow->filler);
	fxr_world_fini(&follow->world);
	fxr_close(follow->reader);
	fxr_free(follow->steps);
	fxr_free(follow->step_of_call);
	fxr_free(follow);
}

/* The offset from which records are still needed. */
static uint64_t keep_off(const struct fxr_follow *follow)
{
	uint64_t off = fxr_off(follow->reader);

	if (follow->oldest_off < off)
		off = follow->oldest_off;
	return off > HISTORY_BYTES ? off - HISTORY_BYTES : 0;
}

void fxr_follow_feed(struct fxr_follow *follow, const void *bytes,
		     size_t n_bytes)
{
	struct fxr_event event;

	if (follow->world.n_pieces > MAX_PIECES)
		fxr_world_forget_blobs(&follow->world);
	fxr_feed(follow->reader, bytes, n_bytes, keep_off(follow));
	while (!fxr_next(follow->reader, &follow->record)) {
		if (!fxr_world_take(&follow->world, &follow->record))
			continue;
		event = fxr_event_of(&follow->world, &follow->record);
		put_event(follow, &event);
	}
}

bool fxr_follow_is_full(const struct fxr_follow *follow)
{
	return follow->oldest_off != UINT64_MAX &&
	       fxr_off(follow->reader) - follow->oldest_off > FULL_BYTES;
}

void fxr_follow_settle(struct fxr_follow *follow, uint64_t ns)
{
	struct fxr_sorter events = follow->events;
	struct fxr_event event;

	init_events(follow);
	follow->n_steps = follow->next_step = follow->n_new = 0;
	follow->first_number = follow->pairs.n_calls;
	fxr_sorter_finish(&events);
	while (fxr_sorter_next(&events, &event)) {
		if (event.ns > ns) {
			put_event(follow, &event);
			continue;
		}
		if (fxr_event_kind(&event) != FXR_EVENT_END)
			add_new(follow, &event);
		fxr_pair(&follow->pairs, &event);
	}
	fxr_sorter_fini(&events);
}

enum fxr_step fxr_follow_next(struct fxr_follow *follow, struct fxr_call *call)
{
	while (follow->next_step < follow->n_steps) {
		const struct fxr_entry *step =
			&follow->steps[follow->next_step++];

		/* malformed: the record cannot be read again */
		if (!fxr_fill(&follow->filler, step, call))
			continue;
		if (!step->begin_off)
			return FXR_STEP_RESUMED;
		return step->end_off ? FXR_STEP_CALL : FXR_STEP_BEGUN;
	}
	return FXR_STEP_NONE;
}

struct fxr_world *fxr_follow_world(struct fxr_follow *follow)
{
	return &follow->world;
}

const struct fxr_error *fxr_follow_error(const struct fxr_follow *follow)
{
	return fxr_error(follow->reader);
}
