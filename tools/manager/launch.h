/* SPDX-License-Identifier: MIT */
/*
 * Starts the traced program and waits for it as a shell would: the program
 * gets the terminal's signals, SIGTERM and SIGHUP are passed on.
 */
#ifndef TOOLS_MANAGER_LAUNCH_H
#define TOOLS_MANAGER_LAUNCH_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "tools/manager/manager.h"

/* What a shell returns, too. */
enum {
	LAUNCH_FAILED = 125,
	LAUNCH_NOT_EXECUTABLE = 126,
	LAUNCH_NOT_FOUND = 127,
};

/* Where the manager's archive goes. */
enum launch_archive {
	LAUNCH_TO_FILE,	  /* of the pattern's name, made by launch_run */
	LAUNCH_TO_STDOUT, /* the manager has it; the program gets stderr */
	LAUNCH_NOWHERE,	  /* there is none */
};

struct launch {
	char **argv;		 /* the program and its arguments */
	const char *pattern;	 /* absolute, of the archive's name */
	bool overwrite;		 /* an archive of that name */
	struct manager *manager; /* that writes it, or NULL: the program does */
	enum launch_archive archive; /* with a manager only */
	/* Filled in by launch_run: */
	pid_t pid;
	int exec_errno;	       /* 0 = the program was started */
	int status;	       /* as a shell returns it */
	int signal;	       /* that killed it, or 0 */
	char output[PATH_MAX]; /* the archive's name */
};

/* Runs the program with this process's environment and FXTRACE_OUTPUT set to
 * the archive's final name, until it ends. Dies if there is no process to be
 * had. */
void launch_run(struct launch *launch);

#endif
