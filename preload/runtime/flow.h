/* SPDX-License-Identifier: MIT */
/*
 * Flows: from the call that makes a process or a thread to the first call of
 * that one which is recorded. A flow begins inside the one call's duration,
 * before the real function runs, and ends inside the other's; viewers draw an
 * arrow between the two. If nobody comes, or makes no call, it has no end.
 *
 * How its id gets there: fork's in the forking thread's memory, vfork's in the
 * thread's state, which both use, posix_spawn's in the environment (session.h),
 * pthread_create's by the new thread's handle (newborn.h).
 */
#ifndef PRELOAD_RUNTIME_FLOW_H
#define PRELOAD_RUNTIME_FLOW_H

#include <pthread.h>
#include <stdbool.h>

#include "preload/runtime/newborn.h"
#include "preload/symbol/slot.h"
#include "writer/thread.h"

/* fxw_thread.has_flow: what the flow leads to */
enum fxp_flow { FXP_NO_FLOW = 0, FXP_FLOW_PROCESS, FXP_FLOW_THREAD };

/*
 * The four ways to begin one: after the call's begin, and nothing if that was
 * not recorded or who comes would not be. Any thread, any signal handler.
 */

/* fork comes. What it returns is for fxp_flow_forked, in the parent: a handler
 * that interrupts a fork may fork. */
uint64_t fxp_flow_fork(const struct fxp_call *call);
void fxp_flow_forked(uint64_t outer);

/* A thread is about to be created; NULL, or what is to be told when it has
 * been, or has not. */
struct fxp_newborn *fxp_flow_thread(const struct fxp_call *call,
				    const pthread_t *thread);

/* posix_spawn comes: the variable for the new program's environment. False:
 * none. text: FXP_SESSION_FLOW_BYTES */
bool fxp_flow_spawn(const struct fxp_call *call, char *text);

/* vfork comes; its call is written, with room for the stamp `ticks`. */
void fxp_flow_vfork(struct fxw_thread *thread, uint64_t ticks);

/* Takes the flow that leads to this program out of its environment. */
void fxp_flow_receive(char **environment);

/* In a forked child, before any record: the flow that leads here. */
void fxp_flow_inherit(void);

/* The thread is about to make its first call; what leads to it is looked up.
 * From then on, thread->has_flow until a call has been recorded. */
void fxp_flow_attached(struct fxw_thread *thread);

/* Ends the flow that leads to this thread. ticks: a stamp inside its first
 * call, which is written. */
void fxp_flow_arrive(struct fxw_thread *thread, uint64_t ticks);

#endif
