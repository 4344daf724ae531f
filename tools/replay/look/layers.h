/* SPDX-License-Identifier: MIT */
/*
 * Layers of a texture through a framebuffer of our own: what OpenGL ES can read
 * of them.
 */
#ifndef TOOLS_REPLAY_LOOK_LAYERS_H
#define TOOLS_REPLAY_LOOK_LAYERS_H

#include "tools/replay/look/level.h"
#include "tools/replay/look/texture.h"

/*
 * As texture_read, of a level that has that aspect. Pixels are stored as
 * pack_begin has it.
 *
 * target  of the face for a cube map
 */
const char *layers_read(struct image *image, const struct procs *gl,
			const struct texture_part *part,
			const struct level *level, GLenum target);

#endif
