/* SPDX-License-Identifier: MIT */
/*
 * Makes in a box what a recording found when it began, as far as its calls show
 * it: names that were found, and not made by the recording before; their types,
 * sizes, modes and times, where links lead, and the bytes that were read. What
 * is not known of a file's content is zeros. Nothing below /proc, /sys and /dev
 * is made, but for /dev/shm.
 *
 * Memory grows with the number of names, not with what is in them: contents go
 * into a folder of their own in the box, /.fxtrace-prepare-PID, until all is
 * known.
 */
#ifndef TOOLS_IO_PREPARE_H
#define TOOLS_IO_PREPARE_H

#include "tools/io/plant.h"
#include "tools/reader/calls.h"

struct prepare {
	/* Told of each name of which something is amiss. May be NULL. */
	void (*tell)(void *context, const char *name, const char *what);
	void *context;
	/* out: */
	struct plant_counts counts;
	uint64_t n_unnamed; /* calls on names that the archive does not hold */
};

/*
 * calls  fresh, with io_ops_need (op.h); read to its end
 * error  out: why not
 * Returns false then.
 */
bool prepare_box(struct prepare *prepare, struct fxr_calls *calls,
		 const struct box *box, char *error, size_t error_bytes);

/* The counts as a line of text. */
void prepare_text(const struct prepare *prepare, char *text, size_t n_bytes);

#endif
