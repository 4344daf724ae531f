/* SPDX-License-Identifier: MIT */
/*
 * Fields of comma-separated values (RFC 4180).
 */
#ifndef TOOLS_BASE_CSV_H
#define TOOLS_BASE_CSV_H

#include <stdbool.h>

#include "tools/base/pen.h"

/*
 * Puts a text as a field, between quotes if it needs them.
 * for_spreadsheet  a text that a spreadsheet would evaluate as a formula gets a
 *                  ' before it; numbers stay. Otherwise the text is exact.
 */
void csv_text(struct pen *out, struct fxr_text text, bool for_spreadsheet);

#endif
