/* SPDX-License-Identifier: MIT */
/*
 * The rolling buffers of a finished circular archive: one chain of whole
 * records each, with nothing of earlier laps.
 *
 * Internal to writer/.
 */
#ifndef WRITER_SWEEP_H
#define WRITER_SWEEP_H

#include "writer/engine.h"

/*
 * Covers with filler what is no span of the present laps, and settles ends that
 * name their begin (lap.h). Counts the calls that are there, and from that
 * those that were overwritten (control->n_overwritten). Nobody writes
 * meanwhile.
 * used  words handed out of the current buffer; it is not swept behind them
 * False: the disk has no space for the filler.
 */
bool fxw_sweep(uint32_t used);

/* Covers [from, to) of the buffer with filler, and gives back what memory it
 * can. Nothing behind `from` counts as populated then. False: as above. */
bool fxw_sweep_rest(struct fxw_region *region, uint32_t from, uint32_t to);

/* Reverts what fxw_sweep has made of ends whose begins are there, for an
 * archive that goes on. After fxw_rolling_close. */
void fxw_sweep_back(void);

#endif
