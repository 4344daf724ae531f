/* SPDX-License-Identifier: MIT */
/*
 * From calls to rows, see gather.h.
 */
#include "tools/report/gather.h"

#include <stdlib.h>

#include "tools/fd/handled.h"
#include "tools/archive/archive.h"
#include "tools/select/catalogue.h"
#include "tools/convert/nesting.h"
#include "tools/report/losses.h"
#include "tools/fd/moved.h"

/* The call is not selected: it has no row. */
#define NO_GROUP FXR_NONE
/* In a mark: the call waits. */
#define WAITS (1u << 31)
#define MAX_AROUND 256u

/* What is known of a thread's time. */
struct life {
	uint64_t first_ns, last_ns, calls_ns;
	bool has_events;
};

/* Whether functions are selected. */
enum meant { NOT_LOOKED_UP, NOT_MEANT, MEANT };

static bool is_meant(struct gather *gather, size_t name)
{
	const struct fxr_world *world = gather->world;

	if (name >= gather->n_meant) {
		gather->n_meant = world->n_names;
		gather->meant = fxr_grow(gather->meant, &gather->meant_capacity,
					 gather->n_meant, 1);
	}
	/* both are copies with a NUL behind them */
	if (gather->meant[name] == NOT_LOOKED_UP)
		gather->meant[name] =
			catalogue_is_meant(gather->list,
					   world->names[name].category.bytes,
					   world->names[name].name.bytes)
				? MEANT
				: NOT_MEANT;
	return gather->meant[name] == MEANT;
}

static uint64_t measure_bytes(void *context, const struct fxr_call *part)
{
	const struct gather *gather = context;

	return moved_bytes(gather->world, part);
}

static void add_self_ns(struct row *row, uint64_t ns, bool is_waiting)
{
	row->self_ns += ns;
	row->waiting_ns += is_waiting ? ns : 0;
}

static void add_brief(void *context, const struct fxr_brief *call)
{
	struct gather *gather = context;
	bool is_waiting;
	struct row *row;

	if (!is_meant(gather, call->name)) {
		gather->n_left_out++;
		return;
	}
	row = rows_at(&gather->rows, by_brief_group(gather->by, call));
	row->n_calls++;
	row->n_errors += call->error.n_bytes != 0;
	row->n_bytes += call->amount;
	is_waiting = waiting_has(&gather->waiting, gather->world, call->name);
	gather->n_waiting += is_waiting;
	if (!call->is_timed)
		return;
	durations_add(&row->times, call->ns);
	add_self_ns(row,
		    call->ns > call->inner_ns ? call->ns - call->inner_ns : 0,
		    is_waiting);
	if (gather->what == BY_FUNCTION
		    ? call->is_recursive
		    : gather->what != BY_ERRNO && call->is_inner)
		row->nested_ns += call->ns;
}

/* Whether it was made inside of a call of the same group. Only the innermost
 * are looked at: an archive of anybody may nest calls without end. */
static bool is_nested(const struct nested *call)
{
	for (uint32_t i = 1; i <= call->depth && i <= MAX_AROUND; i++)
		if (call[-(ptrdiff_t)i].mark != NO_GROUP &&
		    !((call[-(ptrdiff_t)i].mark ^ call->mark) & ~WAITS))
			return true;
	return false;
}

/* The call has ended: the time of its inner calls is known. */
static void add_self(void *context, const struct nested *call)
{
	struct gather *gather = context;
	uint64_t ns = call->end_ns - call->begin_ns;
	struct row *row;

	if (call->mark == NO_GROUP)
		return;
	row = rows_at(&gather->rows, call->mark & ~WAITS);
	add_self_ns(row, ns > call->inner_ns ? ns - call->inner_ns : 0,
		    call->mark & WAITS);
	if (gather->what != BY_ERRNO && is_nested(call))
		row->nested_ns += ns;
}

/* Whether its duration is known: not if it is unfinished, or jumped to and
 * its end was not noticed. */
static bool is_timed(const struct fxr_call *call)
{
	return fxr_shows_duration(call);
}

static uint32_t add_call(struct gather *gather, const struct fxr_call *call)
{
	uint32_t group = by_group(gather->by, call);
	struct row *row = rows_at(&gather->rows, group);

	row->n_calls++;
	row->n_errors += call->error.n_bytes != 0;
	row->n_bytes += moved_bytes(gather->world, call);
	if (is_timed(call))
		durations_add(&row->times, call->end_ns - call->begin_ns);
	return group;
}

/* The time of a thread. */
static void add_life(struct gather *gather, uint32_t thread, uint64_t lasted_ns,
		     uint64_t calls_ns)
{
	uint64_t program_ns = lasted_ns > calls_ns ? lasted_ns - calls_ns : 0;
	uint32_t group = by_thread_group(gather->by, thread);

	gather->n_threads++;
	gather->lasted_ns += lasted_ns;
	gather->program_ns += program_ns;
	if (group != FXR_NONE)
		rows_at(&gather->rows, group)->program_ns += program_ns;
}

