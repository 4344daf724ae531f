/* SPDX-License-Identifier: MIT */
/*
 * Starts a manager, for a program that was given only LD_PRELOAD.
 */
#ifndef PRELOAD_CONFIG_MANAGER_H
#define PRELOAD_CONFIG_MANAGER_H

#include <stdbool.h>

#include "preload/config/session.h"

enum fxp_manager {
	/* It is not found, cannot be started, or must not be started. A program
	 * that is process 1 or inherits orphans would have to reap it. */
	FXP_MANAGER_NONE,
	FXP_MANAGER_SILENT, /* it has started, but printed nothing */
	FXP_MANAGER_READY,
};

/*
 * Starts `fxtrace manager` in its own session, without our variables and
 * descriptors. The program does not notice its end: it gets no signal, and no
 * child for a wait. The manager ends when the last process has left it.
 * envp     the program's, for $FXTRACE_MANAGER and the manager's own.
 * archive  absolute path of the archive, as it shall be named.
 * session  out: joined, if FXP_MANAGER_READY
 * Waits five seconds at most.
 */
enum fxp_manager fxp_manager_start(char *const *envp, const char *archive,
				   struct fxp_session *session);

#endif
