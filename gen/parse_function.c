/* SPDX-License-Identifier: MIT */
/*
 * One function: its prototype as in the man page, then annotation lines. "NAME:
 * ..." is for a parameter, "ret: ..." for the return value, others for the
 * function itself.
 */
#include "gen/parse.h"

#include <string.h>

static struct fxg_param_def *add_param(struct fxg_parser *parser,
				       struct fxg_function_def *f)
{
	struct fxg_param_def *p;

	f->params = fxg_grow(parser->api->arena, f->params, f->n_params,
			     sizeof(*p));
	p = &f->params[f->n_params++];
	p->note = fxg_note_init();
	p->ctype = fxg_parse_declaration(parser, &p->name);
	if (!p->name) {
		fxg_wrong(parser, "the name of the parameter");
		p->name = "";
	} else if (!strcmp(p->name, "ret")) {
		fxg_fail(parser->lexer.error, p->ctype.pos,
			 "a parameter cannot be named ret");
	}
	return p;
}

static void parse_params(struct fxg_parser *parser, struct fxg_function_def *f)
{
	fxg_expect(parser, "(");
	if (fxg_at(parser, "void") && !strcmp(parser->lexer.ahead.text, ")")) {
		fxg_lex_next(&parser->lexer);
	} else {
		do {
			if (fxg_accept(parser, "...")) {
				f->dots = true;
				break;
			}
			add_param(parser, f);
		} while (fxg_accept(parser, ","));
	}
	fxg_expect(parser, ")");
	f->n_fixed = f->n_params;
}

static void parse_aliases(struct fxg_parser *parser, struct fxg_function_def *f,
			  const char *since)
{
	do {
		struct fxg_alias *alias;

		f->aliases = fxg_grow(parser->api->arena, f->aliases,
				      f->n_aliases, sizeof(*alias));
		alias = &f->aliases[f->n_aliases++];
		alias->since = since;
		alias->pos = parser->lexer.token.pos;
		alias->name = fxg_take_word(parser, "a function name");
	} while (!fxg_at_line_end(parser));
}

/* version NODE, and the one before it if that is the same code. */
static void parse_version(struct fxg_parser *parser, struct fxg_function_def *f)
{
	f->symver = fxg_take_dashed(parser, "a symbol version");
	if (fxg_accept(parser, "and"))
		f->older = fxg_take_dashed(parser, "an older symbol version");
}

/* since VERSION: of the function itself; with names behind it, of these. */
static void parse_since(struct fxg_parser *parser, struct fxg_function_def *f)
{
	const char *version = fxg_take_dashed(parser, "a symbol version");

	if (fxg_at_line_end(parser))
		f->since = version;
	else
		parse_aliases(parser, f, version);
}

static bool parse_flag(struct fxg_parser *parser, struct fxg_function_def *f)
{
	static const struct {
		const char *word;
		unsigned flag;
	} words[] = {
		{"leaf", FXG_F_LEAF},
		{"tail", FXG_F_TAIL},
		{"jumps", FXG_F_JUMPS},
		{"custom", FXG_F_CUSTOM},
		{"noreturn", FXG_F_NORETURN},
		{"twice", FXG_F_TWICE},
		{"target", FXG_F_TARGET},
		{"fake", FXG_F_FAKE},
		{"orders", FXG_F_ORDERS},
		{"frame_end", FXG_F_FRAME_END},
		{"no_effect", FXG_F_NO_EFFECT},
		{"orders_after", FXG_F_ORDERS | FXG_F_ORDERS_AFTER},
		{"waits", FXG_F_WAITS},
		{"waits_for_input", FXG_F_WAITS_FOR_INPUT},
		{"late_errors", FXG_F_LATE_ERRORS},
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!fxg_at(parser, words[i].word))
			continue;
		f->flags |= words[i].flag;
		f->flags_pos = parser->lexer.token.pos;
		fxg_lex_next(&parser->lexer);
		return true;
	}
	return false;
}

/* The rule, or another one if the stream must have an error, too. */
static enum fxg_error_rule with_stream(struct fxg_parser *parser,
				       enum fxg_error_rule rule,
				       enum fxg_error_rule with_error)
{
	return fxg_accept(parser, "ferror") ? with_error : rule;
}

