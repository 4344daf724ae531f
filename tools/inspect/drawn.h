/* SPDX-License-Identifier: MIT */
/*
 * What draws draw to: the pictures of each buffer of the window, and of each
 * image that is attached to a framebuffer object.
 */
#ifndef TOOLS_INSPECT_DRAWN_H
#define TOOLS_INSPECT_DRAWN_H

#include "tools/base/pen.h"
#include "tools/inspect/reach.h"
#include "tools/inspect/tiles.h"
#include "tools/replay/look/image.h"
#include "tools/replay/view.h"

struct drawn;

/* Which images have changed: those of framebuffer objects, or windows, too. */
enum drawn_change { DRAWN_OBJECTS, DRAWN_ALL };

/* tiles: borrowed until close */
struct drawn *drawn_open(struct tiles *tiles);
/* For what follows, up to drawn_reach(drawn, NULL): a draw changed at most
 * this. reach: borrowed */
void drawn_reach(struct drawn *drawn, const struct reach *reach);
/*
 * Reads the pictures before or after a draw.
 *
 * at       their number in tiles. It is 2 * draw before it, one more after it.
 * is_new   reads only what has not been read in this frame, or has changed
 * list     gets a list of JSON, or is NULL:
 *
 *	[{"name":"color 0","attachment":3}, {"name":"depth","why":"..."}]
 */
void drawn_read(struct drawn *drawn, const struct play_view *view, uint32_t at,
		bool is_new, struct pen *list);
/* What a function changes without a draw, or -1. Compares texts: call it once
 * for each. */
int drawn_change_by(const char *function);
/* It has changed, and nobody has looked. */
void drawn_changed(struct drawn *drawn, enum drawn_change change);
/* Whether the last draw drew to a framebuffer object. */
bool drawn_has_object(const struct drawn *drawn);
void drawn_close(struct drawn *drawn);

#endif
