/* SPDX-License-Identifier: MIT */
/*
 * The open events of each thread, for formats whose ends do not have a name, or
 * another one.
 */
#ifndef TOOLS_CONVERT_EVENT_NAMES_H
#define TOOLS_CONVERT_EVENT_NAMES_H

#include "tools/reader/memory.h"

struct event_names;

struct event_names *event_names_open(void);
void event_names_close(struct event_names *names);

/* Copies both. False: the thread has 65,536 open events, and this one is only
 * counted. */
bool event_names_push(struct event_names *names, uint64_t pid, uint64_t tid,
		      struct fxr_text category, struct fxr_text name);

enum event_end {
	EVENT_ENDED,
	EVENT_NOT_BEGUN, /* no event is open */
	EVENT_COUNTED	 /* it was only counted */
};

/* The innermost event ends: its category and name, which live until close. */
enum event_end event_names_pop(struct event_names *names, uint64_t pid,
			       uint64_t tid, struct fxr_text *category,
			       struct fxr_text *name);

/* How many events are open inside the innermost open one of this name.
 * SIZE_MAX: none of that name is open. */
size_t event_names_find(struct event_names *names, uint64_t pid, uint64_t tid,
			struct fxr_text category, struct fxr_text name);

/* The time of a begin or end of a thread, which is not before the previous
 * one: what goes back is moved there. */
uint64_t event_names_time(struct event_names *names, uint64_t pid, uint64_t tid,
			  uint64_t ns);

#endif
