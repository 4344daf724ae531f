/* SPDX-License-Identifier: MIT */
/*
 * Which processes and threads of one archive are which of another one, whatever
 * their ids. Processes that began as children of what belongs together, with
 * the same program and arguments, belong together in the order of their start;
 * then those with the same name, then with the same name but for its digits;
 * the first ones and those behind exec in their order alone. Threads of what
 * belongs together by name and the order in which they were made.
 */
#ifndef TOOLS_DIFF_MATCH_H
#define TOOLS_DIFF_MATCH_H

#include "tools/reader/world.h"

struct match {
	/* Of both archives, by the index in the world: the partner's index, or
	 * FXR_NONE */
	uint32_t *processes[2], *threads[2];
};

/* worlds: of archives that have been read as a whole */
void match_init(struct match *match, const struct fxr_world *a,
		const struct fxr_world *b);
void match_fini(struct match *match);

#endif
