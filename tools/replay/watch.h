/* SPDX-License-Identifier: MIT */
/*
 * The views of a running replay that a user requests: pictures, times, the
 * state at one call. One thread at a time is in here, as in gl.h.
 */
#ifndef TOOLS_REPLAY_WATCH_H
#define TOOLS_REPLAY_WATCH_H

#include "tools/replay/gl/gl.h"
#include "tools/replay/look.h"
#include "tools/replay/picture/picture.h"
#include "tools/replay/play.h"
#include "tools/replay/time/profile.h"
#include "tools/replay/time/timing.h"

/* Data about a context for the functions that read it. */
struct watch_context {
	bool is_known;
	struct procs procs;
	struct stopwatch *stopwatch;
};

/* Ready if all is zero except settings and gl. */
struct watch {
	const struct play_settings *settings;
	struct gl *gl;
	struct watch_context **contexts; /* by their index in gl */
	size_t contexts_capacity;
	struct look look;
	struct picture picture;
	struct timing timing;
	struct profile *profile;
	bool is_timed;
	uint64_t n_pictures;
	/* The picture of a frame is not written yet. */
	bool is_held;
	uint64_t held_frame;
	uint32_t held_drawable; /* index + 1 in gl */
	/* Of the call that is played: for a viewer. */
	bool is_made;
	uint64_t n_failed;
};

/* The requested frames begin: clocks run from now on. */
void watch_start(struct watch *watch);
/* Before each call of the recording. A held picture waits for its window's
 * size, which may be emitted only after the frame. */
void watch_next(struct watch *watch, const struct fxr_call *call);
/* Around each call that is made; frame: of the call. */
void watch_begin(struct watch *watch, struct gl_call *call, uint64_t frame);
void watch_end(struct watch *watch, struct gl_call *call, uint64_t frame);
/* A frame is complete: its buffers are not swapped yet. */
void watch_frame(struct watch *watch, const struct fxr_call *call,
		 uint64_t frame);
/* The last call of a loop was made. */
void watch_loop(struct watch *watch);
/* The context of this thread is about to be released. */
void watch_leave(struct watch *watch);
/* All is drawn. */
void watch_stop(struct watch *watch);
/* After a call was played: verifies the state, if that is requested. */
void watch_played(struct watch *watch, const struct fxr_call *call,
		  uint64_t frame);
/* Prints the state of the current context; false: there is none now. */
bool watch_state(struct watch *watch, const struct fxr_call *call);
/* Prints times, if they are requested. */
void watch_print(const struct watch *watch);
void watch_fini(struct watch *watch);

#endif
