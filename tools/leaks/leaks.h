/* SPDX-License-Identifier: MIT */
/*
 * What the calls of an archive opened and none of them closed: descriptors,
 * streams, mappings, allocations, threads, OpenGL's objects and others. What a
 * process held at exec does not count. Nor does what a forked child inherited,
 * or what a function of libc allocated for itself during its call.
 */
#ifndef TOOLS_LEAKS_LEAKS_H
#define TOOLS_LEAKS_LEAKS_H

#include "tools/leaks/held.h"
#include "tools/reader/calls.h"

struct leaks;

/* world: borrowed. Never NULL. */
struct leaks *leaks_open(const struct fxr_world *world);

/* Calls in the order in which they began; all of them. */
void leaks_take(struct leaks *leaks, const struct fxr_call *call);

/* After the last call: the items that are open, in the order in which they were
 * opened. Borrowed; process is the index of one in the world. */
const struct held *leaks_left(struct leaks *leaks, size_t *n);

/* Whether calls that close items of the kind were recorded; otherwise no items
 * of that kind are returned. */
bool leaks_is_judged(const struct leaks *leaks, enum leak_kind kind);

void leaks_close(struct leaks *leaks);

#endif
