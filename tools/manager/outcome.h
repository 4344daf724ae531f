/* SPDX-License-Identifier: MIT */
/*
 * What a recording left behind: its archives found, finished if their
 * processes were killed, and summed up for the user.
 */
#ifndef TOOLS_MANAGER_OUTCOME_H
#define TOOLS_MANAGER_OUTCOME_H

#include <stdbool.h>
#include <time.h>

#include "tools/manager/manager.h"

struct outcome {
	const char *program;   /* as the user named it */
	const char *output;    /* the first process's archive, absolute */
	const char *name;      /* of a manager's archive that is no file */
	const char *obstacle;  /* why nothing can have been recorded, or NULL */
	struct timespec start; /* CLOCK_REALTIME_COARSE before the program */
	bool is_unwritten;     /* the manager wrote no archive */
	bool quiet;	       /* no summary; failures are told all the same */
};

/*
 * Finishes every archive of the recording whose process is gone, then tells on
 * stderr what was recorded. Archives of processes that still run are left to
 * them. Returns false if an archive could not be read or finished.
 */
bool outcome_report(const struct outcome *outcome);

/* The same for a session that a manager has written; archives of processes that
 * could not join it are told behind it. */
bool outcome_report_managed(const struct outcome *outcome,
			    const struct manager_report *report);

/* What a session recorded, lost and left, on stderr; name NULL: it was written
 * nowhere. Its error is the caller's to tell. */
void outcome_report_session(const char *name,
			    const struct manager_report *report);

#endif
