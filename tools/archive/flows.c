/* SPDX-License-Identifier: MIT */
/*
 * Follows the calls of each thread, see flows.h: a stack of those that have
 * begun, and the flows' events without a call so far. A call that is one record
 * may follow the records of the events inside it.
 */
#include "tools/archive/flows.h"

struct event {
	uint64_t ticks, id;
};

struct flows_thread {
	bool *is_kept; /* of the open calls: whether each stays */
	size_t n_open, open_capacity;
	size_t n_kept; /* how many of these stay */
	struct event *outside;
	size_t n_outside, outside_capacity;
	uint64_t first, last; /* times of the last call that was one record */
};

static bool is_flow(const struct fxr_record *record)
{
	return record->type == FXT_RECORD_EVENT &&
	       record->as.event.type >= FXT_EVENT_FLOW_BEGIN &&
	       record->as.event.type <= FXT_EVENT_FLOW_END;
}

static struct flows_thread *thread_of(struct flows *flows,
				      struct fxr_reader *reader,
				      const struct fxr_record *record)
{
	uint64_t pid, tid;
	uint32_t i;

	fxr_thread(reader, record->provider, record->off,
		   &record->as.event.thread, &pid, &tid);
	i = fxr_map_find(&flows->numbers, pid, tid, 0);
	if (i == FXR_NONE) {
		i = (uint32_t)flows->n_threads;
		flows->threads =
			fxr_grow(flows->threads, &flows->capacity,
				 flows->n_threads + 1, sizeof(*flows->threads));
		flows->n_threads++; /* there is space: budgets end in between */
		fxr_map_put(&flows->numbers, pid, tid, 0, i);
	}
	return &flows->threads[i];
}

static void begin_call(struct flows_thread *thread, bool is_kept)
{
	thread->is_kept = fxr_grow(thread->is_kept, &thread->open_capacity,
				   thread->n_open + 1, sizeof(bool));
	thread->is_kept[thread->n_open++] = is_kept;
	thread->n_kept += is_kept;
}

static void end_call(struct flows_thread *thread)
{
	if (thread->n_open)
		thread->n_kept -= thread->is_kept[--thread->n_open];
}

/* Counts the events of a flow that are in no call. */
static void count_outside(struct flows *flows, uint64_t id, uint32_t change)
{
	uint32_t n = fxr_map_find(&flows->outside, id, 0, 0);

	fxr_map_put(&flows->outside, id, 0, 0,
		    (n == FXR_NONE ? 0 : n) + change);
}

/* A call that is one record: earlier events may be inside it. */
static void take_complete(struct flows *flows, struct flows_thread *thread,
			  const struct fxt_event *event)
{
	size_t n = 0;

	thread->first = event->ticks;
	thread->last = event->tail;
	for (size_t i = 0; i < thread->n_outside; i++) {
		struct event one = thread->outside[i];

		if (one.ticks >= thread->first && one.ticks <= thread->last)
			count_outside(flows, one.id, -1u);
		else
			thread->outside[n++] = one;
	}
	thread->n_outside = n;
}

static void take_flow(struct flows *flows, struct flows_thread *thread,
		      const struct fxt_event *event)
{
	if (thread->n_kept ||
	    (event->ticks >= thread->first && event->ticks <= thread->last))
		return;
	count_outside(flows, event->tail, 1);
	thread->outside =
		fxr_grow(thread->outside, &thread->outside_capacity,
			 thread->n_outside + 1, sizeof(*thread->outside));
	thread->outside[thread->n_outside++] =
		(struct event){event->ticks, event->tail};
}

void flows_note(struct flows *flows, struct fxr_reader *reader,
		const struct fxr_record *record, bool is_kept)
{
	const struct fxt_event *event = &record->as.event;
	struct flows_thread *thread;

	if (!record->words || !record->is_known ||
	    record->type != FXT_RECORD_EVENT ||
	    (!is_flow(record) && (event->type < FXT_EVENT_DURATION_BEGIN ||
				  event->type > FXT_EVENT_DURATION_COMPLETE)))
		return;
	thread = thread_of(flows, reader, record);
	if (event->type == FXT_EVENT_DURATION_BEGIN)
		begin_call(thread, is_kept);
	else if (event->type == FXT_EVENT_DURATION_END)
		end_call(thread);
	else if (is_flow(record))
		take_flow(flows, thread, event);
	else if (is_kept)
		take_complete(flows, thread, event);
}

bool flows_has(const struct flows *flows, const struct fxr_record *record)
{
	uint32_t n;

	if (!is_flow(record))
		return true;
	n = fxr_map_find(&flows->outside, record->as.event.tail, 0, 0);
	return n == FXR_NONE || !n;
}

void flows_fini(struct flows *flows)
{
	for (size_t i = 0; i < flows->n_threads; i++) {
		fxr_free(flows->threads[i].is_kept);
		fxr_free(flows->threads[i].outside);
	}
	fxr_free(flows->threads);
	fxr_map_fini(&flows->numbers);
	fxr_map_fini(&flows->outside);
}
