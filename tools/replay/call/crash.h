/* SPDX-License-Identifier: MIT */
/*
 * Reports which call was being made if a replayed function crashes.
 */
#ifndef TOOLS_REPLAY_CALL_CRASH_H
#define TOOLS_REPLAY_CALL_CRASH_H

#include <stdint.h>

/* From now on reports a crash during a call, with `advice` (borrowed forever),
 * and exits with status 1. Any other crash is our own and is not changed. */
void crash_watch(const char *advice);

/* Around a call; name: borrowed until the second of them. One thread at a
 * time. */
void crash_begin(uint64_t number, const char *name);
void crash_end(void);

#endif
