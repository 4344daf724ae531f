/* SPDX-License-Identifier: MIT */
/*
 * Starting a manager, for a program that was given nothing but LD_PRELOAD.
 */
#ifndef PRELOAD_CONFIG_MANAGER_H
#define PRELOAD_CONFIG_MANAGER_H

#include <stdbool.h>

#include "preload/config/session.h"

enum fxp_manager {
	/* It is not found, cannot be started, or must not be: as process 1 or
	 * as one that inherits orphans the program would have to reap it. */
	FXP_MANAGER_NONE,
	FXP_MANAGER_SILENT, /* it has begun to run, and has said nothing */
	FXP_MANAGER_READY,
};

/*
 * Starts `fxtrace manager` as a process of a session of its own, without our
 * variables and descriptors, whose end the program is not told (no signal, no
 * child that wait would find). It ends when the last process has left it.
 * envp     the program's, for $FXTRACE_MANAGER and the manager's own
 * archive  absolute path of the archive, as it shall be named
 * session  out: joined, if FXP_MANAGER_READY
 * Waits five seconds at most.
 */
enum fxp_manager fxp_manager_start(char *const *envp, const char *archive,
				   struct fxp_session *session);

#endif
