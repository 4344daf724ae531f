/* SPDX-License-Identifier: MIT */
/*
 * The parser's smallest steps: look at a token, take it, or say what was
 * expected.
 */
#include "gen/parse.h"

#include <string.h>

static bool is_text(const struct fxg_token *token)
{
	return token->kind == FXG_T_WORD || token->kind == FXG_T_NUMBER ||
	       token->kind == FXG_T_PUNCT;
}

bool fxg_at(const struct fxg_parser *parser, const char *text)
{
	const struct fxg_token *token = &parser->lexer.token;

	return is_text(token) && !strcmp(token->text, text);
}

bool fxg_accept(struct fxg_parser *parser, const char *text)
{
	if (!fxg_at(parser, text))
		return false;
	fxg_lex_next(&parser->lexer);
	return true;
}

void fxg_wrong(struct fxg_parser *parser, const char *what)
{
	const struct fxg_token *token = &parser->lexer.token;

	if (token->kind == FXG_T_END)
		fxg_fail(parser->lexer.error,
			 parser->lexer.behind.line ? parser->lexer.behind
						   : token->pos,
			 "expected %s, found the end of the file", what);
	else if (fxg_at_line_end(parser))
		fxg_fail(parser->lexer.error, parser->lexer.behind,
			 "expected %s, found the end of the line", what);
	else
		fxg_fail(parser->lexer.error, token->pos,
			 "expected %s, found '%.60s'", what, token->text);
	fxg_lex_next(&parser->lexer); /* ends the stream */
}

void fxg_expect(struct fxg_parser *parser, const char *text)
{
	char quoted[32] = "'";

	if (fxg_accept(parser, text))
		return;
	strncat(quoted, text, sizeof(quoted) - 3);
	strcat(quoted, "'");
	fxg_wrong(parser, quoted);
}

const char *fxg_take_word(struct fxg_parser *parser, const char *what)
{
	const char *text = parser->lexer.token.text;

	if (parser->lexer.token.kind != FXG_T_WORD) {
		fxg_wrong(parser, what);
		return "";
	}
	fxg_lex_next(&parser->lexer);
	return text;
}

const char *fxg_take_dashed(struct fxg_parser *parser, const char *what)
{
	struct fxg_lexer *lexer = &parser->lexer;
	const char *text = lexer->token.text;

	if (lexer->token.kind == FXG_T_STRING) {
		fxg_lex_next(lexer);
		return fxg_format(lexer->arena, "\"%s\"", text);
	}
	if (!is_text(&lexer->token)) {
		fxg_wrong(parser, what);
		return "";
	}
	fxg_lex_next(lexer);
	while (is_text(&lexer->token) && lexer->token.joined) {
		text = fxg_format(lexer->arena, "%s%s", text,
				  lexer->token.text);
		fxg_lex_next(lexer);
	}
	return text;
}

bool fxg_at_line_end(const struct fxg_parser *parser)
{
	enum fxg_token_kind kind = parser->lexer.token.kind;

	return kind == FXG_T_END || kind == FXG_T_LINE || kind == FXG_T_INDENT;
}

unsigned fxg_take_recorded(struct fxg_parser *parser)
{
	if (fxg_accept(parser, "replay"))
		return FXG_F_REPLAY;
	return fxg_take_switch(parser) ? FXG_F_DEFAULT : 0;
}

void fxg_expect_line_end(struct fxg_parser *parser)
{
	if (!fxg_at_line_end(parser))
		fxg_wrong(parser, "the end of the line");
}

bool fxg_next_indented(struct fxg_parser *parser)
{
	fxg_expect_line_end(parser);
	if (parser->lexer.token.kind != FXG_T_INDENT)
		return false;
	fxg_lex_next(&parser->lexer);
	return true;
}

bool fxg_take_switch(struct fxg_parser *parser)
{
	if (fxg_accept(parser, "on"))
		return true;
	fxg_expect(parser, "off");
	return false;
}
