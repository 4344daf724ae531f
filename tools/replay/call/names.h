/* SPDX-License-Identifier: MIT */
/*
 * The current names of the program's objects: the replay's name of each object
 * of the recording, which normally is the same. Only names that differ use
 * memory.
 */
#ifndef TOOLS_REPLAY_CALL_NAMES_H
#define TOOLS_REPLAY_CALL_NAMES_H

#include "tools/reader/types.h"

/* All zero = empty. */
struct names {
	struct fxr_map map; /* of names that differ, or have differed */
	uint64_t *replayed;
	size_t n, space;
	struct fxr_text spaces[64];
	size_t n_spaces;
};

/* A number for a space of handles in the archive ("gl:texture"); the text is
 * borrowed until fini. 0: there are too many. */
uint32_t names_space(struct names *names, struct fxr_text space);

/* scope: of the name, any number that the caller chooses */
void names_put(struct names *names, uint32_t space, uint64_t scope,
	       uint64_t recorded, uint64_t replayed);

/* False: not put; then the name is the recorded one. */
bool names_find(const struct names *names, uint32_t space, uint64_t scope,
		uint64_t recorded, uint64_t *replayed);

void names_fini(struct names *names);

#endif
