/* SPDX-License-Identifier: MIT */
/*
 * Calls in one pass, see brief.h: a stack for each thread.
 */
#include "tools/reader/brief.h"

#include <stdlib.h>

#include "tools/reader/frames.h"
#include "tools/reader/join.h"
#include "tools/reader/pair.h"

/* Records between two reports of the progress. */
#define PROGRESS_RECORDS 65536u
/* As many calls may be open in a thread; for more see pair.c. */
#define MAX_OPEN (1u << 16)
#define MAX_AROUND 256u
#define N_RECENT 256u
/* Steps through stacks for ends that do not match the innermost call. */
#define MAX_SEARCH_STEPS (1u << 26)

struct open_call {
	uint64_t begin_ns, inner_ns, lasted_inner_ns, amount;
	const struct fxr_function *function;
	struct fxr_text
		error; /* the begin's: other tools' recorders may write one */
	uint32_t name, mark;
};

struct thread_calls {
	struct open_call *open;
	size_t n, space;
	uint64_t first_ns, last_ns; /* of its events */
	uint64_t outer_end_ns;	    /* of the last outermost call */
	uint64_t calls_ns, between_ns;
	bool has_events;
};

/* A function of a process, and its signature. */
struct lookup {
	uint32_t provider, name;
	const struct fxr_function *function; /* or NULL */
};

/* A blob in pieces, and its size when an event first named it. */
struct seen_blob {
	uint64_t number, n_bytes;
	uint32_t provider;
};

struct fxr_briefing {
	struct fxr_reader *reader;
	struct fxr_world *world;
	struct fxr_brief_options options;
	struct thread_calls *threads;
	size_t n_threads, threads_capacity;
	struct lookup *functions; /* all that were looked up */
	size_t n_functions, functions_capacity;
	struct fxr_map function_map;
	uint32_t recent[N_RECENT]; /* indexes of them, + 1 */
	struct seen_blob *seen;
	size_t n_seen, seen_capacity;
	uint64_t n_search_steps, last_ns;
	struct fxr_joiner joiner;
	struct fxr_arena arena; /* of the current event */
	struct fxr_arena errors;
	struct fxr_record record;
	struct fxr_call part;
};

static const struct fxr_function *find_signature(
	const struct fxr_briefing *briefing, uint32_t provider, uint32_t name)
{
	const struct fxr_world *world = briefing->world;

	return fxr_function_find(&world->types, provider,
				 world->names[name].category,
				 world->names[name].name);
}

static uint32_t look_up_function(struct fxr_briefing *briefing,
				 uint32_t provider, uint32_t name)
{
	uint32_t at = fxr_map_find(&briefing->function_map, provider, name, 0);

	if (at != FXR_NONE)
		return at;
	at = (uint32_t)briefing->n_functions++;
	briefing->functions =
		fxr_grow(briefing->functions, &briefing->functions_capacity,
			 briefing->n_functions, sizeof(*briefing->functions));
	briefing->functions[at] = (struct lookup){
		provider, name, find_signature(briefing, provider, name)};
	fxr_map_put(&briefing->function_map, provider, name, 0, at);
	return at;
}

static const struct fxr_function *function_of(struct fxr_briefing *briefing,
					      uint32_t provider, uint32_t name)
{
	uint32_t *recent = &briefing->recent[(provider * 31 + name) % N_RECENT];
	const struct lookup *entry = NULL;

	if (*recent)
		entry = &briefing->functions[*recent - 1];
	if (!entry || entry->provider != provider || entry->name != name) {
		*recent = look_up_function(briefing, provider, name) + 1;
		entry = &briefing->functions[*recent - 1];
	}
	return entry->function;
}

static uint64_t blob_bytes(const struct fxr_briefing *briefing,
			   const struct seen_blob *seen)
{
	const struct fxr_pieces *blob =
		fxr_world_blob(briefing->world, seen->provider, seen->number);

	return blob ? blob->n_bytes : 0;
}

