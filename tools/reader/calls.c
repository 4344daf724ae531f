/* SPDX-License-Identifier: MIT */
/*
 * Calls out of events, see calls.h. First, index every event of a call and sort
 * the index by time. Second, go through the index with a stack for each thread,
 * which gives each call its number and both its records. Third, sort the calls
 * by number and read their records again, one call at a time. A call that is
 * one event is found in the index itself, if that is in memory: only its frame
 * is stored separately.
 */
#include "tools/reader/calls.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/fill.h"
#include "tools/reader/frames.h"

/* Records between two reports of the progress. */
#define PROGRESS_RECORDS 65536u

/* Calls that are one event, from this index position on, are in a frame. */
struct frame_run {
	size_t from;
	uint64_t frame;
};

/* The index, if it is in memory. */
struct in_memory {
	const struct fxr_event *events;
	size_t n_events;
	size_t at; /* events before it are paired; later, delivered */
	struct frame_run *runs;
	size_t n_runs, runs_capacity, next_run;
	uint64_t frame, next_number;
};

struct fxr_calls {
	struct fxr_reader *reader;
	struct fxr_calls_options options;
	struct fxr_world world;
	struct fxr_map causes; /* of the world, the last of each call */
	struct fxr_calls_totals totals;
	struct fxr_sorter events, calls;
	struct in_memory index;
	struct fxr_pairs pairs;
	struct fxr_filler filler;
	struct fxr_record record;
	const char *trouble;
	uint32_t only; /* provider, FXR_NONE: all */
};

static int compare_calls(const void *a, const void *b, void *context)
{
	const struct fxr_entry *x = a, *y = b;

	(void)context;
	if (x->number == y->number)
		return 0;
	return x->number < y->number ? -1 : 1;
}

static void note_time(struct fxr_calls *calls, struct fxr_process *process,
		      uint64_t ns, uint64_t last_ns)
{
	struct fxr_calls_totals *totals = &calls->totals;

	if (ns < totals->first_ns)
		totals->first_ns = ns;
	if (last_ns > totals->last_ns)
		totals->last_ns = last_ns;
	if (ns < process->first_ns)
		process->first_ns = ns;
	if (last_ns > process->last_ns)
		process->last_ns = last_ns;
}

static void index_event(struct fxr_calls *calls,
			const struct fxr_record *record)
{
	struct fxr_event event = fxr_event_of(&calls->world, record);
	struct fxr_thread *thread = &calls->world.threads[event.thread];
	struct fxr_process *process = fxr_process_of(&calls->world, thread);
	uint64_t last_ns = event.ns;

	if (fxr_event_kind(&event) == FXR_EVENT_COMPLETE)
		last_ns = fxr_ns(record->provider, record->as.event.tail);
	calls->totals.n_cut += fxr_world_is_cut(&calls->world, record);
	if (fxr_event_kind(&event) != FXR_EVENT_END) {
		thread->n_calls++;
		process->n_calls++;
		calls->world.names[event.name].n_calls++;
		calls->totals.n_calls++;
	}
	note_time(calls, process, event.ns, last_ns);
	fxr_sorter_put(&calls->events, &event);
}

static void report_progress(struct fxr_calls *calls)
{
	if (calls->options.progress)
		calls->options.progress(calls->options.context,
					fxr_off(calls->reader),
					fxr_bytes(calls->reader));
}

static void index_all(struct fxr_calls *calls)
{
	uint64_t n = 0;

	while (!fxr_next(calls->reader, &calls->record)) {
		if (fxr_world_take(&calls->world, &calls->record))
			index_event(calls, &calls->record);
		if (!(++n % PROGRESS_RECORDS))
			report_progress(calls);
	}
	fxr_sorter_finish(&calls->events);
}

/* The frame of the event that is being paired. */
static void put_frame(struct in_memory *index, uint64_t frame)
{
	if (index->n_runs && index->runs[index->n_runs - 1].frame == frame)
		return;
	index->runs = fxr_grow(index->runs, &index->runs_capacity,
			       index->n_runs + 1, sizeof(*index->runs));
	index->runs[index->n_runs++] = (struct frame_run){index->at, frame};
}

