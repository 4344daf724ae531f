/* SPDX-License-Identifier: MIT */
/*
 * Flows: from the call that makes a process or a thread to the first recorded
 * call of the new one. A flow begins inside the first call's duration, before
 * the real function runs, and ends inside the second one's. Viewers draw an
 * arrow between the two. If the new one never makes a call, the flow has no
 * end.
 *
 * The ways of its id: fork's is in the forking thread's memory. vfork's is in
 * the thread's state, which both use. posix_spawn's is in the environment
 * (session.h). pthread_create's is found by the new thread's handle
 * (newborn.h).
 */
#ifndef PRELOAD_RUNTIME_FLOW_H
#define PRELOAD_RUNTIME_FLOW_H

#include <pthread.h>
#include <stdbool.h>

#include "preload/runtime/newborn.h"
#include "preload/symbol/slot.h"
#include "writer/thread.h"

/* fxw_thread.has_flow: the flow's target */
enum fxp_flow { FXP_NO_FLOW = 0, FXP_FLOW_PROCESS, FXP_FLOW_THREAD };

/*
 * The four ways to begin one, after the call's begin. They do nothing if the
 * call or its target is not recorded. Any thread, any signal handler.
 */

/* Before fork. The result is for fxp_flow_forked, in the parent: a handler that
 * interrupts a fork may fork. */
uint64_t fxp_flow_fork(const struct fxp_call *call);
void fxp_flow_forked(uint64_t outer);

/* A thread is about to be created. Returns NULL, or the entry for
 * fxp_newborn_came. */
struct fxp_newborn *fxp_flow_thread(const struct fxp_call *call,
				    const pthread_t *thread);

/* Before posix_spawn: the variable for the new program's environment. False:
 * none. text: FXP_SESSION_FLOW_BYTES */
bool fxp_flow_spawn(const struct fxp_call *call, char *text);

/* Before vfork. Its call is written and reserves the stamp `ticks`. */
void fxp_flow_vfork(struct fxw_thread *thread, uint64_t ticks);

/* Takes the flow to this program out of its environment. */
void fxp_flow_receive(char **environment);

/* In a forked child, before any record: the flow to this process. */
void fxp_flow_inherit(void);

/* The thread is about to make its first call: finds the flow to it. From then
 * on, thread->has_flow is set until a call has been recorded. */
void fxp_flow_attached(struct fxw_thread *thread);

/* Ends the flow to this thread. ticks: a stamp inside its first call, which is
 * written. */
void fxp_flow_arrive(struct fxw_thread *thread, uint64_t ticks);

#endif