/* Notes the blobs of the current event, of which pieces may follow. */
static void note_blobs(struct fxr_briefing *briefing)
{
	const struct fxr_record *record = &briefing->record;

	for (unsigned i = 0; i < record->n_args; i++) {
		struct seen_blob seen = {
			.number = record->args[i].value.koid,
			.provider = record->provider->index,
		};

		if (record->args[i].type != FXT_ARG_KOID)
			continue;
		briefing->seen =
			fxr_grow(briefing->seen, &briefing->seen_capacity,
				 briefing->n_seen + 1, sizeof(*briefing->seen));
		seen.n_bytes = blob_bytes(briefing, &seen);
		briefing->seen[briefing->n_seen++] = seen;
	}
}

/* True if later records have not changed what was delivered. */
static bool is_settled(const struct fxr_briefing *briefing)
{
	for (size_t i = 0; i < briefing->n_seen; i++)
		if (blob_bytes(briefing, &briefing->seen[i]) !=
		    briefing->seen[i].n_bytes)
			return false;
	for (size_t i = 0; i < briefing->n_functions; i++) {
		const struct lookup *entry = &briefing->functions[i];

		if (find_signature(briefing, entry->provider, entry->name) !=
		    entry->function)
			return false;
	}
	return true;
}

static struct thread_calls *thread_of(struct fxr_briefing *briefing,
				      uint32_t index)
{
	if (index >= briefing->n_threads) {
		briefing->threads =
			fxr_grow(briefing->threads, &briefing->threads_capacity,
				 (size_t)index + 1, sizeof(*briefing->threads));
		briefing->n_threads = (size_t)index + 1;
	}
	return &briefing->threads[index];
}

/* Unpacks the current event's part of the call. */
static uint64_t take_part(struct fxr_briefing *briefing,
			  const struct fxr_event *event)
{
	struct fxr_call *part = &briefing->part;

	part->thread = &briefing->world->threads[event->thread];
	part->name = &briefing->world->names[event->name];
	part->function =
		function_of(briefing, part->thread->provider, event->name);
	part->n_args = 0;
	part->marks = 0;
	part->has_ret = false;
	part->error = fxr_text("", 0);
	if (!briefing->record.n_args)
		return 0;
	note_blobs(briefing);
	fxr_arena_reset(&briefing->arena);
	fxr_join(&briefing->joiner, part, &briefing->record);
	if (!briefing->options.measure)
		return 0;
	return briefing->options.measure(briefing->options.context, part);
}

/* Whether a call of the function is open: one of the innermost, since an
 * archive of anybody may nest calls without end. */
static bool is_around(const struct thread_calls *calls, uint32_t name)
{
	size_t least = calls->n > MAX_AROUND ? calls->n - MAX_AROUND : 0;

	for (size_t i = calls->n; i > least; i--)
		if (calls->open[i - 1].name == name)
			return true;
	return false;
}

/* Ends the innermost open call. Calls without an end have lost it. */
static void end_innermost(struct fxr_briefing *briefing, uint32_t thread,
			  uint64_t end_ns, bool has_end)
{
	struct thread_calls *calls = &briefing->threads[thread];
	struct open_call *open = &calls->open[--calls->n];
	bool is_timed =
		has_end && fxr_is_timed(open->function, briefing->part.has_ret,
					briefing->part.marks);
	/* an event that is only about the begin */
	uint64_t over_ns = has_end && !is_timed ? open->begin_ns : end_ns;
	struct fxr_brief brief = {
		.thread = thread,
		.name = open->name,
		.error = open->error,
		.is_timed = is_timed,
		.ns = is_timed ? end_ns - open->begin_ns : 0,
		.inner_ns = open->inner_ns,
		.amount = open->amount,
		.mark = open->mark,
		.has_end = has_end,
		.never_returns = fxr_never_returns(
			open->function,
			briefing->world->names[open->name].name),
		.lasted_ns = over_ns - open->begin_ns,
		.lasted_inner_ns = open->lasted_inner_ns,
	};
	struct open_call *outer = calls->n ? open - 1 : NULL;
	/* inside of one without a time: counts further out */
	uint64_t timed_ns = is_timed ? brief.ns : open->inner_ns;

	if (calls->last_ns == end_ns)
		calls->last_ns = over_ns;
	brief.is_inner = outer;
	brief.is_recursive = is_around(calls, open->name);

	if (has_end && briefing->part.error.n_bytes)
		brief.error = briefing->part.error;
	if (outer) {
		outer->inner_ns += timed_ns;
		outer->lasted_inner_ns += brief.lasted_ns;
	} else {
		calls->calls_ns += timed_ns;
		calls->outer_end_ns = over_ns;
	}
	briefing->options.take(briefing->options.context, &brief);
}

