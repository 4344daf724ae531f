/* SPDX-License-Identifier: MIT */
/*
 * Facts that relate ticks to the time of day (FXW_EVENT_CLOCK). Cold path.
 */
#ifndef WRITER_WALL_H
#define WRITER_WALL_H

#include "writer/record.h"

/* The arguments of such a fact; what: a struct fxw_clock_pair. */
void fxw_wall_build(struct fxw_record *r, const void *what);

/* Emits the last pair that the engine has taken, in the durable region. Without
 * space it is dropped: the first one gives the time as well, unless the clock
 * is set. The finisher only. */
void fxw_wall_emit(void);

#endif
