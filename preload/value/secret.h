/* SPDX-License-Identifier: MIT */
/*
 * Values that are not recorded: what descriptions mark `secret`, and what
 * FXTRACE_REDACT names (writer/redact.h). Of these only a null argument stands
 * in the record, and the size that the value has. A function that has some goes
 * the general way (call.c); all others know nothing of it.
 */
#ifndef PRELOAD_VALUE_SECRET_H
#define PRELOAD_VALUE_SECRET_H

#include "preload/value/capture.h"

/* The list, well formed and borrowed for ever, or NULL; once, at start. */
void fxp_secret_use(const char *list);

/* Decides about a function, before its first record, and notes in its cell
 * which of its items are secret. Any thread, any signal handler. */
void fxp_secret_decide(struct fxp_api *api, unsigned function);

/* Puts the argument of an item without its value. */
void fxp_secret_put(struct fxw_record *r, struct fxp_source *s,
		    const struct fxg_item *item);

#endif
