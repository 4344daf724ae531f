/* SPDX-License-Identifier: MIT */
/*
 * What the archive says of a manager that was replaced.
 */
#ifndef TOOLS_MANAGER_REPLACED_H
#define TOOLS_MANAGER_REPLACED_H

#include "tools/manager/session.h"

/* was_stopped: it lived, but made no progress. */
void replaced_note(struct session *session, bool was_stopped);

#endif
