/* SPDX-License-Identifier: MIT */
/*
 * Recorded threads as threads of the replay. One of them at a time has the
 * baton: it takes the next call and makes it, as long as the calls are its own,
 * then hands the baton to the thread of the next one and sleeps. So calls are
 * made one after the other, each on its thread.
 *
 * Every function of a play is called by who has the baton, never two at a time,
 * and what one of them did is seen by the next.
 */
#ifndef TOOLS_REPLAY_CALL_ACTORS_H
#define TOOLS_REPLAY_CALL_ACTORS_H

#include "tools/reader/calls.h"

#define ACTORS_MAX 1024u /* threads of one play */
#define ACTORS_ERROR_BYTES 128u

/* `thread` is an index in world->threads. */
struct actors_play {
	void *context;
	/* of the calls; `next` may put another reading of the same archive in
	 * its place */
	const struct fxr_world *world;
	/* The next call, borrowed until the following next; NULL: the end. */
	const struct fxr_call *(*next)(void *context);
	/* Makes a call, on its thread. False: stop. */
	bool (*play)(void *context, const struct fxr_call *call);
	/* On the thread that goes on, before its first call and after each
	 * `leave`. */
	void (*enter)(void *context, uint32_t thread);
	/* On the thread that has gone on, before another one does and before
	 * the end. */
	void (*leave)(void *context, uint32_t thread);
	/* At the end, on each thread in the order of their first calls. */
	void (*finish)(void *context, uint32_t thread);
};

/*
 * Plays all calls. The first thread that has any is the calling one, the others
 * are made for it and are gone when this returns.
 * is_single_thread: all is done by the calling thread; which one goes on is
 * told all the same
 * False with `error` set if a thread could not be made; calls up to there were
 * made, and threads finished.
 */
bool actors_run(const struct actors_play *play, bool is_single_thread,
		char error[ACTORS_ERROR_BYTES]);

#endif
