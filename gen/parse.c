/* SPDX-License-Identifier: MIT */
/*
 * A description file, statement by statement. The first word of a line that
 * is not indented says which: a prototype is what begins with none of ours.
 */
#include "gen/parse.h"

#include <stdlib.h>
#include <string.h>

/* Sets *field, which every file that speaks of it must say alike. */
static void set_once(struct fxg_parser *parser, const char **field,
		     const char *what)
{
	struct fxg_pos pos = parser->lexer.token.pos;
	const char *text = fxg_take_dashed(parser, what);

	if (*field && strcmp(*field, text))
		fxg_fail(parser->lexer.error, pos,
			 "%s was %.60s before, here it is %.60s", what, *field,
			 text);
	*field = text;
}

static void add_name(struct fxg_api_def *api, const char ***names, size_t *n,
		     const char *name)
{
	size_t i;

	for (i = 0; i < *n; i++)
		if (!strcmp((*names)[i], name))
			return;
	*names = fxg_grow(api->arena, *names, *n, sizeof(char *));
	(*names)[(*n)++] = name;
}

static void parse_include(struct fxg_parser *parser)
{
	struct fxg_api_def *api = parser->api;
	struct fxg_pos pos = parser->lexer.token.pos;
	const char *name = fxg_take_dashed(parser, "a header in <> or \"\"");
	size_t n = strlen(name);

	if (n < 3 || (name[0] != '<' && name[0] != '"') ||
	    name[n - 1] != (name[0] == '<' ? '>' : '"'))
		fxg_fail(parser->lexer.error, pos,
			 "expected a header in <> or \"\"");
	add_name(api, &api->includes, &api->n_includes, name);
}

static void parse_define(struct fxg_parser *parser)
{
	struct fxg_api_def *api = parser->api;

	add_name(api, &api->defines, &api->n_defines,
		 fxg_take_word(parser, "the name of a macro"));
}

/* measure unpack1d 3 */
static void parse_measure(struct fxg_parser *parser)
{
	struct fxg_api_def *api = parser->api;
	struct fxg_pos pos = parser->lexer.token.pos;
	struct fxg_measure *m;
	unsigned long n;
	char *end;

	api->measures = fxg_grow(api->arena, api->measures, api->n_measures,
				 sizeof(*m));
	m = &api->measures[api->n_measures];
	m->name = fxg_take_word(parser, "the name of a measure");
	n = strtoul(parser->lexer.token.text, &end, 10);
	if (parser->lexer.token.kind != FXG_T_NUMBER || *end ||
	    n > FXG_MAX_MEASURED)
		fxg_wrong(parser, "how many arguments it has, 0 to 8");
	m->n_arguments = (unsigned)n;
	if (fxg_find_measure(api, m->name) >= 0 || api->n_measures > UINT8_MAX)
		fxg_fail(parser->lexer.error, pos,
			 "measure %.60s is described twice, or is one too many",
			 m->name);
	api->n_measures++;
	fxg_lex_next(&parser->lexer);
}

/* shown fxs_ns__Point "ns::Point" */
static void parse_shown(struct fxg_parser *parser)
{
	struct fxg_api_def *api = parser->api;
	struct fxg_shown *shown;

	api->shown =
		fxg_grow(api->arena, api->shown, api->n_shown, sizeof(*shown));
	shown = &api->shown[api->n_shown++];
	shown->name = fxg_take_word(parser, "a name of the headers");
	shown->text = parser->lexer.token.text;
	if (parser->lexer.token.kind != FXG_T_STRING)
		fxg_wrong(parser, "what is shown of it, in \"\"");
	fxg_lex_next(&parser->lexer);
}

/* class file "@path,fstatfs" */
static void parse_class(struct fxg_parser *parser)
{
	struct fxg_api_def *api = parser->api;
	struct fxg_function_class *class;

	api->classes = fxg_grow(api->arena, api->classes, api->n_classes,
				sizeof(*class));
	class = &api->classes[api->n_classes++];
	class->name = fxg_take_word(parser, "the name of a class");
	class->items = parser->lexer.token.text;
	if (parser->lexer.token.kind != FXG_T_STRING)
		fxg_wrong(parser, "its functions, in \"\"");
	fxg_lex_next(&parser->lexer);
}

