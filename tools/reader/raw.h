/* SPDX-License-Identifier: MIT */
/*
 * Decodes raw memory by the layout that the archive has of its type.
 */
#ifndef TOOLS_READER_RAW_H
#define TOOLS_READER_RAW_H

#include "tools/reader/value.h"

/*
 * Memory as a value of the type, which may be a pointer to it (NULL: bytes).
 * arena  takes the tree; texts stay borrowed from `bytes`
 * Of a struct, what lies within the bytes. What cannot be decoded stays bytes.
 * Never fails.
 */
void fxr_raw_decode(struct fxr_arena *arena, const struct fxr_types *types,
		    const struct fxr_type *type, struct fxr_text bytes,
		    struct fxr_value *value);

#endif