static void add_brief_life(void *context, const struct fxr_brief_life *life)
{
	add_life(context, life->thread, life->lasted_ns, life->calls_ns);
}

/* What the call says of its thread's life. timed: NULL if its duration is not
 * known. */
static void live(struct gather *gather, const struct fxr_call *call,
		 const struct nested *timed)
{
	size_t thread = (size_t)(call->thread - gather->world->threads);
	uint64_t last_ns =
		fxr_shows_duration(call) ? call->end_ns : call->begin_ns;
	struct life *life;

	if (thread >= gather->n_lives) {
		gather->n_lives = gather->world->n_threads;
		gather->lives =
			fxr_grow(gather->lives, &gather->lives_capacity,
				 gather->n_lives, sizeof(*gather->lives));
	}
	life = &gather->lives[thread];
	if (!life->has_events)
		life->first_ns = call->begin_ns;
	life->has_events = true;
	if (last_ns > life->last_ns)
		life->last_ns = last_ns;
	if (timed && !timed->depth)
		life->calls_ns += timed->end_ns - timed->begin_ns;
}

static void add_lives(struct gather *gather)
{
	for (uint32_t i = 0; i < gather->n_lives; i++) {
		const struct life *life = &gather->lives[i];

		if (life->has_events)
			add_life(gather, i, life->last_ns - life->first_ns,
				 life->calls_ns);
	}
}

static void add_calls(struct gather *gather)
{
	struct fxr_world *world = gather->world;
	uint64_t last_ns = fxr_calls_totals(gather->calls)->last_ns;
	struct nesting *nesting =
		nesting_open(world, last_ns, add_self, gather);
	struct concern *concern = concern_open(world, gather->words.paths);
	static struct fxr_call call;

	filter_bind(gather->filter, world, last_ns);
	while (fxr_calls_next(gather->calls, &call)) {
		size_t name = (size_t)(call.name - world->names);
		struct nested *nested = NULL;
		uint32_t group = NO_GROUP;
		bool is_concerned = concern_has(concern, &call);

		by_take(gather->by, &call);
		if (is_concerned && is_meant(gather, name) &&
		    filter_has(gather->filter, world, &call, last_ns))
			group = add_call(gather, &call);
		else
			gather->n_left_out++;
		if (group != NO_GROUP &&
		    waiting_has(&gather->waiting, world, name)) {
			group |= WAITS;
			gather->n_waiting++;
		}
		if (is_timed(&call))
			nested = nesting_take(nesting, &call);
		if (nested)
			nested->mark = group;
		live(gather, &call, nested);
	}
	nesting_close(nesting);
	concern_close(concern);
	add_lives(gather);
}

static void free_reading(struct gather *gather)
{
	rows_fini(&gather->rows);
	by_close(gather->by);
	free(gather->meant);
	free(gather->lives);
	waiting_fini(&gather->waiting);
	gather->meant = NULL;
	gather->lives = NULL;
	gather->n_lives = gather->lives_capacity = 0;
	gather->n_left_out = gather->n_threads = gather->n_waiting = 0;
	gather->lasted_ns = gather->program_ns = 0;
	gather->n_meant = gather->meant_capacity = 0;
	if (gather->calls) {
		fxr_calls_close(gather->calls);
	} else {
		fxr_world_fini(gather->world);
		free(gather->world);
	}
	fxr_close(gather->reader);
}

/* Whether calls may come in any order, and the file can be read twice. */
static bool may_be_brief(const struct gather *gather)
{
	return by_is_brief(gather->what) && !filter_chooses(&gather->words) &&
	       archive_is_file(gather->path);
}

/* In one pass; false: the archive cannot be read so. */
static bool is_brief(struct gather *gather)
{
	const struct fxr_brief_options how = {.context = gather,
					      .take = add_brief,
					      .live = add_brief_life,
					      .measure = measure_bytes,
					      .progress = archive_progress};

	gather->reader = archive_open(gather->path, false);
	gather->world = fxr_new(1, sizeof(*gather->world));
	fxr_world_init(gather->world, gather->reader);
	gather->by = by_open(gather->what, gather->world, gather->debug_path);
	if (fxr_brief(gather->reader, gather->world, &how))
		return true;
	free_reading(gather);
	return false;
}

void gather_all(struct gather *gather)
{
	struct fxr_calls_options how = {.progress = archive_progress};

	gather->filter = filter_open(&gather->words);
	if (!may_be_brief(gather) || !is_brief(gather)) {
		gather->reader = archive_open(gather->path, true);
		how.is_brief =
			!by_needs_values(gather->what) && !gather->words.paths;
		gather->calls = fxr_calls_open(gather->reader, &how);
		gather->world = fxr_calls_world(gather->calls);
		gather->by = by_open(gather->what, gather->world,
				     gather->debug_path);
		archive_progress_end();
		add_calls(gather);
	}
	archive_progress_end();
}

int gather_end(struct gather *gather)
{
	int status;

	losses_report(gather->reader, gather->world);
	status = archive_status(gather->path, gather->reader, gather->calls);
	filter_close(gather->filter);
	free_reading(gather);
	return status;
}
