/* SPDX-License-Identifier: MIT */
/*
 * Recorded calls of libc's syscall(). Each number is a function of its own,
 * SYS_NAME, which is described as libc's function is.
 */
#ifndef PRELOAD_ENTRY_SYSTEM_CALL_H
#define PRELOAD_ENTRY_SYSTEM_CALL_H

#include <stdint.h>

/* What the tail jump goes to instead of libc's syscall(), or NULL: the number
 * is not recorded. It must not return twice into one frame. */
void *fxp_system_call_recorder(uint64_t number);

#endif
