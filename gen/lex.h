/* SPDX-License-Identifier: MIT */
/*
 * First stage of the generator: the bytes of a description file into tokens.
 * The language is line oriented. A token of kind LINE or INDENT precedes the
 * first token of every line that is not blank, a comment, or inside parentheses
 * or brackets.
 */
#ifndef GEN_LEX_H
#define GEN_LEX_H

#include <stdbool.h>
#include <stddef.h>

#include "gen/memory.h"

struct fxg_pos {
	const char *file;
	unsigned line, column; /* from 1; columns are bytes */
};

/* The first thing found wrong; text[0] = 0: nothing. */
struct fxg_error {
	struct fxg_pos pos;
	char text[240];
};

/* Keeps the first error only: what follows it is a consequence. */
void fxg_fail(struct fxg_error *error, struct fxg_pos pos, const char *format,
	      ...) __attribute__((format(printf, 3, 4)));

enum fxg_token_kind {
	FXG_T_END,    /* of the file, or an error has been found */
	FXG_T_LINE,   /* a line beginning in column 1 */
	FXG_T_INDENT, /* a line beginning with white space */
	FXG_T_WORD,   /* as a C identifier */
	FXG_T_NUMBER,
	FXG_T_STRING, /* text without its quotes */
	FXG_T_PUNCT,
};

struct fxg_token {
	enum fxg_token_kind kind;
	const char *text;
	struct fxg_pos pos;
	bool joined; /* no white space before it */
};

struct fxg_lexer {
	struct fxg_arena *arena;
	struct fxg_error *error;
	const char *file, *cursor, *end, *line_start;
	unsigned line, depth; /* open parentheses and brackets */
	bool at_line_start;
	struct fxg_token token, ahead; /* the current one and the next */
	struct fxg_pos behind;	       /* where the token before them ended */
};

/* file and text are borrowed for the life of what is parsed from them. */
void fxg_lex_init(struct fxg_lexer *lexer, const char *file, const char *text,
		  size_t n_bytes);
/* Moves on: ahead becomes token. After an error both are END. */
void fxg_lex_next(struct fxg_lexer *lexer);

#endif
