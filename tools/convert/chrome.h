/* SPDX-License-Identifier: MIT */
/*
 * Trace event JSON: the reader.
 */
#ifndef TOOLS_CONVERT_CHROME_H
#define TOOLS_CONVERT_CHROME_H

#include "tools/convert/convert.h"

/* See struct convert_format. Reads the object form and the array form. Accepts
 * a missing end, as browsers do. */
bool chrome_read(struct convert_input *input);

#endif
