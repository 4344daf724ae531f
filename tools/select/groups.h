/* SPDX-License-Identifier: MIT */
/*
 * Groups of functions that are recorded only if they are selected.
 */
#ifndef TOOLS_SELECT_GROUPS_H
#define TOOLS_SELECT_GROUPS_H

#include <stddef.h>

/* Writes the names of the larger ones, largest first, as items of --calls:
 * "%memstr (63 functions), %ctype (20 functions)"; "" if there is none. */
void groups_off(char *text, size_t text_bytes);

#endif
