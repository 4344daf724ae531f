/* SPDX-License-Identifier: MIT */
/*
 * Executes orders to a running session (order.h). The loop's thread only.
 */
#ifndef TOOLS_MANAGER_ORDERS_H
#define TOOLS_MANAGER_ORDERS_H

#include "tools/manager/session.h"

/* Executes the guest's order and replies. knock: descriptors that are taken
 * over become -1 in it */
void orders_obey(struct session *session, unsigned guest,
		 struct door_knock *knock);

/* A trigger of that name (FXW_ALERT_BYTES) has fired: executes its action.
 * is_foreign: in a process of another user, which starts and stops nothing */
void orders_alert(struct session *session, const char *name, bool is_foreign);

/* Makes the snapshot that a trigger has requested, if it is due and
 * possible. */
void orders_shoot(struct session *session);

#endif
