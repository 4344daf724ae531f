/* SPDX-License-Identifier: MIT */
/*
 * Threads that are being created and have not made a call yet, and the number
 * of the flow to each. pthread_create writes the new thread's handle to its
 * caller's variable before that thread runs. So a thread finds its entry even
 * if it is faster than its creator.
 *
 * A fixed table without locks that is never full: the oldest thread without a
 * call is dropped first.
 */
#ifndef PRELOAD_RUNTIME_NEWBORN_H
#define PRELOAD_RUNTIME_NEWBORN_H

#include <stdint.h>

/* Threads that may be waiting for their first call. */
#define FXP_NEWBORNS 256u

struct fxp_newborn;

/*
 * Before the real pthread_create.
 * flow   not 0, rising.
 * where  its first argument; only read while it runs.
 * Returns the entry, which is the caller's until fxp_newborn_came. NULL: too
 * threads are being created at this moment.
 * Any thread, any signal handler.
 */
struct fxp_newborn *fxp_newborn_expect(uint32_t flow, const uintptr_t *where);

/* After it. thread: the handle that it wrote, 0: it has failed. */
void fxp_newborn_came(struct fxp_newborn *newborn, uintptr_t thread);

/*
 * The number of the flow to a thread that makes its first call, 0 if there is
 * none. It is returned only once. Handles are reused: the newest entry with the
 * thread's handle is the right one.
 *
 * But *where may have held the same handle before. Then the entry may be of a
 * slow creator, whose thread is faster than it. Or it may be of a thread that
 * has ended without a call. This waits a little for the creator, and prefers
 * the older entry if the creator does not return.
 * Any thread, any signal handler. May make system calls.
 */
uint32_t fxp_newborn_claim(uintptr_t thread);

/* In a forked child, which has no other threads. */
void fxp_newborns_forget(void);

#endif
