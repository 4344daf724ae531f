/* SPDX-License-Identifier: MIT */
/*
 * Whether a session is stopped as a whole, as Ctrl-Z stops a job: the manager,
 * and whatever it records. Its standby is none of the job, and goes on.
 */
#ifndef TOOLS_MANAGER_PAUSED_H
#define TOOLS_MANAGER_PAUSED_H

#include "tools/manager/relief.h"

/* The manager is stopped, and no process waits for it: those of the session are
 * stopped, too. If there are none, nobody wants to join, and nothing has ended
 * that the archive lacks. */
bool paused_all(const struct relief *relief);

#endif
