/* SPDX-License-Identifier: MIT */
/*
 * An API into its table's rows, function by function in the order of their
 * names, so that the same descriptions give the same numbers.
 */
#include "gen/lower.h"

#include <string.h>

static void add_common(struct fxg_tables *tables)
{
	/* in the order of enum fxg_common_string */
	static const char *const strings[] = {
		"ret", "errno", "@flags", "@seq", "@begin", "@stack", "@rest",
	};
	struct fxg_type_row row = {.c_name = "void", .class = FXG_VOID};
	size_t i;

	_Static_assert(sizeof(strings) / sizeof(strings[0]) == FXG_S_COMMON,
		       "every common string has its text");
	(void)fxg_add_text(tables, ""); /* offset 0: empty */
	for (i = 0; i < FXG_S_COMMON; i++)
		(void)fxg_add_string(tables, strings[i]);
	row.init = fxg_format(tables->arena, ".class = FXG_VOID, .c_name = %u",
			      fxg_add_text(tables, "void"));
	tables->types = fxg_grow(tables->arena, NULL, 0, sizeof(row));
	tables->types[tables->n_types++] = row;
}

static void lower_errno(struct fxg_tables *tables)
{
	const struct fxg_api_def *api = tables->api;
	struct fxg_note note = fxg_note_init();
	struct fxg_type_def *def;

	if (!api->errno_name)
		return;
	def = fxg_find_type(api, api->errno_name);
	if (!def || def->kind != FXG_D_ENUM) {
		fxg_fail(tables->error, api->errno_pos,
			 "no enum %.60s is described", api->errno_name);
		return;
	}
	note.meaning = FXG_M_ENUM;
	note.type_name = api->errno_name;
	note.type_pos = api->errno_pos;
	tables->errno_type = fxg_lower_type(tables, (struct fxg_names){0},
					    &def->ctype, &note);
}

/* GNU hash of a symbol's name, as in DT_GNU_HASH. */
static uint32_t symbol_hash(const char *name)
{
	uint32_t h = 5381;

	while (*name)
		h = h * 33 + (unsigned char)*name++;
	return h;
}

/* Parameters as a call passes them; "[2]" counts what it points to. */
static void decay_params(struct fxg_tables *tables, struct fxg_function_def *f)
{
	size_t i;

	for (i = 0; i < f->n_params; i++) {
		struct fxg_param_def *p = &f->params[i];
		const struct fxg_expr *n = p->ctype.n_elements;

		if (p->ctype.is_array && n && p->note.dir && !p->note.count)
			p->note.count = n;
		p->ctype = fxg_decay(tables, &p->ctype);
	}
}

static bool says_direction(const struct fxg_note *note)
{
	return note->dir || note->meaning == FXG_M_PLAIN ||
	       note->meaning == FXG_M_POINTER || note->meaning == FXG_M_ENUM ||
	       note->meaning == FXG_M_FLAGS || note->meaning == FXG_M_HANDLE ||
	       note->meaning == FXG_M_CASES;
}

/* Strings and bytes behind const are inputs; else it must be said. */
void fxg_complete_direction(struct fxg_tables *tables, struct fxg_param_def *p)
{
	if (says_direction(&p->note)) {
		if (!p->note.dir && p->note.count)
			fxg_fail(tables->error, p->note.pos,
				 "count needs in, out or inout");
		return;
	}
	if (p->ctype.const_base || p->note.meaning == FXG_M_STRINGS ||
	    p->note.kernel || p->note.early)
		p->note.dir = FXG_IN;
	else
		fxg_fail(tables->error, p->note.pos,
			 "%s is not const: expected in, out or inout", p->name);
}

/* The type of a parameter or of ret. */
static unsigned lower_value(struct fxg_tables *tables,
			    const struct fxg_function_def *f,
			    const struct fxg_param_def *p, size_t slot)
{
	struct fxg_names scope = {f, NULL};
	struct fxg_item_def item = {.function = f,
				    .name = p->name,
				    .note = &p->note,
				    .slot = (unsigned)slot};

	return p->note.meaning == FXG_M_CASES
		       ? fxg_lower_select(tables, &item, &p->ctype)
		       : fxg_lower_type(tables, scope, &p->ctype, &p->note);
}

static unsigned *lower_params(struct fxg_tables *tables,
			      struct fxg_function_def *f)
{
	unsigned *types;
	size_t i;

