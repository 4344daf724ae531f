/* SPDX-License-Identifier: MIT */
/*
 * Expressions into the prefix code of gen.h. An expression without parameters
 * is one constant, left to the C compiler. So constants may use all of C's
 * operators, the rest only those that the code has.
 */
#include "gen/lower_type.h"

#include <string.h>

struct code {
	struct fxg_tables *tables;
	const struct fxg_function_def *function;
	const struct fxg_type_def *record;
	struct fxg_buffer text;
	unsigned n_bytes;
	bool uses_ret;
};

static void compile_expr(struct code *code, const struct fxg_expr *e,
			 bool as_pointer);

/* Of what cases choose from: a member, unless there are structs of that C type
 * among the cases and none of them has it. */
static bool is_member_of_cases(const struct code *code, const char *name)
{
	const struct fxg_type_def *cases = code->record, *def;
	bool is_described = false;
	size_t i;

	for (i = 0; i < cases->n_members; i++) {
		def = fxg_find_record(code->tables->api,
				      cases->members[i].ctype.base);
		if (!def || def->kind == FXG_D_CASES ||
		    strcmp(def->c_name, cases->c_name))
			continue;
		if (fxg_has_member(def, name))
			return true;
		is_described = true;
	}
	return !is_described;
}

/* Of a struct, those described. */
static bool is_member(const struct code *code, const char *name)
{
	const struct fxg_type_def *record = code->record;

	if (!record)
		return false;
	return record->kind == FXG_D_CASES ? is_member_of_cases(code, name)
					   : fxg_has_member(record, name);
}

static bool is_constant(const struct code *code, const struct fxg_expr *e)
{
	if (e->op == FXG_EXPR_LOAD || e->op == FXG_EXPR_MEMBER ||
	    e->op == FXG_EXPR_WAS || e->op == FXG_EXPR_TAKES ||
	    e->op == FXG_EXPR_MEASURE)
		return false;
	if (e->op == FXG_EXPR_NAME)
		return code->function
			       ? fxg_find_param(code->function, e->text) < 0
			       : !is_member(code, e->text);
	return (!e->a || is_constant(code, e->a)) &&
	       (!e->b || is_constant(code, e->b));
}

const char *fxg_expr_c_text(struct fxg_arena *arena, const struct fxg_expr *e)
{
	switch (e->op) {
	case FXG_EXPR_UNARY:
		return fxg_format(arena, "(%s%s)", e->text,
				  fxg_expr_c_text(arena, e->a));
	case FXG_EXPR_BINARY:
		return fxg_format(arena, "(%s %s %s)",
				  fxg_expr_c_text(arena, e->a), e->text,
				  fxg_expr_c_text(arena, e->b));
	case FXG_EXPR_CALL:
		return fxg_format(arena, "CONSTANT_%s(%s, %s)", e->text,
				  fxg_expr_c_text(arena, e->a),
				  fxg_expr_c_text(arena, e->b));
	default:
		return e->text;
	}
}

static void put_code(struct code *code, unsigned n_bytes, const char *text)
{
	fxg_put(&code->text, "%s%s", code->n_bytes ? ", " : "", text);
	code->n_bytes += n_bytes;
}

static void put_constant(struct code *code, const char *c_text)
{
	put_code(code, 9,
		 fxg_format(code->tables->arena, "FXG_X_CONST, BYTES8(%s)",
			    c_text));
}

/* The C type of a pointer that is followed, or "" and an error. */
static const char *pointer_type(struct code *code, const struct fxg_expr *e)
{
	struct fxg_arena *arena = code->tables->arena;
	int i;

	if (e->op == FXG_EXPR_MEMBER)
		return fxg_format(arena, "__typeof__(((%s)0)->%s)",
				  pointer_type(code, e->a), e->text);
	if (e->op == FXG_EXPR_LOAD)
		return fxg_format(arena, "__typeof__(*(%s)0)",
				  pointer_type(code, e->a));
	i = e->op == FXG_EXPR_NAME && code->function
		    ? fxg_find_param(code->function, e->text)
		    : -1;
	if (i >= 0) {
		const struct fxg_ctype *written =
			(size_t)i == code->function->n_params
				? &code->function->ret
				: &code->function->params[i].ctype;
		struct fxg_ctype type = fxg_decay(code->tables, written);

		if (type.n_stars)
			return fxg_ctype_text(arena, &type);
	}
	fxg_fail(code->tables->error, e->pos,
		 code->record ? "pointers in a struct are not followed here"
			      : "expected a pointer to follow");
	return "";
}

