/* SPDX-License-Identifier: MIT */
/*
 * The outcome of a recording: finds its archives, finishes those of killed
 * processes, and sums them up for the user.
 */
#ifndef TOOLS_MANAGER_OUTCOME_H
#define TOOLS_MANAGER_OUTCOME_H

#include <stdbool.h>
#include <time.h>

#include "tools/manager/manager.h"

struct outcome {
	const char *program;   /* as the user named it */
	const char *output;    /* the first process's archive, absolute */
	const char *name;      /* of a manager's archive that is not a file */
	const char *obstacle;  /* why nothing can have been recorded, or NULL */
	struct timespec start; /* CLOCK_REALTIME_COARSE before the program */
	bool is_unwritten;     /* the manager wrote no archive */
	bool is_verbose;       /* groups that were not recorded, too */
	bool quiet; /* no summary; failures are reported all the same */
};

/*
 * Finishes every archive of the recording whose process is gone, then reports
 * on stderr what was recorded. Archives of running processes are not changed.
 * Returns false if an archive could not be read or finished.
 */
bool outcome_report(const struct outcome *outcome);

/* The same for a session that a manager has written. Archives of processes that
 * could not join it are reported after it. */
bool outcome_report_managed(const struct outcome *outcome,
			    const struct manager_report *report);

/* Reports on stderr what a session recorded and lost, and what still runs. name
 * NULL: it was not written. The caller reports its error. */
void outcome_report_session(const char *name,
			    const struct manager_report *report);

#endif