	types = fxg_alloc(tables->arena, (f->n_params + 1) * sizeof(*types));
	f->param_rows = types; /* for takes(), of those before */
	decay_params(tables, f);
	for (i = 0; i < f->n_params; i++) {
		struct fxg_param_def *p = &f->params[i];

		fxg_complete_direction(tables, p);
		types[i] = lower_value(tables, f, p, i);
		if (!types[i])
			fxg_fail(tables->error, p->ctype.pos,
				 "a parameter cannot be void");
		fxg_add_row(tables, &tables->params,
			    fxg_format(tables->arena,
				       ".name = %u, .type = %u%s%s",
				       fxg_add_text(tables, p->name), types[i],
				       p->note.meaning == FXG_M_POINTER
					       ? ", .is_address = 1"
					       : "",
				       p->note.path ? ", .is_path = 1" : ""),
			    p->name);
	}
	return types;
}

static const char *flag_names(struct fxg_tables *tables, unsigned flags)
{
	static const struct {
		unsigned flag;
		const char *name;
	} all[] = {
		{FXG_F_DEFAULT, "DEFAULT"},
		{FXG_F_LEAF, "LEAF"},
		{FXG_F_TAIL, "TAIL"},
		{FXG_F_CUSTOM, "CUSTOM"},
		{FXG_F_NORETURN, "NORETURN"},
		{FXG_F_TWICE, "TWICE"},
		{FXG_F_TARGET, "TARGET"},
		{FXG_F_ORDERS, "ORDERS"},
		{FXG_F_FRAME_END, "FRAME_END"},
		{FXG_F_NO_EFFECT, "NO_EFFECT"},
		{FXG_F_DOTS, "DOTS"},
		{FXG_F_FAKE, "FAKE"},
		{FXG_F_ORDERS_AFTER, "ORDERS_AFTER"},
		{FXG_F_REPLAY, "REPLAY"},
		{FXG_F_WAITS, "WAITS"},
		{FXG_F_WAITS_FOR_INPUT, "WAITS_FOR_INPUT"},
		{FXG_F_LATE_ERRORS, "LATE_ERRORS"},
		{FXG_F_SYSTEM, "SYSTEM"},
		{FXG_F_JUMPS, "JUMPS"},
	};
	const char *text = "";
	size_t i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (flags & all[i].flag)
			text = fxg_format(tables->arena, "%s%sFXG_F_%s", text,
					  *text ? " | " : "", all[i].name);
	return *text ? text : "0";
}

static const char *error_name(enum fxg_error_rule rule)
{
	static const char *const names[] = {
		"NONE",	 "MINUS1",	  "NULL",	 "RET",
		"EAI",	 "NEGATIVE",	  "DLERROR",	 "MINUS1_ERRNO",
		"ERRNO", "MINUS1_FERROR", "NULL_FERROR", "WEOF_FERROR",
		"SHORT", "WEOF",	  "NULL_ERRNO",	 "MINUS1_DLERROR"};

	return names[rule];
}

static const char *varargs_name(enum fxg_varargs varargs)
{
	static const char *const names[] = {"NONE", "PRINTF", "SCANF", "LIST",
					    "BY_KEY"};

	return names[varargs];
}

static unsigned lower_return(struct fxg_tables *tables,
			     struct fxg_function_def *f)
{
	struct fxg_note *note = &f->ret_note;
	struct fxg_param_def ret = {.name = "ret", .ctype = f->ret};

	if (note->meaning == FXG_M_PLAIN && f->ret.n_stars == 1 &&
	    f->ret.const_base && !strcmp(f->ret.base, "char"))
		note->meaning = FXG_M_STRING;
	/* what a pointer returned points to is an output */
	if (!note->dir && note->meaning != FXG_M_PLAIN &&
	    note->meaning != FXG_M_POINTER)
		note->dir = FXG_OUT;
	ret.note = *note;
	return lower_value(tables, f, &ret, f->n_params);
}

/* Indices of the rows of a function. */
struct rows_of {
	unsigned first_param, first_item;
	struct fxg_item_counts n_items;
};

static const char *stream_name(enum fxg_streams stream)
{
	static const char *const names[] = {"GIVEN",   "STDIN",	 "STDOUT",
					    "ALL",     "CLOSED", "LOCKED",
					    "UNLOCKED"};

	return names[stream];
}

/* struct fxg_function's `saved` */
static unsigned saved_params(const struct fxg_function_def *f)
{
	unsigned saved = 0;
	size_t i;

	for (i = 0; i < f->n_params; i++)
		if (fxg_is_saved(f, i))
			saved |= 1u << i;
	return saved;
}

