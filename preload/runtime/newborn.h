/* SPDX-License-Identifier: MIT */
/*
 * Threads that are being created and have not made a call yet, and the number
 * of the flow that leads to each. pthread_create writes the new thread's handle
 * where its caller wants it before that thread runs, so a thread finds itself
 * here even if it is faster than its creator.
 *
 * A fixed table without locks, never full: the oldest thread that has not
 * called yet is forgotten first.
 */
#ifndef PRELOAD_RUNTIME_NEWBORN_H
#define PRELOAD_RUNTIME_NEWBORN_H

#include <stdint.h>

/* Threads that may be waiting for their first call. */
#define FXP_NEWBORNS 256u

struct fxp_newborn;

/*
 * Before the real pthread_create.
 * flow   not 0, rising
 * where  its first argument: read only while it runs
 * Returns the entry, the caller's until fxp_newborn_came; NULL: too many
 * threads are being created at this moment.
 * Any thread, any signal handler.
 */
struct fxp_newborn *fxp_newborn_expect(uint32_t flow, const uintptr_t *where);

/* After it. thread: what it wrote there, 0: it has failed. */
void fxp_newborn_came(struct fxp_newborn *newborn, uintptr_t thread);

/*
 * The number of the flow that leads to a thread that makes its first call, 0 if
 * none does; it is not given again. Handles are used again: the newest entry
 * that names the thread is its. If *where has held its very handle before,
 * it may be a thread that was created by then, or a faster one than its
 * creator behind another that has come and gone without a call: then it waits
 * a little for the creator, and takes itself for the former if that does not
 * return.
 * Any thread, any signal handler. May make system calls.
 */
uint32_t fxp_newborn_claim(uintptr_t thread);

/* In a forked child, where no other thread is. */
void fxp_newborns_forget(void);

#endif
