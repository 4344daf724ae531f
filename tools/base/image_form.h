/* SPDX-License-Identifier: MIT */
/*
 * How the pixels of an image are stored: as they were in OpenGL, without loss.
 * Rows have no bytes between them; the lowest one is first.
 */
#ifndef TOOLS_BASE_IMAGE_FORM_H
#define TOOLS_BASE_IMAGE_FORM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A channel's number, in the machine's order of bytes. */
enum image_number {
	IMAGE_U8,
	IMAGE_I8,
	IMAGE_U16,
	IMAGE_I16,
	IMAGE_U32,
	IMAGE_I32,
	IMAGE_F32,
};

struct image_form {
	/* One letter for each: R, G, B, A; L luminance, I intensity; D depth,
	 * S stencil. */
	char channels[5];
	uint8_t number;	    /* enum image_number */
	bool is_normalized; /* from 0 or -1 to 1 */
	bool is_srgb;	    /* R, G, B or L; as stored */
};

static inline unsigned image_pixel_bytes(const struct image_form *form)
{
	static const uint8_t bytes[] = {1, 1, 2, 2, 4, 4, 4};

	return (unsigned)strlen(form->channels) * bytes[form->number];
}

#endif
