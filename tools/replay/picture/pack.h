/* SPDX-License-Identifier: MIT */
/*
 * How pixels are stored that are read from OpenGL: set aside for a while, so
 * that they come as they are, and put back.
 */
#ifndef TOOLS_REPLAY_PICTURE_PACK_H
#define TOOLS_REPLAY_PICTURE_PACK_H

#include "tools/replay/state/procs.h"

#define PACK_MAX_STORES 10u
#define PACK_MAX_TRANSFERS 9u

struct pack {
	const struct procs *gl; /* borrowed */
	GLint stores[PACK_MAX_STORES];
	GLfloat transfers[PACK_MAX_TRANSFERS];
	GLint buffer; /* bound to GL_PIXEL_PACK_BUFFER */
};

/*
 * From now on pixels are stored by OpenGL's defaults and go to memory. Not
 * between glBegin and glEnd, and not while a display list is compiled.
 * Returns false, with nothing changed, if that could not be taken back: the
 * buffer bound has been deleted by another context.
 */
bool pack_begin(struct pack *pack, const struct procs *gl);

/* As it was. */
void pack_end(struct pack *pack);

#endif
