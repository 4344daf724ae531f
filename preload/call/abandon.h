/* SPDX-License-Identifier: MIT */
/*
 * Ends that no wrapper writes. Calls may be unwound (longjmp, exceptions,
 * cancellation, the thread's end). Other ends find no space: they are deferred
 * until there is some. Only the thread itself, in any signal handler.
 */
#ifndef PRELOAD_CALL_ABANDON_H
#define PRELOAD_CALL_ABANDON_H

#include "writer/thread.h"

/* Defers an end that found no space: the thread writes nothing before it. */
void fxp_end_defer(struct fxw_thread *t, const struct fxw_open *open);

/* Writes the deferred end, because there may be space again. False: it is still
 * deferred, or a handler interrupts this one. */
bool fxp_end_write_deferred(struct fxw_thread *t);

/* Ends calls from the innermost down to `depth` entries, as abandoned. */
void fxp_abandon_to(struct fxw_thread *t, uint32_t depth);

/* Ends calls whose frames are gone, as seen from a new call's frame. */
void fxp_abandon_dead(struct fxw_thread *t, uintptr_t frame);

/* Ends calls, and windows, whose frames the thread is about to leave. */
void fxp_abandon_left(struct fxw_thread *t, const struct fxw_left *left);

/* Ends all open calls of a thread that is over. */
void fxp_abandon_all(struct fxw_thread *thread);

#endif
