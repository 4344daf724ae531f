/* SPDX-License-Identifier: MIT */
/*
 * Orders that a running session gets (order.h). The loop's thread only.
 */
#ifndef TOOLS_MANAGER_ORDERS_H
#define TOOLS_MANAGER_ORDERS_H

#include "tools/manager/session.h"

/* Does what the guest asks for and answers. knock: descriptors that are taken
 * over become -1 in it */
void orders_obey(struct session *session, unsigned guest,
		 struct door_knock *knock);

/* A trigger of that name (FXW_ALERT_BYTES) has fired: does what it is for. */
void orders_alert(struct session *session, const char *name);

/* Makes the snapshot that a trigger has asked for, if it is due and can be. */
void orders_shoot(struct session *session);

#endif
