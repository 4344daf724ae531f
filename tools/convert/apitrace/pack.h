/* SPDX-License-Identifier: MIT */
/*
 * Pieces of an apitrace file that are made before their place in it is known.
 * The file defines a signature (of a function, enum, bitmask or struct) where
 * it first occurs. Later occurrences have only its number. So a piece holds
 * references to signatures.
 */
#ifndef TOOLS_CONVERT_APITRACE_PACK_H
#define TOOLS_CONVERT_APITRACE_PACK_H

#include "tools/convert/apitrace/apitrace.h"
#include "tools/reader/memory.h"

struct apitrace_sig {
	uint64_t id;
	bool is_written;
	struct fxr_text definition; /* follows the id, the first time */
};

struct apitrace_ref {
	size_t at; /* in front of this byte of the piece */
	struct apitrace_sig *sig;
};

/* All zero = empty. */
struct apitrace_pack {
	unsigned char *bytes;
	size_t n_bytes, space;
	struct apitrace_ref *refs; /* in the order of their places */
	size_t n_refs, refs_capacity;
};

void apitrace_pack_byte(struct apitrace_pack *pack, unsigned byte);
void apitrace_pack_varint(struct apitrace_pack *pack, uint64_t value);
void apitrace_pack_bytes(struct apitrace_pack *pack, struct fxr_text bytes);
/* Length and bytes. */
void apitrace_pack_text(struct apitrace_pack *pack, struct fxr_text text);
void apitrace_pack_ref(struct apitrace_pack *pack, struct apitrace_sig *sig);
/* All of another one. */
void apitrace_pack_all(struct apitrace_pack *pack,
		       const struct apitrace_pack *other);

/* Values with their tags. */
void apitrace_pack_null(struct apitrace_pack *pack);
void apitrace_pack_int(struct apitrace_pack *pack, int64_t value);
void apitrace_pack_uint(struct apitrace_pack *pack, uint64_t value);
void apitrace_pack_pointer(struct apitrace_pack *pack, uint64_t value);
void apitrace_pack_blob(struct apitrace_pack *pack, struct fxr_text bytes);

void apitrace_pack_free(struct apitrace_pack *pack);

#endif
