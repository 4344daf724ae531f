/* SPDX-License-Identifier: MIT */
/*
 * What an archive lacks: calls that were lost or overwritten, missing ends.
 */
#ifndef TOOLS_ARCHIVE_LOSSES_H
#define TOOLS_ARCHIVE_LOSSES_H

#include "tools/reader/world.h"

struct losses {
	uint64_t n_overwritten;	  /* calls, in circular mode */
	uint64_t n_calls, n_ends; /* for want of space */
};

/* world: complete. */
struct losses losses_of(const struct fxr_reader *reader,
			const struct fxr_world *world);

#endif
