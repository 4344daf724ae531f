/* SPDX-License-Identifier: MIT */
/*
 * Pixels of the framebuffer that is bound for reading, without loss.
 */
#ifndef TOOLS_REPLAY_LOOK_PIXELS_H
#define TOOLS_REPLAY_LOOK_PIXELS_H

#include "tools/replay/look/level.h"

/* How they come, and what is kept of them. */
struct pixels {
	const struct procs *gl; /* borrowed */
	struct image_form form;
	GLenum format, type;
	unsigned number_bytes; /* of a channel; 0: 10, 10, 10 and 2 bits */
	unsigned n_channels;   /* that come */
	uint8_t kept[4];       /* their places, for the image's channels */
	bool is_depth24;
	uint32_t x, y; /* where they begin; 0 after pixels_begin */
};

/*
 * level  of what is read, which has that aspect
 * Returns NULL, or why this context cannot do it: borrowed forever.
 */
const char *pixels_begin(struct pixels *pixels, const struct procs *gl,
			 const struct level *level, enum image_aspect aspect);

/*
 * Fills a layer of an image of that form, from its x and y on. Pixels are
 * stored as pack_begin has it. Returns NULL, or why not.
 */
const char *pixels_read(const struct pixels *pixels, struct image *image,
			uint32_t layer);

/*
 * The number of pixels in a row or in a column: those that a read overwrites,
 * whatever was there. OpenGL ES has no query for an attached texture, and
 * OpenGL only since 4.5.
 */
uint32_t pixels_measure(const struct pixels *pixels, bool is_row);

#endif
