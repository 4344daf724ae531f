/* SPDX-License-Identifier: MIT */
/*
 * Which steps of a running session concern certain files (tools/fd/handled.h).
 * A call that blocks concerns them by what it was given, and when it returns,
 * by what it returned.
 */
#ifndef TOOLS_TOP_CONCERNED_H
#define TOOLS_TOP_CONCERNED_H

#include "tools/reader/calls.h"
#include "tools/top/live.h"

struct concerned;

/* globs: of files (writer/path_globs.h), copied; NULL: every step is wanted,
 * and there is nothing to open. */
struct concerned *concerned_open(struct fxr_world *world, const char *globs);
void concerned_close(struct concerned *concerned);

/*
 * Takes the next step: all of them, in their order. Returns whether it is
 * wanted.
 * step  in, out: the end of a call whose begin was not wanted is the whole call
 */
bool concerned_has(struct concerned *concerned, enum live_step *step,
		   const struct fxr_call *call);

#endif
