/* SPDX-License-Identifier: MIT */
/*
 * A start that clears the archive of a streaming session. A new archive, with
 * the names of the living processes, replaces it. The loop's thread only.
 */
#ifndef TOOLS_MANAGER_RESTART_H
#define TOOLS_MANAGER_RESTART_H

#include "tools/manager/session.h"

/*
 * Begins the archive again, at once, and discards all earlier records. From
 * then on the records of each process count as soon as its lap is closed
 * (restart_go_on). Returns 0, or errno and nothing has changed. ENOTSUP: the
 * archive is not a file. EBUSY: another start is not done yet. EIO: it could
 * not be written before.
 */
int restart_begin(struct session *session);

/* The same, by a standby that has taken over in the middle of one. */
int restart_resume(struct session *session);

/* Replies to the requester once all processes have done so.
 * client_fd  taken over */
void restart_answer(struct session *session, int client_fd);

/* Continues a start that was begun. When all laps are closed, the session
 * records, and the reply is sent. */
void restart_go_on(struct session *session);

#endif
