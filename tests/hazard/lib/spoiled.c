/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Preloaded to a replay, it alters one byte of what the SPOILED-th glReadPixels
 * reads: somebody should notice. For RGBA in bytes only.
 */
#include <stdint.h>
#include <stdlib.h>

#include "tests/hazard/lib/replaced.h"

typedef void read_pixels(int x, int y, int width, int height, unsigned format,
			 unsigned type, void *pixels);

static read_pixels *real_read;

static void spoiled_read(int x, int y, int width, int height, unsigned format,
			 unsigned type, void *pixels)
{
	static int n_read;
	const char *wanted = getenv("SPOILED");

	real_read(x, y, width, height, format, type, pixels);
	if (++n_read == (wanted ? atoi(wanted) : 1))
		((uint8_t *)pixels)[width * height * 2] ^= 1;
}

void *replaced(const char *name, void *found)
{
	if (!found || strcmp(name, "glReadPixels") != 0)
		return found;
	real_read = (read_pixels *)found;
	return (void *)spoiled_read;
}
