/* SPDX-License-Identifier: MIT */
/*
 * Which calls put into a texture what it holds: uploads, copies, and draws into
 * framebuffers that it is attached to. What no call of the recording names is
 * unknown: images of shaders, display lists, memory of others.
 */
#ifndef TOOLS_INSPECT_ORIGINS_H
#define TOOLS_INSPECT_ORIGINS_H

#include "tools/replay/view.h"

#define ORIGINS_KEPT 4u /* of an image, the last ones */

struct origins;

/* A call that wrote. */
struct origin {
	uint64_t call, n; /* its number, and its place among all that wrote */
	const char *function; /* borrowed from the world of the replay */
	bool is_drawn;
};

struct origins *origins_open(void);

/* What a function does to textures: 0 is nothing. Compares texts: call it once
 * for each function. */
unsigned origins_kind(const char *function);

/* view: of a call that was made without an error, whose function is of this
 * kind. */
void origins_made(struct origins *origins, const struct play_view *view,
		  unsigned kind);
/* A draw into what is bound. aspects: that it can change, as in reach.h */
void origins_drawn(struct origins *origins, const struct play_view *view,
		   unsigned aspects);

/* An image of a texture. */
struct origins_image {
	uint32_t group;	      /* whose contexts share it */
	uint32_t texture;     /* its name in the replay */
	uint32_t level, face; /* face: from 0 */
};

/*
 * The last calls that wrote to it since it was made, the last one first.
 *
 * to  space for ORIGINS_KEPT
 * n   gets how many there were in all
 *
 * Returns how many are in `to`.
 */
unsigned origins_find(const struct origins *origins,
		      const struct origins_image *image, struct origin *to,
		      uint64_t *n);
void origins_close(struct origins *origins);

#endif
