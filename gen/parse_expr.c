/* SPDX-License-Identifier: MIT */
/*
 * Expressions of a description: C's operators with C's precedence, by climbing.
 * Which names are parameters is found later, when the place of the expression
 * is known.
 */
#include "gen/parse.h"

#include <string.h>

/* Deeper nesting than any honest description has. */
#define MAX_NESTING 50u

static const struct fxg_expr *parse_level(struct fxg_parser *parser,
					  unsigned lowest);

static struct fxg_expr *new_expr(struct fxg_parser *parser, enum fxg_expr_op op,
				 const char *text)
{
	struct fxg_expr *e = fxg_alloc(parser->lexer.arena, sizeof(*e));

	e->op = op;
	e->text = text;
	e->pos = parser->lexer.token.pos;
	return e;
}

/* Precedence, 0 if the token is no binary operator. */
static unsigned binary_level(const struct fxg_token *token)
{
	static const struct {
		const char *text;
		unsigned level;
	} operators[] = {
		{"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4},  {"&", 5},  {"==", 6},
		{"!=", 6}, {"<", 7},  {">", 7}, {"<=", 7}, {">=", 7}, {"<<", 8},
		{">>", 8}, {"+", 9},  {"-", 9}, {"*", 10}, {"/", 10},
	};
	size_t i;

	if (token->kind != FXG_T_PUNCT)
		return 0;
	for (i = 0; i < sizeof(operators) / sizeof(operators[0]); i++)
		if (!strcmp(operators[i].text, token->text))
			return operators[i].level;
	return 0;
}

/* sizeof (TYPE) is taken as text: C will evaluate it. */
static const struct fxg_expr *parse_sizeof(struct fxg_parser *parser)
{
	struct fxg_expr *e = new_expr(parser, FXG_EXPR_TEXT, NULL);
	struct fxg_ctype type;
	const char *name = NULL;

	fxg_expect(parser, "sizeof");
	fxg_expect(parser, "(");
	type = fxg_parse_declaration(parser, &name);
	if (name)
		fxg_fail(parser->lexer.error, type.pos,
			 "expected a type in sizeof");
	fxg_expect(parser, ")");
	e->text = fxg_format(parser->lexer.arena, "sizeof(%s)",
			     fxg_ctype_text(parser->lexer.arena, &type));
	return e;
}

static const struct fxg_expr *parse_call(struct fxg_parser *parser)
{
	struct fxg_expr *e;

	e = new_expr(parser, FXG_EXPR_CALL, parser->lexer.token.text);
	fxg_lex_next(&parser->lexer);
	fxg_expect(parser, "(");
	e->a = parse_level(parser, 1);
	fxg_expect(parser, ",");
	e->b = parse_level(parser, 1);
	fxg_expect(parser, ")");
	return e;
}

static const struct fxg_expr *parse_was(struct fxg_parser *parser)
{
	struct fxg_expr *e = new_expr(parser, FXG_EXPR_WAS, NULL);

	fxg_lex_next(&parser->lexer);
	fxg_expect(parser, "(");
	fxg_expect(parser, "*");
	e->text = fxg_take_word(parser, "a parameter");
	fxg_expect(parser, ")");
	return e;
}

/* unpack1d(format, type, width): looked up later */
static const struct fxg_expr *parse_measure(struct fxg_parser *parser)
{
	struct fxg_expr *e, *node;
	const struct fxg_expr **end;

	e = new_expr(parser, FXG_EXPR_MEASURE, parser->lexer.token.text);
	end = &e->a;
	fxg_lex_next(&parser->lexer);
	fxg_expect(parser, "(");
	if (fxg_accept(parser, ")"))
		return e;
	do {
		node = new_expr(parser, FXG_EXPR_LIST, ",");
		node->a = parse_level(parser, 1);
		*end = node;
		end = &node->b;
	} while (fxg_accept(parser, ","));
	fxg_expect(parser, ")");
	return e;
}

/* takes(number) */
static const struct fxg_expr *parse_takes(struct fxg_parser *parser)
{
	struct fxg_expr *e = new_expr(parser, FXG_EXPR_TAKES, NULL);

	fxg_lex_next(&parser->lexer);
	fxg_expect(parser, "(");
	e->text = fxg_take_word(parser, "a parameter");
	fxg_expect(parser, ")");
	return e;
}

static const struct fxg_expr *parse_atom(struct fxg_parser *parser)
{
	struct fxg_lexer *lexer = &parser->lexer;
	const struct fxg_expr *inner;
	struct fxg_expr *e;

	if (fxg_at(parser, "sizeof"))
		return parse_sizeof(parser);
	if (!strcmp(lexer->ahead.text, "(") &&
	    (fxg_at(parser, "min") || fxg_at(parser, "max")))
		return parse_call(parser);
	if (!strcmp(lexer->ahead.text, "(") && fxg_at(parser, "was"))
		return parse_was(parser);
	if (!strcmp(lexer->ahead.text, "(") && fxg_at(parser, "takes"))
		return parse_takes(parser);
	if (!strcmp(lexer->ahead.text, "(") && lexer->token.kind == FXG_T_WORD)
		return parse_measure(parser);
	if (fxg_accept(parser, "(")) {
		inner = parse_level(parser, 1);
		fxg_expect(parser, ")");
		return inner;
	}
	e = new_expr(parser, FXG_EXPR_NAME, lexer->token.text);
	if (lexer->token.kind == FXG_T_NUMBER)
		e->op = FXG_EXPR_TEXT;
	else if (lexer->token.kind != FXG_T_WORD)
		fxg_wrong(parser, "a parameter, a constant or a number");
	fxg_lex_next(lexer);
	return e;
}

static const struct fxg_expr *parse_postfix(struct fxg_parser *parser)
{
	const struct fxg_expr *e = parse_atom(parser);
	unsigned n = 0;

	while (fxg_at(parser, "->")) {
		struct fxg_expr *member;

		if (++n > MAX_NESTING)
			fxg_fail(parser->lexer.error, parser->lexer.token.pos,
				 "expression too long");

		member = new_expr(parser, FXG_EXPR_MEMBER, NULL);
		fxg_lex_next(&parser->lexer);
		member->text = fxg_take_word(parser, "a member");
		member->a = e;
		e = member;
	}
	return e;
}

static const struct fxg_expr *parse_unary(struct fxg_parser *parser)
{
	struct fxg_expr *e;

	if (++parser->nesting > MAX_NESTING)
		fxg_fail(parser->lexer.error, parser->lexer.token.pos,
			 "expression nested too deeply");
	if (parser->lexer.error->text[0] ||
	    !(fxg_at(parser, "*") || fxg_at(parser, "-") ||
	      fxg_at(parser, "~") || fxg_at(parser, "!"))) {
		const struct fxg_expr *postfix = NULL;

		if (!parser->lexer.error->text[0])
			postfix = parse_postfix(parser);
		parser->nesting--;
		return postfix ? postfix : new_expr(parser, FXG_EXPR_TEXT, "0");
	}
	e = new_expr(parser, FXG_EXPR_UNARY, parser->lexer.token.text);
	if (fxg_at(parser, "*"))
		e->op = FXG_EXPR_LOAD;
	fxg_lex_next(&parser->lexer);
	e->a = parse_unary(parser);
	parser->nesting--;
	return e;
}

static const struct fxg_expr *parse_level(struct fxg_parser *parser,
					  unsigned lowest)
{
	const struct fxg_expr *left = parse_unary(parser);
	unsigned level, n = 0;

	while ((level = binary_level(&parser->lexer.token)) >= lowest &&
	       level) {
		struct fxg_expr *e;

		if (++n > MAX_NESTING)
			fxg_fail(parser->lexer.error, parser->lexer.token.pos,
				 "expression too long");

		e = new_expr(parser, FXG_EXPR_BINARY, parser->lexer.token.text);
		fxg_lex_next(&parser->lexer);
		e->a = left;
		e->b = parse_level(parser, level + 1);
		left = e;
	}
	return left;
}

const struct fxg_expr *fxg_parse_expr(struct fxg_parser *parser)
{
	return parse_level(parser, 1);
}
