/* SPDX-License-Identifier: MIT */
/*
 * What a standby has to know of triggers and their snapshots. The ledger has
 * how often each fired, which one waits, and which files there are. Callers
 * hold the session's lock, or there is no other thread.
 */
#ifndef TOOLS_MANAGER_SHOTLOG_H
#define TOOLS_MANAGER_SHOTLOG_H

#include "tools/manager/session.h"

/* The path of a snapshot by a trigger. False: there is no archive with a path,
 * or it is too long. */
bool shotlog_path(const char *archive, uint32_t number, char *path,
		  size_t path_bytes);

/* The counts of all triggers, as they are now. */
void shotlog_counts(struct session *session);

/* A trigger waits for a snapshot, because of that provider; it has it, or will
 * not get it. */
void shotlog_due(struct session *session, unsigned trigger,
		 uint32_t provider_id);
void shotlog_done(struct session *session, unsigned trigger);

/* A file is being written, is there, is removed. */
void shotlog_begin(struct session *session, struct shot *shot, uint32_t number);
void shotlog_kept(struct session *session, const struct shot *shot);
void shotlog_gone(struct session *session, const struct shot *shot);

/* All that of a former manager, which has providers by now. What it was writing
 * is removed, and made again. */
void shotlog_resume(struct session *session);

#endif
