/* SPDX-License-Identifier: MIT */
/*
 * The pixel pack state, replaced for a while so that pixels are read unchanged,
 * and restored.
 */
#ifndef TOOLS_REPLAY_LOOK_PACK_H
#define TOOLS_REPLAY_LOOK_PACK_H

#include "tools/replay/state/procs.h"

#define PACK_MAX_STORES 10u
#define PACK_MAX_TRANSFERS 14u

struct pack {
	const struct procs *gl; /* borrowed */
	GLint stores[PACK_MAX_STORES];
	GLfloat transfers[PACK_MAX_TRANSFERS];
	GLint buffer; /* bound to GL_PIXEL_PACK_BUFFER */
	GLint clamp;  /* whether colors are cut to 0 and 1 */
};

/*
 * From now on pixels are stored in memory without a byte between rows. Not
 * between glBegin and glEnd, and not while a display list is compiled. Returns
 * false, with nothing changed, if that could not be undone: another context has
 * deleted the bound buffer.
 */
bool pack_begin(struct pack *pack, const struct procs *gl);

/* Restores the state. */
void pack_end(struct pack *pack);

#endif
