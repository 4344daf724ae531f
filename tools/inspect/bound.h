/* SPDX-License-Identifier: MIT */
/*
 * The textures that are bound at a draw, and all their images: levels and
 * faces. An image is read once, and again only after calls that may have
 * written to a texture.
 */
#ifndef TOOLS_INSPECT_BOUND_H
#define TOOLS_INSPECT_BOUND_H

#include "tools/base/pen.h"
#include "tools/inspect/contents.h"
#include "tools/replay/view.h"

struct bound;
struct json_object;

/* contents: borrowed until close. reads_always: trusts no earlier reading. */
struct bound *bound_open(struct contents *contents, bool reads_always);

/* The bindings change: those of all units follow. */
void bound_clear(struct bound *bound);
/* A unit, as the replay's state has it. */
void bound_unit(struct bound *bound, struct json_object *unit);

/* Whether a function may write to a texture without drawing. Compares texts:
 * call it once for each. */
bool bound_is_written_by(const char *function);
/* Textures may have changed. */
void bound_written(struct bound *bound);

/* The same as before: bound_read would give the same. */
uint64_t bound_stamp(const struct bound *bound);

/* Reads what is bound. list: gets a list of JSON: [{"unit":0,
 * "target":"GL_TEXTURE_2D","name":7,"images":[{"level":0,"face":0,
 * "content":12}, {"level":1,"face":0,"why":"..."}]}] */
void bound_read(struct bound *bound, const struct play_view *view,
		struct pen *list);
void bound_close(struct bound *bound);

#endif