/* Causes by the thread, begin and function of their calls. */
static void find_causes(struct fxr_calls *calls)
{
	struct fxr_world *world = &calls->world;

	for (size_t i = 0; i < world->n_causes; i++) {
		struct fxr_cause *cause = &world->causes[i];

		if (cause->begin_ns == UINT64_MAX || cause->signal.n_bytes)
			continue;
		cause->next = fxr_map_find(&calls->causes, cause->thread,
					   cause->begin_ns, cause->name);
		fxr_map_put(&calls->causes, cause->thread, cause->begin_ns,
			    cause->name, (uint32_t)i);
	}
}

/* The number of the call that made a trigger fire. */
static void number_causes(struct fxr_calls *calls,
			  const struct fxr_entry *entry)
{
	struct fxr_cause *causes = calls->world.causes;

	for (uint32_t i = fxr_map_find(&calls->causes, entry->thread,
				       entry->begin_ns, entry->name);
	     i != FXR_NONE && causes[i].number == UINT64_MAX;
	     i = causes[i].next)
		causes[i].number = entry->number;
}

static void put_call(void *context, const struct fxr_entry *entry)
{
	struct fxr_calls *calls = context;

	if (calls->world.n_causes)
		number_causes(calls, entry);
	if (!entry->end_off) {
		calls->totals.n_unfinished++;
		calls->totals.n_replaced +=
			fxr_is_exec(calls->world.names[entry->name].name);
	}
	if (!calls->world.names[entry->name].is_wanted)
		return;
	calls->world.threads[entry->thread].n_wanted++;
	if (calls->index.events && entry->begin_off == entry->end_off)
		put_frame(&calls->index, entry->frame);
	else
		fxr_sorter_put(&calls->calls, entry);
}

static void pair_all(struct fxr_calls *calls)
{
	struct in_memory *index = &calls->index;
	struct fxr_event event;

	find_causes(calls);
	calls->pairs = (struct fxr_pairs){
		.world = &calls->world, .context = calls, .put = put_call};
	index->events = fxr_sorter_all(&calls->events, &index->n_events);
	for (; index->events && index->at < index->n_events; index->at++)
		fxr_pair(&calls->pairs, &index->events[index->at]);
	while (!index->events && fxr_sorter_next(&calls->events, &event))
		fxr_pair(&calls->pairs, &event);
	index->at = 0;
	fxr_pair_finish(&calls->pairs);
	calls->totals.n_stray_ends = calls->pairs.n_stray_ends;
	fxr_sorter_finish(&calls->calls);
}

static void choose_names(struct fxr_calls *calls)
{
	size_t i;

	for (i = 0; i < calls->world.n_names; i++) {
		struct fxr_name *name = &calls->world.names[i];

		if (calls->options.is_wanted)
			name->is_wanted = calls->options.is_wanted(
				calls->options.context, name->category,
				name->name);
	}
}

struct fxr_calls *fxr_calls_start(struct fxr_reader *reader,
				  const struct fxr_calls_options *options)
{
	struct fxr_calls *calls = fxr_new(1, sizeof(*calls));

	calls->reader = reader;
	calls->options = *options;
	calls->filler.world = &calls->world;
	calls->filler.max_blob_bytes = options->max_blob_bytes;
	calls->filler.keeps_memory = options->keeps_memory;
	calls->filler.is_brief = options->is_brief;
	calls->totals.first_ns = UINT64_MAX;
	calls->only = FXR_NONE;
	fxr_world_init(&calls->world, reader);
	fxr_sorter_init(&calls->events, sizeof(struct fxr_event),
			fxr_event_compare, &calls->world, options->n_chunk);
	fxr_sorter_init(&calls->calls, sizeof(struct fxr_entry), compare_calls,
			calls, options->n_chunk);
	return calls;
}

void fxr_calls_read(struct fxr_calls *calls)
{
	index_all(calls);
	fxr_wall_settle(&calls->world.wall);
	choose_names(calls);
	pair_all(calls);
	if (calls->events.has_failed || calls->calls.has_failed)
		calls->trouble = "the index does not fit the folder for "
				 "temporary files (TMPDIR)";
	if (!calls->index.events)
		fxr_sorter_fini(&calls->events);
	if (calls->totals.first_ns == UINT64_MAX)
		calls->totals.first_ns = 0;
}

struct fxr_calls *fxr_calls_open(struct fxr_reader *reader,
				 const struct fxr_calls_options *options)
{
	struct fxr_calls *calls = fxr_calls_start(reader, options);

	fxr_calls_read(calls);
	fxr_wall_find_zone(&calls->world.wall);
	return calls;
}

