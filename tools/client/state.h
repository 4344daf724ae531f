/* SPDX-License-Identifier: MIT */
/*
 * The words for states of calls, as `fxtrace dump --json` has them.
 */
#ifndef TOOLS_CLIENT_STATE_H
#define TOOLS_CLIENT_STATE_H

#include "tools/library/reader.h"

const char *state_word(enum fxtrace_state state);

#endif
