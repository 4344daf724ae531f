/* SPDX-License-Identifier: MIT */
/*
 * An archive that cannot be written any more: a full disk, a closed pipe.
 */
#ifndef TOOLS_MANAGER_BROKEN_H
#define TOOLS_MANAGER_BROKEN_H

#include "tools/manager/session.h"

/* Once a write has failed, says so and lets no process wait any more. The
 * loop's thread only. */
void broken_check(struct session *session);

#endif
