/* SPDX-License-Identifier: MIT */
/*
 * Values too large for their call's record: separate blob records, in pieces.
 * Their name contains an id, which the call's argument has as a koid.
 */
#ifndef PRELOAD_VALUE_LARGE_H
#define PRELOAD_VALUE_LARGE_H

#include <stdint.h>

#include "preload/value/capture.h"

/*
 * Writes n readable bytes at p as blob records named fxtrace:b/<id in hex>.
 * Returns the id, unique in the session, or 0: no space. Written pieces then
 * remain, but nothing refers to them.
 * From inside a window: it opens other windows.
 */
uint64_t fxp_large_write(const void *p, uint64_t n);

#endif
