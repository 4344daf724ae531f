/* SPDX-License-Identifier: MIT */
/*
 * What is drawn to, read from the current context without an effect that the
 * replayed program can see.
 */
#ifndef TOOLS_REPLAY_LOOK_ATTACHMENT_H
#define TOOLS_REPLAY_LOOK_ATTACHMENT_H

#include "tools/replay/look/image.h"
#include "tools/replay/state/procs.h"

/* Which buffer. Depth and stencil are those of the same framebuffer. */
enum attachment_of {
	/* the first draw buffer of the framebuffer that is drawn to */
	ATTACHMENT_DRAWN,
	/* of the window or pbuffer: the back buffer, or the front buffer if
	 * there is no other */
	ATTACHMENT_BACK,
	ATTACHMENT_FRONT, /* the front buffer; OpenGL ES has one name only */
	/* + n: of the framebuffer object that is drawn to */
	ATTACHMENT_COLOR,
};

struct attachment_part {
	unsigned of; /* enum attachment_of */
	enum image_aspect aspect;
	/* as far as the caller knows; 0: the actual size. Pixels that are not
	 * there have any value. */
	uint32_t width, height;
	/* where it begins. Samples of a framebuffer object are read from the
	 * lower left corner on, as a whole: see attachment_is_sampled. */
	uint32_t x, y;
};

/*
 * Reads it. Not between glBegin and glEnd, and not while a display list is
 * compiled. Raises no error, and leaves a pending one. Samples are resolved.
 *
 * image  as image_begin has it
 * Returns NULL, or why there is no image: borrowed forever.
 */
const char *attachment_read(struct image *image, const struct procs *gl,
			    const struct attachment_part *part);

/* Whether the framebuffer object that is drawn to has several samples. */
bool attachment_is_sampled(const struct procs *gl);
/* Whether a color buffer of the framebuffer is drawn to. */
bool attachment_has_color(const struct procs *gl);

#endif
