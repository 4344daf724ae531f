/* SPDX-License-Identifier: MIT */
/*
 * Leaves out of a model what the headers lack. With a probe that has no answers
 * yet, the same walk collects all the questions and changes nothing.
 */
#include "gen/probe.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct prune {
	struct fxg_api_def *api;
	struct fxg_probe *probe;
	struct fxg_buffer *report;
	/* whose names the expressions may use */
	const struct fxg_function_def *function;
	const struct fxg_type_def *record;
};

/* In place of an expression that nobody knows the value of. */
static const struct fxg_expr unknown;

static __attribute__((format(printf, 2, 3))) bool lacks(struct prune *p,
							const char *format, ...)
{
	char *text;
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	text = fxg_alloc(p->api->arena, (size_t)n + 1);
	va_start(ap, format);
	vsnprintf(text, (size_t)n + 1, format, ap);
	va_end(ap);
	return fxg_lacks(p->probe, text);
}

static void report(struct prune *p, const char *what, const char *of,
		   const char *name)
{
	fxg_put(p->report, "%s %s%s%s\n", what, of, *of && *name ? "." : "",
		name);
}

static bool lacks_size(struct prune *p, const char *c_name)
{
	return lacks(p, "typedef char @[sizeof(%s)];", c_name);
}

/* A C type as it is written; one that is no pointer needs its size as well. */
static bool lacks_ctype(struct prune *p, const struct fxg_ctype *type)
{
	if (!strncmp(type->base, "view ", 5) || !strcmp(type->base, "va_list"))
		return false;
	if (lacks(p, "typedef %s@%s;", type->before, type->after))
		return true;
	return !type->n_stars && !type->is_array && !type->is_function &&
	       strcmp(type->base, "void") != 0 && lacks_size(p, type->base);
}

static bool lacks_type(struct prune *p, const struct fxg_type_def *def)
{
	switch (def->kind) {
	case FXG_D_POINTER:
	case FXG_D_FUNCTION:
	case FXG_D_OPAQUE:
		return lacks(p, "typedef %s *@;", def->name);
	case FXG_D_ENUM:
	case FXG_D_FLAGS:
	case FXG_D_HANDLE:
		return lacks_ctype(p, &def->ctype);
	case FXG_D_STRUCT:
	case FXG_D_UNION:
	case FXG_D_CASES:
	case FXG_D_SET:
		return def->c_name && lacks_size(p, def->c_name);
	default:
		return lacks_size(p, def->name);
	}
}

/* Whether the described record that is spelled so is gone. */
static bool is_absent_record(const struct fxg_api_def *api, const char *spelled)
{
	size_t i;

	for (i = 0; i < api->n_types; i++) {
		const struct fxg_type_def *def = api->types[i];

		if (def->is_absent && def->spelled &&
		    !strcmp(def->spelled, spelled))
			return true;
	}
	return false;
}

/* Descriptions that are made of a registry may lack a type altogether. */
static bool is_absent_type(const struct prune *p, const char *name)
{
	const struct fxg_type_def *def = fxg_find_type(p->api, name);

	return p->probe->has_answers && (!def || def->is_absent);
}

/* Of cases only capitals: their other names are those of whatever function has
 * them. */
static bool is_constant(const struct prune *p, const char *name)
{
	if (p->function)
		return fxg_find_param(p->function, name) < 0;
	if (p->record->kind == FXG_D_CASES)
		return isupper((unsigned char)*name);
	return !fxg_has_member(p->record, name);
}

/* p->m, of a parameter. */
static bool lacks_member(struct prune *p, const struct fxg_expr *e)
{
	int i = p->function && e->a->op == FXG_EXPR_NAME
			? fxg_find_param(p->function, e->a->text)
			: -1;

	if (i < 0 || (size_t)i == p->function->n_params ||
	    !p->function->params[i].ctype.n_stars)
		return false;
	return lacks(
		p, "typedef __typeof__(((%s)0)->%s) @;",
		fxg_ctype_text(p->api->arena, &p->function->params[i].ctype),
		e->text);
}

static const struct fxg_expr *number(struct prune *p, const char *text)
{
	struct fxg_expr *e = fxg_alloc(p->api->arena, sizeof(*e));

	e->op = FXG_EXPR_TEXT;
	e->text = text;
	return e;
}

/* What is left if one side is unknown: no value has bits that do not exist, or
 * equals it. */
static const struct fxg_expr *fold_binary(struct prune *p, const char *op,
					  const struct fxg_expr *known)
{
	if (!strcmp(op, "&") || !strcmp(op, "==") || !strcmp(op, "&&"))
		return number(p, "0");
	if (!strcmp(op, "!="))
		return number(p, "1");
	if (!strcmp(op, "|") || !strcmp(op, "||"))
		return known;
	return &unknown;
}

