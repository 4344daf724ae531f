/* SPDX-License-Identifier: MIT */
/*
 * Lists of numbers: "4", "2-7", "2-", several between commas.
 */
#ifndef TOOLS_TRIM_NUMBERS_H
#define TOOLS_TRIM_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a text is such a list, and no list of functions. */
bool numbers_are(const char *text);
/* list: one for which numbers_are() is true */
bool numbers_have(const char *list, uint64_t number);

#endif
