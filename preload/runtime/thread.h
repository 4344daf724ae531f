/* SPDX-License-Identifier: MIT */
/*
 * The state of this thread: created at its first recorded call, and freed when
 * the thread ends.
 *
 * Any thread, any signal handler, but for fxp_thread_watch_ends. Nothing
 * allocates from the program's heap or changes errno.
 */
#ifndef PRELOAD_RUNTIME_THREAD_H
#define PRELOAD_RUNTIME_THREAD_H

#include "writer/thread.h"

/* This thread's state, created now if necessary; NULL: nothing is recorded. */
struct fxw_thread *fxp_thread(void);

/* From now on a pthread key's destructor calls `ends` with its state when a
 * thread ends. Once, at start. */
void fxp_thread_watch_ends(void (*ends)(void *state));

/* In `ends`: calls it once more, after other keys' destructors. */
void fxp_thread_see_end(struct fxw_thread *thread);

/* Blocks signals while we have descriptors open: no handler may notice them.
 * Signals that an instruction raises are not blocked, because they would kill.
 * Returns the mask for fxp_signals_release. */
uint64_t fxp_signals_hold(void);
void fxp_signals_release(uint64_t mask);

#endif
