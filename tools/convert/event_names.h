/* SPDX-License-Identifier: MIT */
/*
 * The names of each thread's open events, for formats whose ends do not have a
 * name.
 */
#ifndef TOOLS_CONVERT_EVENT_NAMES_H
#define TOOLS_CONVERT_EVENT_NAMES_H

#include "tools/reader/memory.h"

struct event_names;

struct event_names *event_names_open(void);
void event_names_close(struct event_names *names);

/* Copies both. A thread's open events beyond 65,536 are not stored. */
void event_names_push(struct event_names *names, uint64_t pid, uint64_t tid,
		      struct fxr_text category, struct fxr_text name);

/* The innermost event ends. Empty category and name are filled in, and live
 * until close. Without an open event they stay unchanged. */
void event_names_pop(struct event_names *names, uint64_t pid, uint64_t tid,
		     struct fxr_text *category, struct fxr_text *name);

#endif
