/* SPDX-License-Identifier: MIT */
/*
 * Pictures of what a replay draws: read from the current context without a
 * trace in what the replayed program can see of it, summed up and written as
 * PNG.
 */
#ifndef TOOLS_REPLAY_PICTURE_PICTURE_H
#define TOOLS_REPLAY_PICTURE_PICTURE_H

#include <stddef.h>
#include <stdint.h>

#include "tools/replay/state/procs.h"

/* What is read. */
enum picture_of {
	/* of the framebuffer that is drawn to, the first buffer drawn to */
	PICTURE_DRAWN,
	/* of the window or pbuffer: what is drawn to show later, or what is
	 * shown if there is nothing else */
	PICTURE_BACK,
	PICTURE_FRONT, /* what it shows; OpenGL ES has a name for one only */
	/* + n: of the framebuffer object that is drawn to */
	PICTURE_ATTACHMENT,
};

struct picture {
	uint32_t width, height;
	/* 4 bytes a pixel: red, green, blue, alpha; the lowest row first */
	uint8_t *pixels;
	size_t capacity; /* bytes */
};

/*
 * Reads a picture. Not between glBegin and glEnd, and not while a display list
 * is compiled. Raises no GL error, and leaves one that is pending where it is.
 *
 * picture  zeroed or of an earlier call, whose memory is used again
 * width, height  as far as the caller knows; 0: as large as it is. Pixels that
 *          there are not have any value.
 * Returns NULL, or why there is none: borrowed, for ever.
 *
 * Values outside of 0 to 1 are cut to it, integers to 0 to 255; samples become
 * a pixel.
 */
const char *picture_read(struct picture *picture, const struct procs *gl,
			 unsigned of, uint32_t width, uint32_t height);

/* Leaves what is within these sizes, from the lower left corner on. */
void picture_crop(struct picture *picture, uint32_t width, uint32_t height);

void picture_free(struct picture *picture);

/* CRC-32 of red, green and blue, the lowest row first. */
uint32_t picture_checksum(const struct picture *picture);

/*
 * Writes it as PNG without its alpha, which nobody sees in a window either.
 *
 * error  out: why not, with the file's name and what to do
 * Returns false then; a file that was there before is as it was.
 */
bool picture_write_png(const struct picture *picture, const char *path,
		       char *error, size_t error_bytes);

/*
 * The name of a picture: folder/frame-000012.png, folder/call-0001234.png.
 *
 * what  "frame", "call" ...
 * Returns false if there is no room.
 */
bool picture_name(char *path, size_t path_bytes, const char *folder,
		  const char *what, uint64_t number);

#endif
