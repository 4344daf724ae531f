/* SPDX-License-Identifier: MIT */
/*
 * `fxtrace record --print`: prints a session's calls as lines of text on stderr
 * while they are made. It is the manager's watch and runs in its thread.
 */
#ifndef TOOLS_MANAGER_SHOW_H
#define TOOLS_MANAGER_SHOW_H

#include "tools/manager/watch.h"

struct show;

/* Begins; *watch is for the manager. */
struct show *show_open(struct watch *watch);

/* Call it when the manager is finished: reports if not all was shown. */
void show_close(struct show *show);

#endif
