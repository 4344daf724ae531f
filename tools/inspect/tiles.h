/* SPDX-License-Identifier: MIT */
/*
 * Pictures of attachments after each draw, as tiles of 64x64 pixels. A tile
 * that a draw did not change costs nothing: each tile has versions, in the
 * order of draws. Any draw's picture is the last version of each tile, and the
 * history of a pixel is in those of one tile. Equal tiles are kept once.
 *
 * Rows are tight and the lowest one is first. A row of tiles begins at the
 * left, the lowest row of them is first, and the last ones may be smaller.
 */
#ifndef TOOLS_INSPECT_TILES_H
#define TOOLS_INSPECT_TILES_H

#include <stdio.h>

#include "tools/base/image_form.h"

#define TILES_SIDE 64u
#define TILES_MAX_BYTES ((uint64_t)2 << 30)	 /* of all different tiles */
#define TILES_MAX_LAST_BYTES ((uint64_t)1 << 29) /* of all attachments */

struct tiles;

struct tiles_part {
	uint32_t x, y, width, height; /* of the attachment */
	const void *pixels;
};

struct tiles *tiles_open(uint64_t max_bytes, uint64_t max_last_bytes);

/* One more attachment. The picture of another size or form is that of another
 * attachment. Returns NULL with its number, or why it is refused. */
const char *tiles_attachment(struct tiles *tiles, struct image_form form,
			     uint32_t width, uint32_t height, uint32_t *number);

/*
 * What an attachment has after a draw: the whole of it, or the part outside of
 * which nothing has changed since the last put. The first one is whole. A part
 * without pixels says that nothing has changed.
 *
 * draw  never less than that of the last put.
 * Returns NULL, or why it is refused: borrowed forever. Then nothing more of
 * that attachment is taken, and its pictures from this draw on are not known.
 */
const char *tiles_put(struct tiles *tiles, uint32_t attachment, uint32_t draw,
		      const struct tiles_part *part);

/* The picture after that draw, or the last one before it; false: not known. */
bool tiles_picture(const struct tiles *tiles, uint32_t attachment,
		   uint32_t draw, void *pixels);

/* The last draw, up to this one, that changed the picture; FXR_NONE: there is
 * no picture. Then *why says why, or is NULL if the first one is later. */
uint32_t tiles_changed(const struct tiles *tiles, uint32_t attachment,
		       uint32_t draw, const char **why);
/* How many attachments there are. */
uint32_t tiles_n(const struct tiles *tiles);
void tiles_size(const struct tiles *tiles, uint32_t attachment,
		struct image_form *form, uint32_t *width, uint32_t *height);

/* The draws that changed a pixel, in their order. before: NULL at the first. */
typedef void tiles_take(void *context, uint32_t draw, const void *before,
			const void *after);
bool tiles_history(const struct tiles *tiles, uint32_t attachment, uint32_t x,
		   uint32_t y, tiles_take *take, void *context);

/* Versions and bytes of different tiles, before packing. */
uint64_t tiles_n_versions(const struct tiles *tiles);
uint64_t tiles_n_bytes(const struct tiles *tiles);

/*
 * Writes chunks of the class "tile" in the order of attachments and draws;
 * their versions as a section of the class "versions" for each attachment:
 *
 * 	for each tile: n, and for n versions: draw - the one before (or 0),
 * 	zigzag of tile - the one before (or 0); numbers as in section.h
 *
 * and attachments as JSON, the section "tiles" of the class "inspect".
 *
 * every: k > 1 leaves pictures out. The page has those of draws k - 1,
 * 2 * k - 1 ..., of the first and of the last one.
 */
void tiles_write(struct tiles *tiles, FILE *out, uint32_t every);
void tiles_close(struct tiles *tiles);

#endif
