/* SPDX-License-Identifier: MIT */
/*
 * Starts the traced program and waits for it as a shell would. The program gets
 * the terminal's signals; SIGTERM and SIGHUP are forwarded.
 */
#ifndef TOOLS_MANAGER_LAUNCH_H
#define TOOLS_MANAGER_LAUNCH_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "tools/base/older.h"
#include "tools/manager/manager.h"

/* As a shell's exit statuses. */
enum {
	LAUNCH_FAILED = 125,
	LAUNCH_NOT_EXECUTABLE = 126,
	LAUNCH_NOT_FOUND = 127,
};

/* Where the manager writes its archive. */
enum launch_archive {
	LAUNCH_TO_FILE,	  /* of the pattern's name, created by launch_run */
	LAUNCH_TO_STDOUT, /* the manager has stdout; the program gets stderr */
	LAUNCH_NOWHERE,	  /* there is none, or the manager has it */
};

struct launch {
	char **argv;	     /* the program and its arguments */
	const char *pattern; /* of the archive's name, absolute */
	bool overwrite;	     /* an existing archive of that name */
	/* Writes the archive; NULL: the program does. */
	struct manager *manager;
	enum launch_archive archive; /* with a manager only */
	/* Filled in by launch_run: */
	struct older older; /* that had the archive's name */
	pid_t pid;
	int exec_errno;	       /* 0 = the program was started */
	int status;	       /* as a shell returns it */
	int signal;	       /* that killed it, or 0 */
	char output[PATH_MAX]; /* the archive's name */
};

/* Runs the program with this process's environment and FXTRACE_OUTPUT set to
 * the archive's final name, until it ends. Dies if no process can be
 * created. */
void launch_run(struct launch *launch);

/* Ends this process as the program ended: kills it by the signal that killed
 * the program, without a core of its own. Returns the status if there was no
 * signal, or if we survive it (as process 1 of a container). */
int launch_end(const struct launch *launch);

#endif
