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
 * The caller frees them with sessions_free.
 */
struct session_known *candidates_query(void);

#endif
