/* SPDX-License-Identifier: MIT */
/*
 * How many ticks of an archive's clock make a second, found out after its
 * process has died.
 */
#ifndef TOOLS_ARCHIVE_RATE_H
#define TOOLS_ARCHIVE_RATE_H

#include <stdbool.h>
#include <stdint.h>

#include "writer/wire.h"

/*
 * The rate of the clock that `control` describes, from its two clock pairs. If
 * they are too close together: from the first pair until now, if this machine
 * has run since (20 ms); else the rate that the process itself had found; else
 * this machine's, with *is_guess set: right only if the archive was made here.
 * 0 if there is no way to know.
 */
uint64_t rate_find(const struct fxw_control *control, bool *is_guess);

#endif
