/* SPDX-License-Identifier: MIT */
/*
 * Programs that forbid themselves system calls (seccomp). From then on the
 * recorder makes none, because they might kill the program.
 *
 * A vfork child that does so has its parent's memory, but not its rights. After
 * the child's exec or end, if a wrapper sees it, the recorder may make system
 * calls again. If the child is killed, its parent is treated as sandboxed.
 */
#ifndef PRELOAD_RUNTIME_SANDBOX_H
#define PRELOAD_RUNTIME_SANDBOX_H

#include <stdbool.h>

/* The sandbox is about to come / was rejected / is installed. If only the last
 * one is called, it is before the fact. Any thread, any signal handler. */
void fxp_sandbox_comes(void);
void fxp_sandbox_refused(void);
void fxp_sandbox_is_there(void);

/* The caller, if it is such a child, execs or ends and is done with the
 * recorder / its exec has failed. */
void fxp_sandbox_leave(void);
void fxp_sandbox_stay(void);

#endif
