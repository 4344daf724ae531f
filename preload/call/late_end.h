/* SPDX-License-Identifier: MIT */
/*
 * Ends whose begin may have been overwritten, see writer/lap.h.
 */
#ifndef PRELOAD_CALL_LATE_END_H
#define PRELOAD_CALL_LATE_END_H

#include "writer/thread.h"

/*
 * An end that names its begin is about to be committed: in an archive that is
 * finished nothing is overwritten any more, and nobody will settle it.
 * begin_ticks, sequence  of its begin
 * Returns its header; 0: its call has been told as overwritten already.
 */
uint64_t fxp_late_settle(const struct fxw_window *w, uint64_t begin_ticks,
			 uint32_t sequence, uint64_t header);

#endif
