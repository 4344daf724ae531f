/* SPDX-License-Identifier: MIT */
/*
 * Ends that come late, see late_end.h.
 */
#include "preload/call/late_end.h"

uint64_t fxp_late_settle(const struct fxw_window *w, uint64_t begin_ticks,
			 uint32_t sequence, uint64_t header)
{
	const struct fxw_control *control = fxw_engine.control;
	struct fxw_late late = {fxw_late_at(header), begin_ticks, sequence};
	uint32_t first;

	if (!control || control->state != FXW_FINISHED)
		return header;
	first = control->lap_first[fxw_lap_buffer(sequence)];
	if (!first || sequence < first)
		return 0;
	return fxw_late_shrink(w->record.start, w->record.used_words, &late,
			       header);
}