static void compile_load(struct code *code, const struct fxg_expr *e,
			 bool as_pointer)
{
	struct fxg_arena *arena = code->tables->arena;
	const char *type = pointer_type(code, e->a);
	const char *target, *op;

	target = e->op == FXG_EXPR_MEMBER
			 ? fxg_format(arena, "__typeof__(((%s)0)->%s)", type,
				      e->text)
			 : fxg_format(arena, "__typeof__(*(%s)0)", type);
	op = as_pointer ? "FXG_X_LOAD"
			: fxg_format(arena, "LOAD_OF(%s)", target);
	put_code(code, 2, fxg_format(arena, "%s, sizeof(%s)", op, target));
	if (e->op == FXG_EXPR_MEMBER) {
		put_code(code, 1, "FXG_X_ADD");
		put_constant(code, fxg_format(arena,
					      "offsetof(__typeof__(*(%s)0), "
					      "%s)",
					      type, e->text));
	}
	compile_expr(code, e->a, true);
}

/* Whether it gives 0 or 1 and nothing else. */
static bool is_truth(const struct fxg_expr *e)
{
	static const char *const ops[] = {
		"==", "!=", "<", ">", "<=", ">=", "&&", "||", "!"};
	size_t i;

	if (e->op != FXG_EXPR_BINARY && e->op != FXG_EXPR_UNARY)
		return false;
	for (i = 0; i < sizeof(ops) / sizeof(ops[0]); i++)
		if (!strcmp(ops[i], e->text))
			return true;
	return false;
}

static void compile_truth(struct code *code, const struct fxg_expr *e)
{
	if (is_truth(e)) {
		compile_expr(code, e, false);
		return;
	}
	put_code(code, 1, "FXG_X_NE");
	compile_expr(code, e, false);
	put_constant(code, "0");
}

static void compile_binary(struct code *code, const struct fxg_expr *e)
{
	static const struct {
		const char *text, *op;
		bool swapped;
	} operators[] = {
		{"*", "FXG_X_MUL", false},   {"+", "FXG_X_ADD", false},
		{"-", "FXG_X_SUB", false},   {"/", "FXG_X_DIV", false},
		{"&", "FXG_X_AND", false},   {"==", "FXG_X_EQ", false},
		{"!=", "FXG_X_NE", false},   {"<", "FXG_X_LT", false},
		{">=", "FXG_X_GE", false},   {">", "FXG_X_LT", true},
		{"<=", "FXG_X_GE", true},    {"min", "FXG_X_MIN", false},
		{"max", "FXG_X_MAX", false},
	};
	size_t i;

	if (!strcmp(e->text, "&&") || !strcmp(e->text, "||")) {
		put_code(code, 1, *e->text == '&' ? "FXG_X_AND" : "FXG_X_MAX");
		compile_truth(code, e->a);
		compile_truth(code, e->b);
		return;
	}
	for (i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		if (strcmp(operators[i].text, e->text))
			continue;
		put_code(code, 1, operators[i].op);
		compile_expr(code, operators[i].swapped ? e->b : e->a, false);
		compile_expr(code, operators[i].swapped ? e->a : e->b, false);
		return;
	}
	fxg_fail(code->tables->error, e->pos,
		 "'%s' is for constants only, not for parameters", e->text);
}

static void compile_unary(struct code *code, const struct fxg_expr *e)
{
	if (!strcmp(e->text, "~")) {
		fxg_fail(code->tables->error, e->pos,
			 "'~' is for constants only, not for parameters");
		return;
	}
	put_code(code, 1, *e->text == '!' ? "FXG_X_EQ" : "FXG_X_SUB");
	if (*e->text == '-')
		put_constant(code, "0");
	compile_expr(code, e->a, false);
	if (*e->text == '!')
		put_constant(code, "0");
}

/* A slot that the wrapper fills before the call; so it is known afterwards,
 * like ret. */
static void compile_was(struct code *code, const struct fxg_expr *e)
{
	const struct fxg_function_def *f = code->function;
	int i = f ? fxg_find_param(f, e->text) : -1;

	if (i < 0 || (size_t)i == f->n_params ||
	    fxg_decay(code->tables, &f->params[i].ctype).n_stars != 1) {
		fxg_fail(code->tables->error, e->pos,
			 "expected a parameter that points to an integer");
		return;
	}
	if (f->flags & (FXG_F_TAIL | FXG_F_CUSTOM | FXG_F_LEAF)) {
		fxg_fail(code->tables->error, e->pos,
			 "%s keeps nothing from before the call", f->name);
		return;
	}
	if (!fxg_is_saved(f, (size_t)i)) {
		fxg_fail(code->tables->error, e->pos,
			 "was is not for cases: say it of the parameter");
		return;
	}
	code->uses_ret = true;
	put_code(code, 2,
		 fxg_format(code->tables->arena, "FXG_X_SLOT, %zu",
			    fxg_saved_slot(f, (size_t)i)));
}

