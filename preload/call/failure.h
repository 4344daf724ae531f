/* SPDX-License-Identifier: MIT */
/*
 * Whether a call failed, by its function's error rule. Some rules need more
 * than what it returned: an argument, or whether its stream has an error. glibc
 * keeps that in a flag which `ferror_unlocked` reads where it is inlined. It is
 * part of glibc's interface. So nothing is called, and errno need not be
 * cleared before the call.
 */
#ifndef PRELOAD_CALL_FAILURE_H
#define PRELOAD_CALL_FAILURE_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/call/preload.h"

/*
 * Whether a call failed.
 * slot     its values, then its result
 * address  of this thread's errno
 * error    out: its errno, or 0
 */
bool fxp_call_failed(const struct fxp_slot *cell, const uint64_t *slot,
		     const int *address, int *error);

#endif
