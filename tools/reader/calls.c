/* SPDX-License-Identifier: MIT */
/*
 * Calls out of events, see calls.h. Three steps: index every event of a call
 * and sort the index by time; go through it with a stack a thread, which gives
 * each call its number and both its records; sort the calls by number and read
 * their records again, one call at a time.
 */
#include "tools/reader/calls.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/join.h"

/* Records between two looks at the progress. */
#define PROGRESS_RECORDS 65536u
/* Steps through stacks for ends that do not match the innermost call, over the
 * whole archive; without a limit a hostile one could make them quadratic. */
#define MAX_SEARCH_STEPS (1u << 26)
/* A stack deeper than this loses its oldest half: no program nests so. */
#define MAX_OPEN (1u << 16)

/* One event of a call. Offsets are multiples of 8: the kind fits below. */
struct event_entry {
	uint64_t ns;
	uint64_t off_and_kind;
	uint32_t thread, name;
};

enum event_kind { BEGIN, END, COMPLETE };

struct call_entry {
	uint64_t number;
	uint64_t begin_off, end_off; /* end_off 0: no end */
	uint64_t begin_ns, end_ns;
	uint32_t thread, name;
};

/* A call of a thread that has begun. */
struct open_call {
	uint64_t number, off, ns;
	uint32_t name;
};

struct fxr_calls {
	struct fxr_reader *reader;
	struct fxr_calls_options options;
	struct fxr_world world;
	struct fxr_calls_totals totals;
	struct fxr_sorter events, calls;
	struct fxr_arena arena;	  /* of the call that was given last */
	struct fxr_map functions; /* provider and name to function, cached */
	const char *trouble;
	uint64_t n_search_steps;
	struct fxr_record record;
	uint64_t words[2][FXT_RECORD_MAX_WORDS];
};

/* By time, then provider id, then thread, then place. */
static int compare_events(const void *a, const void *b, void *context)
{
	const struct event_entry *x = a, *y = b;
	const struct fxr_calls *calls = context;

	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	if (x->thread != y->thread) {
		const struct fxr_thread *s = &calls->world.threads[x->thread];
		const struct fxr_thread *t = &calls->world.threads[y->thread];
		uint32_t s_id = fxr_provider(calls->reader, s->provider)->id;
		uint32_t t_id = fxr_provider(calls->reader, t->provider)->id;

		if (s_id != t_id)
			return s_id < t_id ? -1 : 1;
		if (s->tid != t->tid)
			return s->tid < t->tid ? -1 : 1;
	}
	if (x->off_and_kind == y->off_and_kind)
		return 0;
	return x->off_and_kind < y->off_and_kind ? -1 : 1;
}

static int compare_calls(const void *a, const void *b, void *context)
{
	const struct call_entry *x = a, *y = b;

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

/* Whether the event's @flags, which stand last, say that a value was cut. */
static bool is_cut(struct fxr_calls *calls, const struct fxr_record *record)
{
	unsigned n = record->n_args;
	const struct fxt_arg *last = &record->args[n ? n - 1 : 0];
	struct fxr_text flags;

	if (!n || last->type != FXT_ARG_STRING ||
	    !fxr_is(fxr_string(calls->reader, record->provider, record->off,
			       &last->name),
		    "@flags"))
		return false;
	flags = fxr_string(calls->reader, record->provider, record->off,
			   &last->value.string);
	return memmem(flags.bytes, flags.n_bytes, FXW_FLAG_CUT,
		      sizeof(FXW_FLAG_CUT) - 1);
}

static void index_event(struct fxr_calls *calls,
			const struct fxr_record *record)
{
	const struct fxt_event *event = &record->as.event;
	struct event_entry entry = {
		.ns = fxr_ns(record->provider, event->ticks),
		.thread = fxr_world_thread(&calls->world, record),
		.name = fxr_world_name(&calls->world, record),
	};
	struct fxr_thread *thread = &calls->world.threads[entry.thread];
	struct fxr_process *process = fxr_world_process(
		&calls->world, record->provider->index, thread->pid);
	uint64_t last_ns = entry.ns;
	enum event_kind kind = END;

	if (event->type == FXT_EVENT_DURATION_BEGIN)
		kind = BEGIN;
	if (event->type == FXT_EVENT_DURATION_COMPLETE) {
		kind = COMPLETE;
		last_ns = fxr_ns(record->provider, event->tail);
	}
	calls->totals.n_cut += is_cut(calls, record);
	if (kind != END) {
		thread->n_calls++;
		process->n_calls++;
		calls->world.names[entry.name].n_calls++;
		calls->totals.n_calls++;
	}
	note_time(calls, process, entry.ns, last_ns);
	entry.off_and_kind = record->off | kind;
	fxr_sorter_put(&calls->events, &entry);
}

static void tell_progress(struct fxr_calls *calls)
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
			tell_progress(calls);
	}
	fxr_sorter_finish(&calls->events);
}

