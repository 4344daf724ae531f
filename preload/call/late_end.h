/* SPDX-License-Identifier: MIT */
/*
 * Ends whose begin may have been overwritten, see writer/lap.h.
 */
#ifndef PRELOAD_CALL_LATE_END_H
#define PRELOAD_CALL_LATE_END_H

#include "writer/thread.h"

/*
 * An end that names its begin is about to be committed. In a finished archive
 * nothing is overwritten any more, and no later check will settle the end.
 * begin_ticks, sequence  of its begin
 * Returns its header; 0: the call is already recorded as overwritten.
 */
uint64_t fxp_late_settle(const struct fxw_window *w, uint64_t begin_ticks,
			 uint32_t sequence, uint64_t header);

#endif
