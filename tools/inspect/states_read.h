/* SPDX-License-Identifier: MIT */
/*
 * What states.c keeps, and states_read.c reads.
 */
#ifndef TOOLS_INSPECT_STATES_READ_H
#define TOOLS_INSPECT_STATES_READ_H

#include "tools/base/pen.h"
#include "tools/inspect/states.h"
#include "tools/inspect/stock.h"
#include "tools/inspect/dictionary.h"

struct path {
	uint32_t value, kept; /* FXR_NONE: it is not there; of the last draw */
	uint32_t section;
	bool is_touched;
};

struct members {
	uint32_t *list;
	size_t n, capacity;
};

struct states {
	uint64_t max_bytes;
	const char *why; /* no draw is kept any more */
	struct dictionary path_texts, value_texts;
	struct path *paths;
	size_t n_paths, paths_capacity;
	struct fxr_map section_map;
	struct members *sections;
	size_t n_sections, sections_capacity;
	uint32_t section;  /* that is being set */
	uint32_t *touched; /* paths, since the last draw */
	size_t n_touched, touched_capacity;
	struct stock *blocks;
	uint32_t *firsts; /* the first draw of each block */
	size_t n_blocks, firsts_capacity;
	struct pen block, changes;	/* the last block; of one draw */
	uint32_t n_draws;		/* of the last block */
	uint32_t last_draw, known_draw; /* of all; of complete blocks */
	bool is_begun;
};

#endif
