/* SPDX-License-Identifier: MIT */
/*
 * Programs that forbid themselves system calls (seccomp): from then on the
 * recorder makes none, which might kill them.
 *
 * A vfork child that does so has its parent's memory, but not its parent's
 * rights: with its exec or end, as far as wrappers see it, the recorder may
 * make system calls again. Is it killed, its parent is taken for sandboxed.
 */
#ifndef PRELOAD_RUNTIME_SANDBOX_H
#define PRELOAD_RUNTIME_SANDBOX_H

#include <stdbool.h>

/* It is about to / was refused / has done so. Alone, the last one says so
 * beforehand. Any thread, any signal handler. */
void fxp_sandbox_comes(void);
void fxp_sandbox_refused(void);
void fxp_sandbox_is_there(void);

/* The caller, if it is such a child, execs or ends, and has nothing more to do
 * for us / its exec has failed. */
void fxp_sandbox_leave(void);
void fxp_sandbox_stay(void);

#endif
