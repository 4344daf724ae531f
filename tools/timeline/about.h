/* SPDX-License-Identifier: MIT */
/*
 * What the page has of an archive in addition to its calls, as JSON: processes,
 * threads, functions, losses, notices. Keys end with their unit; an index is in
 * the list that has the key's name.
 */
#ifndef TOOLS_TIMELINE_ABOUT_H
#define TOOLS_TIMELINE_ABOUT_H

#include "tools/base/pen.h"
#include "tools/reader/calls.h"

/* "processes":[...],"threads":[...],"functions":[...],"losses":[...],
 * "notices":[...],"lost_calls":N,"lost_ends":N,"more_notices":N, each with
 * a comma before it. Threads know their processes (fxr_process_of). */
void about_put(struct pen *out, const struct fxr_world *world);

#endif
