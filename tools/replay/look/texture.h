/* SPDX-License-Identifier: MIT */
/*
 * Images of textures, read from the current context without an effect that the
 * replayed program can see.
 */
#ifndef TOOLS_REPLAY_LOOK_TEXTURE_H
#define TOOLS_REPLAY_LOOK_TEXTURE_H

#include "tools/replay/look/image.h"
#include "tools/replay/state/procs.h"

/* What is read of which texture. */
struct texture_part {
	GLenum target; /* GL_TEXTURE_2D ...: the one that it was first bound to
			*/
	GLuint name;
	unsigned face; /* of a cube map, 0 to 5 */
	GLint level;
	enum image_aspect aspect;
};

/*
 * Reads all layers of a level. Not between glBegin and glEnd, and not while a
 * display list is compiled. Raises no error, and leaves a pending one.
 *
 * image  as image_begin has it
 * Returns NULL, or why there is no image: borrowed forever. Colors have the
 * channels that are stored, and so do depth ("D") and stencil ("S").
 */
const char *texture_read(struct image *image, const struct procs *gl,
			 const struct texture_part *part);

/* Whether the level has that aspect at all. */
bool texture_has(const struct procs *gl, const struct texture_part *part);

#endif
