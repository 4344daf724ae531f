/* SPDX-License-Identifier: MIT */
/*
 * Signature entries packed as in writer/wire.h: the bodies that
 * tools/reader/types_parse.h decodes.
 */
#ifndef TOOLS_CONVERT_ENTRY_OUT_H
#define TOOLS_CONVERT_ENTRY_OUT_H

#include "tools/reader/types.h"
#include "writer/wire.h"

/* Bytes that are being packed. All zero = empty. */
struct entry_out {
	unsigned char *bytes;
	size_t n_bytes, space;
};

void entry_out_type(struct entry_out *out, const struct fxr_type *type);
void entry_out_enumerator(struct entry_out *out,
			  const struct fxr_enumerator *enumerator);
void entry_out_case(struct entry_out *out, const struct fxr_case *one);
void entry_out_function(struct entry_out *out,
			const struct fxr_function *function);

/* Adds a whole entry: kind, id, length and the body. */
void entry_out_append(struct entry_out *out, enum fxw_entry_kind kind,
		      uint32_t id, const struct entry_out *body);
void entry_out_free(struct entry_out *out);

#endif