static void put_call(struct fxr_calls *calls, uint32_t thread,
		     const struct open_call *open, uint64_t end_off,
		     uint64_t end_ns)
{
	struct call_entry entry = {
		.number = open->number,
		.begin_off = open->off,
		.end_off = end_off,
		.begin_ns = open->ns,
		.end_ns = end_ns,
		.thread = thread,
		.name = open->name,
	};

	calls->totals.n_unfinished += !end_off;
	if (calls->world.names[open->name].is_wanted)
		fxr_sorter_put(&calls->calls, &entry);
}

/* Gives up on the open calls [from, to) of a thread. */
static void drop_open(struct fxr_calls *calls, uint32_t index, size_t from,
		      size_t to)
{
	struct fxr_thread *thread = &calls->world.threads[index];
	size_t i;

	if (from == to)
		return;
	for (i = from; i < to; i++)
		put_call(calls, index, &thread->open[i], 0, 0);
	memmove(&thread->open[from], &thread->open[to],
		(thread->n_open - to) * sizeof(*thread->open));
	thread->n_open -= to - from;
}

static void push_open(struct fxr_calls *calls, uint32_t index,
		      const struct open_call *open)
{
	struct fxr_thread *thread = &calls->world.threads[index];

	if (thread->n_open == MAX_OPEN)
		drop_open(calls, index, 0, MAX_OPEN / 2);
	thread->open = fxr_grow(thread->open, &thread->open_room,
				thread->n_open + 1, sizeof(*thread->open));
	thread->open[thread->n_open++] = *open;
}

/* Ends the innermost open call of that name; those inside it have lost their
 * ends. */
static void end_open(struct fxr_calls *calls, const struct event_entry *event,
		     uint64_t off)
{
	struct fxr_thread *thread = &calls->world.threads[event->thread];
	size_t at = thread->n_open;

	while (at && thread->open[at - 1].name != event->name &&
	       ++calls->n_search_steps < MAX_SEARCH_STEPS)
		at--;
	if (!at || thread->open[at - 1].name != event->name) {
		calls->totals.n_stray_ends++;
		return;
	}
	drop_open(calls, event->thread, at, thread->n_open);
	put_call(calls, event->thread, &thread->open[--thread->n_open], off,
		 event->ns);
}

