/* SPDX-License-Identifier: MIT */
/*
 * What the program's objects are called now: the replay's name of each that the
 * recording has, which as a rule is the same. Only those that differ cost
 * anything.
 */
#ifndef TOOLS_REPLAY_CALL_NAMES_H
#define TOOLS_REPLAY_CALL_NAMES_H

#include "tools/reader/types.h"

/* All zero = empty. */
struct names {
	struct fxr_map map; /* of what differs, or has differed */
	uint64_t *replayed;
	size_t n, space;
	struct fxr_text spaces[64];
	size_t n_spaces;
};

/* A number for what the archive calls a space of handles ("gl:texture"); the
 * text is borrowed until fini. 0: there are too many. */
uint32_t names_space(struct names *names, struct fxr_text space);

/* scope: whose names they are, any number of the caller's */
void names_put(struct names *names, uint32_t space, uint64_t scope,
	       uint64_t recorded, uint64_t replayed);

/* False: not put; then it is called as it was. */
bool names_find(const struct names *names, uint32_t space, uint64_t scope,
		uint64_t recorded, uint64_t *replayed);

void names_fini(struct names *names);

#endif