static bool push_call(struct fxr_briefing *briefing,
		      const struct fxr_event *event, uint64_t amount)
{
	const struct fxr_brief_options *options = &briefing->options;
	struct thread_calls *calls = &briefing->threads[event->thread];
	uint32_t mark = calls->n ? calls->open[calls->n - 1].mark : FXR_NONE;

	if (calls->n == MAX_OPEN)
		return false;
	if (!calls->n)
		calls->between_ns += event->ns - calls->outer_end_ns;
	if (options->enter)
		mark = options->enter(options->context, mark, &briefing->part);
	calls->open = fxr_grow(calls->open, &calls->space, calls->n + 1,
			       sizeof(*calls->open));
	calls->open[calls->n++] =
		(struct open_call){.begin_ns = event->ns,
				   .amount = amount,
				   .function = briefing->part.function,
				   .name = event->name,
				   .mark = mark};
	briefing->world->names[event->name].n_calls++;
	briefing->world->threads[event->thread].n_calls++;
	if (briefing->part.error.n_bytes)
		calls->open[calls->n - 1].error =
			fxr_arena_text(&briefing->errors, briefing->part.error);
	return true;
}

/* Ends the innermost open call of the event's name. */
static void end_call(struct fxr_briefing *briefing,
		     const struct fxr_event *event, uint64_t amount)
{
	struct thread_calls *calls = &briefing->threads[event->thread];
	size_t at = calls->n;

	for (; at && calls->open[at - 1].name != event->name; at--)
		briefing->n_search_steps++;
	if (!at)
		return;
	while (calls->n > at)
		end_innermost(briefing, event->thread, event->ns, false);
	calls->open[at - 1].amount += amount;
	end_innermost(briefing, event->thread, event->ns, true);
}

static bool take_event(struct fxr_briefing *briefing)
{
	const struct fxr_record *record = &briefing->record;
	struct fxr_event event = fxr_event_of(briefing->world, record);
	struct thread_calls *calls = thread_of(briefing, event.thread);
	uint64_t amount, end_ns = event.ns;

	if (fxr_event_kind(&event) == FXR_EVENT_COMPLETE)
		end_ns = fxr_ns(record->provider, record->as.event.tail);
	if (event.ns < calls->last_ns || end_ns < event.ns ||
	    briefing->n_search_steps > MAX_SEARCH_STEPS)
		return false;
	if (!calls->has_events)
		calls->first_ns = calls->outer_end_ns = event.ns;
	calls->has_events = true;
	calls->last_ns = end_ns;
	if (end_ns > briefing->last_ns)
		briefing->last_ns = end_ns;
	amount = take_part(briefing, &event);
	if (fxr_event_kind(&event) == FXR_EVENT_END) {
		end_call(briefing, &event, amount);
		return true;
	}
	if (!push_call(briefing, &event, amount))
		return false;
	if (fxr_event_kind(&event) == FXR_EVENT_COMPLETE)
		end_innermost(briefing, event.thread, end_ns, true);
	return true;
}

/* When the thread's innermost open call is over, which has no end. A successful
 * exec takes no time. Others last until the process ends, or the recording. */
