/* SPDX-License-Identifier: MIT */
/*
 * See naming.h.
 */
#include "tools/browse/naming.h"

#include "tools/browse/clock.h"
#include "tools/fd/descriptors.h"
#include "tools/fd/labels.h"

/* After so many calls it looks at the clock. */
#define REACH_CALLS 256u

bool naming_need(struct fxr_text category, struct fxr_text name)
{
	/* a world's texts have a NUL behind them */
	return descriptors_need(category.bytes, name.bytes) ||
	       labels_need(category.bytes, name.bytes);
}

void naming_open(struct naming *names, struct fxr_world *world)
{
	*names = (struct naming){
		.print = {.descriptors = descriptors_open(world),
			  .labels = labels_open()}};
}

void naming_close(struct naming *names)
{
	if (names->print.labels)
		labels_close(names->print.labels);
	descriptors_close(names->print.descriptors);
	*names = (struct naming){0};
}

void naming_enter(struct naming *names, const struct fxr_call *call)
{
	descriptors_take(names->print.descriptors, call);
}

void naming_leave(struct naming *names, struct indexed *indexed,
		  const struct fxr_call *call)
{
	labels_take(names->print.labels, call);
	names->next = call->number + 1;
	if (names->n_acts < indexed->acts.n &&
	    indexed_act(indexed, names->n_acts) == call->number)
		names->n_acts++;
}

bool naming_reach(struct naming *names, struct indexed *indexed,
		  uint64_t number, uint64_t end_ns)
{
	struct fxr_call call;

	if (!names->print.descriptors || names->next > number) {
		naming_close(names);
		naming_open(names, indexed->world);
	}
	indexed->filler.max_blob_bytes = 0;
	while (names->n_acts < indexed->acts.n &&
	       indexed_act(indexed, names->n_acts) < number) {
		uint64_t act = indexed_act(indexed, names->n_acts);

		if (indexed_fill(indexed, act, &call)) {
			naming_enter(names, &call);
			naming_leave(names, indexed, &call);
		} else {
			names->n_acts++; /* the file has changed */
		}
		if (names->n_acts % REACH_CALLS == 0 && clock_now_ns() > end_ns)
			return false;
	}
	return true;
}
