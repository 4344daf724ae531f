/* SPDX-License-Identifier: MIT */
/*
 * Creates in a box the files that a recording found when it began, as far as
 * its calls show them. These are names that were found and that the recording
 * had not created before. Their types, sizes, modes, times, link targets and
 * the bytes that were read are recreated. Unknown content is zeros. Nothing
 * below /proc, /sys and /dev is created, except in /dev/shm.
 *
 * Memory grows with the number of names, not with their contents. Until all is
 * known, contents go into a separate folder in the box, /.fxtrace-prepare-PID.
 */
#ifndef TOOLS_IO_PREPARE_H
#define TOOLS_IO_PREPARE_H

#include "tools/io/populate.h"
#include "tools/reader/calls.h"

struct prepare {
	/* Called for each name with a problem. May be NULL. */
	void (*report_problem)(void *context, const char *name,
			       const char *what);
	void *context;
	/* out: */
	struct populate_counts counts;
	uint64_t n_unnamed; /* calls on names that are not in the archive */
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
