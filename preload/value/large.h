/* SPDX-License-Identifier: MIT */
/*
 * Values too large for their call's record: blob records of their own, in
 * pieces, under a name that the call's argument gives (a koid).
 */
#ifndef PRELOAD_VALUE_LARGE_H
#define PRELOAD_VALUE_LARGE_H

#include <stdint.h>

#include "preload/value/capture.h"

/*
 * Writes n readable bytes at p as blob records named fxtrace:b/<id in hex>.
 * Returns the id, unique in the session, or 0: no room (what has been written
 * of it stays, nothing refers to it).
 * From inside a window: it opens windows of its own.
 */
uint64_t fxp_large_write(const void *p, uint64_t n);

#endif
