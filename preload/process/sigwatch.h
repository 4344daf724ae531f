/* SPDX-License-Identifier: MIT */
/*
 * Signals that a trigger is about. Our handler runs before the program's own,
 * which runs as if it were alone, with its flags and its mask. The program sees
 * only its own actions. An ignored signal stays ignored, and no trigger sees
 * it. Actions that a vfork child sets are not watched.
 */
#ifndef PRELOAD_PROCESS_SIGWATCH_H
#define PRELOAD_PROCESS_SIGWATCH_H

#include <signal.h>

typedef int fxp_sigaction(int signo, const struct sigaction *action,
			  struct sigaction *old);

/* Begins, once, at the process's start. */
void fxp_sigwatch_start(fxp_sigaction *real);

/* Does what sigaction does, for any signal. */
int fxp_sigwatch_set(fxp_sigaction *real, int signo,
		     const struct sigaction *action, struct sigaction *old);

/* Does what signal does, or any other function that sets only a handler. */
sighandler_t fxp_sigwatch_signal(sighandler_t (*real)(int, sighandler_t),
				 int signo, sighandler_t handler);

#endif
