/* SPDX-License-Identifier: MIT */
/*
 * Samples made into pixels that can be read: a copy of a multisampled
 * framebuffer object, for a while.
 */
#ifndef TOOLS_REPLAY_PICTURE_RESOLVE_H
#define TOOLS_REPLAY_PICTURE_RESOLVE_H

#include <stdint.h>

#include "tools/replay/state/procs.h"

struct resolve {
	const struct procs *gl; /* borrowed */
	uint32_t width, height;
	GLint draw, read, renderbuffer; /* that were bound */
	GLuint copy, store; /* framebuffer and what is attached to it */
	bool was_scissored;
};

/*
 * The framebuffer that is read becomes a copy of what is attached to it as
 * `attachment`, read as GL_COLOR_ATTACHMENT0. It is complete, and that is its
 * read buffer. Raises no error.
 * Returns NULL, or why not, with nothing changed: borrowed, for ever.
 */
const char *resolve_begin(struct resolve *resolve, const struct procs *gl,
			  GLenum attachment);

/* As it was. */
void resolve_end(struct resolve *resolve);

#endif
