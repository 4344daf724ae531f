/* SPDX-License-Identifier: MIT */
/*
 * Signals that a trigger is about. A handler of ours stands before the
 * program's own, which runs as if it were alone: with its flags and its mask;
 * what the program asks for and is told of is its own. An ignored signal stays
 * ignored: it does not come. What a vfork child sets is not watched.
 */
#ifndef PRELOAD_PROCESS_SIGWATCH_H
#define PRELOAD_PROCESS_SIGWATCH_H

#include <signal.h>

typedef int fxp_sigaction(int signo, const struct sigaction *action,
			  struct sigaction *old);

/* Begins, once, at the process's start. */
void fxp_sigwatch_start(fxp_sigaction *real);

/* As sigaction, for any signal. */
int fxp_sigwatch_set(fxp_sigaction *real, int signo,
		     const struct sigaction *action, struct sigaction *old);

/* As signal or what else sets a handler by its address alone. */
sighandler_t fxp_sigwatch_signal(sighandler_t (*real)(int, sighandler_t),
				 int signo, sighandler_t handler);

#endif
