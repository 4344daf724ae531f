/* SPDX-License-Identifier: MIT */
/*
 * Second stage of the generator: the text of one description file into the
 * model of its API. Nothing here exits or prints: the first error is kept
 * with its position, and any byte string is a possible input.
 */
#ifndef GEN_PARSE_H
#define GEN_PARSE_H

#include "gen/model.h"

/*
 * Adds what one file describes to api, which begins zeroed but for its arena.
 * file and text are borrowed for the model's life.
 * Returns false with *error set when the text is not a description.
 */
bool fxg_parse_text(struct fxg_api_def *api, const char *file, const char *text,
		    size_t n_bytes, struct fxg_error *error);

/* The rest is for the sources parse*.c only. Each group names the file that
 * defines it. */

/* Properties of all functions of a description file that do not set their
 * own. */
struct fxg_file_defaults {
	const char *category, *group, *library;
	bool compact;
	unsigned recorded; /* FXG_F_DEFAULT, FXG_F_REPLAY or 0 */
	enum fxg_error_rule error_rule;
};

struct fxg_parser {
	struct fxg_lexer lexer;
	struct fxg_api_def *api;
	struct fxg_file_defaults defaults;
	unsigned nesting; /* of expressions: bounded, input may be hostile */
};

/* parse_token.c: one token. "accept" moves on only if it is there. */
bool fxg_at(const struct fxg_parser *parser, const char *text);
bool fxg_accept(struct fxg_parser *parser, const char *text);
void fxg_expect(struct fxg_parser *parser, const char *text);
/* A word, or "" and an error that says what was expected. */
const char *fxg_take_word(struct fxg_parser *parser, const char *what);
/* Tokens with no white space between: libc:io, GLIBC_2.15, <fcntl.h>. */
const char *fxg_take_dashed(struct fxg_parser *parser, const char *what);
/* "expected WHAT, found ..." at the current token. */
void fxg_wrong(struct fxg_parser *parser, const char *what);
bool fxg_at_line_end(const struct fxg_parser *parser);
void fxg_expect_line_end(struct fxg_parser *parser);
/* Enters the next annotation line; false when the next line is not one. */
bool fxg_next_indented(struct fxg_parser *parser);

/* "on" or "off": whether it is on. */
bool fxg_take_switch(struct fxg_parser *parser);

/* "on", "off" or "replay": FXG_F_DEFAULT, 0 or FXG_F_REPLAY. */
unsigned fxg_take_recorded(struct fxg_parser *parser);

/* parse_expr.c, parse_ctype.c, parse_note.c, parse_type.c, parse_function.c */
const struct fxg_expr *fxg_parse_expr(struct fxg_parser *parser);
/* A type and the name it declares; *name = NULL if there is none. */
struct fxg_ctype fxg_parse_declaration(struct fxg_parser *parser,
				       const char **name);
void fxg_parse_note(struct fxg_parser *parser, struct fxg_note *note);
void fxg_parse_type(struct fxg_parser *parser);
void fxg_parse_function(struct fxg_parser *parser);
enum fxg_error_rule fxg_parse_error_rule(struct fxg_parser *parser);

#endif
