/* SPDX-License-Identifier: MIT */
/*
 * Values that are not recorded: those that descriptions mark `secret`, and
 * those that FXTRACE_REDACT names (writer/redact.h). The record has only a null
 * argument and the value's size. A function with secret values takes the slow
 * path (call.c). Other functions are not affected.
 */
#ifndef PRELOAD_VALUE_SECRET_H
#define PRELOAD_VALUE_SECRET_H

#include "preload/value/capture.h"

/* What is wrong with a well-formed list: an item that fits no value; or NULL.
 * has_shims: functions that are not in our tables may be a shim's */
const char *fxp_secret_check(const char *list, const struct fxg_table *libc,
			     const struct fxg_table *gl, bool has_shims);

/* The list, well formed and borrowed for ever, or NULL; once, at start. */
void fxp_secret_use(const char *list);

/* Decides about a function before its first record, and stores in its cell
 * which of its items are secret. Any thread, any signal handler. */
void fxp_secret_decide(struct fxp_api *api, unsigned function);

/* Puts the argument of an item without its value. */
void fxp_secret_put(struct fxw_record *r, struct fxp_source *s,
		    const struct fxg_item *item);

#endif
