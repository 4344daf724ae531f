/* SPDX-License-Identifier: MIT */
/*
 * Executes orders to a running session (order.h). The loop's thread only.
 */
#ifndef TOOLS_MANAGER_ORDERS_H
#define TOOLS_MANAGER_ORDERS_H

#include "tools/manager/session.h"

/* Executes the client's order and replies. request: descriptors that are taken
 * over become -1 in it */
void orders_obey(struct session *session, unsigned client,
		 struct listener_request *request);

/* A trigger of that name (FXW_ALERT_BYTES) has fired in a provider: executes
 * its action. One of another user starts and stops nothing. */
void orders_alert(struct session *session, const struct provider *provider,
		  const char *name);

/* At the end: how many snapshots there were goes into the archive. */
void orders_count_shots(struct session *session);

/* Makes the snapshot that a trigger has requested, if it is due and
 * possible. */
void orders_shoot(struct session *session);

#endif
