/* SPDX-License-Identifier: MIT */
/*
 * What the calls of an archive opened and none of them closed: descriptors,
 * streams, mappings, allocations, threads, OpenGL's objects and others. What a
 * process held when it became another program (exec) does not count, nor what a
 * forked child got from its parent, nor allocations that a function of libc
 * made for itself while it was called.
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

/* After the last call: what is left, in the order in which it was opened.
 * Borrowed; process is the index of one in the world. */
const struct held *leaks_left(struct leaks *leaks, size_t *n);

/* Whether calls that close things of the kind were recorded; else nothing of
 * that kind is left. */
bool leaks_is_judged(const struct leaks *leaks, enum leak_kind kind);

void leaks_close(struct leaks *leaks);

#endif
