/* SPDX-License-Identifier: MIT */
/*
 * What the events of an apitrace file consist of: numbers, texts and
 * signatures. Signatures live as long as the file is open, so their total size
 * has a limit. After the first error everything is 0 or empty.
 */
#ifndef TOOLS_CONVERT_APITRACE_PIECE_H
#define TOOLS_CONVERT_APITRACE_PIECE_H

#include "tools/convert/apitrace/parse.h"

#define APITRACE_NAME_BYTES (1u << 20) /* of a name, at most */

enum apitrace_kind {
	APITRACE_FUNCTIONS,
	APITRACE_ENUMS,
	APITRACE_BITMASKS,
	APITRACE_STRUCTS,
	APITRACE_FRAMES,
	APITRACE_N_KINDS,
};

struct apitrace_table {
	struct fxr_map map; /* by id */
	struct apitrace_definition **all;
	size_t n, space;
};

/* All zero = not open. */
struct apitrace_pieces {
	struct apitrace_source *source;
	struct apitrace_table tables[APITRACE_N_KINDS];
	struct fxr_arena sigs;	/* signatures */
	struct fxr_arena arena; /* the event */
	uint64_t n_sig_bytes, n_blob_bytes;
	char *bytes; /* that are being read */
	size_t space;
	bool is_bad, is_cut;
	char error[APITRACE_TROUBLE_BYTES + 64];
};

/* in: all zero; file: borrowed until close. */
void apitrace_piece_open(struct apitrace_pieces *in, FILE *file);
void apitrace_piece_close(struct apitrace_pieces *in);

/* Reports an error at the offset, or at the current read position. */
void apitrace_piece_fail_at(struct apitrace_pieces *in, uint64_t off,
			    const char *what);
void apitrace_piece_fail(struct apitrace_pieces *in, const char *what);
/* Reports that the data ends where more is required. */
void apitrace_piece_ends(struct apitrace_pieces *in);

unsigned apitrace_piece_byte(struct apitrace_pieces *in);
uint64_t apitrace_piece_varint(struct apitrace_pieces *in);
/* A count; an error names `what` if it is more than max. */
uint64_t apitrace_piece_count(struct apitrace_pieces *in, uint64_t max,
			      const char *what);
/* A number behind its tag. */
uint64_t apitrace_piece_number(struct apitrace_pieces *in);
/* n bytes, kept in the arena. */
struct fxr_text apitrace_piece_bytes(struct apitrace_pieces *in,
				     struct fxr_arena *arena, uint64_t n);
/* A name of a signature. */
struct fxr_text apitrace_piece_name(struct apitrace_pieces *in);
/* Memory or a string of the event. */
struct fxr_text apitrace_piece_blob(struct apitrace_pieces *in);

/* The definition of the id that follows; *is_new: the caller fills it now. */
struct apitrace_definition *apitrace_piece_definition(
	struct apitrace_pieces *in, enum apitrace_kind kind, bool *is_new);
/* The same, filled; not for FRAMES. */
const struct apitrace_definition *apitrace_piece_sig(struct apitrace_pieces *in,
						     enum apitrace_kind kind);
/* Up to version 2 an enum's definition has only the constant in use. */
const struct apitrace_definition *apitrace_piece_old_enum(
	struct apitrace_pieces *in);

#endif
