/* SPDX-License-Identifier: MIT */
/*
 * Which calls of OpenGL before some frames are needed to draw these. All are,
 * except those whose effects no later call sees according to effects.def.
 *
 * Calls are taken in the order in which they began. The effects of each go as a
 * few words into a file without a name, which is read backwards at the end. So
 * it is known of each piece of state whether any later call reads it before it
 * is set again.
 */
#ifndef TOOLS_TRIM_SLICE_H
#define TOOLS_TRIM_SLICE_H

#include "tools/reader/calls.h"
#include "tools/trim/marks.h"

struct slice;

/* world: of the calls, borrowed until close. NULL: no space for the file. */
struct slice *slice_open(struct fxr_world *world);
/* is_chosen: it is in one of the frames */
void slice_take(struct slice *slice, const struct fxr_call *call,
		bool is_chosen);
struct slice_counts {
	uint64_t n_needed; /* calls, in addition to the chosen ones */
	uint64_t n_frames; /* also kept, since others draw on the picture that
			      these have drawn */
};
/* Marks the records of the calls that are needed. False: the file cannot be
 * read. */
bool slice_finish(struct slice *slice, struct marks *marks,
		  struct slice_counts *counts);
void slice_close(struct slice *slice);

#endif
