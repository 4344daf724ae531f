/* SPDX-License-Identifier: MIT */
/*
 * What a draw can change of a framebuffer, by the state that it is made in.
 * Never less than it changes.
 */
#ifndef TOOLS_INSPECT_REACH_H
#define TOOLS_INSPECT_REACH_H

#include "tools/replay/look/image.h"
#include "tools/replay/view.h"

#define REACH_ALL_ASPECTS 7u

struct reach {
	unsigned aspects; /* bits, 1 << enum image_aspect */
	bool has_box;	  /* nothing outside of this changes */
	uint32_t x, y, width, height;
};

/* Whether the state at a call of this function says it. Display lists, for
 * example, have a state of their own. Compares texts: call it once for each. */
bool reach_is_of_state(const char *function);
/* A program that calls such a function has scissors of several viewports. */
bool reach_is_indexed(const char *function);

/* view: of a draw that is made, after it, of a function as above. */
struct reach reach_of(const struct play_view *view);

#endif
