/* SPDX-License-Identifier: MIT */
/*
 * What events of an apitrace file are put together from: numbers, texts, and
 * signatures, which are kept for all of the file, so that their sum has a
 * limit. After the first error everything is 0 or empty.
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
	struct fxr_arena kept;	/* signatures */
	struct fxr_arena arena; /* the event */
	uint64_t n_kept_bytes, n_blob_bytes;
	char *bytes; /* that are being read */
	size_t space;
	bool is_bad, is_cut;
	char error[APITRACE_TROUBLE_BYTES + 64];
};

/* in: all zero; file: borrowed until close. */
void apitrace_piece_open(struct apitrace_pieces *in, FILE *file);
void apitrace_piece_close(struct apitrace_pieces *in);

/* Something is wrong at the offset, or where the reading stands. */
void apitrace_piece_fail_at(struct apitrace_pieces *in, uint64_t off,
			    const char *what);
void apitrace_piece_fail(struct apitrace_pieces *in, const char *what);
/* There is nothing more where something has to be. */
void apitrace_piece_ends(struct apitrace_pieces *in);

unsigned apitrace_piece_byte(struct apitrace_pieces *in);
uint64_t apitrace_piece_varint(struct apitrace_pieces *in);
/* A number of things, of which `what` has more than max. */
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

/* The definition with the id that comes; *is_new: it is to be filled now. */
struct apitrace_definition *apitrace_piece_definition(
	struct apitrace_pieces *in, enum apitrace_kind kind, bool *is_new);
/* The same, and filled; no FRAMES. */
const struct apitrace_definition *apitrace_piece_sig(struct apitrace_pieces *in,
						     enum apitrace_kind kind);
/* Up to version 2: of each enum only the constant that it is. */
const struct apitrace_definition *apitrace_piece_old_enum(
	struct apitrace_pieces *in);

#endif
