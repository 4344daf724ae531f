/* SPDX-License-Identifier: MIT */
/*
 * See events.h. The library for others knows events from records.
 */
#include "tools/timeline/events.h"

#include "tools/library/reader.h"
#include "tools/timeline/counters.h"
#include "tools/timeline/flows.h"
#include "tools/timeline/requests.h"

#define ASYNC_KINDS                                                            \
	(1u << FXTRACE_EVENT_ASYNC_BEGIN | 1u << FXTRACE_EVENT_ASYNC_INSTANT | \
	 1u << FXTRACE_EVENT_ASYNC_END)

#define FLOW_KINDS                                                             \
	(1u << FXTRACE_EVENT_FLOW_BEGIN | 1u << FXTRACE_EVENT_FLOW_STEP |      \
	 1u << FXTRACE_EVENT_FLOW_END)

struct events {
	struct merge *merge;
	const struct fxr_world *world;
	size_t part, first_thread, first_process;
	struct fxr_map threads; /* by pid and tid */
	struct fxr_map processes;
	const struct events_shown *shown;
	struct flows *flows;
	struct requests *requests;
	struct counters *counters;
};

static bool has_no_calls(void *context, const char *category, const char *name)
{
	(void)context;
	(void)category;
	(void)name;
	return false;
}

/* The first with each pid and tid. */
static void note_ids(struct events *events)
{
	const struct fxr_world *world = events->world;

	for (uint32_t i = 0; i < world->n_threads; i++) {
		const struct fxr_thread *thread = &world->threads[i];

		if (fxr_map_find(&events->threads, thread->pid, thread->tid,
				 0) == FXR_NONE)
			fxr_map_put(&events->threads, thread->pid, thread->tid,
				    0, i);
	}
	for (uint32_t i = 0; i < world->n_processes; i++)
		if (fxr_map_find(&events->processes, world->processes[i].pid, 0,
				 0) == FXR_NONE)
			fxr_map_put(&events->processes, world->processes[i].pid,
				    0, 0, i);
}

/* An index of the page's list; FXR_NONE stays. */
static uint32_t on_page(size_t first, uint32_t index)
{
	return index == FXR_NONE ? FXR_NONE : (uint32_t)first + index;
}

static bool is_shown(const struct events_shown *shown, uint32_t process)
{
	return !shown->is_shown ||
	       (process < shown->n && shown->is_shown[process]);
}

static void take(struct events *events, struct fxtrace_archive *archive,
		 const struct fxtrace_event *event)
{
	uint64_t ns = merge_ns(events->merge, events->part, event->ns);
	uint32_t thread =
		fxr_map_find(&events->threads, event->pid, event->tid, 0);
	uint32_t process = fxr_map_find(&events->processes, event->pid, 0, 0);

	/* of a thread without calls, or of a program after exec */
	if (thread != FXR_NONE && events->world->threads[thread].process)
		process = events->world->threads[thread].process - 1;
	process = on_page(events->first_process, process);
	thread = on_page(events->first_thread, thread);
	if (1u << event->kind & FLOW_KINDS)
		flows_take(events->flows, event, thread, ns);
	else if (!is_shown(events->shown, process))
		return;
	else if (event->kind == FXTRACE_EVENT_COUNTER)
		counters_take(events->counters, event, process, ns);
	else
		requests_take(events->requests, archive, event, thread, process,
			      ns);
}

/* One thread alone leads nowhere. */
static unsigned kinds_in(const struct fxr_world *world)
{
	unsigned kinds = 0;

	if (world->n_threads > 1 && world->n_flow_ends)
		kinds |= FLOW_KINDS;
	if (world->n_counts)
		kinds |= 1u << FXTRACE_EVENT_COUNTER;
	if (world->n_requests)
		kinds |= ASYNC_KINDS;
	return kinds;
}

static void read_part(struct events *events, const char *path)
{
	const struct fxtrace_options how = {.size = sizeof(how),
					    .is_brief = true,
					    .is_wanted = has_no_calls,
					    .max_memory_bytes = UINT64_MAX,
					    .has_sorted_events = true,
					    .event_kinds =
						    kinds_in(events->world)};
	struct fxtrace_archive *archive;
	const struct fxtrace_event *event;

	if (!how.event_kinds || strcmp(path, "-") == 0)
		return;
	note_ids(events);
	archive = fxtrace_open(path, &how);
	while (archive && (event = fxtrace_next_event(archive)))
		take(events, archive, event);
	if (archive)
		fxtrace_close(archive);
	fxr_map_fini(&events->threads);
	fxr_map_fini(&events->processes);
	flows_end_part(events->flows);
	requests_end_part(events->requests);
	counters_end_part(events->counters);
}

void events_put(struct pen *out, struct merge *merge,
		const struct events_shown *shown)
{
	struct events events = {.merge = merge,
				.shown = shown,
				.flows = flows_open(),
				.requests = requests_open(),
				.counters = counters_open()};

	for (; events.part < merge_n_parts(merge); events.part++) {
		const struct merge_part *part = merge_part(merge, events.part);

		events.world = part->world;
		read_part(&events, part->path);
		events.first_thread += part->world->n_threads;
		events.first_process += part->world->n_processes;
	}
	flows_put(events.flows, out);
	requests_put(events.requests, out);
	counters_put(events.counters, out);
	flows_close(events.flows);
	requests_close(events.requests);
	counters_close(events.counters);
}
