/* SPDX-License-Identifier: MIT */
/*
 * Texts, each once, which others refer to by number.
 */
#ifndef TOOLS_BASE_TEXTS_H
#define TOOLS_BASE_TEXTS_H

#include "tools/reader/memory.h"

/* All zero is an empty list. */
struct texts {
	struct fxr_text *items; /* borrowed */
	size_t n, space;
	struct fxr_map map;
};

/* The number of a text, which lives as long as the list; from 0. */
uint32_t texts_number(struct texts *texts, struct fxr_text text);
/* The same of a text that need not live on: the arena has a copy. */
uint32_t texts_keep(struct texts *texts, struct fxr_arena *arena,
		    struct fxr_text text);

void texts_fini(struct texts *texts);

#endif
