/* SPDX-License-Identifier: MIT */
/*
 * A line on the terminal that shows the progress of a session. From the first
 * second on, a separate thread updates it a few times per second.
 */
#ifndef TOOLS_MANAGER_PROGRESS_H
#define TOOLS_MANAGER_PROGRESS_H

#include "tools/manager/manager.h"

struct progress;

/* manager: borrowed, started with has_progress. stderr is a terminal. */
struct progress *progress_start(struct manager *manager);

/* Erases the line; it is drawn again. NULL: nothing to do. */
void progress_erase(struct progress *progress);

/* Erases it and frees. Before manager_finish. */
void progress_stop(struct progress *progress);

#endif
