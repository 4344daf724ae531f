/* SPDX-License-Identifier: MIT */
/*
 * Losses of a killed process: finds which losses of its control area the
 * archive already contains, and writes records for the others.
 */
#ifndef TOOLS_ARCHIVE_FINISH_LOSS_H
#define TOOLS_ARCHIVE_FINISH_LOSS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "writer/wire.h"

struct emitted_losses;

/* No losses yet. Dies if memory runs out; free() frees it. */
struct emitted_losses *emitted_new(void);

/* Notes a sound record of the archive, in archive order. */
void emitted_note(struct emitted_losses *emitted, const uint64_t *record,
		  size_t n_words);

/*
 * Subtracts, from the losses without a slot, the recorded losses of threads
 * that have ended since. Other threads may use their slots now. Then their
 * counts have moved there.
 */
void emitted_subtract(const struct emitted_losses *emitted,
		      struct fxw_control *control);

/* Writes the losses that no record contains: Provider Event 0, an instant
 * `loss` for each thread, a counter `lost`, and instants `overwritten` and
 * `no_space`. Returns the bytes written. Errors stay in `out`. */
uint64_t emitted_put_rest(const struct emitted_losses *emitted,
			  const struct fxw_control *control, FILE *out);

#endif
