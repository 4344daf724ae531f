/* SPDX-License-Identifier: MIT */
/*
 * Lists of triggers (writer/alert.h) on the tools' side: checked before
 * anything runs, and looked up when an alert comes.
 */
#ifndef TOOLS_SELECT_TRIGGERS_H
#define TOOLS_SELECT_TRIGGERS_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/alert.h"

struct triggers {
	struct fxw_trigger list[FXW_TRIGGERS];
	unsigned n;
	uint64_t n_fired[FXW_TRIGGERS]; /* alerts that came */
};

/* The next name of an error (ENOENT) or signal (SIGUSR1) that a condition may
 * have; NULL: there are no more. *at is 0 at first, and moves on. A name may
 * come more than once. */
const char *triggers_error(uint32_t *at);
const char *triggers_signal(uint32_t *at);

/* Returns NULL or what is wrong with the list, as an option's check. */
const char *triggers_check(const char *text);

/* Reads a list that has been checked; NULL or "": none. */
void triggers_read(struct triggers *triggers, const char *text);

/* The trigger of that name (FXW_ALERT_BYTES), counted; NULL: no trigger has
 * it. */
const struct fxw_trigger *triggers_fired(struct triggers *triggers,
					 const char *name);

/* Whether one of them starts the recording. Then the recording begins
 * stopped. */
bool triggers_start(const struct triggers *triggers);

#endif
