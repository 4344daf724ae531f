/* SPDX-License-Identifier: MIT */
/*
 * Which formats `fxtrace convert` knows.
 */
#ifndef TOOLS_COMMAND_FORMATS_H
#define TOOLS_COMMAND_FORMATS_H

#include "tools/convert/convert.h"

/* Number `index` (from 0) of the formats; NULL after the last. */
const struct convert_format *formats_at(size_t index);

/* By name, and by the name of a file; NULL: none. */
const struct convert_format *formats_by_name(const char *name);
const struct convert_format *formats_by_suffix(const char *path);

/* See convert_detect. */
const struct convert_format *formats_find(const char *path,
					  const unsigned char *bytes,
					  size_t n_bytes);

#endif
