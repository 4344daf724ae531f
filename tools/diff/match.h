/* SPDX-License-Identifier: MIT */
/*
 * Pairs of processes and threads from two archives, whatever their ids.
 * Children of paired processes are paired in the order of their start. First
 * those with the same program and arguments, then those with the same name,
 * then with the same name except for its digits. The first processes and those
 * after exec are paired by their order alone. Threads of paired processes are
 * paired by name and the order in which they were made.
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
