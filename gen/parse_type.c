/* SPDX-License-Identifier: MIT */
/*
 * "type" statements: what the C types of an API hold.
 *	type integer ssize_t size_t
 *	type enum whence int
 *		SEEK_SET SEEK_CUR SEEK_END
 *	type handle fd int
 *		null -1
 *	type struct timespec
 *		time_t tv_sec
 */
#include "gen/parse.h"

#include <stdlib.h>
#include <string.h>

static struct fxg_type_def *new_type(struct fxg_parser *parser,
				     enum fxg_type_kind kind)
{
	struct fxg_api_def *api = parser->api;
	struct fxg_type_def *type = fxg_alloc(api->arena, sizeof(*type));

	type->kind = kind;
	type->pos = parser->lexer.token.pos;
	type->name = fxg_take_word(parser, "the name of a type");
	if (fxg_find_type(api, type->name))
		fxg_fail(parser->lexer.error, type->pos,
			 "type %s is described twice", type->name);
	api->types = fxg_grow(api->arena, api->types, api->n_types,
			      sizeof(struct fxg_type_def *));
	api->types[api->n_types++] = type;
	return type;
}

static int show_of(struct fxg_parser *parser)
{
	struct fxg_note note = fxg_note_init();

	fxg_parse_note(parser, &note);
	if (note.show < 0)
		fxg_fail(parser->lexer.error, note.pos,
			 "expected a way to show it (dec, hex, oct ...)");
	return note.show;
}

/* Names of C types of one kind; an annotation line shows them all. */
static void parse_scalars(struct fxg_parser *parser, enum fxg_type_kind kind)
{
	size_t first = parser->api->n_types, i;

	do
		new_type(parser, kind);
	while (!fxg_at_line_end(parser));
	while (fxg_next_indented(parser)) {
		int show;

		if (kind != FXG_D_INTEGER && kind != FXG_D_FUNCTION) {
			fxg_wrong(parser, "no annotation of such a type");
			return;
		}
		show = show_of(parser);
		for (i = first; i < parser->api->n_types; i++)
			parser->api->types[i]->show = show;
	}
}

static void add_constant(struct fxg_parser *parser, struct fxg_type_def *type,
			 const struct fxg_expr *mask, bool enumerator,
			 int takes)
{
	struct fxg_constant *c;

	type->constants = fxg_grow(parser->api->arena, type->constants,
				   type->n_constants, sizeof(*c));
	c = &type->constants[type->n_constants++];
	c->name = fxg_take_word(parser, "the name of a constant");
	c->mask = mask;
	c->enumerator = enumerator;
	c->takes = takes;
}

/* "takes 3:" */
static int parse_takes(struct fxg_parser *parser)
{
	struct fxg_pos pos;
	int n = 0;

	if (!fxg_at(parser, "takes") || !strcmp(parser->lexer.ahead.text, ":"))
		return -1;
	fxg_lex_next(&parser->lexer);
	pos = parser->lexer.token.pos;
	if (parser->lexer.token.kind == FXG_T_NUMBER)
		n = atoi(parser->lexer.token.text);
	if (parser->lexer.token.kind != FXG_T_NUMBER || n > 6)
		fxg_fail(parser->lexer.error, pos,
			 "expected the number of arguments, 0 to 6");
	fxg_lex_next(&parser->lexer);
	fxg_expect(parser, ":");
	return n;
}

/* "A B", "MASK: A B", "enumerators A B", "enumerators MASK: A B",
 * "takes 3: A B". */
static void parse_constants(struct fxg_parser *parser,
			    struct fxg_type_def *type)
{
	bool enumerators = fxg_accept(parser, "enumerators");
	const struct fxg_expr *mask = NULL;
	int takes = parse_takes(parser);

	if (parser->lexer.token.kind != FXG_T_WORD ||
	    !strcmp(parser->lexer.ahead.text, ":")) {
		mask = fxg_parse_expr(parser);
		fxg_expect(parser, ":");
	}
	do
		add_constant(parser, type, mask, enumerators, takes);
	while (!fxg_at_line_end(parser));
}

static struct fxg_type_def *new_written(struct fxg_parser *parser,
					enum fxg_type_kind kind)
{
	struct fxg_type_def *type = new_type(parser, kind);
	const char *name;

	type->ctype = fxg_parse_declaration(parser, &name);
	if (name || type->ctype.is_array || type->ctype.is_function)
		fxg_fail(parser->lexer.error, type->ctype.pos,
			 "expected the C type that holds it and no more");
	return type;
}