static uint64_t last_ns_of(const struct fxr_briefing *briefing, uint32_t index)
{
	const struct fxr_world *world = briefing->world;
	const struct fxr_thread *thread = &world->threads[index];
	const struct thread_calls *calls = &briefing->threads[index];
	const struct open_call *open = &calls->open[calls->n - 1];
	uint64_t least_ns = open->begin_ns + open->lasted_inner_ns;
	uint64_t ns = briefing->last_ns;
	uint32_t process = fxr_map_find(&world->process_map, thread->provider,
					thread->pid, 0);

	if (process != FXR_NONE && world->processes[process].has_exit)
		ns = world->processes[process].last_ns;
	if (fxr_is_exec(world->names[open->name].name))
		ns = open->begin_ns;
	return ns > least_ns ? ns : least_ns;
}

static void report_lives(struct fxr_briefing *briefing)
{
	const struct fxr_brief_options *options = &briefing->options;

	for (uint32_t i = 0; i < briefing->n_threads && options->live; i++) {
		const struct thread_calls *calls = &briefing->threads[i];
		const struct fxr_brief_life life = {
			.thread = i,
			.lasted_ns = calls->last_ns - calls->first_ns,
			.calls_ns = calls->calls_ns,
			.between_ns = calls->between_ns,
		};

		if (calls->has_events)
			options->live(options->context, &life);
	}
}

/* What processes have of their threads: each thread is of one image. */
static void settle_processes(struct fxr_briefing *briefing)
{
	struct fxr_world *world = briefing->world;

	for (uint32_t i = 0; i < briefing->n_threads; i++) {
		const struct thread_calls *calls = &briefing->threads[i];
		struct fxr_process *process;

		if (!calls->has_events)
			continue;
		process = fxr_process_of(world, &world->threads[i]);
		process->n_calls += world->threads[i].n_calls;
		if (calls->first_ns < process->first_ns)
			process->first_ns = calls->first_ns;
		if (calls->last_ns > process->last_ns)
			process->last_ns = calls->last_ns;
	}
}

static bool take_all(struct fxr_briefing *briefing)
{
	const struct fxr_brief_options *options = &briefing->options;
	uint64_t n = 0;

	while (!fxr_next(briefing->reader, &briefing->record)) {
		if (fxr_world_take(briefing->world, &briefing->record) &&
		    !take_event(briefing))
			return false;
		if (!(++n % PROGRESS_RECORDS) && options->progress)
			options->progress(options->context,
					  fxr_off(briefing->reader),
					  fxr_bytes(briefing->reader));
	}
	settle_processes(briefing);
	for (uint32_t i = 0; i < briefing->n_threads; i++)
		while (briefing->threads[i].n)
			end_innermost(briefing, i, last_ns_of(briefing, i),
				      false);
	report_lives(briefing);
	return is_settled(briefing);
}

struct fxr_briefing *fxr_brief_open(struct fxr_reader *reader,
				    struct fxr_world *world,
				    const struct fxr_brief_options *options)
{
	struct fxr_briefing *briefing = fxr_new(1, sizeof(*briefing));

	briefing->reader = reader;
	briefing->world = world;
	briefing->options = *options;
	briefing->joiner = (struct fxr_joiner){
		.world = world, .arena = &briefing->arena, .is_brief = true};
	return briefing;
}

bool fxr_brief_read(struct fxr_briefing *briefing)
{
	briefing->joiner.roles = fxr_join_roles();
	return take_all(briefing);
}

void fxr_brief_close(struct fxr_briefing *briefing)
{
	if (!briefing)
		return;
	for (size_t i = 0; i < briefing->n_threads; i++)
		fxr_free(briefing->threads[i].open);
	fxr_free(briefing->threads);
	fxr_free(briefing->functions);
	fxr_free(briefing->seen);
	fxr_free(briefing->joiner.roles);
	fxr_map_fini(&briefing->function_map);
	fxr_arena_fini(&briefing->arena);
	fxr_arena_fini(&briefing->errors);
	fxr_free(briefing);
}

bool fxr_brief(struct fxr_reader *reader, struct fxr_world *world,
	       const struct fxr_brief_options *options)
{
	struct fxr_briefing *briefing = fxr_brief_open(reader, world, options);
	bool is_done = fxr_brief_read(briefing);

	fxr_brief_close(briefing);
	return is_done;
}
