/* SPDX-License-Identifier: MIT */
/*
 * From calls to rows, see sum.h.
 */
#include "tools/sum/sum.h"

#include "tools/fd/moved.h"

/* The call is not chosen: it has no row. */
#define NO_GROUP FXR_NONE
/* In a mark: the call waits. */
#define WAITS (1u << 31)
#define MAX_AROUND 256u

/* What is known of a thread's time. */
struct life {
	uint64_t first_ns, last_ns, calls_ns;
	bool has_events;
};

static uint64_t measure_bytes(void *context, const struct fxr_call *part)
{
	const struct sum *sum = context;

	return moved_bytes(sum->by.world, part);
}

static void add_self_ns(struct row *row, uint64_t ns, bool is_waiting)
{
	row->self_ns += ns;
	row->waiting_ns += is_waiting ? ns : 0;
}

static void add_brief(void *context, const struct fxr_brief *call)
{
	struct sum *sum = context;
	bool is_waiting;
	struct row *row;

	if (!sum->is_meant(sum->context, call->name)) {
		sum->n_left_out++;
		return;
	}
	sum->n_calls++;
	row = rows_at(&sum->rows, by_brief_group(&sum->by, call));
	row->n_calls++;
	row->n_errors += call->error.n_bytes != 0;
	row->n_bytes += call->amount;
	is_waiting = waiting_has(&sum->waiting, sum->by.world, call->name);
	sum->n_waiting += is_waiting;
	sum->n_endless += !call->is_timed && !call->never_returns;
	if (!call->is_timed)
		return;
	durations_add(&row->times, call->ns);
	add_self_ns(row,
		    call->ns > call->inner_ns ? call->ns - call->inner_ns : 0,
		    is_waiting);
	if (sum->by.what == BY_FUNCTION
		    ? call->is_recursive
		    : sum->by.what != BY_ERRNO && call->is_inner)
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
	struct sum *sum = context;
	uint64_t ns = call->end_ns - call->begin_ns;
	struct row *row;

	if (call->mark == NO_GROUP)
		return;
	row = rows_at(&sum->rows, call->mark & ~WAITS);
	add_self_ns(row, ns > call->inner_ns ? ns - call->inner_ns : 0,
		    call->mark & WAITS);
	if (sum->by.what != BY_ERRNO && is_nested(call))
		row->nested_ns += ns;
}

/* Whether its duration is known: not if it is unfinished, or jumped to and
 * its end was not noticed. */
static bool is_timed(const struct fxr_call *call)
{
	return fxr_shows_duration(call);
}

static uint32_t add_call(struct sum *sum, const struct fxr_call *call)
{
	uint32_t group = by_group(&sum->by, call);
	struct row *row = rows_at(&sum->rows, group);

	row->n_calls++;
	row->n_errors += call->error.n_bytes != 0;
	row->n_bytes += moved_bytes(sum->by.world, call);
	if (is_timed(call))
		durations_add(&row->times, call->end_ns - call->begin_ns);
	else
		sum->n_endless +=
			!fxr_never_returns(call->function, call->name->name);
	return group;
}

/* The time of a thread. */
static void add_life(struct sum *sum, uint32_t thread, uint64_t lasted_ns,
		     uint64_t calls_ns)
{
	uint64_t program_ns = lasted_ns > calls_ns ? lasted_ns - calls_ns : 0;
	uint32_t group = by_thread_group(&sum->by, thread);

	sum->lasted_ns += lasted_ns;
	sum->program_ns += program_ns;
	if (group != FXR_NONE)
		rows_at(&sum->rows, group)->program_ns += program_ns;
}

static void add_brief_life(void *context, const struct fxr_brief_life *life)
{
	add_life(context, life->thread, life->lasted_ns, life->calls_ns);
}

/* What the call says of its thread's life. timed: NULL if its duration is not
 * known. */
static void live(struct sum *sum, const struct fxr_call *call,
		 const struct nested *timed)
{
	size_t thread = (size_t)(call->thread - sum->by.world->threads);
	uint64_t last_ns =
		fxr_shows_duration(call) ? call->end_ns : call->begin_ns;
	struct life *life;

	if (thread >= sum->n_lives) {
		sum->n_lives = sum->by.world->n_threads;
		sum->lives = fxr_grow(sum->lives, &sum->lives_capacity,
				      sum->n_lives, sizeof(*sum->lives));
	}
	life = &sum->lives[thread];
	if (!life->has_events)
		life->first_ns = call->begin_ns;
	life->has_events = true;
	if (last_ns > life->last_ns)
		life->last_ns = last_ns;
	if (timed && !timed->depth)
		life->calls_ns += timed->end_ns - timed->begin_ns;
}

static void add_lives(struct sum *sum)
{
	for (uint32_t i = 0; i < sum->n_lives; i++) {
		const struct life *life = &sum->lives[i];

		if (life->has_events)
			add_life(sum, i, life->last_ns - life->first_ns,
				 life->calls_ns);
	}
}

static void report_progress(void *context, uint64_t done_bytes,
			    uint64_t total_bytes)
{
	const struct sum *sum = context;

	sum->progress(sum->context, done_bytes, total_bytes);
}

bool sum_brief(struct sum *sum, struct fxr_reader *reader)
{
	const struct fxr_brief_options how = {
		.context = sum,
		.take = add_brief,
		.live = add_brief_life,
		.measure = measure_bytes,
		.progress = sum->progress ? report_progress : NULL};

	sum->briefing = fxr_brief_open(reader, sum->by.world, &how);
	return fxr_brief_read(sum->briefing);
}

void sum_begin(struct sum *sum, uint64_t last_ns)
{
	sum->nesting = nesting_open(sum->by.world, last_ns, add_self, sum);
}

void sum_take(struct sum *sum, const struct fxr_call *call, bool is_chosen)
{
	size_t name = (size_t)(call->name - sum->by.world->names);
	struct nested *nested = NULL;
	uint32_t group = NO_GROUP;

	by_take(&sum->by, call);
	if (is_chosen) {
		sum->n_calls++;
		group = add_call(sum, call);
	} else {
		sum->n_left_out++;
	}
	if (is_chosen && waiting_has(&sum->waiting, sum->by.world, name)) {
		group |= WAITS;
		sum->n_waiting++;
	}
	if (is_timed(call))
		nested = nesting_take(sum->nesting, call);
	if (nested)
		nested->mark = group;
	live(sum, call, nested);
}

void sum_end(struct sum *sum)
{
	nesting_close(sum->nesting);
	sum->nesting = NULL;
	add_lives(sum);
}

void sum_fini(struct sum *sum)
{
	fxr_brief_close(sum->briefing);
	nesting_drop(sum->nesting);
	rows_fini(&sum->rows);
	by_fini(&sum->by);
	fxr_free(sum->lives);
	waiting_fini(&sum->waiting);
	*sum = (struct sum){0};
}
