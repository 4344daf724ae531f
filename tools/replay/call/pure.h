/* SPDX-License-Identifier: MIT */
/*
 * The functions of libc and libm that `fxtrace replay --calls` may call: those
 * that access only the memory that they are given. This list is the only
 * source; an archive's category, soname or version adds nothing to it.
 */
#ifndef TOOLS_REPLAY_CALL_PURE_H
#define TOOLS_REPLAY_CALL_PURE_H

#include <stdbool.h>

/* Whether the list has the function, by its exact name. */
bool pure_has(const char *name);

/* The function in this process's own libc or libm; NULL: not in the list, or
 * this libc does not have it. */
void (*pure_find(const char *name))(void);

/* Row n (from 0): the reason, and the names between spaces; false after the
 * last. For the manual and for tests. */
bool pure_row(unsigned n, const char **reason, const char **names);

#endif
