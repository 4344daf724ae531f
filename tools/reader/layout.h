/* SPDX-License-Identifier: MIT */
/*
 * Which parts of the file hold records. An ordinary archive is one run of
 * records to its end. A file that its own process writes (writer/wire.h) has
 * two regions until it is finished. Zero words in them are not records, and
 * nothing follows their allocated part.
 */
#ifndef TOOLS_READER_LAYOUT_H
#define TOOLS_READER_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "writer/wire.h"

struct fxr_region {
	uint64_t off, end_off; /* records may be here */
	const char *name;
};

struct fxr_layout {
	bool is_in_process; /* header and control count */
	bool has_gaps;	    /* not finished: the regions count */
	bool has_laps;	    /* not finished and circular: not readable here */
	struct fxw_header header;
	struct fxw_control control;
	/* durable, rolling, and the durable one's later part */
	struct fxr_region regions[3];
	unsigned n_regions, region; /* the one that is being read */
	uint64_t control_off;
};

/*
 * Checks whether a padding blob's payload is the header and control area of an
 * in-process archive, and if so fills the layout.
 * payload_off   its file offset
 * end_off       offset of the record behind the padding blob
 */
void fxr_layout_find(struct fxr_layout *layout, const void *payload,
		     size_t n_bytes, uint64_t payload_off, uint64_t end_off);

/* The region that is being read at *off. Behind its end, *off moves on to the
 * next region; NULL behind the last. */
const struct fxr_region *fxr_layout_region(struct fxr_layout *layout,
					   uint64_t *off);

/*
 * Updates the layout from the control area while the process runs.
 * durable_alloc  the control area's, read again
 * Returns true if more of the durable region is allocated. `more` is that
 * piece, which will be the last region.
 */
bool fxr_layout_extend(struct fxr_layout *layout, uint64_t durable_alloc,
		       struct fxr_region *more);

/* Whether a finished archive that ends at end_off was cut at a record's end. */
bool fxr_layout_is_cut(const struct fxr_layout *layout, uint64_t end_off);

/* Best known ticks per second of an unfinished archive; 0 = use the
 * initialization record's. */
uint64_t fxr_layout_rate(const struct fxr_layout *layout);

#endif