/* Behind -1. */
static enum fxg_error_rule parse_minus1(struct fxg_parser *parser)
{
	if (fxg_accept(parser, "errno"))
		return FXG_E_MINUS1_ERRNO;
	if (fxg_accept(parser, "dlerror"))
		return FXG_E_MINUS1_DLERROR;
	return with_stream(parser, FXG_E_MINUS1, FXG_E_MINUS1_FERROR);
}

enum fxg_error_rule fxg_parse_error_rule(struct fxg_parser *parser)
{
	static const struct {
		const char *word;
		enum fxg_error_rule rule;
	} words[] = {
		{"none", FXG_E_NONE},	      {"ret", FXG_E_RET},
		{"EAI", FXG_E_EAI},	      {"errno", FXG_E_ERRNO},
		{"negative", FXG_E_NEGATIVE}, {"dlerror", FXG_E_DLERROR},
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fxg_accept(parser, words[i].word))
			return words[i].rule;
	if (fxg_accept(parser, "NULL"))
		return fxg_accept(parser, "errno")
			       ? FXG_E_NULL_ERRNO
			       : with_stream(parser, FXG_E_NULL,
					     FXG_E_NULL_FERROR);
	if (fxg_accept(parser, "WEOF"))
		return with_stream(parser, FXG_E_WEOF, FXG_E_WEOF_FERROR);
	if (fxg_accept(parser, "-") && fxg_accept(parser, "1"))
		return parse_minus1(parser);
	fxg_wrong(parser, "-1, NULL, WEOF, ret, EAI, negative, errno, dlerror "
			  "or none");
	return FXG_E_NONE;
}

/* "< nmemb of size": a result that is less than a parameter says, if each of
 * these has a size. */
static void parse_error(struct fxg_parser *parser, struct fxg_function_def *f)
{
	if (!fxg_accept(parser, "<")) {
		f->error_rule = fxg_parse_error_rule(parser);
		return;
	}
	f->error_rule = FXG_E_SHORT;
	f->error_pos = parser->lexer.token.pos;
	f->error_param = fxg_take_word(parser, "the parameter that the result "
					       "is less than");
	if (fxg_accept(parser, "of"))
		f->error_unit = fxg_take_word(parser, "their size");
}

static bool parse_varargs(struct fxg_parser *parser, struct fxg_function_def *f)
{
	if (fxg_accept(parser, "printf"))
		f->varargs = FXG_VA_PRINTF;
	else if (fxg_accept(parser, "scanf"))
		f->varargs = FXG_VA_SCANF;
	else if (fxg_accept(parser, "list"))
		f->varargs = FXG_VA_LIST;
	else if (fxg_accept(parser, "by_key"))
		f->varargs = FXG_VA_BY_KEY;
	else
		return false;
	f->format_pos = parser->lexer.token.pos;
	f->format = fxg_take_word(parser, "the parameter that says what "
					  "'...' holds");
	return true;
}

static enum fxg_streams parse_stream(struct fxg_parser *parser)
{
	static const struct {
		const char *word;
		enum fxg_streams stream;
	} words[] = {
		{"stdin", FXG_STREAM_STDIN},
		{"stdout", FXG_STREAM_STDOUT},
		{"all", FXG_STREAM_ALL},
		{"closed", FXG_STREAM_CLOSED},
		{"locked", FXG_STREAM_LOCKED},
		{"unlocked", FXG_STREAM_UNLOCKED},
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fxg_accept(parser, words[i].word))
			return words[i].stream;
	fxg_wrong(parser, "stdin, stdout, all, closed, locked or unlocked");
	return FXG_STREAM_GIVEN;
}

static void parse_extra(struct fxg_parser *parser, struct fxg_function_def *f)
{
	if (!f->dots)
		fxg_fail(parser->lexer.error, parser->lexer.token.pos,
			 "extra needs '...' in the prototype");
	do
		add_param(parser, f)->extra = true;
	while (fxg_accept(parser, ","));
}

