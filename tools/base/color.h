/* SPDX-License-Identifier: MIT */
/*
 * Whether output is coloured.
 */
#ifndef TOOLS_BASE_COLOR_H
#define TOOLS_BASE_COLOR_H

#include <stdbool.h>

/* when: what --color takes, "always", "never" or "auto": if standard output is
 * a terminal that has colours, unless NO_COLOR is set. */
bool color_is_wanted(const char *when);

#endif
