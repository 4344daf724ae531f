/* SPDX-License-Identifier: MIT */
/*
 * What a user wants to see of a replay while it goes on: pictures, times, the
 * state at one call. One thread at a time is in here, as in gl.h.
 */
#ifndef TOOLS_REPLAY_WATCH_H
#define TOOLS_REPLAY_WATCH_H

#include "tools/replay/gl/gl.h"
#include "tools/replay/picture/picture.h"
#include "tools/replay/play.h"
#include "tools/replay/time/profile.h"
#include "tools/replay/time/timing.h"

/* What is known of a context for the functions that look at it. */
struct watch_context {
	bool is_known;
	struct procs procs;
	struct stopwatch *stopwatch;
};

/* All zero but for wishes and gl = ready. */
struct watch {
	const struct play_wishes *wishes;
	struct gl *gl;
	struct watch_context **contexts; /* by their index in gl */
	size_t contexts_capacity;
	struct picture picture;
	struct timing timing;
	struct profile *profile;
	bool is_timed;
	uint64_t n_pictures;
	/* The picture of a frame is not written yet */
	bool is_held;
	uint64_t held_frame;
	uint32_t held_drawable; /* index + 1 in gl */
};

/* The frames that are meant begin: clocks run from now on. */
void watch_start(struct watch *watch);
/* Before each call of the recording: how large a window is may be told only
 * behind the frame, whose picture has waited for that. */
void watch_next(struct watch *watch, const struct fxr_call *call);
/* Around each call that is made; frame: the one that it belongs to. */
void watch_begin(struct watch *watch, struct gl_call *call);
void watch_end(struct watch *watch, struct gl_call *call, uint64_t frame);
/* A frame is complete: its buffers are not swapped yet. */
void watch_frame(struct watch *watch, uint64_t frame);
/* The context of this thread will not be current any more. */
void watch_leave(struct watch *watch);
/* All is drawn. */
void watch_stop(struct watch *watch);
/* Prints the state of the current context; false: there is none. */
bool watch_state(struct watch *watch);
/* Prints times, if they are wanted. */
void watch_print(const struct watch *watch);
void watch_fini(struct watch *watch);

#endif