static const struct fxg_expr *fold_constant(struct prune *p,
					    const struct fxg_expr *e)
{
	if (!lacks(p, "typedef char @[sizeof(%s)];", e->text))
		return e;
	report(p, "constant", p->function ? p->function->name : p->record->name,
	       e->text);
	return &unknown;
}

static const struct fxg_expr *fold(struct prune *p, const struct fxg_expr *e)
{
	const struct fxg_expr *a, *b;
	struct fxg_expr *copy;

	if (!e || e == &unknown)
		return e;
	if (e->op == FXG_EXPR_TEXT ||
	    (e->op == FXG_EXPR_NAME && is_constant(p, e->text)))
		return fold_constant(p, e);
	if (e->op == FXG_EXPR_MEMBER && lacks_member(p, e))
		return &unknown;
	a = fold(p, e->a);
	b = fold(p, e->b);
	if (a == e->a && b == e->b)
		return e;
	if (e->op == FXG_EXPR_BINARY && (a == &unknown || b == &unknown))
		return fold_binary(p, e->text, a == &unknown ? b : a);
	if (a == &unknown || b == &unknown)
		return &unknown;
	copy = fxg_alloc(p->api->arena, sizeof(*copy));
	*copy = *e;
	copy->a = a;
	copy->b = b;
	return copy;
}

/* Whether one of a note's expressions has no value any more. */
static bool fold_note(struct prune *p, struct fxg_note *note)
{
	const struct fxg_expr **const all[] = {
		&note->count, &note->cap,  &note->size, &note->total,
		&note->by,    &note->read, &note->at,	&note->bits};
	bool is_unknown = false;
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		*all[i] = fold(p, *all[i]);
		is_unknown |= *all[i] == &unknown;
	}
	note->cond = fold(p, note->cond);
	if (note->cond == &unknown) /* never, as far as we can know */
		note->cond = number(p, "0");
	return is_unknown;
}

/* A value whose meaning is gone is what its C type says, or an address. */
static void prune_note(struct prune *p, const char *of, const char *name,
		       const struct fxg_ctype *type, struct fxg_note *note)
{
	struct fxg_pos pos = note->pos;
	bool is_gone = fold_note(p, note);

	if (note->as)
		type = note->as;
	is_gone |= note->as && lacks_ctype(p, note->as);
	is_gone |= note->type_name && is_absent_type(p, note->type_name);
	is_gone |= is_absent_record(p->api, type->base) &&
		   (note->dir || note->meaning != FXG_M_PLAIN);
	if (!is_gone)
		return;
	*note = fxg_note_init();
	note->pos = pos;
	if (type->n_stars || type->is_array)
		note->meaning = FXG_M_POINTER;
	report(p, "meaning", of, name);
}

/* Whether a member is described once more, with another size. */
static bool has_twin(const struct fxg_type_def *def, size_t n, size_t index)
{
	for (size_t i = 0; i < n; i++)
		if (i != index &&
		    !strcmp(def->members[i].name, def->members[index].name))
			return true;
	return false;
}

/* Whether a member has another size than its description. */
static bool lacks_member_size(struct prune *p, const struct fxg_type_def *def,
			      const struct fxg_param_def *m)
{
	return lacks(p,
		     "typedef char @[sizeof(((%s *)0)->%s) == sizeof(%s%s) "
		     "? 1 : -1];",
		     def->c_name, m->name, m->ctype.before, m->ctype.after);
}

/* The members that the headers have. Bit fields have no type to look up, nor
 * has what lies behind a struct. */
static void prune_members(struct prune *p, struct fxg_type_def *def)
{
	struct fxg_param_def *kept =
		fxg_alloc(p->api->arena, def->n_members * sizeof(*kept));
	size_t i, n_kept = 0, n = def->n_members;

	for (i = 0; i < n; i++) {
		const struct fxg_param_def *m = &def->members[i];

		if (has_twin(def, n, i) && lacks_member_size(p, def, m))
			continue;
		if (!m->note.tail && !m->note.bits &&
		    (lacks(p, "typedef __typeof__(((%s *)0)->%s) *@;",
			   def->c_name, m->name) ||
		     lacks_ctype(p, &m->ctype)))
			report(p, "member", def->c_name, m->name);
		else
			kept[n_kept++] = *m;
	}
	def->members = kept;
	def->n_members = n_kept;
	def->is_absent = !def->n_members;
}

/* What a case leads to is looked at even if no constant chooses it any more. */
static void prune_cases(struct prune *p, struct fxg_type_def *def)
{
	static const struct fxg_ctype nothing = {
		.base = "void", .before = "void ", .after = ""};
	size_t i;

	for (i = 0; i < def->n_members; i++) {
		struct fxg_param_def *m = &def->members[i];

		if (!lacks_ctype(p, &m->ctype))
			continue;
		m->ctype = nothing;
		m->note = fxg_note_init();
		report(p, "case", def->name,
		       fxg_format(p->api->arena, "%zu", i + 1));
	}
}