/* Annotations of the function that take an operand. */
static bool parse_operand(struct fxg_parser *parser, struct fxg_function_def *f)
{
	if (fxg_accept(parser, "alias")) {
		parse_aliases(parser, f, NULL);
	} else if (fxg_accept(parser, "since")) {
		parse_since(parser, f);
	} else if (fxg_accept(parser, "track")) {
		f->track = fxg_take_word(parser, "the name of what tracks it");
	} else if (fxg_accept(parser, "alongside")) {
		f->alongside =
			fxg_take_word(parser, "the name of what is emitted");
	} else if (fxg_accept(parser, "before")) {
		f->before = fxg_take_word(parser, "the name of what is done");
	} else if (fxg_accept(parser, "category")) {
		f->category = fxg_take_dashed(parser, "a category");
	} else if (fxg_accept(parser, "group")) {
		f->group = fxg_take_dashed(parser, "a group");
	} else if (fxg_accept(parser, "version")) {
		parse_version(parser, f);
	} else if (fxg_accept(parser, "only")) {
		f->symver = fxg_take_dashed(parser, "a symbol version");
		f->since = f->symver;
	} else if (fxg_accept(parser, "needs")) {
		f->needs = fxg_take_word(parser, "a macro");
	} else if (fxg_accept(parser, "hook")) {
		f->hook = fxg_take_word(parser, "the name of a hook");
	} else if (fxg_accept(parser, "error")) {
		parse_error(parser, f);
	} else if (fxg_accept(parser, "stream")) {
		f->stream = parse_stream(parser);
	} else if (fxg_accept(parser, "extra")) {
		parse_extra(parser, f);
	} else if (fxg_accept(parser, "variadic")) {
		f->target_pos = parser->lexer.token.pos;
		f->target = fxg_take_word(parser, "the form with a va_list");
	} else {
		return parse_varargs(parser, f);
	}
	return true;
}

static void parse_about_function(struct fxg_parser *parser,
				 struct fxg_function_def *f)
{
	while (!fxg_at_line_end(parser)) {
		if (fxg_accept(parser, "default")) {
			f->flags &= ~(unsigned)(FXG_F_DEFAULT | FXG_F_REPLAY);
			f->flags |= fxg_take_recorded(parser);
		} else if (fxg_accept(parser, "compact")) {
			f->compact = fxg_take_switch(parser);
		} else if (fxg_accept(parser, "never")) {
			f->never = true;
		} else if (!parse_flag(parser, f) &&
			   !parse_operand(parser, f)) {
			fxg_wrong(parser, "a parameter with ':', or an "
					  "annotation of the function");
		}
	}
}

static void parse_about_value(struct fxg_parser *parser,
			      struct fxg_function_def *f)
{
	struct fxg_pos pos = parser->lexer.token.pos;
	const char *name = fxg_take_word(parser, "a parameter");
	int i = fxg_find_param(f, name);

	fxg_expect(parser, ":");
	if (i < 0) {
		fxg_fail(parser->lexer.error, pos,
			 "%s has no parameter named %.60s", f->name, name);
		return;
	}
	fxg_parse_note(parser, (size_t)i == f->n_params ? &f->ret_note
							: &f->params[i].note);
}

static struct fxg_function_def *new_function(struct fxg_parser *parser)
{
	struct fxg_api_def *api = parser->api;
	struct fxg_function_def *f = fxg_alloc(api->arena, sizeof(*f));

	f->ret_note = fxg_note_init();
	f->category = parser->defaults.category;
	f->group = parser->defaults.group;
	f->library = parser->defaults.library;
	f->compact = parser->defaults.compact;
	f->error_rule = parser->defaults.error_rule;
	f->flags = parser->defaults.recorded;
	api->functions = fxg_grow(api->arena, api->functions, api->n_functions,
				  sizeof(struct fxg_function_def *));
	api->functions[api->n_functions++] = f;
	return f;
}

void fxg_parse_function(struct fxg_parser *parser)
{
	struct fxg_function_def *f = new_function(parser);

	f->pos = parser->lexer.token.pos;
	f->ret = fxg_parse_declaration(parser, &f->name);
	if (!f->name) {
		f->name = "";
		fxg_wrong(parser, "the name of a function");
	}
	parse_params(parser, f);
	while (fxg_next_indented(parser)) {
		if (!strcmp(parser->lexer.ahead.text, ":"))
			parse_about_value(parser, f);
		else
			parse_about_function(parser, f);
	}
	if (!f->category || !*f->category)
		fxg_fail(parser->lexer.error, f->pos, "%s has no category",
			 f->name);
}
