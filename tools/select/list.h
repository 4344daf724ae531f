/* SPDX-License-Identifier: MIT */
/*
 * A list of calls, by the grammar of preload/config/calls.h: what the recorder
 * will take, judged where a mistake can still be told.
 */
#ifndef TOOLS_SELECT_LIST_H
#define TOOLS_SELECT_LIST_H

/* Returns NULL or what is wrong with the list, without a look at what functions
 * there are. */
const char *list_check(const char *text);

#endif
