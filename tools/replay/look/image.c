/* SPDX-License-Identifier: MIT */
/*
 * The memory of images, see image.h.
 */
#include "tools/replay/look/image.h"

#include <stdlib.h>
#include <string.h>

const char *image_begin(struct image *image, const struct image_form *form,
			uint32_t width, uint32_t height, uint32_t depth)
{
	size_t pixel_bytes = image_form_pixel_bytes(*form);
	uint64_t n_rows = (uint64_t)height * depth;

	image->n_bytes = 0;
	if (!width || !n_rows)
		return "it has no pixels";
	if (n_rows > IMAGE_MAX_BYTES ||
	    width > IMAGE_MAX_BYTES / pixel_bytes / n_rows)
		return "it has more than 256 MB";
	image->form = *form;
	image->width = width;
	image->height = height;
	image->depth = depth;
	image->n_bytes = width * n_rows * pixel_bytes;
	if (image->n_bytes > image->capacity) {
		free(image->bytes);
		image->capacity = 0;
		image->bytes = malloc(image->n_bytes);
		if (!image->bytes) {
			image->n_bytes = 0;
			return "there is no memory for it";
		}
		image->capacity = image->n_bytes;
	}
	memset(image->bytes, 0, image->n_bytes);
	return NULL;
}

void image_free(struct image *image)
{
	free(image->bytes);
	*image = (struct image){0};
}
