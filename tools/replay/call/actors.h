/* SPDX-License-Identifier: MIT */
/*
 * Recorded threads as threads of the replay. One of them at a time has the
 * baton: it takes the next call and makes it, as long as the calls are its own.
 * Then it passes the baton to the thread of the next call and sleeps. So calls
 * are made one after the other, each on its thread.
 *
 * The owner of the baton calls every function of a play, so never two at a
 * time. The effects of one call are visible to the next.
 */
#ifndef TOOLS_REPLAY_CALL_ACTORS_H
#define TOOLS_REPLAY_CALL_ACTORS_H

#include "tools/reader/calls.h"

#define ACTORS_MAX 1024u /* threads of one play */
#define ACTORS_ERROR_BYTES 128u

/* `thread` is an index in world->threads. */
struct actors_play {
	void *context;
	/* of the calls; `next` may replace it with another reading of the same
	 * archive */
	const struct fxr_world *world;
	/* The next call, borrowed until the following next; NULL: the end. */
	const struct fxr_call *(*next)(void *context);
	/* Makes a call, on its thread. False: stop. */
	bool (*play)(void *context, const struct fxr_call *call);
	/* On the thread that continues, before its first call and after each
	 * `leave`. */
	void (*enter)(void *context, uint32_t thread);
	/* On the thread that made calls, before another one continues and
	 * before the end. */
	void (*leave)(void *context, uint32_t thread);
	/* At the end, on each thread in the order of their first calls. */
	void (*finish)(void *context, uint32_t thread);
};

/*
 * Plays all calls. The first thread with a call is the calling one. The others
 * are created, and have ended when this returns. is_single_thread: the calling
 * thread does all; enter and leave are called all the same. False with `error`
 * set if a thread could not be created. In that case the calls up to there were
 * made, and the threads finished.
 */
bool actors_run(const struct actors_play *play, bool is_single_thread,
		char error[ACTORS_ERROR_BYTES]);

#endif
