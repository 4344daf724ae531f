/* SPDX-License-Identifier: MIT */
/*
 * All state of the current context, as JSON: the output of `fxtrace replay
 * --state`.
 */
#ifndef TOOLS_REPLAY_STATE_STATE_H
#define TOOLS_REPLAY_STATE_STATE_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/replay/state/procs.h"

/*
 * Prints one JSON object: the version, what is enabled, each value of glGet,
 * and the bound objects with their data. A section or a value that the context
 * does not have is left out.
 *
 * Not between glBegin and glEnd, and not while a display list is compiled.
 * Fetches pending errors, and disables debug messages: for the end of a replay.
 * Bindings do not change. Returns false without memory.
 */
bool state_print(const struct procs *gl, FILE *out);

#endif
