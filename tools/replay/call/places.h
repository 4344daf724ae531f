/* SPDX-License-Identifier: MIT */
/*
 * The locations of the program's vertex attributes. Another OpenGL assigns
 * others, but the program continues to use the numbers that it received. It
 * received them after the link, so they are read in advance.
 */
#ifndef TOOLS_REPLAY_CALL_PLACES_H
#define TOOLS_REPLAY_CALL_PLACES_H

#include "tools/reader/calls.h"

struct place {
	uint64_t link; /* number of the call that linked its program */
	const char *name;
	int32_t location;
};

struct places {
	struct fxr_arena arena;
	struct place *places; /* in the order of links */
	size_t n, space;
};

/* Reads them; provider: as in order_open. path: of a readable archive. */
void places_read(struct places *places, const char *path, uint32_t provider);

/* Those of a link: their number, and the first one. */
size_t places_of(const struct places *places, uint64_t link,
		 const struct place **first);

void places_fini(struct places *places);

#endif
