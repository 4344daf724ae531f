/* SPDX-License-Identifier: MIT */
/*
 * What the events of each thread that have begun and not ended are called, for
 * formats whose ends do not say it.
 */
#ifndef TOOLS_CONVERT_EVENT_NAMES_H
#define TOOLS_CONVERT_EVENT_NAMES_H

#include "tools/reader/memory.h"

struct event_names;

struct event_names *event_names_open(void);
void event_names_close(struct event_names *names);

/* Copies both. Beyond 65,536 open ones of a thread nothing is kept. */
void event_names_push(struct event_names *names, uint64_t pid, uint64_t tid,
		      struct fxr_text category, struct fxr_text name);

/* The innermost one ends: those that are empty are filled in, and live until
 * close. Nothing is open: they stay as they are. */
void event_names_pop(struct event_names *names, uint64_t pid, uint64_t tid,
		     struct fxr_text *category, struct fxr_text *name);

#endif
