/* SPDX-License-Identifier: MIT */
/*
 * Declarations of C as prototypes and structs have them: a base type, stars, a
 * name, an array bound or a function pointer. The spelling is stored, because
 * the wrappers repeat it. Only what the tables need is understood.
 */
#include "gen/parse.h"

#include <string.h>

#define MAX_STARS 8u

static bool is_one_of(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (!strcmp(*words, text))
			return true;
	return false;
}

static bool is_qualifier(const char *text)
{
	static const char *const words[] = {
		"const", "volatile", "restrict", "__restrict", NULL,
	};

	return is_one_of(text, words);
}

static bool is_basic(const char *text)
{
	static const char *const words[] = {
		"unsigned", "signed",	"long",	  "short", "int",
		"char",	    "float",	"double", "void",  "_Bool",
		"bool",	    "_Complex", NULL,
	};

	return is_one_of(text, words);
}

static const char *join_words(struct fxg_parser *parser, const char *left,
			      const char *right)
{
	return fxg_format(parser->lexer.arena, "%s%s%s", left, *left ? " " : "",
			  right);
}

static void parse_base(struct fxg_parser *parser, struct fxg_ctype *type)
{
	struct fxg_lexer *lexer = &parser->lexer;
	bool named = false;

	while (lexer->token.kind == FXG_T_WORD) {
		const char *text = lexer->token.text;

		if (is_qualifier(text)) {
			type->const_base |= !strcmp(text, "const");
		} else if (fxg_at(parser, "struct") ||
			   fxg_at(parser, "union") || fxg_at(parser, "enum") ||
			   fxg_at(parser, "view")) {
			fxg_lex_next(lexer);
			text = join_words(parser, text, lexer->token.text);
			type->base = text;
			named = true;
		} else if (is_basic(text) || !*type->base) {
			named |= !is_basic(text);
			type->base = join_words(parser, type->base, text);
		} else {
			break; /* the name it declares */
		}
		fxg_lex_next(lexer);
		if (named && lexer->token.kind == FXG_T_WORD &&
		    !is_qualifier(lexer->token.text))
			break;
	}
	if (!*type->base)
		fxg_wrong(parser, "a C type");
	type->before = fxg_format(lexer->arena, "%s%s",
				  type->const_base ? "const " : "", type->base);
}

static void parse_stars(struct fxg_parser *parser, struct fxg_ctype *type)
{
	struct fxg_arena *arena = parser->lexer.arena;

	type->before = fxg_format(arena, "%s ", type->before);
	while (fxg_accept(parser, "*")) {
		type->before = fxg_format(arena, "%s*", type->before);
		if (++type->n_stars > MAX_STARS)
			fxg_fail(parser->lexer.error, type->pos,
				 "more than %u stars", MAX_STARS);
		while (parser->lexer.token.kind == FXG_T_WORD &&
		       is_qualifier(parser->lexer.token.text)) {
			/* restrict says nothing to the compiler here */
			if (fxg_at(parser, "const"))
				type->before = fxg_format(arena, "%sconst ",
							  type->before);
			fxg_lex_next(&parser->lexer);
		}
	}
}

/* The rest of a function pointer, "(int, void *)", as text. */
static const char *take_signature(struct fxg_parser *parser)
{
	struct fxg_lexer *lexer = &parser->lexer;
	const char *text = "";
	unsigned depth = 0;

	do {
		const char *t = lexer->token.text;
		bool word = lexer->token.kind == FXG_T_WORD;
		size_t n = strlen(text);
		bool space = n && text[n - 1] != '(' && text[n - 1] != '*' &&
			     (word || *t == '*');

		if (fxg_at_line_end(parser)) {
			fxg_wrong(parser, "')'");
			return text;
		}
		depth += fxg_at(parser, "(");
		depth -= fxg_at(parser, ")");
		text = fxg_format(lexer->arena, "%s%s%s", text,
				  space ? " " : "", t);
		fxg_lex_next(lexer);
	} while (depth);
	return text;
}

static void parse_function_pointer(struct fxg_parser *parser,
				   struct fxg_ctype *type, const char **name)
{
	fxg_expect(parser, "(");
	fxg_expect(parser, "*");
	if (parser->lexer.token.kind == FXG_T_WORD)
		*name = fxg_take_word(parser, "a name");
	fxg_expect(parser, ")");
	type->before = fxg_format(parser->lexer.arena, "%s(*", type->before);
	if (!fxg_at(parser, "("))
		fxg_wrong(parser, "'('");
	else
		type->after = fxg_format(parser->lexer.arena, ")%s",
					 take_signature(parser));
	type->is_function = true;
	type->n_stars = 0;
}

static void parse_array(struct fxg_parser *parser, struct fxg_ctype *type)
{
	type->is_array = true;
	type->after = "[]";
	fxg_expect(parser, "[");
	if (!fxg_at(parser, "]"))
		type->n_elements = fxg_parse_expr(parser);
	fxg_expect(parser, "]");
}

struct fxg_ctype fxg_parse_declaration(struct fxg_parser *parser,
				       const char **name)
{
	struct fxg_ctype type = {0};

	type.pos = parser->lexer.token.pos;
	type.base = type.before = type.after = "";
	*name = NULL;
	parse_base(parser, &type);
	parse_stars(parser, &type);
	if (fxg_at(parser, "(") && !strcmp(parser->lexer.ahead.text, "*")) {
		parse_function_pointer(parser, &type, name);
		return type;
	}
	if (parser->lexer.token.kind == FXG_T_WORD)
		*name = fxg_take_word(parser, "a name");
	if (fxg_at(parser, "["))
		parse_array(parser, &type);
	return type;
}