/* A member of the struct whose address slot 0 is. */
static void compile_member(struct code *code, const struct fxg_expr *e)
{
	struct fxg_arena *arena = code->tables->arena;
	const char *where =
		fxg_format(arena, "%s, %s", code->record->c_name, e->text);

	put_code(code, 2,
		 fxg_format(arena,
			    "LOAD_OF(__typeof__(MEMBER(%s))), "
			    "sizeof(MEMBER(%s))",
			    where, where));
	put_code(code, 1, "FXG_X_ADD");
	put_constant(code, fxg_format(arena, "offsetof(%s)", where));
	put_code(code, 2, "FXG_X_SLOT, 0");
}

/* Of parameters that have their types by now. */
static void compile_takes(struct code *code, const struct fxg_expr *e)
{
	const struct fxg_function_def *f = code->function;
	int i = f && f->param_rows ? fxg_find_param(f, e->text) : -1;
	unsigned row;

	if (i < 0 || (size_t)i == f->n_params ||
	    code->tables->types[f->param_rows[i]].class != FXG_ENUM) {
		fxg_fail(code->tables->error, e->pos,
			 "takes needs a parameter before this one that is an "
			 "enum");
		return;
	}
	row = f->param_rows[i];
	put_code(code, 5,
		 fxg_format(code->tables->arena,
			    "FXG_X_TAKES, %u, %u, FXG_X_SLOT, %d", row & 255,
			    row >> 8, i));
}

static void compile_measure(struct code *code, const struct fxg_expr *e)
{
	const struct fxg_api_def *api = code->tables->api;
	int measure = fxg_find_measure(api, e->text);
	const struct fxg_expr *node;
	unsigned n = 0;

	for (node = e->a; node; node = node->b)
		n++;
	if (measure < 0 || !code->function ||
	    n != api->measures[measure].n_arguments) {
		fxg_fail(code->tables->error, e->pos,
			 measure < 0 ? "no measure %.60s is described"
			 : code->function
				 ? "%.60s has another number of arguments"
				 : "%.60s: a struct is not measured",
			 e->text);
		return;
	}
	put_code(code, 3,
		 fxg_format(code->tables->arena, "FXG_X_CALL, %d, %u", measure,
			    n));
	for (node = e->a; node; node = node->b)
		compile_expr(code, node->a, false);
}

static void compile_expr(struct code *code, const struct fxg_expr *e,
			 bool as_pointer)
{
	int i;

	if (code->tables->error->text[0])
		return;
	if (is_constant(code, e)) {
		put_constant(code, fxg_expr_c_text(code->tables->arena, e));
	} else if (e->op == FXG_EXPR_NAME && code->record) {
		compile_member(code, e);
	} else if (e->op == FXG_EXPR_NAME) {
		i = fxg_find_param(code->function, e->text);
		code->uses_ret |= (size_t)i == code->function->n_params;
		put_code(code, 2,
			 fxg_format(code->tables->arena, "FXG_X_SLOT, %d", i));
	} else if (e->op == FXG_EXPR_LOAD || e->op == FXG_EXPR_MEMBER) {
		compile_load(code, e, as_pointer);
	} else if (e->op == FXG_EXPR_WAS) {
		compile_was(code, e);
	} else if (e->op == FXG_EXPR_TAKES) {
		compile_takes(code, e);
	} else if (e->op == FXG_EXPR_MEASURE) {
		compile_measure(code, e);
	} else if (e->op == FXG_EXPR_UNARY) {
		compile_unary(code, e);
	} else {
		compile_binary(code, e);
	}
}

static unsigned add_code(struct fxg_tables *tables, const struct code *code)
{
	struct fxg_expr_row *row;
	unsigned i;

	for (i = 0; i < tables->n_exprs; i++)
		if (!strcmp(tables->exprs[i].code, code->text.bytes))
			return tables->exprs[i].off;
	if (!tables->n_expr_bytes)
		tables->n_expr_bytes = 1; /* offset 0 means "none" */
	tables->exprs = fxg_grow(tables->arena, tables->exprs, tables->n_exprs,
				 sizeof(*row));
	row = &tables->exprs[tables->n_exprs++];
	row->code = code->text.bytes;
	row->off = tables->n_expr_bytes;
	row->n_bytes = code->n_bytes;
	tables->n_expr_bytes += code->n_bytes;
	return row->off;
}

struct fxg_expr_use fxg_lower_expr(struct fxg_tables *tables,
				   struct fxg_names scope,
				   const struct fxg_expr *e)
{
	struct code code = {.tables = tables,
			    .function = scope.function,
			    .record = scope.record};
	struct fxg_expr_use use = {0, false};

	if (!e)
		return use;
	code.text.arena = tables->arena;
	compile_expr(&code, e, false);
	if (tables->error->text[0])
		return use;
	use.off = add_code(tables, &code);
	use.uses_ret = code.uses_ret;
	return use;
}
