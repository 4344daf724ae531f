/* SPDX-License-Identifier: MIT */
/*
 * A list of calls, by the grammar of preload/config/calls.h. It is checked
 * here, where the user still sees an error, as the recorder would read it.
 */
#ifndef TOOLS_SELECT_LIST_H
#define TOOLS_SELECT_LIST_H

/* Returns NULL or what is wrong with the list, whether its functions exist or
 * not. */
const char *list_check(const char *text);

#endif
