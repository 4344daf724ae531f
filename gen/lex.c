/* SPDX-License-Identifier: MIT */
/*
 * Tokens of a description file. Any byte string is a possible input: what is no
 * token is an error with its position. An error ends the stream, so that no
 * caller has to check for it in its loops.
 */
#include "gen/lex.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fxg_fail(struct fxg_error *error, struct fxg_pos pos, const char *format,
	      ...)
{
	va_list ap;

	if (error->text[0])
		return;
	error->pos = pos;
	va_start(ap, format);
	vsnprintf(error->text, sizeof(error->text), format, ap);
	va_end(ap);
}

static struct fxg_pos current_pos(const struct fxg_lexer *lexer)
{
	struct fxg_pos pos = {lexer->file, lexer->line, 0};

	pos.column = (unsigned)(lexer->cursor - lexer->line_start) + 1;
	return pos;
}

static bool is_word_byte(unsigned char c)
{
	return isalnum(c) || c == '_';
}

/* Moves over white space and comments; *fresh is set when a line began. */
static void skip_blanks(struct fxg_lexer *lexer, bool *fresh)
{
	for (; lexer->cursor < lexer->end; lexer->cursor++) {
		unsigned char c = (unsigned char)*lexer->cursor;

		if (c == '\n') {
			lexer->line++;
			lexer->line_start = lexer->cursor + 1;
			*fresh = *fresh || !lexer->depth;
		} else if (c == '#') {
			while (lexer->cursor + 1 < lexer->end &&
			       lexer->cursor[1] != '\n')
				lexer->cursor++;
		} else if (c != ' ' && c != '\t') {
			return;
		}
	}
}

static size_t span_word(const struct fxg_lexer *lexer)
{
	const char *p = lexer->cursor;

	while (p < lexer->end && is_word_byte((unsigned char)*p))
		p++;
	return (size_t)(p - lexer->cursor);
}

static size_t span_punct(const struct fxg_lexer *lexer)
{
	static const char *const longer[] = {
		"...", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "->",
	};
	size_t left = (size_t)(lexer->end - lexer->cursor), i;

	for (i = 0; i < sizeof(longer) / sizeof(longer[0]); i++) {
		size_t n = strlen(longer[i]);

		if (n <= left && !memcmp(lexer->cursor, longer[i], n))
			return n;
	}
	return memchr("()[]{},:;*&|~!<>=+-/.%@?^", *lexer->cursor, 25) ? 1 : 0;
}

static void take_token(struct fxg_lexer *lexer, struct fxg_token *token,
		       enum fxg_token_kind kind, size_t n)
{
	token->kind = kind;
	token->text = fxg_copy(lexer->arena, lexer->cursor, n);
	lexer->cursor += n;
}

static void take_string(struct fxg_lexer *lexer, struct fxg_token *token)
{
	const char *p = lexer->cursor + 1;

	while (p < lexer->end && *p != '"' && *p != '\n')
		p++;
	if (p == lexer->end || *p != '"') {
		fxg_fail(lexer->error, token->pos, "expected a closing \"");
		return;
	}
	lexer->cursor++;
	take_token(lexer, token, FXG_T_STRING, (size_t)(p - lexer->cursor));
	lexer->cursor++;
}

static void take_punct(struct fxg_lexer *lexer, struct fxg_token *token)
{
	size_t n = span_punct(lexer);

	if (!n) {
		fxg_fail(lexer->error, token->pos,
			 "byte 0x%02x begins no token",
			 (unsigned)(unsigned char)*lexer->cursor);
		return;
	}
	take_token(lexer, token, FXG_T_PUNCT, n);
	if (token->text[0] == '(' || token->text[0] == '[')
		lexer->depth++;
	if ((token->text[0] == ')' || token->text[0] == ']') && lexer->depth)
		lexer->depth--;
}

static void scan_token(struct fxg_lexer *lexer, struct fxg_token *token)
{
	const char *before = lexer->cursor;
	bool fresh = lexer->at_line_start;
	unsigned char c;

	memset(token, 0, sizeof(*token));
	token->text = "";
	skip_blanks(lexer, &fresh);
	lexer->at_line_start = false;
	token->pos = current_pos(lexer);
	token->joined = lexer->cursor == before;
	if (lexer->error->text[0] || lexer->cursor >= lexer->end)
		return;
	if (fresh) {
		token->kind = lexer->cursor > lexer->line_start ? FXG_T_INDENT
								: FXG_T_LINE;
		return;
	}
	c = (unsigned char)*lexer->cursor;
	if (c == '"')
		take_string(lexer, token);
	else if (is_word_byte(c))
		take_token(lexer, token, isdigit(c) ? FXG_T_NUMBER : FXG_T_WORD,
			   span_word(lexer));
	else
		take_punct(lexer, token);
}

void fxg_lex_next(struct fxg_lexer *lexer)
{
	if (lexer->token.kind > FXG_T_INDENT) {
		lexer->behind = lexer->token.pos;
		lexer->behind.column += (unsigned)strlen(lexer->token.text);
	}
	lexer->token = lexer->ahead;
	scan_token(lexer, &lexer->ahead);
	if (!lexer->error->text[0])
		return;
	lexer->token.kind = FXG_T_END;
	lexer->token.text = "";
	lexer->ahead = lexer->token;
}

void fxg_lex_init(struct fxg_lexer *lexer, const char *file, const char *text,
		  size_t n_bytes)
{
	lexer->file = file;
	lexer->cursor = lexer->line_start = text;
	lexer->end = text + n_bytes;
	lexer->line = 1;
	lexer->depth = 0;
	lexer->at_line_start = true;
	fxg_lex_next(lexer);
	fxg_lex_next(lexer);
}
