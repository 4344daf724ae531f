/* SPDX-License-Identifier: MIT */
/*
 * Queries all sockets whose names are those of sessions, at the same time. Any
 * user can have such sockets, which need not reply, or accept a connection.
 * They take no more time than there is, however many they are.
 */
#ifndef TOOLS_MANAGER_CANDIDATES_H
#define TOOLS_MANAGER_CANDIDATES_H

#include "tools/manager/sessions.h"

/*
 * The sessions that reply within a few seconds, of this user first.
 * is_patient  those of this user's that are stopped by a signal have seconds,
 *             too, because they may go on; else a moment
 * The caller frees them with sessions_free.
 */
struct session_known *candidates_query(bool is_patient);

#endif
