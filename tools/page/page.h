/* SPDX-License-Identifier: MIT */
/*
 * A page that page.sh made, and that is linked into the command: its text
 * before and after the data.
 */
#ifndef TOOLS_PAGE_PAGE_H
#define TOOLS_PAGE_PAGE_H

#include <stdio.h>

/* Write the parts of page .. end before and after <!--DATA-->. */
void page_head(FILE *out, const char *page, const char *end);
void page_rest(FILE *out, const char *page, const char *end);

#endif
