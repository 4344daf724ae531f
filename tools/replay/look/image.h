/* SPDX-License-Identifier: MIT */
/*
 * An image as OpenGL has it: a level of a texture, or what is attached to a
 * framebuffer.
 */
#ifndef TOOLS_REPLAY_LOOK_IMAGE_H
#define TOOLS_REPLAY_LOOK_IMAGE_H

#include <stddef.h>

#include "tools/base/image_form.h"

/* Of one image. */
#define IMAGE_MAX_BYTES (256u << 20)

struct image {
	struct image_form form;
	uint32_t width, height, depth; /* depth: layers, one after another */
	uint8_t *bytes;
	size_t n_bytes, capacity;
};

/* The part of a pixel that is read: depth and stencil are two images. */
enum image_aspect { IMAGE_COLOR, IMAGE_DEPTH, IMAGE_STENCIL };

/*
 * Space for an image of that form, whose bytes are 0.
 *
 * image  zeroed, or of an earlier call, whose memory is used again
 * Returns NULL, or why there is none: borrowed forever.
 */
const char *image_begin(struct image *image, const struct image_form *form,
			uint32_t width, uint32_t height, uint32_t depth);

void image_free(struct image *image);

#endif
