/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace record --print`: a session's calls as lines of text on stderr while
 * they are made. It watches the manager; all runs in the manager's thread.
 */
#ifndef TOOLS_MANAGER_SHOW_H
#define TOOLS_MANAGER_SHOW_H

#include "tools/manager/watch.h"

struct show;

/* Begins; *watch is what to give to the manager. */
struct show *show_open(struct watch *watch);

/* Once the manager is finished: tells if not all was shown. */
void show_close(struct show *show);

#endif
