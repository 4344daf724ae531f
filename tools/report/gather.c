/* SPDX-License-Identifier: MIT */
/*
 * From calls to rows, see gather.h.
 */
#include "tools/report/gather.h"

#include <stdlib.h>

#include "tools/catalogue.h"
#include "tools/convert/nesting.h"
#include "tools/report/moved.h"

/* The call is not meant: its row is none. */
#define NO_GROUP FXR_NONE

/* The call has ended: what passed in itself is known. */
static void add_self(void *context, const struct nested *call)
{
	struct gather *gather = context;
	uint64_t ns = call->end_ns - call->begin_ns;

	if (call->mark == NO_GROUP)
		return;
	rows_at(&gather->rows, call->mark)->self_ns +=
		ns > call->inner_ns ? ns - call->inner_ns : 0;
}

/* Which functions the list means: by their numbers. */
static bool *meant_names(const struct gather *gather)
{
	const struct fxr_world *world = fxr_calls_world(gather->calls);
	bool *meant = fxr_new(world->n_names + 1, sizeof(*meant));

	/* both are copies with a NUL behind them */
	for (size_t i = 0; i < world->n_names; i++)
		meant[i] = catalogue_is_meant(gather->list,
					      world->names[i].category.bytes,
					      world->names[i].name.bytes);
	return meant;
}

/* Whether it is known how long it took: not if it is unfinished, or jumped
 * to (an event of 1 ns). */
static bool is_timed(const struct fxr_call *call)
{
	return fxr_has_duration(call) &&
	       !(call->function && call->function->flags & FXG_F_TAIL);
}

static uint32_t add(struct gather *gather, const struct fxr_call *call)
{
	uint32_t group = by_group(gather->by, call);
	struct row *row = rows_at(&gather->rows, group);

	row->n_calls++;
	row->n_errors += call->error.n_bytes != 0;
	row->n_bytes += moved_bytes(gather->by->world, call);
	if (is_timed(call))
		durations_add(&row->times, call->end_ns - call->begin_ns);
	return group;
}

void gather_all(struct gather *gather)
{
	struct fxr_world *world = fxr_calls_world(gather->calls);
	uint64_t last_ns = fxr_calls_totals(gather->calls)->last_ns;
	struct nesting *nesting =
		nesting_open(world, last_ns, add_self, gather);
	bool *meant = meant_names(gather);
	static struct fxr_call call;

	while (fxr_calls_next(gather->calls, &call)) {
		uint32_t group = NO_GROUP;

		by_take(gather->by, &call);
		if (meant[call.name - world->names] &&
		    filter_has(gather->filter, world, &call, last_ns))
			group = add(gather, &call);
		if (is_timed(&call))
			nesting_take(nesting, &call)->mark = group;
	}
	nesting_close(nesting);
	free(meant);
}
