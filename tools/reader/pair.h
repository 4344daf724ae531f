/* SPDX-License-Identifier: MIT */
/*
 * Events of calls, and how begins and ends pair up: a stack for each thread.
 */
#ifndef TOOLS_READER_PAIR_H
#define TOOLS_READER_PAIR_H

#include "tools/reader/world.h"

enum fxr_event_kind { FXR_EVENT_BEGIN, FXR_EVENT_END, FXR_EVENT_COMPLETE };

/* One event of a call. Offsets are multiples of 8: the kind fits below. */
struct fxr_event {
	uint64_t ns;
	uint64_t off_and_kind;
	uint32_t thread, name; /* indexes of the world's */
};

/* A call of a thread that has begun. */
struct fxr_open {
	uint64_t number, off, ns, frame;
	uint32_t name;
};

/* A call as the offsets of its records. */
struct fxr_entry {
	uint64_t number, frame;
	uint64_t begin_off, end_off; /* 0: not there */
	uint64_t begin_ns, end_ns;   /* end_ns 0: a complete event has it */
	uint32_t thread, name;
};

struct fxr_pairs {
	struct fxr_world *world;
	void *context;
	/* A call that is over, end_off 0 if its end is lost. */
	void (*put)(void *context, const struct fxr_entry *entry);
	uint64_t n_calls; /* begun so far: the next one's number */
	uint64_t n_stray_ends;
	uint64_t n_search_steps;
};

/* The event of a record for which fxr_world_take has returned true. Thread and
 * function are made if need be. */
struct fxr_event fxr_event_of(struct fxr_world *world,
			      const struct fxr_record *record);

static inline enum fxr_event_kind fxr_event_kind(const struct fxr_event *event)
{
	return (enum fxr_event_kind)(event->off_and_kind & 7);
}

static inline uint64_t fxr_event_off(const struct fxr_event *event)
{
	return event->off_and_kind & ~(uint64_t)7;
}

/* Orders events by time, then provider id, then thread, then place; `world` is
 * theirs. An fxr_compare. */
int fxr_event_compare(const void *a, const void *b, void *world);

/* Takes the next event in that order. */
void fxr_pair(struct fxr_pairs *pairs, const struct fxr_event *event);

/* No more events: calls that are open have no end. */
void fxr_pair_finish(struct fxr_pairs *pairs);

#endif
