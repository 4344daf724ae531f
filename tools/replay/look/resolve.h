/* SPDX-License-Identifier: MIT */
/*
 * Resolves samples into pixels that can be read: a temporary copy of a
 * multisampled framebuffer object.
 */
#ifndef TOOLS_REPLAY_LOOK_RESOLVE_H
#define TOOLS_REPLAY_LOOK_RESOLVE_H

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
 * The read framebuffer becomes a copy of its attachment `attachment`, read as
 * GL_COLOR_ATTACHMENT0. It is complete, and that is its read buffer. Raises no
 * error. Returns NULL, or why not, with nothing changed: borrowed forever.
 */
const char *resolve_begin(struct resolve *resolve, const struct procs *gl,
			  GLenum attachment);

/* Restores the state. */
void resolve_end(struct resolve *resolve);

#endif
