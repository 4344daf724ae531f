/* SPDX-License-Identifier: MIT */
/*
 * Where records stand in the file. An ordinary archive is one run of records
 * to its end. A file that its own process writes (writer/wire.h) has, until it
 * is finished, two regions in which zero words are not records, and nothing
 * behind what was handed out of them.
 */
#ifndef TOOLS_READER_LAYOUT_H
#define TOOLS_READER_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "writer/wire.h"

struct fxr_region {
	uint64_t off, end_off; /* records may stand here */
	const char *name;
};

struct fxr_layout {
	bool is_in_process; /* header and control count */
	bool has_gaps;	    /* not finished: the regions count */
	bool has_laps;	    /* not finished and circular: not readable here */
	struct fxw_header header;
	struct fxw_control control;
	/* durable, rolling, and what came to the durable one meanwhile */
	struct fxr_region regions[3];
	unsigned n_regions, region; /* the one that is being read */
	uint64_t control_off;
};

/*
 * Looks whether a padding blob's payload is the header and control area of an
 * in-process archive, and if so fills the layout.
 * payload_off   its file offset
 * end_off       offset of the record behind the padding blob
 */
void fxr_layout_find(struct fxr_layout *layout, const void *payload,
		     size_t n_bytes, uint64_t payload_off, uint64_t end_off);

/* The region that is being read at *off, which moves on to the next one behind
 * its end; NULL behind the last. */
const struct fxr_region *fxr_layout_region(struct fxr_layout *layout,
					   uint64_t *off);

/*
 * Takes in what the control area says now, while the process runs.
 * durable_alloc  the control area's, read again
 * Returns true if more of the durable region is handed out: it stands in
 * `more`, and will be the last region.
 */
bool fxr_layout_extend(struct fxr_layout *layout, uint64_t durable_alloc,
		       struct fxr_region *more);

/* Best known ticks per second of an unfinished archive; 0 = the initialization
 * record knows better. */
uint64_t fxr_layout_rate(const struct fxr_layout *layout);

#endif
