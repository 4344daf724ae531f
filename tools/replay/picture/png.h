/* SPDX-License-Identifier: MIT */
/*
 * Images as PNG with exactly their values. It has no color space, since these
 * are the numbers that OpenGL has.
 */
#ifndef TOOLS_REPLAY_PICTURE_PNG_H
#define TOOLS_REPLAY_PICTURE_PNG_H

#include <stdio.h>

#include "tools/base/image_form.h"

/* Whether PNG has these values: unsigned of 8 or 16 bits, RGBA, RGB, LA or one
 * channel, which becomes grey. A side has at most 1,000,000 pixels. */
bool png_can(struct image_form form, uint32_t width, uint32_t height);

/* Writes an image that it can. bytes: rows of OpenGL, the lowest one first; the
 * file has the highest one first. Returns NULL, or why not: borrowed until the
 * next call. */
const char *png_write_exact(FILE *out, struct image_form form, uint32_t width,
			    uint32_t height, const void *bytes);

#endif
