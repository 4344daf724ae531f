/* SPDX-License-Identifier: MIT */
/*
 * Everything that glGet says of the current context, to compare.
 */
#ifndef TESTS_EVERYTHING_H
#define TESTS_EVERYTHING_H

#include "tools/replay/state/procs.h"

struct everything;

/* The caller passes it to everything_is_same. */
struct everything *everything_query(const struct procs *gl);

/* Tests that nothing has changed, and frees it. */
void everything_is_same(const struct procs *gl, struct everything *before);

/* Pixels are stored in an odd way from now on, to a buffer if there are
 * such. */
void everything_store_oddly(const struct procs *gl);

#endif