static void parse_set(struct fxg_parser *parser, enum fxg_type_kind kind)
{
	struct fxg_type_def *type = new_written(parser, kind);
	bool is_empty = false;

	while (fxg_next_indented(parser)) {
		if (fxg_accept(parser, "always"))
			type->always = true;
		else if (fxg_accept(parser, "none"))
			is_empty = true;
		else if (kind == FXG_D_ENUM && fxg_accept(parser, "or"))
			type->or_name = fxg_take_word(parser, "another enum");
		else
			parse_constants(parser, type);
	}
	if (is_empty == (type->n_constants > 0))
		fxg_fail(parser->lexer.error, type->pos,
			 is_empty ? "type %s has constants and none"
				  : "type %s has no constants",
			 type->name);
}

static enum fxg_scope parse_scope(struct fxg_parser *parser)
{
	static const char *const words[] = {"process", "context", "share",
					    "program"};
	unsigned i;

	for (i = 0; i < 4; i++)
		if (fxg_accept(parser, words[i]))
			return (enum fxg_scope)i;
	fxg_wrong(parser, "process, context, share or program");
	return FXG_PROCESS;
}

static long parse_number(struct fxg_parser *parser)
{
	bool negative = fxg_accept(parser, "-");
	char *end = NULL;
	long value;

	value = strtol(parser->lexer.token.text, &end, 0);
	if (parser->lexer.token.kind != FXG_T_NUMBER || *end || value < 0 ||
	    value > INT32_MAX)
		fxg_wrong(parser, "a number of at most 31 bits");
	fxg_lex_next(&parser->lexer);
	return negative ? -value : value;
}

static void parse_handle(struct fxg_parser *parser)
{
	struct fxg_type_def *type = new_written(parser, FXG_D_HANDLE);

	type->space = type->name;
	while (fxg_next_indented(parser)) {
		if (fxg_accept(parser, "null"))
			type->null_value = parse_number(parser);
		else if (fxg_accept(parser, "scope"))
			type->scope = parse_scope(parser);
		else if (fxg_accept(parser, "space"))
			type->space = fxg_take_dashed(parser, "a name");
		else if (fxg_accept(parser, "always"))
			type->always = true;
		else
			fxg_wrong(parser, "null, scope, space or always");
	}
}

static void parse_member(struct fxg_parser *parser, struct fxg_type_def *type)
{
	struct fxg_param_def *m;

	type->members = fxg_grow(parser->api->arena, type->members,
				 type->n_members, sizeof(*m));
	m = &type->members[type->n_members++];
	m->note = fxg_note_init();
	m->ctype = fxg_parse_declaration(parser, &m->name);
	if (!m->name) {
		fxg_wrong(parser, "the name of a member");
		m->name = "";
	}
	if (fxg_accept(parser, ":"))
		fxg_parse_note(parser, &m->note);
	if (m->note.next) { /* says how members are found, and is none */
		type->next = m->name;
		type->n_members--;
	}
}

/* The C type that memory of this type has: CTYPE, if it is only one of the
 * ways to look at it. */
static void parse_view(struct fxg_parser *parser, struct fxg_type_def *type)
{
	const char *name;

	type->ctype = fxg_parse_declaration(parser, &name);
	if (name || type->ctype.n_stars || type->ctype.is_array)
		fxg_fail(parser->lexer.error, type->ctype.pos,
			 "expected the C type of memory and no more");
	type->c_name = type->ctype.base;
	type->spelled = fxg_format(parser->api->arena, "view %s", type->name);
}

/* How it is spelled: TYPEDEF by its name alone, without "struct". */
enum spelling { PLAIN, TYPEDEF, VIEW };

static void parse_record(struct fxg_parser *parser, enum fxg_type_kind kind,
			 enum spelling spelling)
{
	struct fxg_type_def *type = new_type(parser, kind);
	const char *word = kind == FXG_D_STRUCT ? "struct " : "union ";

	if (spelling == VIEW)
		parse_view(parser, type);
	else
		type->spelled = type->c_name =
			fxg_format(parser->api->arena, "%s%s",
				   spelling == TYPEDEF ? "" : word, type->name);
	while (fxg_next_indented(parser)) {
		if (fxg_accept(parser, "show"))
			type->show = show_of(parser);
		else if (fxg_accept(parser, "length"))
			type->length = fxg_parse_expr(parser);
		else if (kind == FXG_D_STRUCT &&
			 fxg_accept(parser, "glibc_only"))
			type->is_of_glibc = true;
		else
			parse_member(parser, type);
	}
	if (!type->n_members)
		fxg_fail(parser->lexer.error, type->pos, "%s has no members",
			 type->c_name);
}

/* "A B", "enumerators A B" in front of a colon, or "default": what chooses
 * the member that follows. */
static void parse_labels(struct fxg_parser *parser, struct fxg_type_def *type)
{
	bool enumerators = fxg_accept(parser, "enumerators");

	if (fxg_accept(parser, "default")) {
		if (type->default_member)
			fxg_fail(parser->lexer.error, parser->lexer.token.pos,
				 "%s has two defaults", type->name);
		type->default_member = type->n_members + 1;
		return;
	}
	do {
		add_constant(parser, type, NULL, enumerators, -1);
		type->constants[type->n_constants - 1].member = type->n_members;
	} while (!fxg_at(parser, ":") && !fxg_at_line_end(parser));
}

