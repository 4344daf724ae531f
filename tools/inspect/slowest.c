/* SPDX-License-Identifier: MIT */
/*
 * Times of frames, see slowest.h.
 */
#include "tools/inspect/slowest.h"

#include <stdio.h>

#include "tools/archive/archive.h"

struct times {
	uint32_t provider;
	bool has_provider;
	uint64_t frame, begin_ns, end_ns, most_ns;
	struct slowest found;
};

static bool is_wanted(void *context, struct fxr_text category,
		      struct fxr_text name)
{
	(void)context;
	(void)name;
	return fxr_is(category, "gl") || fxr_is(category, "glx") ||
	       fxr_is(category, "egl");
}

/* The frame that was read is complete. */
static void end_frame(struct times *times)
{
	uint64_t ns = times->end_ns > times->begin_ns
			      ? times->end_ns - times->begin_ns
			      : 0;
	bool is_first = times->frame == 0;

	if (!times->begin_ns)
		return;
	if (times->frame >= times->found.n_frames)
		times->found.n_frames = times->frame + 1;
	if (is_first || ns <= times->most_ns)
		return;
	times->most_ns = ns;
	times->found.frame = times->frame;
}

static void take(struct times *times, const struct fxr_call *call, uint64_t pid)
{
	if (!call->has_frame || (pid != UINT64_MAX && call->thread->pid != pid))
		return;
	if (!times->has_provider)
		times->provider = call->thread->provider;
	times->has_provider = true;
	if (call->thread->provider != times->provider)
		return;
	if (!times->begin_ns || call->frame > times->frame) {
		end_frame(times);
		times->frame = call->frame;
		times->begin_ns = call->begin_ns + !call->begin_ns;
		times->end_ns = 0;
	}
	if (call->has_end && call->end_ns > times->end_ns)
		times->end_ns = call->end_ns;
}

struct slowest slowest_find(const char *path, uint64_t pid)
{
	struct fxr_calls_options how = {.is_wanted = is_wanted,
					.progress = archive_progress,
					.is_brief = true};
	struct fxr_reader *reader = archive_open(path, true);
	struct fxr_calls *calls = fxr_calls_open(reader, &how);
	struct times times = {0};
	struct fxr_call call;

	while (fxr_calls_next(calls, &call))
		take(&times, &call, pid);
	end_frame(&times);
	archive_progress_end();
	if (fxr_error(reader))
		snprintf(times.found.fault, sizeof(times.found.fault),
			 "damaged at offset %llu: %s",
			 (unsigned long long)fxr_error(reader)->off,
			 fxr_error(reader)->expected);
	fxr_calls_close(calls);
	fxr_close(reader);
	return times.found;
}