static void parse_errno(struct fxg_parser *parser)
{
	parser->api->errno_pos = parser->lexer.token.pos;
	set_once(parser, &parser->api->errno_name, "the enum of errno names");
}

/* Statements that say what holds for the functions behind them. */
static bool parse_default(struct fxg_parser *parser)
{
	struct fxg_file_defaults *defaults = &parser->defaults;

	if (fxg_accept(parser, "category")) {
		defaults->category = fxg_take_dashed(parser, "a category");
	} else if (fxg_accept(parser, "group")) {
		defaults->group = fxg_take_dashed(parser, "a group");
	} else if (fxg_accept(parser, "error")) {
		defaults->error_rule = fxg_parse_error_rule(parser);
	} else if (fxg_accept(parser, "default")) {
		defaults->recorded = fxg_take_recorded(parser);
	} else if (fxg_accept(parser, "compact")) {
		defaults->compact = fxg_take_switch(parser);
	} else if (fxg_accept(parser, "library")) {
		defaults->library = fxg_take_dashed(parser, "a soname");
	} else {
		return false;
	}
	return true;
}

/* NAME, or NAME = FUNCTION if the kernel's name is not the function's. */
static void parse_system_calls(struct fxg_parser *parser)
{
	struct fxg_api_def *api = parser->api;

	do {
		struct fxg_system_call *call;

		api->system_calls =
			fxg_grow(api->arena, api->system_calls,
				 api->n_system_calls, sizeof(*call));
		call = &api->system_calls[api->n_system_calls++];
		call->pos = parser->lexer.token.pos;
		call->name = fxg_take_word(parser, "a system call");
		call->function = fxg_accept(parser, "=")
					 ? fxg_take_word(parser, "a function")
					 : call->name;
	} while (!fxg_at_line_end(parser));
}

static void parse_statement(struct fxg_parser *parser)
{
	if (fxg_accept(parser, "api"))
		set_once(parser, &parser->api->name, "the name of the API");
	else if (fxg_accept(parser, "soname"))
		set_once(parser, &parser->api->soname, "the soname");
	else if (fxg_accept(parser, "include"))
		parse_include(parser);
	else if (fxg_accept(parser, "define"))
		parse_define(parser);
	else if (fxg_accept(parser, "errno"))
		parse_errno(parser);
	else if (fxg_accept(parser, "measure"))
		parse_measure(parser);
	else if (fxg_accept(parser, "whole"))
		parser->api->is_whole = fxg_take_switch(parser);
	else if (fxg_accept(parser, "careful"))
		parser->api->is_careful = fxg_take_switch(parser);
	else if (fxg_accept(parser, "prefix"))
		set_once(parser, &parser->api->prefix, "the prefix of names");
	else if (fxg_accept(parser, "shown"))
		parse_shown(parser);
	else if (fxg_accept(parser, "system_calls"))
		parse_system_calls(parser);
	else if (fxg_accept(parser, "class"))
		parse_class(parser);
	else if (fxg_accept(parser, "type"))
		fxg_parse_type(parser);
	else if (!parse_default(parser))
		fxg_parse_function(parser);
	fxg_expect_line_end(parser);
}

bool fxg_parse_text(struct fxg_api_def *api, const char *file, const char *text,
		    size_t n_bytes, struct fxg_error *error)
{
	struct fxg_parser parser = {0};

	parser.lexer.arena = api->arena;
	parser.lexer.error = error;
	parser.api = api;
	parser.defaults.recorded = FXG_F_DEFAULT;
	fxg_lex_init(&parser.lexer, file, text, n_bytes);
	while (parser.lexer.token.kind != FXG_T_END) {
		if (parser.lexer.token.kind != FXG_T_LINE) {
			fxg_fail(error, parser.lexer.token.pos,
				 "expected a statement in column 1");
			break;
		}
		fxg_lex_next(&parser.lexer);
		if (!api->name && !fxg_at(&parser, "api"))
			fxg_wrong(&parser, "'api NAME' first");
		parse_statement(&parser);
	}
	return !error->text[0];
}
