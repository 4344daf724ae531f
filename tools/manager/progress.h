/* SPDX-License-Identifier: MIT */
/*
 * A line on the terminal that tells how far a session has come: from its first
 * second on, a few times a second, by a thread of its own.
 */
#ifndef TOOLS_MANAGER_PROGRESS_H
#define TOOLS_MANAGER_PROGRESS_H

#include "tools/manager/manager.h"

struct progress;

/* manager: borrowed, started with has_progress. stderr is a terminal. */
struct progress *progress_start(struct manager *manager);

/* Takes the line away; it comes again. NULL: nothing to do. */
void progress_erase(struct progress *progress);

/* Takes it away for good, and frees. Before manager_finish. */
void progress_stop(struct progress *progress);

#endif
