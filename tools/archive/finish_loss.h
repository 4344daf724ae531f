/* SPDX-License-Identifier: MIT */
/*
 * Losses of a killed process: which of those in its control area the archive
 * already tells, and records for the rest.
 */
#ifndef TOOLS_ARCHIVE_FINISH_LOSS_H
#define TOOLS_ARCHIVE_FINISH_LOSS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "writer/wire.h"

struct told;

/* Nothing told yet. Dies if memory runs out; free() ends it. */
struct told *told_new(void);

/* Takes note of a sound record of the archive, in archive order. */
void told_note(struct told *told, const uint64_t *record, size_t n_words);

/*
 * Takes out of the losses without a slot those that were told of threads which
 * have ended since: their slots may be others' now, and then their counts have
 * moved there.
 */
void told_settle(const struct told *told, struct fxw_control *control);

/* Writes Provider Event 0, an instant `loss` for each thread with losses that
 * no record tells, a counter `lost`, and an instant `overwritten`. Returns the
 * bytes written. Errors stay in `out`. */
uint64_t told_rest(const struct told *told, const struct fxw_control *control,
		   FILE *out);

#endif