/* The call that the event at `index->at` is. */
static void entry_of(struct in_memory *index, struct fxr_entry *entry)
{
	const struct fxr_event *event = &index->events[index->at];
	uint64_t off = fxr_event_off(event);

	while (index->next_run < index->n_runs &&
	       index->runs[index->next_run].from <= index->at)
		index->frame = index->runs[index->next_run++].frame;
	*entry = (struct fxr_entry){.number = index->next_number,
				    .frame = index->frame,
				    .begin_off = off,
				    .end_off = off,
				    .begin_ns = event->ns,
				    .thread = event->thread,
				    .name = event->name};
}

/* The next call of the index, whose events are in the order of the numbers. */
static bool next_in_memory(struct fxr_calls *calls, struct fxr_entry *entry)
{
	struct in_memory *index = &calls->index;

	for (; index->at < index->n_events; index->at++) {
		const struct fxr_event *event = &index->events[index->at];
		enum fxr_event_kind kind = fxr_event_kind(event);
		bool is_found = true;

		if (kind == FXR_EVENT_END)
			continue;
		if (!calls->world.names[event->name].is_wanted) {
			index->next_number++;
			continue;
		}
		if (kind == FXR_EVENT_COMPLETE)
			entry_of(index, entry);
		else
			is_found = fxr_sorter_next(&calls->calls, entry);
		index->next_number++;
		index->at++;
		return is_found;
	}
	return false;
}

static bool next_entry(struct fxr_calls *calls, struct fxr_entry *entry)
{
	return calls->index.events ? next_in_memory(calls, entry)
				   : fxr_sorter_next(&calls->calls, entry);
}

static bool is_left_out(const struct fxr_calls *calls,
			const struct fxr_entry *entry)
{
	return calls->only != FXR_NONE &&
	       calls->world.threads[entry->thread].provider != calls->only;
}

bool fxr_calls_next(struct fxr_calls *calls, struct fxr_call *call)
{
	struct fxr_entry entry;

	do
		if (calls->trouble || !next_entry(calls, &entry))
			return false;
	while (is_left_out(calls, &entry));
	if (fxr_fill(&calls->filler, &entry, call))
		return true;
	calls->trouble = "the file changed while it was read";
	return false;
}

/* The cause's own arguments are none of the call. */
static void drop_own_args(struct fxr_call *call)
{
	size_t n = 0;

	for (size_t i = 0; i < call->n_args; i++)
		if (!call->args[i].name.n_bytes ||
		    call->args[i].name.bytes[0] != '@')
			call->args[n++] = call->args[i];
	call->n_args = n;
}

bool fxr_calls_cause(struct fxr_calls *calls, size_t i, struct fxr_call *call)
{
	const struct fxr_cause *cause = &calls->world.causes[i];
	struct fxr_entry entry = {.number = cause->number,
				  .begin_off = cause->off,
				  .begin_ns = cause->begin_ns != UINT64_MAX
						      ? cause->begin_ns
						      : cause->ns,
				  .thread = cause->thread,
				  .name = cause->name};

	if (!fxr_fill(&calls->filler, &entry, call))
		return false;
	drop_own_args(call);
	call->has_end = cause->duration_ns != UINT64_MAX && cause->duration_ns;
	if (call->has_end) {
		call->end_ns = call->begin_ns + cause->duration_ns;
		call->state = FXR_CALL_DONE;
	}
	return true;
}

void fxr_calls_only(struct fxr_calls *calls, uint32_t provider)
{
	calls->only = provider;
}

const char *fxr_calls_trouble(const struct fxr_calls *calls)
{
	return calls->trouble;
}

struct fxr_world *fxr_calls_world(struct fxr_calls *calls)
{
	return &calls->world;
}

const struct fxr_calls_totals *fxr_calls_totals(const struct fxr_calls *calls)
{
	return &calls->totals;
}

void fxr_calls_close(struct fxr_calls *calls)
{
	if (!calls)
		return;
	fxr_sorter_fini(&calls->calls);
	fxr_sorter_fini(&calls->events);
	fxr_free(calls->index.runs);
	fxr_map_fini(&calls->causes);
	fxr_world_fini(&calls->world);
	fxr_filler_fini(&calls->filler);
	fxr_free(calls);
}
