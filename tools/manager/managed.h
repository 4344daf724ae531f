/* SPDX-License-Identifier: MIT */
/*
 * The manager's side of `fxtrace record`: a session in this process, from
 * before the program's start until its last process has left.
 */
#ifndef TOOLS_MANAGER_MANAGED_H
#define TOOLS_MANAGER_MANAGED_H

#include <stdbool.h>

#include "tools/manager/manager.h"
#include "tools/manager/outcome.h"
#include "tools/manager/progress.h"
#include "tools/manager/show.h"

struct managed {
	enum packing packing;
	const char *triggers; /* a checked list, or NULL */
	bool is_to_stdout;    /* else launch_run makes the file */
	bool prints;	      /* the calls, on stderr */
	bool is_unwritten;    /* no archive at all */
	bool is_quiet;	      /* without a line that tells the progress */
	/* Filled in by managed_start: */
	struct manager *manager;
	struct show *show;
	struct progress *progress;
};

/* Starts the session. Dies if it cannot. */
void managed_start(struct managed *managed);

/* Waits for the processes that the program has left behind, ends the archive
 * and tells what became of it. */
void managed_finish(struct managed *managed, const struct outcome *outcome);

#endif
