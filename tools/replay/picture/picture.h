/* SPDX-License-Identifier: MIT */
/*
 * Pictures of what a replay draws. They are read from the current context
 * without an effect that the replayed program can see. They are summed up and
 * written as PNG.
 */
#ifndef TOOLS_REPLAY_PICTURE_PICTURE_H
#define TOOLS_REPLAY_PICTURE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

#include "tools/replay/look/attachment.h"

struct picture {
	uint32_t width, height;
	/* 4 bytes a pixel: red, green, blue, alpha; the lowest row first */
	uint8_t *pixels;
	size_t capacity;     /* bytes */
	struct image source; /* as OpenGL has it */
};

/*
 * Reads a picture. Not between glBegin and glEnd, and not while a display list
 * is compiled. Raises no GL error, and leaves a pending one.
 *
 * picture  zeroed, or of an earlier call, whose memory is reused.
 * of       enum attachment_of. Of ATTACHMENT_DRAWN without a color it is the
 *          depth: grey, the nearest one black.
 * width, height  as far as the caller knows; 0: the actual size. Missing pixels
 *          have any value.
 * Returns NULL, or why there is none: borrowed forever.
 *
 * Values are clamped to 0 to 1, integers to 0 to 255. Samples are resolved.
 */
const char *picture_read(struct picture *picture, const struct procs *gl,
			 unsigned of, uint32_t width, uint32_t height);

/* Crops to these sizes, from the lower left corner on. */
void picture_crop(struct picture *picture, uint32_t width, uint32_t height);

void picture_free(struct picture *picture);

/*
 * Writes it as PNG without its alpha, which a window does not show either.
 *
 * error  out: the reason, with the file's name and what to do.
 * Returns false then; an existing file is unchanged.
 */
bool picture_write_png(const struct picture *picture, const char *path,
		       char *error, size_t error_bytes);

/*
 * The name of a picture: folder/frame-000012.png, folder/call-0001234.png.
 *
 * what  "frame", "call" ...
 * Returns false if it does not fit.
 */
bool picture_name(char *path, size_t path_bytes, const char *folder,
		  const char *what, uint64_t number);

#endif