static void add_function(struct fxg_tables *tables,
			 const struct fxg_function_def *f,
			 const struct rows_of *at, unsigned ret)
{
	struct fxg_buffer init = {.arena = tables->arena};

	fxg_put(&init,
		".symbol_hash = 0x%08x, .symver = %u, .group = %u, "
		".classes = %u, .first_param = %u, .first_item = %u, .name = "
		"%u, "
		".category = %u, .ret_type = %u, .flags = %s",
		(unsigned)symbol_hash(f->name),
		fxg_add_text(tables, f->symver ? f->symver : ""),
		fxg_add_text(tables, fxg_group_of(f)),
		fxg_add_text(tables, fxg_classes_of(tables, f)),
		at->first_param, at->first_item,
		fxg_add_string(tables, f->name),
		fxg_add_string(tables, f->category), ret,
		flag_names(tables, f->flags));
	fxg_put(&init,
		", .n_params = %zu, .n_fixed = %zu, .n_begin_items = %u, "
		".n_end_items = %u, .error_rule = FXG_E_%s",
		f->n_params, f->n_fixed, at->n_items.n_begin, at->n_items.n_end,
		error_name(f->error_rule));
	if (f->library)
		fxg_put(&init, ", .soname = %u",
			fxg_add_text(tables, f->library));
	if (f->varargs)
		fxg_put(&init, ", .varargs = FXG_VA_%s, .varargs_k = %d",
			varargs_name(f->varargs), fxg_find_param(f, f->format));
	if (f->stream)
		fxg_put(&init, ", .stream = FXG_STREAM_%s",
			stream_name(f->stream));
	if (f->error_param)
		fxg_put(&init, ", .error_param = %d",
			fxg_find_param(f, f->error_param));
	if (f->error_unit)
		fxg_put(&init, ", .error_unit = %d",
			fxg_find_param(f, f->error_unit) + 1);
	if (f->alias_of)
		fxg_put(&init, ", .alias_of = %u",
			fxg_add_string(tables, f->alias_of));
	if (f->ret_note.meaning == FXG_M_POINTER)
		fxg_put(&init, ", .is_ret_address = 1");
	if (f->is_system_call && saved_params(f))
		fxg_put(&init, ", .saved = %u", saved_params(f));
	fxg_add_row(tables, &tables->functions, init.bytes, f->name);
}

static void lower_function(struct fxg_tables *tables,
			   struct fxg_function_def *f)
{
	struct rows_of at = {.first_param = tables->params.n};
	unsigned *types, ret;

	types = lower_params(tables, f);
	ret = lower_return(tables, f);
	if (tables->error->text[0])
		return;
	f->param_rows = types;
	f->ret_row = ret;
	if (f->dots)
		f->flags |= FXG_F_DOTS;
	if (f->flags & FXG_F_TARGET) /* nothing of it is ever recorded */
		f->flags &= ~(unsigned)(FXG_F_DEFAULT | FXG_F_REPLAY);
	at.first_item = tables->items.n; /* behind those of its cases */
	at.n_items = fxg_lower_items(tables, f, types, ret);
	f->captures = at.n_items.captures;
	f->n_begin = at.n_items.n_begin;
	f->n_end = at.n_items.n_end;
	at.first_param = fxg_share_rows(&tables->params, at.first_param);
	at.first_item = fxg_share_rows(&tables->items, at.first_item);
	add_function(tables, f, &at, ret);
}

/* Indexes are 16 bits in the table, and FXT has 15 bits of strings. */
static void check_limits(struct fxg_tables *tables)
{
	struct fxg_pos pos = {tables->api->name, 0, 0};

	if (tables->n_types >= FXG_NONE || tables->n_strings >= 0x7fff ||
	    tables->n_expr_bytes >= FXG_NONE || tables->leaves.n >= FXG_NONE)
		fxg_fail(tables->error, pos,
			 "the API is too large: %u types, %u strings, %u bytes "
			 "of expressions, %u leaves",
			 tables->n_types, tables->n_strings,
			 tables->n_expr_bytes, tables->leaves.n);
}

bool fxg_lower(struct fxg_tables *tables)
{
	const struct fxg_api_def *api = tables->api;
	size_t i;

	add_common(tables);
	for (i = 0; i < api->n_functions; i++)
		fxg_check_function(api, api->functions[i], tables->error);
	lower_errno(tables);
	for (i = 0; i < api->n_functions && !tables->error->text[0]; i++)
		lower_function(tables, api->functions[i]);
	check_limits(tables);
	return !tables->error->text[0];
}
