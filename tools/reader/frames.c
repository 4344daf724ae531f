/* SPDX-License-Identifier: MIT */
/*
 * Numbers frames and counts their calls, see frames.h.
 */
#include "tools/reader/frames.h"

#include <stdlib.h>

/* What one signature says counts for all functions of that name. */
static bool ends_frame(struct fxr_world *world, uint32_t provider,
		       struct fxr_name *name)
{
	const struct fxr_function *function;

	if (name->is_judged)
		return name->ends_frame;
	function = fxr_function_find(&world->types, provider, name->category,
				     name->name);
	name->is_judged = function;
	name->ends_frame = function && function->flags & FXG_F_FRAME_END;
	return name->ends_frame;
}

static void end_frame(struct fxr_frames *frames)
{
	if (frames->n_ended < FXR_MAX_FRAMES) {
		frames->calls =
			fxr_grow(frames->calls, &frames->space,
				 frames->n_ended + 1, sizeof(*frames->calls));
		frames->calls[frames->n_ended] = frames->n_open;
	}
	frames->n_ended++;
	frames->n_open = 0;
}

uint64_t fxr_frame(struct fxr_world *world, uint32_t thread, uint32_t name,
		   bool *ends)
{
	struct fxr_thread *t = &world->threads[thread];
	struct fxr_frames *frames = &fxr_process_of(world, t)->frames;
	uint64_t frame = frames->n_ended;

	*ends = false;
	if (t->swap_depth) {
		frame = t->swap_frame;
		if (frame < FXR_MAX_FRAMES)
			frames->calls[frame]++;
		return frame;
	}
	frames->n_open++;
	*ends = ends_frame(world, t->provider, &world->names[name]);
	if (*ends)
		end_frame(frames);
	return frame;
}

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

struct fxr_frame_calls fxr_frame_calls(struct fxr_frames *frames)
{
	size_t n = frames->n_ended < FXR_MAX_FRAMES ? (size_t)frames->n_ended
						    : FXR_MAX_FRAMES;
	struct fxr_frame_calls all = {.n_frames = frames->n_ended,
				      .n_behind = frames->n_open};

	if (!n)
		return all;
	qsort(frames->calls, n, sizeof(*frames->calls), by_number);
	all.least = frames->calls[0];
	all.median = frames->calls[n / 2];
	all.most = frames->calls[n - 1];
	return all;
}
