/* SPDX-License-Identifier: MIT */
/*
 * A start that clears the archive of a streaming session: it is begun anew,
 * with the names of the processes that live, and takes its former's place.
 * The loop's thread only.
 */
#ifndef TOOLS_MANAGER_RESTART_H
#define TOOLS_MANAGER_RESTART_H

#include "tools/manager/session.h"

/*
 * Begins the archive anew, at once, and everything that was recorded before is
 * gone. From then on what each process records counts as soon as its lap is
 * closed (restart_go_on).
 * Returns 0, or errno and nothing has changed: ENOTSUP, the archive is no file;
 * EBUSY, another start is not done yet; EIO, it could not be written before.
 */
int restart_begin(struct session *session);

/* Whoever ordered it is answered once all processes are so far.
 * guest_fd  taken over */
void restart_answer(struct session *session, int guest_fd);

/* Goes on with a start that was begun: when all laps are closed, the session
 * records, and the answer is given. */
void restart_go_on(struct session *session);

#endif
