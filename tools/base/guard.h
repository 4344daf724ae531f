/* SPDX-License-Identifier: MIT */
/*
 * Removes what is unfinished when the process ends: by SIGHUP, SIGINT, SIGTERM
 * or exit, but not by SIGKILL and faults. For commands of one thread only.
 */
#ifndef TOOLS_BASE_GUARD_H
#define TOOLS_BASE_GUARD_H

#include <signal.h>

/* Makes only calls that a signal handler may make. */
typedef void guard_remove(void);

/* From now on `remove` is called when the process ends: at most 4, each given
 * once. A signal that is ignored, as by nohup, stays ignored. A file that grows
 * beyond a limit is an error from now on, not a signal. */
void guard_on(guard_remove *remove);

/* Between these the process is not ended by a signal: what is made there is
 * also noted there. old: for guard_release. */
void guard_hold(sigset_t *old);
void guard_release(const sigset_t *old);

#endif
