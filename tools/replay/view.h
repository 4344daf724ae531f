/* SPDX-License-Identifier: MIT */
/*
 * What a command sees of a replay that goes on, call by call: for
 * `fxtrace inspect`. One thread at a time is in here, as in gl.h.
 */
#ifndef TOOLS_REPLAY_VIEW_H
#define TOOLS_REPLAY_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/reader/calls.h"
#include "tools/replay/state/state.h"

struct gl_call;

/* One moment of a replay, borrowed during a callback. */
struct play_view {
	const struct fxr_call *call;
	uint64_t frame;
	unsigned kind; /* enum kind of the call's function */
	bool is_made, has_failed;
	/* Of the current context; NULL if it cannot be looked at: there is
	 * none, a display list is compiled, or it is inside glBegin. */
	const struct procs *gl;
	uint32_t context; /* its number, from 1 */
	uint32_t group;	  /* of contexts that share objects, the same */
	/* The number of what is drawn to, from 1, and its size; 0: unknown */
	uint32_t drawable, width, height;
	struct watch *watch;
	const struct gl_call *made; /* NULL: no call that is made now */
};

struct play_viewer {
	void *context;
	/* Before the first call. The world lives as long as the replay. */
	void (*open)(void *context, struct fxr_world *world);
	/* Before each call that draws, and before glBegin. A framebuffer that
	 * the call names is bound as the one that is drawn to. */
	void (*begin)(void *context, const struct play_view *view);
	/* The same after the call. */
	void (*drawn)(void *context, const struct play_view *view);
	/* After each call that is made, before `played`. May be NULL. */
	void (*made)(void *context, const struct play_view *view);
	/* After each call of the recording, made or not. */
	void (*played)(void *context, const struct play_view *view);
	/* The call has returned something else than when it was recorded. */
	void (*differs)(void *context, const struct fxr_call *call,
			const char *text);
	/* A frame is complete: its buffers are not swapped yet. */
	void (*frame)(void *context, const struct play_view *view);
};

/* The state of the context, valid until another call of OpenGL. */
const struct state_book *view_state(const struct play_view *view);
/* Takes the error that is pending. The replayed program gets it all the same.
 * Returns GL_NO_ERROR if there is none. */
GLenum view_error(const struct play_view *view);

/*
 * An argument of the call that is made, as the replay hands it over: a number,
 * or an address of memory. That is valid during the callback. Names of objects
 * are those of the replay.
 *
 * parameter  its name in the prototype
 *
 * False: the call has none of this name, or this is no call that is made.
 */
bool view_argument(const struct play_view *view, const char *parameter,
		   uint64_t *value);

#endif
