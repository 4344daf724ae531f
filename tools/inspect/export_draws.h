/* SPDX-License-Identifier: MIT */
/*
 * Draws in inspect.json, and the files of what they draw to.
 */
#ifndef TOOLS_INSPECT_EXPORT_DRAWS_H
#define TOOLS_INSPECT_EXPORT_DRAWS_H

#include "tools/inspect/capture.h"
#include "tools/inspect/export_files.h"

struct export_draws;

/* Both are borrowed until close. Contents are files already, whose numbers are
 * their own. */
struct export_draws *export_draws_open(const struct capture *capture,
				       struct export_files *files);
/*
 * A draw, by its number in the capture:
 *
 *	{"draw":3,"call":4711,"function":"glDrawArrays","frame":1,
 *	 "attachments":[{"name":"color","before":"draw-2-color-after.raw",
 *		"after":null,"why":"..."}],
 *	 "textures":[{"unit":0,"target":"GL_TEXTURE_2D","name":7,"label":"...",
 *		"images":[{"level":0,"face":0,"file":"content-5.raw"}]}],
 *	 "labels":{"program":"..."},"state":{"values.GL_BLEND":"true", ...}}
 *
 * state is null if it is not known, and `why` says why. has_pictures: no
 * picture is left out. Exits if a file cannot be written.
 */
void export_draws_put(struct export_draws *draws, struct pen *out,
		      uint32_t draw, bool has_pictures);
void export_draws_close(struct export_draws *draws);

#endif
