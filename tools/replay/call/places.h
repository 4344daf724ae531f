/* SPDX-License-Identifier: MIT */
/*
 * Where the program's attributes of vertices were: another OpenGL puts them
 * elsewhere, and the program goes on to use the numbers that it was told. It
 * was told after the link, so that they are read in advance.
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

/* Reads them; provider: as in order_open. path: of an archive that could be
 * opened. */
void places_read(struct places *places, const char *path, uint32_t provider);

/* Those of a link: how many, and the first. */
size_t places_of(const struct places *places, uint64_t link,
		 const struct place **first);

void places_fini(struct places *places);

#endif
