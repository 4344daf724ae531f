/* SPDX-License-Identifier: MIT */
/*
 * Snapshots of a session whose providers overwrite their oldest calls. A
 * snapshot is an archive of their current contents, and of the last contents of
 * ended ones. The session continues; a separate thread writes the file.
 */
#ifndef TOOLS_MANAGER_SNAPSHOT_H
#define TOOLS_MANAGER_SNAPSHOT_H

#include "tools/manager/session.h"

/*
 * Copies everything and starts writing. The loop's thread only.
 * file_fd   a regular file to write to, taken over. -1: only waits until the
 *           session's own archive has all that was taken by now.
 * client_fd  gets the answer (order.h) when the file is complete. Taken over.
 */
void snapshot_start(struct session *session, int file_fd, int client_fd);

/*
 * The same for a trigger, whose cause it takes over. The file is removed if it
 * cannot be written.
 * i        of the session's triggers
 * path     of the file, copied
 * file_fd  taken over
 */
void snapshot_shoot(struct session *session, unsigned i, const char *path,
		    int file_fd);

/* How many are being written. */
unsigned snapshot_count(struct session *session);

/* Waits until all of them are written. */
void snapshot_wait(struct session *session);

#endif
