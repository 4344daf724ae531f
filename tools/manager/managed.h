/* SPDX-License-Identifier: MIT */
/*
 * The manager's side of `fxtrace record`: a session in this process. It lasts
 * from before the program's start until its last process has left.
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
	const char *triggers;	   /* a checked list, or NULL */
	const char *snapshots_max; /* a checked text (shots.h), or NULL */
	uint32_t block_max_ms;	   /* as in struct manager_options */
	bool is_to_stdout;	   /* else launch_run makes the file */
	const char *stream;	   /* a device or a pipe to write to, or NULL */
	bool prints;		   /* prints the calls on stderr */
	bool is_unwritten;	   /* no archive at all */
	bool is_quiet;		   /* without a progress line */
	/* Filled in by managed_start: */
	struct manager *manager;
	struct show *show;
	struct progress *progress;
};

/* Starts the session. False: it cannot; `error` says what is missing. */
bool managed_start(struct managed *managed, char *error, size_t error_bytes);

/* Waits for the processes that outlive the program, ends the archive and
 * reports the outcome. */
void managed_finish(struct managed *managed, const struct outcome *outcome);

#endif
