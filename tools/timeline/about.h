/* SPDX-License-Identifier: MIT */
/*
 * What the page has of its archives in addition to calls, as JSON: processes,
 * threads, functions, losses, notices. Keys end with their unit; an index is in
 * the list that has the key's name.
 */
#ifndef TOOLS_TIMELINE_ABOUT_H
#define TOOLS_TIMELINE_ABOUT_H

#include "tools/base/pen.h"
#include "tools/archive/merge.h"

/* "processes":[...],"threads":[...],"functions":[...],"losses":[...],
 * "notices":[...],"lost_calls":N,"lost_ends":N,"more_notices":N, each with
 * a comma before it. The items of several archives follow one another. Threads
 * know their processes (fxr_process_of). list: of functions that are shown
 * (select.h), or NULL. Functions have "waits" if their calls are shown only on
 * demand. */
void about_put(struct pen *out, struct merge *merge, const char *list);

#endif
