/* SPDX-License-Identifier: MIT */
/*
 * The recorder of one process. It starts at the first call that allows it, and
 * again in every forked child. It finishes when the process ends.
 */
#ifndef PRELOAD_PROCESS_PROCESS_H
#define PRELOAD_PROCESS_PROCESS_H

#include <stdbool.h>

#include "preload/call/preload.h"
#include "writer/thread.h"

/* Starts the recorder unless it runs, has failed or cannot run yet (before
 * libc's own start). True if it runs. Any thread. */
bool fxp_process_start(void);

/*
 * In a forked child: leaves the parent's archive and starts the child's own.
 * Does nothing if that is done (by a handler or an atfork function).
 * was_inside  a record of this thread may have been interrupted by the fork
 */
void fxp_process_child(bool was_inside);

/* Whether this thread is inside a record, which a handler has interrupted. */
bool fxp_process_is_inside(void);

/* Whether that generation's selection records the function. If the selection is
 * empty, the configuration decides. */
bool fxp_process_records(const struct fxp_api *api, unsigned function,
			 uint32_t generation);

/* The process is about to end with this status: finishes the archive. */
void fxp_process_exit(int status);

/* The program gives up the time stamp counter (strict seccomp, PR_SET_TSC):
 * reading it, or the vDSO's clock, would kill it. Stamps then only increase.
 * fxp_process_clock_back: the request was rejected. */
void fxp_process_no_clock(void);
void fxp_process_clock_back(void);

/* A process is about to be started (1), or was not started after all (-1). */
void fxp_process_starts(int n);

/* The same of one that will not record. */
void fxp_process_starts_alone(int n);

/* A thread (its pthread_t; 0: this one) has a new name. */
void fxp_process_renamed(uintptr_t thread, const char *name);

/* The address of libc's environ; NULL before libc has one. */
char ***fxp_process_environment(void);

/* libc's environ at this moment; NULL before libc has one. */
char *const *fxp_process_environ(void);

/* An exec comes / has failed: completes the archive / goes on writing.
 * joins  the new program may record */
void fxp_process_exec(bool joins);
void fxp_process_exec_failed(bool joins);

#endif