/* Macros are tested where the table is compiled. */
static void prune_constants(struct prune *p, struct fxg_type_def *def)
{
	size_t i, n = def->n_constants;

	def->n_constants = 0;
	for (i = 0; i < n; i++) {
		const struct fxg_constant *c = &def->constants[i];

		if (c->enumerator && lacks(p, "enum { @ = (%s) };", c->name))
			report(p, "constant", def->name, c->name);
		else
			def->constants[def->n_constants++] = *c;
	}
}

static void prune_type(struct prune *p, struct fxg_type_def *def)
{
	size_t i;

	p->record = def;
	prune_constants(p, def);
	if (def->kind == FXG_D_CASES)
		prune_cases(p, def);
	else if (def->n_members)
		prune_members(p, def);
	for (i = 0; i < def->n_members; i++)
		prune_note(p, def->name, def->members[i].name,
			   &def->members[i].ctype, &def->members[i].note);
	p->record = NULL;
}

/* Functions may have pointers to it. */
static void declare_incomplete(struct fxg_api_def *api,
			       const struct fxg_type_def *def)
{
	if (def->kind != FXG_D_STRUCT && def->kind != FXG_D_UNION)
		return;
	api->incomplete = fxg_grow(api->arena, api->incomplete,
				   api->n_incomplete, sizeof(char *));
	api->incomplete[api->n_incomplete++] = def->c_name;
}

static void prune_types(struct prune *p)
{
	struct fxg_api_def *api = p->api;
	size_t i;

	for (i = 0; i < api->n_types; i++) {
		struct fxg_type_def *def = api->types[i];

		def->is_absent = lacks_type(p, def);
		if (!def->is_absent)
			continue;
		report(p, "type", "", def->c_name ? def->c_name : def->name);
		if (strchr(def->spelled ? def->spelled : "", ' ') &&
		    strncmp(def->spelled, "view ", 5))
			declare_incomplete(api, def);
	}
	for (i = 0; i < api->n_types; i++)
		if (!api->types[i]->is_absent)
			prune_type(p, api->types[i]);
}

static bool lacks_prototype(struct prune *p, const struct fxg_function_def *f)
{
	bool is_lacking = (f->needs && lacks(p, "#if !defined(%s)", f->needs)) |
			  lacks_ctype(p, &f->ret);
	size_t i;

	for (i = 0; i < f->n_params; i++)
		is_lacking |= lacks_ctype(p, &f->params[i].ctype);
	return is_lacking;
}

static void prune_function(struct prune *p, struct fxg_function_def *f)
{
	size_t i;

	p->function = f;
	for (i = 0; i < f->n_params; i++)
		prune_note(p, f->name, f->params[i].name, &f->params[i].ctype,
			   &f->params[i].note);
	prune_note(p, f->name, "ret", &f->ret, &f->ret_note);
	p->function = NULL;
}

/* Drops those that cannot be declared, and what calls these. */
static bool drop_functions(struct prune *p)
{
	struct fxg_api_def *api = p->api;
	size_t i, n = api->n_functions;

	api->n_functions = 0;
	for (i = 0; i < n; i++) {
		struct fxg_function_def *f = api->functions[i];

		if (f->never)
			report(p, "function", "", f->name);
		else
			api->functions[api->n_functions++] = f;
	}
	for (i = 0; i < api->n_functions; i++)
		if (api->functions[i]->target &&
		    !fxg_find_function(api, api->functions[i]->target))
			api->functions[i]->never = true;
	return api->n_functions < n;
}

static void drop_types(struct fxg_api_def *api)
{
	size_t i, n = api->n_types;

	api->n_types = 0;
	for (i = 0; i < n; i++)
		if (!api->types[i]->is_absent)
			api->types[api->n_types++] = api->types[i];
}

void fxg_prune(struct fxg_api_def *api, struct fxg_probe *probe,
	       struct fxg_buffer *report_to)
{
	struct prune p = {api, probe, report_to, NULL, NULL};
	size_t i, n = api->n_includes;

	api->n_includes = 0;
	for (i = 0; i < n; i++)
		if (lacks(&p, "#if !__has_include(%s)", api->includes[i]))
			report(&p, "header", "", api->includes[i]);
		else
			api->includes[api->n_includes++] = api->includes[i];
	prune_types(&p);
	for (i = 0; i < api->n_functions; i++)
		if (lacks_prototype(&p, api->functions[i]))
			api->functions[i]->never = true;
		else
			prune_function(&p, api->functions[i]);
	while (drop_functions(&p))
		;
	drop_types(api);
}
