/* SPDX-License-Identifier: MIT */
/*
 * Decodes base64, RFC 4648 section 4.
 */
#ifndef TOOLS_CONVERT_BASE64_H
#define TOOLS_CONVERT_BASE64_H

#include <stdbool.h>

#include "tools/reader/memory.h"

/* The decoded bytes of `text`, in the arena. False: it is not base64 with its
 * padding. */
bool base64_decode(struct fxr_arena *arena, struct fxr_text text,
		   struct fxr_text *bytes);

#endif
