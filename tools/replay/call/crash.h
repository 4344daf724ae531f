/* SPDX-License-Identifier: MIT */
/*
 * Last words if a function that is called again crashes: which call it was.
 */
#ifndef TOOLS_REPLAY_CALL_CRASH_H
#define TOOLS_REPLAY_CALL_CRASH_H

#include <stdint.h>

/* From now on a crash while a call is made is told, with `advice` (borrowed for
 * ever), and the status is 1. Any other crash is our own: it stays what it is.
 */
void crash_watch(const char *advice);

/* Around a call; name: borrowed until the second of them. One thread at a time.
 */
void crash_begin(uint64_t number, const char *name);
void crash_end(void);

#endif
