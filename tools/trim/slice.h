/* SPDX-License-Identifier: MIT */
/*
 * Which calls of OpenGL before some frames are needed to draw these: all but
 * those of which effects.def says that nothing that comes later sees what they
 * have done.
 *
 * Calls are taken as they began. What each does goes as a few words into a file
 * without a name, which is gone through backwards at the end: going so, one
 * knows of each piece of state whether anything behind reads it before it is
 * set anew.
 */
#ifndef TOOLS_TRIM_SLICE_H
#define TOOLS_TRIM_SLICE_H

#include "tools/reader/calls.h"
#include "tools/trim/marks.h"

struct slice;

/* world: of the calls, borrowed until close. NULL: no room for the file. */
struct slice *slice_open(struct fxr_world *world);
/* is_chosen: it is in one of the frames */
void slice_take(struct slice *slice, const struct fxr_call *call,
		bool is_chosen);
struct slice_counts {
	uint64_t n_needed; /* calls, besides the chosen ones */
	uint64_t n_frames; /* that are there as well, since others draw on what
			    * they have drawn */
};
/* Marks the records of the calls that are needed. False: the file cannot be
 * read. */
bool slice_finish(struct slice *slice, struct marks *marks,
		  struct slice_counts *counts);
void slice_close(struct slice *slice);

#endif
