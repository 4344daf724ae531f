/* SPDX-License-Identifier: MIT */
/*
 * All that the current context says of itself, as JSON: what `fxtrace replay
 * --state` prints.
 */
#ifndef TOOLS_REPLAY_STATE_STATE_H
#define TOOLS_REPLAY_STATE_STATE_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/replay/state/procs.h"

/*
 * Prints one JSON object: the version, what is enabled, each value of glGet,
 * and the objects bound with what belongs to them. A section or a value that
 * the context does not have is not there.
 *
 * Not between glBegin and glEnd, and not while a display list is compiled.
 * Takes errors that are pending, and stops debug messages: for the end of a
 * replay. What is bound stays. Returns false without memory.
 */
bool state_print(const struct procs *gl, FILE *out);

#endif
