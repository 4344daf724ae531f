/* SPDX-License-Identifier: MIT */
/*
 * Which frames an archive has, without a replay.
 */
#ifndef TOOLS_INSPECT_SLOWEST_H
#define TOOLS_INSPECT_SLOWEST_H

#include "tools/reader/calls.h"

struct slowest {
	uint64_t n_frames; /* 0: the archive does not say where they end */
	/* The one that took longest when it was recorded. The first one, which
	 * loads everything, counts only if it is the only one. */
	uint64_t frame;
	char fault[224]; /* of the archive; "": none */
};

/* pid: of the process whose frames count, UINT64_MAX: the first one that
 * draws. Exits if the file cannot be read. */
struct slowest slowest_find(const char *path, uint64_t pid);

#endif
