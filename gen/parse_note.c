/* SPDX-License-Identifier: MIT */
/*
 * Annotations of one value: a parameter, a return value, a struct member.
 * They are words in any order, some with an operand.
 */
#include "gen/parse.h"

#include <string.h>

static void set_meaning(struct fxg_parser *parser, struct fxg_note *note,
			enum fxg_meaning meaning)
{
	if (note->meaning != FXG_M_PLAIN && note->meaning != meaning)
		fxg_fail(parser->lexer.error, parser->lexer.token.pos,
			 "a value has one meaning, '%.40s' is a second one",
			 parser->lexer.token.text);
	note->meaning = meaning;
}

/* Words without an operand that say what a value is. */
static bool parse_meaning(struct fxg_parser *parser, struct fxg_note *note)
{
	static const struct {
		const char *word;
		enum fxg_meaning meaning;
	} words[] = {
		{"string", FXG_M_STRING},   {"path", FXG_M_STRING},
		{"strings", FXG_M_STRINGS}, {"bytes", FXG_M_BYTES},
		{"pointer", FXG_M_POINTER}, {"list", FXG_M_LIST},
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!fxg_at(parser, words[i].word))
			continue;
		set_meaning(parser, note, words[i].meaning);
		if (fxg_at(parser, "path"))
			note->path = note->kernel = true;
		fxg_lex_next(&parser->lexer);
		return true;
	}
	return false;
}

static bool parse_named(struct fxg_parser *parser, struct fxg_note *note)
{
	static const struct {
		const char *word, *what;
		enum fxg_meaning meaning;
	} words[] = {
		{"enum", "the name of an enum", FXG_M_ENUM},
		{"flags", "the name of a flags type", FXG_M_FLAGS},
		{"handle", "the name of a handle", FXG_M_HANDLE},
		{"cases", "the name of a type of cases", FXG_M_CASES},
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!fxg_at(parser, words[i].word))
			continue;
		set_meaning(parser, note, words[i].meaning);
		fxg_lex_next(&parser->lexer);
		note->type_pos = parser->lexer.token.pos;
		note->type_name = fxg_take_word(parser, words[i].what);
		return true;
	}
	return false;
}

static bool parse_dir(struct fxg_parser *parser, struct fxg_note *note)
{
	static const struct {
		const char *word;
		enum fxg_dir dir;
	} words[] = {
		{"in", FXG_IN},
		{"out", FXG_OUT},
		{"inout", FXG_INOUT},
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!fxg_accept(parser, words[i].word))
			continue;
		note->dir = words[i].dir;
		return true;
	}
	return false;
}

static bool parse_show(struct fxg_parser *parser, struct fxg_note *note)
{
	static const struct {
		const char *word;
		enum fxg_show show;
	} words[] = {
		{"dec", FXG_DEC},
		{"hex", FXG_HEX},
		{"oct", FXG_OCT},
		{"char", FXG_CHAR},
		{"time", FXG_TIME},
		{"port", FXG_PORT},
		{"ipv4", FXG_IPV4},
		{"ipv6", FXG_IPV6},
		{"mac", FXG_MAC},
		{"device", FXG_DEVICE},
		{"wait", FXG_WAIT},
		{"signal", FXG_SIGNAL},
		{"bare", FXG_BARE},
		{"socket_path", FXG_SOCKET},
		{"socket_address", FXG_ADDRESS},
		{"pair", FXG_PAIR},
		{"request", FXG_REQUEST},
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!fxg_accept(parser, words[i].word))
			continue;
		note->show = (int)words[i].show;
		return true;
	}
	return false;
}

static bool parse_switch(struct fxg_parser *parser, struct fxg_note *note)
{
	if (fxg_accept(parser, "kernel"))
		note->kernel = true;
	else if (fxg_accept(parser, "library"))
		note->kernel = false;
	else if (fxg_accept(parser, "early"))
		note->early = true;
	else if (fxg_accept(parser, "nullable"))
		note->nullable = true;
	else if (fxg_accept(parser, "address"))
		note->address = true;
	else if (fxg_accept(parser, "on_error"))
		note->on_error = true;
	else if (fxg_accept(parser, "ended"))
		note->ended = true;
	else if (fxg_accept(parser, "each"))
		note->each = true;
	else if (fxg_accept(parser, "next"))
		note->next = true;
	else if (fxg_accept(parser, "tail"))
		note->tail = true;
	else if (fxg_accept(parser, "secret"))
		note->secret = true;
	else if (fxg_accept(parser, "file"))
		note->path = true;
	else if (fxg_accept(parser, "was"))
		note->was = true;
	else
		return false;
	return true;
}

static bool parse_measure(struct fxg_parser *parser, struct fxg_note *note)
{
	if (fxg_accept(parser, "count"))
		note->count = fxg_parse_expr(parser);
	else if (fxg_accept(parser, "cap"))
		note->cap = fxg_parse_expr(parser);
	else if (fxg_accept(parser, "if"))
		note->cond = fxg_parse_expr(parser);
	else if (fxg_accept(parser, "size"))
		note->size = fxg_parse_expr(parser);
	else if (fxg_accept(parser, "total"))
		note->total = fxg_parse_expr(parser);
	else if (fxg_accept(parser, "by"))
		note->by = fxg_parse_expr(parser);
	else if (fxg_accept(parser, "read"))
		note->read = fxg_parse_expr(parser);
	else if (fxg_accept(parser, "at"))
		note->at = fxg_parse_expr(parser);
	else if (fxg_accept(parser, "bits"))
		note->bits = fxg_parse_expr(parser);
	else
		return false;
	return true;
}

/* as(CTYPE) */
static bool parse_as(struct fxg_parser *parser, struct fxg_note *note)
{
	struct fxg_ctype *type;
	const char *name = NULL;

	if (!fxg_accept(parser, "as"))
		return false;
	fxg_expect(parser, "(");
	type = fxg_alloc(parser->lexer.arena, sizeof(*type));
	*type = fxg_parse_declaration(parser, &name);
	if (name || type->is_array || type->is_function)
		fxg_fail(parser->lexer.error, type->pos,
			 "expected the C type of a value and no more");
	fxg_expect(parser, ")");
	note->as = type;
	return true;
}

void fxg_parse_note(struct fxg_parser *parser, struct fxg_note *note)
{
	note->pos = parser->lexer.token.pos;
	if (fxg_at_line_end(parser))
		fxg_wrong(parser, "an annotation");
	while (!fxg_at_line_end(parser)) {
		if (parse_dir(parser, note) || parse_meaning(parser, note) ||
		    parse_named(parser, note) || parse_show(parser, note) ||
		    parse_switch(parser, note) || parse_measure(parser, note) ||
		    parse_as(parser, note))
			continue;
		fxg_wrong(parser, "an annotation of a value");
	}
}
