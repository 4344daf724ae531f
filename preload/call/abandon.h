/* SPDX-License-Identifier: MIT */
/*
 * Ends that no wrapper writes: of calls that were left (longjmp, exceptions,
 * cancellation, the thread's end), and of those that found no room, which the
 * thread owes until there is some again. Any thread's own, any signal handler.
 */
#ifndef PRELOAD_CALL_ABANDON_H
#define PRELOAD_CALL_ABANDON_H

#include "writer/thread.h"

/* An end found no room: the thread writes nothing else before it. */
void fxp_end_defer(struct fxw_thread *t, const struct fxw_open *open);

/* Writes what the thread owes, since there may be room again. False: it still
 * owes something, or a handler interrupts it here. */
bool fxp_end_pay(struct fxw_thread *t);

/* Ends calls from the innermost down to `depth` entries, as abandoned. */
void fxp_abandon_to(struct fxw_thread *t, uint32_t depth);

/* The same of calls whose frames are gone, seen from a new call's frame. */
void fxp_abandon_dead(struct fxw_thread *t, uintptr_t frame);

/* All that the thread has left open: it is over. */
void fxp_abandon_all(struct fxw_thread *thread);

#endif
