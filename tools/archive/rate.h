/* SPDX-License-Identifier: MIT */
/*
 * How many ticks of an archive's clock make a second, determined after its
 * process has died.
 */
#ifndef TOOLS_ARCHIVE_RATE_H
#define TOOLS_ARCHIVE_RATE_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/wire.h"

/*
 * The rate of the clock that `control` describes, from its two clock pairs. If
 * they are too close together, the first of these that is known:
 * - from the first pair until now, if this machine has run since (20 ms);
 * - the rate that the process itself had found;
 * - this machine's rate, with *is_guess set: right only if the archive was made
 *   here.
 * Returns 0 if no rate is known.
 */
uint64_t rate_find(const struct fxw_control *control, bool *is_guess);

#endif
