/* SPDX-License-Identifier: MIT */
/*
 * Programs that were started in a session and did not join it: they could not
 * reach it, or have no recorder in them. Who wrote no archive of its own is
 * missing without a trace unless somebody says so.
 */
#ifndef TOOLS_MANAGER_UNJOINED_H
#define TOOLS_MANAGER_UNJOINED_H

#include "tools/manager/session.h"

/* The member's process has ended. Notes it if that became another program,
 * under its pid, which never joined. */
void unjoined_note(struct session *session, const struct member *member);

/* Nobody is left: counts processes that others started and that never joined,
 * and writes a notice. Before the queue is finished. */
void unjoined_count(struct session *session);

#endif
