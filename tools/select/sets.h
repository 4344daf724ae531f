/* SPDX-License-Identifier: MIT */
/*
 * The sets of functions that have a name for lists (select.h): classes, groups
 * and categories, from the generated tables.
 */
#ifndef TOOLS_SELECT_SETS_H
#define TOOLS_SELECT_SETS_H

#include <stdio.h>

/* Prints them all, with how many functions each has: on one screen. */
void sets_print(FILE *out);

#endif
