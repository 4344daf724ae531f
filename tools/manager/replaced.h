/* SPDX-License-Identifier: MIT */
/*
 * What is said of a manager that was replaced, or of one that could not be.
 */
#ifndef TOOLS_MANAGER_REPLACED_H
#define TOOLS_MANAGER_REPLACED_H

#include "tools/manager/session.h"

/* The archive says so, and stderr, if calls were printed there. */
void replaced_note(struct session *session, const struct relief *relief);

/* Stderr alone: `message` is what becomes of the calls. */
void replaced_say(const struct relief *relief, const char *message);

#endif
