/* SPDX-License-Identifier: MIT */
/*
 * Values as trees. In the archive, a value is a scalar argument, a blob of
 * bytes, or a blob in apitrace's value encoding (struct, array). Printers need
 * only this.
 */
#ifndef TOOLS_READER_VALUE_H
#define TOOLS_READER_VALUE_H

#include "tools/reader/types.h"
#include "writer/fxt.h"

enum fxr_value_kind {
	FXR_VALUE_NULL,
	FXR_VALUE_BOOL,
	FXR_VALUE_INT,
	FXR_VALUE_UINT,
	FXR_VALUE_DOUBLE,
	FXR_VALUE_LONG_DOUBLE, /* x86's 80 bits, in as.bytes */
	FXR_VALUE_SYMBOL,      /* text: an enum constant or a flag set */
	FXR_VALUE_STRING,      /* the program's text, any bytes */
	FXR_VALUE_BYTES,       /* memory */
	FXR_VALUE_POINTER,
	FXR_VALUE_KOID,
	FXR_VALUE_ARRAY,
	FXR_VALUE_STRUCT,
};

struct fxr_value {
	enum fxr_value_kind kind;
	const struct fxr_type *type; /* or NULL: says how to show it */
	struct fxr_text name;	     /* of a member, else empty */
	uint64_t true_bytes;	     /* STRING, BYTES: before it was cut */
	bool is_withheld; /* NULL: of a secret; its size, or UINT64_MAX */
	union {
		bool boolean;
		int64_t i64;
		uint64_t u64; /* also POINTER and KOID */
		double f64;
		struct fxr_text text; /* SYMBOL, STRING, BYTES; borrowed */
		struct {
			struct fxr_value *items;
			size_t n;
		} list;
	} as;
};

/*
 * Decodes value-encoded bytes.
 * arena     takes the tree; texts stay borrowed from `bytes`
 * provider  whose type ids the bytes hold
 * type      declared type of the value, or NULL.
 * Returns NULL if the bytes are not exactly one sound value.
 */
struct fxr_value *fxr_value_decode(struct fxr_arena *arena,
				   const struct fxr_types *types,
				   uint32_t provider,
				   const struct fxr_type *type,
				   const void *bytes, size_t n_bytes);

/* Raw bytes as a value of the type: a float of 4 or 8 bytes, a long double, a
 * string, else memory. */
void fxr_value_raw(struct fxr_value *value, const struct fxr_type *type,
		   struct fxr_text bytes);

/* Writes a character as UTF-8, or U+FFFD for an invalid one; returns its 1 to 4
 * bytes. */
size_t fxr_utf8(char *to, uint64_t code);

/* True if a blob argument of this declared type holds plain memory rather than
 * encoded values. Of a pointer, its target decides. */
bool fxr_is_raw(const struct fxr_types *types, const struct fxr_type *type);
/* True if it is a pointer to memory that has no type: bytes. */
bool fxr_is_memory(const struct fxr_types *types, const struct fxr_type *type);

#endif