/* "TIOCGWINSZ TIOCSWINSZ: struct winsize *: out" */
static void parse_case(struct fxg_parser *parser, struct fxg_type_def *type)
{
	struct fxg_param_def *m;

	parse_labels(parser, type);
	fxg_expect(parser, ":");
	type->members = fxg_grow(parser->api->arena, type->members,
				 type->n_members, sizeof(*m));
	m = &type->members[type->n_members++];
	m->note = fxg_note_init();
	m->ctype = fxg_parse_declaration(parser, &m->name);
	if (m->name || m->ctype.is_array)
		fxg_fail(parser->lexer.error, m->ctype.pos,
			 "expected a C type and no name");
	m->name = "";
	if (fxg_accept(parser, ":"))
		fxg_parse_note(parser, &m->note);
}

/* With a C type: what memory of that type holds. */
static void parse_cases(struct fxg_parser *parser, enum spelling spelling)
{
	struct fxg_type_def *type = new_type(parser, FXG_D_CASES);

	if (!fxg_at_line_end(parser)) {
		parse_view(parser, type);
		if (spelling != VIEW)
			type->spelled = type->c_name;
	}
	while (fxg_next_indented(parser)) {
		if (type->c_name && fxg_accept(parser, "by"))
			type->by = fxg_parse_expr(parser);
		else if (type->c_name && fxg_accept(parser, "length"))
			type->length = fxg_parse_expr(parser);
		else
			parse_case(parser, type);
	}
	if (!type->n_constants)
		fxg_fail(parser->lexer.error, type->pos, "%s has no cases",
			 type->name);
	else if (type->c_name && !type->by)
		fxg_fail(parser->lexer.error, type->pos,
			 "%s needs by: what chooses its case", type->name);
}

/* Memory whose bits each mean a value. */
static void parse_bits(struct fxg_parser *parser)
{
	struct fxg_type_def *type = new_written(parser, FXG_D_SET);
	struct fxg_param_def *element = &type->element;

	type->c_name = fxg_ctype_text(parser->api->arena, &type->ctype);
	type->spelled = type->c_name;
	element->note = fxg_note_init();
	element->ctype = (struct fxg_ctype){
		.pos = type->pos, .base = "int", .before = "int ", .after = ""};
	while (fxg_next_indented(parser)) {
		if (fxg_accept(parser, "of"))
			fxg_parse_note(parser, &element->note);
		else if (fxg_accept(parser, "from"))
			type->null_value = parse_number(parser);
		else if (fxg_accept(parser, "bytes"))
			type->n_bytes = parse_number(parser);
		else
			fxg_wrong(parser, "of, from or bytes");
	}
}

static bool parse_scalar_kind(struct fxg_parser *parser)
{
	static const struct {
		const char *word;
		enum fxg_type_kind kind;
	} words[] = {
		{"integer", FXG_D_INTEGER},
		{"float", FXG_D_FLOAT},
		{"double", FXG_D_DOUBLE},
		{"long_double", FXG_D_LONG_DOUBLE},
		{"bool", FXG_D_BOOL},
		{"pointer", FXG_D_POINTER},
		{"function", FXG_D_FUNCTION},
		{"opaque", FXG_D_OPAQUE},
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!fxg_accept(parser, words[i].word))
			continue;
		parse_scalars(parser, words[i].kind);
		return true;
	}
	return false;
}

void fxg_parse_type(struct fxg_parser *parser)
{
	enum spelling spelling = fxg_accept(parser, "typedef") ? TYPEDEF
				 : fxg_accept(parser, "view")  ? VIEW
							       : PLAIN;

	if (fxg_accept(parser, "struct"))
		parse_record(parser, FXG_D_STRUCT, spelling);
	else if (fxg_accept(parser, "union"))
		parse_record(parser, FXG_D_UNION, spelling);
	else if (spelling == TYPEDEF)
		fxg_wrong(parser, "struct or union");
	else if (fxg_accept(parser, "cases"))
		parse_cases(parser, spelling);
	else if (spelling == VIEW)
		fxg_wrong(parser, "struct, union or cases");
	else if (fxg_accept(parser, "enum"))
		parse_set(parser, FXG_D_ENUM);
	else if (fxg_accept(parser, "flags"))
		parse_set(parser, FXG_D_FLAGS);
	else if (fxg_accept(parser, "handle"))
		parse_handle(parser);
	else if (fxg_accept(parser, "set"))
		parse_bits(parser);
	else if (!parse_scalar_kind(parser))
		fxg_wrong(parser, "a kind of type (integer, enum, struct ...)");
}
