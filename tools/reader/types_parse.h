/* SPDX-License-Identifier: MIT */
/*
 * Parses the bodies of TYPE and FUNCTION entries (writer/wire.h). Texts are
 * copied into the arena. If the body is damaged, body->is_bad is set and the
 * output must not be used.
 */
#ifndef TOOLS_READER_TYPES_PARSE_H
#define TOOLS_READER_TYPES_PARSE_H

#include "tools/reader/types.h"

void fxr_type_parse(struct fxr_arena *arena, struct fxr_type *type,
		    struct fxr_bytes *body);
void fxr_function_parse(struct fxr_arena *arena, struct fxr_function *function,
			struct fxr_bytes *body);

#endif
