/* SPDX-License-Identifier: MIT */
/*
 * Sentences on functions that are called and not described.
 */
#ifndef TOOLS_PRINT_UNDESCRIBED_H
#define TOOLS_PRINT_UNDESCRIBED_H

#include "tools/base/pen.h"
#include "tools/elf/imports.h"

/* For each library a line: "calls of 2 functions of libc are not described: a,
 * b". before  in front of each line */
void undescribed_print(struct pen *out, const char *before,
		       struct imports *imports);

#endif
