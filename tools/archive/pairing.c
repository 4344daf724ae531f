/* SPDX-License-Identifier: MIT */
/*
 * Matches begins and ends, see pairing.h.
 */
#include "tools/archive/pairing.h"

#include <stdlib.h>

#include "tools/base/die.h"
#include "writer/fxt.h"
#include "writer/wire.h"

bool pairing_is_call(uint64_t head)
{
	unsigned type = head >> 16 & 15;

	return (head & 15) == FXT_RECORD_EVENT &&
	       (type == FXT_EVENT_DURATION_BEGIN ||
		type == FXT_EVENT_DURATION_END ||
		type == FXT_EVENT_DURATION_COMPLETE);
}

/* The recorder's own records are not a thread's: they stay. */
static bool is_of_thread(const uint64_t *record, uint64_t ref)
{
	return ref || record[3] != fxw_recorder_koid((uint32_t)record[2]);
}

bool pairing_is_alongside(const uint64_t *record)
{
	uint64_t head = record[0];
	unsigned type = head >> 16 & 15;

	if ((head & 15) == FXT_RECORD_LOG)
		return is_of_thread(record, head >> 32 & 0xff);
	return (head & 15) == FXT_RECORD_EVENT &&
	       (type == FXT_EVENT_COUNTER || type >= FXT_EVENT_ASYNC_BEGIN) &&
	       type <= FXT_EVENT_FLOW_END &&
	       is_of_thread(record, head >> 24 & 0xff);
}

static uint64_t thread_of(const uint64_t *record, uint32_t provider)
{
	uint64_t ref = record[0] >> 24 & 0xff;
	/* inline: its koids, mixed into one number */
	uint64_t number =
		ref ? ref : record[2] * 0x9e3779b97f4a7c15ull + record[3];

	return number * 0xbf58476d1ce4e5b9ull + provider;
}

void pairing_add(struct pairing *pairing, const uint64_t *record,
		 uint32_t provider, uint64_t place)
{
	if (pairing->n == pairing->capacity) {
		pairing->capacity = pairing->capacity * 2 + 1024;
		pairing->events =
			realloc(pairing->events,
				pairing->capacity * sizeof(*pairing->events));
		if (!pairing->events)
			die("out of memory");
	}
	pairing->events[pairing->n++] = (struct pairing_event){
		.thread = thread_of(record, provider),
		.ticks = record[1],
		.place = place,
		.type = record[0] >> 16 & 15,
	};
}

static int by_thread_and_time(const void *a, const void *b)
{
	const struct pairing_event *x = a, *y = b;

	if (x->thread != y->thread)
		return x->thread < y->thread ? -1 : 1;
	return (x->ticks > y->ticks) - (x->ticks < y->ticks);
}

static int by_place(const void *a, const void *b)
{
	const struct pairing_event *x = a, *y = b;

	return (x->place > y->place) - (x->place < y->place);
}

void pairing_match(struct pairing *pairing)
{
	uint64_t thread = 0, depth = 0;
	bool *gone; /* of each open call: whether its begin is gone */

	if (!pairing->n) /* qsort takes no NULL, even for 0 items */
		return;
	gone = malloc(pairing->n * sizeof(*gone));
	if (!gone)
		die("out of memory");
	qsort(pairing->events, pairing->n, sizeof(*pairing->events),
	      by_thread_and_time);
	for (size_t i = 0; i < pairing->n; i++) {
		struct pairing_event *event = &pairing->events[i];

		if (i == 0 || event->thread != thread)
			depth = 0;
		thread = event->thread;
		if (event->type == FXT_EVENT_DURATION_BEGIN)
			gone[depth++] = event->is_gone;
		if (event->type != FXT_EVENT_DURATION_END)
			continue;
		event->is_begun = depth && gone[depth - 1];
		event->is_stray =
			depth == 0 || (event->is_begun && !event->is_gone);
		depth -= depth > 0;
	}
	free(gone);
	qsort(pairing->events, pairing->n, sizeof(*pairing->events), by_place);
}

void pairing_free(struct pairing *pairing)
{
	free(pairing->events);
	*pairing = (struct pairing){0};
}
