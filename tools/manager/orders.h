/* SPDX-License-Identifier: MIT */
/*
 * Orders that a running session gets (order.h). The loop's thread only.
 */
#ifndef ORDERS_H
#define ORDERS_H

#include "tools/manager/session.h"

/* Does what the guest asks for and answers. knock: descriptors that are taken
 * over become -1 in it */
void orders_obey(struct session *session, unsigned guest,
		 struct door_knock *knock);

#endif
