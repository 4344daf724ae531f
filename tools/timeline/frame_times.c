/* SPDX-License-Identifier: MIT */
/*
 * Ends of frames, see frame_times.h.
 */
#include "tools/timeline/frame_times.h"

#include <stdlib.h>

#include "tools/select/catalogue.h"
#include "tools/reader/frames.h"

struct frame_ends {
	uint64_t first, n;
	uint64_t *ns;
	size_t space;
};

struct frame_times {
	struct frame_ends *processes;
	size_t n_processes;
};

bool frame_times_need(const char *category, const char *name)
{
	struct catalogue_entry entry;

	for (size_t i = 0; i < catalogue_size(); i++) {
		if (!catalogue_entry(i, &entry) ||
		    !(entry.function->flags & FXG_F_FRAME_END) ||
		    strcmp(entry.category, category) != 0)
			continue;
		if (strcmp(entry.name, name) == 0)
			return true;
		for (size_t n = 0; catalogue_alias(&entry, n); n++)
			if (strcmp(catalogue_alias(&entry, n), name) == 0)
				return true;
	}
	return false;
}

struct frame_times *frame_times_open(struct fxr_world *world)
{
	struct frame_times *times = fxr_new(1, sizeof(*times));

	/* makes the missing ones */
	for (size_t i = 0; i < world->n_threads; i++)
		(void)fxr_process_of(world, &world->threads[i]);
	times->n_processes = world->n_processes;
	times->processes =
		fxr_new(world->n_processes + 1, sizeof(*times->processes));
	return times;
}

void frame_times_close(struct frame_times *times)
{
	for (size_t i = 0; i < times->n_processes; i++)
		free(times->processes[i].ns);
	free(times->processes);
	free(times);
}

/* A call that ends a frame, inside another one that does, has the same
 * frame. */
void frame_times_take(struct frame_times *times, const struct fxr_call *call,
		      uint64_t begin_ns)
{
	struct frame_ends *ends;

	if (!call->has_frame || !call->name->ends_frame ||
	    !call->thread->process)
		return;
	ends = &times->processes[call->thread->process - 1];
	if (!ends->n)
		ends->first = call->frame;
	if (call->frame != ends->first + ends->n)
		return;
	ends->ns = fxr_grow_bare(ends->ns, &ends->space, ends->n + 1,
				 sizeof(*ends->ns));
	ends->ns[ends->n++] = begin_ns;
}

void frame_times_put(const struct frame_times *times, size_t first_process,
		     const char **comma, struct pen *out)
{
	for (size_t i = 0; i < times->n_processes; i++) {
		const struct frame_ends *ends = &times->processes[i];

		if (!ends->n)
			continue;
		pen_format(out, "%s{\"process\":%zu,\"first\":%llu,\"ends\":[",
			   *comma, first_process + i,
			   (unsigned long long)ends->first);
		*comma = ",";
		for (uint64_t k = 0; k < ends->n; k++) {
			if (k)
				pen_byte(out, ',');
			pen_uint(out, ends->ns[k]);
		}
		pen_put(out, "]}");
	}
}
