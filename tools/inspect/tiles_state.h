/* SPDX-License-Identifier: MIT */
/*
 * What tiles.c keeps, and tiles_write.c writes.
 */
#ifndef TOOLS_INSPECT_TILES_STATE_H
#define TOOLS_INSPECT_TILES_STATE_H

#include "tools/inspect/tiles.h"
#include "tools/reader/memory.h"

struct version {
	uint32_t draw, item;
};

struct tile {
	struct version *list;
	size_t n, capacity;
};

struct attachment {
	struct image_form form;
	uint32_t width, height, pixel_bytes, n_x, n_y;
	char *last;
	struct tile *tiles;
	bool is_begun;
	uint32_t last_draw;
	const char *why; /* no more is taken, from draw `until` on */
	uint32_t until;
};

struct tiles {
	struct stock *store;
	struct fxr_map map; /* hash and bytes to an item */
	struct attachment *list;
	size_t n, capacity;
	uint64_t n_versions, last_bytes, max_last_bytes;
};

struct box {
	uint32_t x, y, width, height;
};

/* Where a tile is in its attachment. */
struct box tiles_box(const struct attachment *attachment, uint32_t tile);

#endif
