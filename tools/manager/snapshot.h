/* SPDX-License-Identifier: MIT */
/*
 * Snapshots of a session whose providers overwrite their oldest calls: an
 * archive of what all of them hold now, and of what those held that have
 * ended. The session goes on; a thread of its own writes the file.
 */
#ifndef TOOLS_MANAGER_SNAPSHOT_H
#define TOOLS_MANAGER_SNAPSHOT_H

#include "tools/manager/session.h"

/*
 * Copies everything and starts writing. The loop's thread only.
 * file_fd   where to, a regular file, taken over; -1: only waits until the
 * session's own archive has all that was taken by now guest_fd  whoever asked:
 * gets the answer (order.h) when the file is complete; taken over, -1 = nobody
 * name      of the file, for messages; copied
 */
void snapshot_start(struct session *session, int file_fd, int guest_fd,
		    const char *name);

/* How many are being written. */
unsigned snapshot_count(struct session *session);

/* Waits until all of them are written. */
void snapshot_wait(struct session *session);

#endif
