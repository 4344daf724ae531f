/* SPDX-License-Identifier: MIT */
/*
 * Reads the facts of programs that a process has started and that are not
 * recorded (FXW_EVENT_UNRECORDED).
 */
#ifndef TOOLS_READER_UNRECORDED_H
#define TOOLS_READER_UNRECORDED_H

#include "tools/reader/world.h"

/* Adds to the world's list, or to an entry of it. */
void fxr_take_unrecorded(struct fxr_world *world,
			 const struct fxr_record *record);

#endif
