/* SPDX-License-Identifier: MIT */
/*
 * Which bytes are text.
 */
#ifndef TOOLS_BASE_UTF8_H
#define TOOLS_BASE_UTF8_H

#include "tools/reader/reader.h"

/* Length of the sound UTF-8 character at the start of bytes, 0 if none. */
size_t utf8_length(struct fxr_text bytes);

#endif
