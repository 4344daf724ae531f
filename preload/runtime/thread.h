/* SPDX-License-Identifier: MIT */
/*
 * The state of this thread, made at its first recorded call and given back when
 * it ends.
 *
 * Any thread, any signal handler, but for fxp_thread_watch_ends. Nothing
 * allocates from the program's heap or changes errno.
 */
#ifndef PRELOAD_RUNTIME_THREAD_H
#define PRELOAD_RUNTIME_THREAD_H

#include "writer/thread.h"

/* This thread's state, made now if need be; NULL: nothing is recorded here. */
struct fxw_thread *fxp_thread(void);

/* From here on `ends` is called with its state when a thread ends, by the
 * destructor of a pthread key. Once, at start. */
void fxp_thread_watch_ends(void (*ends)(void *state));

/* In `ends`: it is called once more, behind other keys' destructors. */
void fxp_thread_see_end(struct fxw_thread *thread);

/* For a moment we have descriptors: no handler may see which are free. Signals
 * that an instruction raises would kill instead, and stay. Returns the mask
 * for fxp_signals_release. */
uint64_t fxp_signals_hold(void);
void fxp_signals_release(uint64_t mask);

#endif