static void pair_all(struct fxr_calls *calls)
{
	struct event_entry event;
	uint64_t number = 0;
	size_t i;

	while (fxr_sorter_next(&calls->events, &event)) {
		uint64_t off = event.off_and_kind & ~(uint64_t)7;
		struct open_call open = {number, off, event.ns, event.name};

		switch (event.off_and_kind & 7) {
		case BEGIN:
			push_open(calls, event.thread, &open);
			number++;
			break;
		case COMPLETE:
			put_call(calls, event.thread, &open, off, 0);
			number++;
			break;
		case END:
			end_open(calls, &event, off);
			break;
		}
	}
	for (i = 0; i < calls->world.n_threads; i++)
		drop_open(calls, (uint32_t)i, 0,
			  calls->world.threads[i].n_open);
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

struct fxr_calls *fxr_calls_open(struct fxr_reader *reader,
				 const struct fxr_calls_options *options)
{
	struct fxr_calls *calls = fxr_new(1, sizeof(*calls));

	calls->reader = reader;
	calls->options = *options;
	if (!calls->options.max_blob_bytes)
		calls->options.max_blob_bytes = 1u << 20;
	calls->totals.first_ns = UINT64_MAX;
	fxr_world_init(&calls->world, reader);
	fxr_sorter_init(&calls->events, sizeof(struct event_entry),
			compare_events, calls, options->n_chunk);
	fxr_sorter_init(&calls->calls, sizeof(struct call_entry), compare_calls,
			calls, options->n_chunk);
	index_all(calls);
	choose_names(calls);
	pair_all(calls);
	if (calls->events.has_failed || calls->calls.has_failed)
		calls->trouble = "the index does not fit the folder for "
				 "temporary files (TMPDIR)";
	fxr_sorter_fini(&calls->events);
	if (calls->totals.first_ns == UINT64_MAX)
		calls->totals.first_ns = 0;
	return calls;
}

/* The signature of a name as this provider sees it. */
static const struct fxr_function *function_of(struct fxr_calls *calls,
					      uint32_t provider, uint32_t name)
{
	const struct fxr_name *known = &calls->world.names[name];
	uint64_t a = fxr_map_find(&calls->functions, provider, name, 0);
	const struct fxr_function *function;
	uint32_t i;

	if (a != FXR_NONE)
		return a ? calls->world.types.functions[a - 1] : NULL;
	function = fxr_function_find(&calls->world.types, provider,
				     known->category, known->name);
	for (i = 0; function && calls->world.types.functions[i] != function;)
		i++;
	fxr_map_put(&calls->functions, provider, name, 0, function ? i + 1 : 0);
	return function;
}

/* A call without an end, by what is known about its function. */
static enum fxr_call_state state_without_end(const struct fxr_call *call)
{
	struct fxr_text name = call->name->name;

	if (call->function && call->function->flags & FXG_F_NORETURN)
		return FXR_CALL_NO_RETURN;
	if ((name.n_bytes >= 4 && !memcmp(name.bytes, "exec", 4)) ||
	    fxr_is(name, "fexecve"))
		return FXR_CALL_REPLACED;
	return FXR_CALL_UNFINISHED;
}

static bool read_event(struct fxr_calls *calls, uint64_t off,
		       struct fxr_provider *provider, unsigned which)
{
	if (fxr_read_at(calls->reader, off, provider, calls->words[which],
			FXT_RECORD_MAX_WORDS, &calls->record) &&
	    calls->record.type == FXT_RECORD_EVENT)
		return true;
	calls->trouble = "the file changed while it was read";
	return false;
}

static bool fill_call(struct fxr_calls *calls, struct fxr_call *call)
{
	struct fxr_provider *provider =
		fxr_provider(calls->reader, call->thread->provider);
	struct fxr_joiner joiner = {&calls->world, &calls->arena,
				    calls->options.max_blob_bytes};

	if (!read_event(calls, call->begin_off, provider, 0))
		return false;
	if (calls->record.as.event.type == FXT_EVENT_DURATION_COMPLETE)
		call->end_ns = fxr_ns(provider, calls->record.as.event.tail);
	fxr_join(&joiner, call, &calls->record);
	if (!call->has_end || call->end_off == call->begin_off)
		return true;
	if (!read_event(calls, call->end_off, provider, 1))
		return false;
	fxr_join(&joiner, call, &calls->record);
	return true;
}

bool fxr_calls_next(struct fxr_calls *calls, struct fxr_call *call)
{
	struct call_entry entry;

	if (calls->trouble || !fxr_sorter_next(&calls->calls, &entry))
		return false;
	fxr_arena_reset(&calls->arena);
	call->number = entry.number;
	call->begin_ns = entry.begin_ns;
	call->end_ns = entry.end_ns;
	call->has_end = entry.end_off;
	call->begin_off = entry.begin_off;
	call->end_off = entry.end_off;
	call->thread = &calls->world.threads[entry.thread];
	call->name = &calls->world.names[entry.name];
	call->function = function_of(calls, call->thread->provider, entry.name);
	call->marks = 0;
	call->n_args = 0;
	call->has_ret = false;
	call->error = fxr_text("", 0);
	call->state = FXR_CALL_DONE;
	if (!call->has_end)
		call->state = state_without_end(call);
	if (!fill_call(calls, call))
		return false;
	/* A complete event of a function that never returns: exit, say. */
	if (call->state == FXR_CALL_DONE && !call->has_ret && call->function &&
	    call->function->flags & FXG_F_NORETURN)
		call->state = FXR_CALL_NO_RETURN;
	return true;
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
	fxr_world_fini(&calls->world);
	fxr_arena_fini(&calls->arena);
	fxr_map_fini(&calls->functions);
	free(calls);
}
