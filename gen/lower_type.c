/* SPDX-License-Identifier: MIT */
/*
 * Types into rows: the C type says how a value is passed, the annotation
 * what it means. Rows of struct members stand together, so the types of all
 * members are made before the first member's row.
 */
#include "gen/lower.h"

#include <string.h>

/* One value's type on its way down from the outermost star. */
struct place {
	const struct fxg_function_def *function;
	const struct fxg_ctype *ctype;
	const struct fxg_note *note;
	const char *c_name; /* of the type at this depth */
	unsigned n_stars;   /* left at this depth */
	bool outer;	    /* the note's direction and counts are meant here */
};

static unsigned lower_place(struct fxg_tables *tables,
			    const struct place *place);
static unsigned lower_scalar(struct fxg_tables *tables,
			     const struct place *place);

static unsigned add_type(struct fxg_tables *tables, struct fxg_type_row row)
{
	unsigned i;

	for (i = 0; i < tables->n_types; i++)
		if (!strcmp(tables->types[i].init, row.init))
			return i;
	tables->types = fxg_grow(tables->arena, tables->types, tables->n_types,
				 sizeof(row));
	tables->types[tables->n_types] = row;
	return tables->n_types++;
}

/* The fields that every row begins with. */
static const char *head(struct fxg_tables *tables, const char *class,
			const char *c_name, const char *measured)
{
	return fxg_format(tables->arena,
			  ".class = FXG_%s, .c_name = %u, .size = sizeof(%s), "
			  ".align = _Alignof(%s)",
			  class, fxg_add_text(tables, c_name), measured,
			  measured);
}

/* OPAQUE, FUNC, BOOL and FLOAT: nothing but a name and a size. */
static unsigned plain_row(struct fxg_tables *tables, enum fxg_class class,
			  const char *class_name, const char *c_name,
			  const char *measured, const char *kind)
{
	struct fxg_type_row row = {0};

	row.init = head(tables, class_name, c_name, measured);
	row.class = class;
	row.c_name = c_name;
	row.kind = kind;
	return add_type(tables, row);
}

static unsigned pointer_row(struct fxg_tables *tables, const char *c_name)
{
	return plain_row(tables, FXG_OPAQUE, "OPAQUE", c_name, "void *",
			 "FXG_K_POINTER");
}

static unsigned int_row(struct fxg_tables *tables, const char *c_name, int show)
{
	static const char *const shows[] = {"DEC", "HEX", "OCT", "CHAR",
					    "TIME"};
	struct fxg_type_row row = {0};

	row.class = FXG_INT;
	row.c_name = c_name;
	row.kind = fxg_format(tables->arena, "INT_KIND(%s)", c_name);
	row.init = fxg_format(tables->arena,
			      "%s, .flags = SIGN_OF(%s), .show = FXG_%s",
			      head(tables, "INT", c_name, c_name), c_name,
			      shows[show < 0 ? 0 : show]);
	return add_type(tables, row);
}

/* Gives a set its enumerators' place in the table, once. */
static void add_range(struct fxg_tables *tables, struct fxg_type_def *def)
{
	size_t i;

	if (!def->range) {
		tables->ranges = fxg_grow(tables->arena, tables->ranges,
					  tables->n_ranges,
					  sizeof(struct fxg_type_def *));
		tables->ranges[tables->n_ranges++] = def;
		tables->max_enumerators += (unsigned)def->n_constants;
		def->range = tables->n_ranges;
		for (i = 0; i < def->n_constants; i++)
			(void)fxg_add_text(tables, def->constants[i].name);
	}
}

static unsigned set_row(struct fxg_tables *tables, struct fxg_type_def *def,
			const struct place *place)
{
	bool is_enum = def->kind == FXG_D_ENUM;
	struct fxg_type_row row = {0};
	int show = place->note->show;

	add_range(tables, def);
	row.class = is_enum ? FXG_ENUM : FXG_FLAGS;
	row.c_name = place->c_name;
	row.base = int_row(tables, place->c_name,
			   show < 0 && !is_enum ? (int)FXG_HEX : show);
	row.kind = is_enum ? "FXG_K_ENUM" : "FXG_K_FLAGS";
	row.init = fxg_format(tables->arena,
			      "%s, .base = %u, .first = RANGE(%s)",
			      head(tables, is_enum ? "ENUM" : "FLAGS",
				   place->c_name, place->c_name),
			      row.base, def->name);
	return add_type(tables, row);
}

static unsigned handle_row(struct fxg_tables *tables,
			   const struct fxg_type_def *def,
			   const struct place *place)
{
	static const char *const scopes[] = {"PROCESS", "CONTEXT", "SHARE",
					     "PROGRAM"};
	struct fxg_note plain = fxg_note_init();
	struct place base = *place;
	struct fxg_type_row row = {0};

	base.note = &plain;
	row.base = place->n_stars ? pointer_row(tables, place->c_name)
				  : lower_scalar(tables, &base);
	if (tables->error->text[0])
		return 0;
	row.class = FXG_HANDLE;
	row.c_name = place->c_name;
	row.kind = tables->types[row.base].kind;
	row.init = fxg_format(
		tables->arena,
		"%s, .base = %u, .space = %u, .scope = FXG_%s, "
		".null_value = %ld",
		head(tables, "HANDLE", place->c_name, place->c_name), row.base,
		fxg_add_text(tables, def->space), scopes[def->scope],
		def->null_value);
	return add_type(tables, row);
}

static const char *measure_fields(struct fxg_tables *tables,
				  const struct place *place)
{
	const struct fxg_note *note = place->note;
	struct fxg_expr_use count, cap;

	if (!place->outer)
		return "";
	if (!place->function && (note->count || note->cap)) {
		fxg_fail(tables->error, note->pos,
			 "a member cannot have count or cap");
		return "";
	}
	count = fxg_lower_expr(tables, place->function, note->count);
	cap = fxg_lower_expr(tables, place->function, note->cap);
	return fxg_format(tables->arena, ", .count = %u, .cap = %u", count.off,
			  cap.off);
}

static const char *pointer_fields(struct fxg_tables *tables,
				  const struct place *place, bool nul_ended)
{
	static const char *const dirs[] = {"", "IN", "OUT", "INOUT"};
	const struct fxg_note *note = place->note;
	bool outer = place->outer;
	enum fxg_dir dir = outer && note->dir ? note->dir : FXG_IN;

	return fxg_format(tables->arena, "%s, .dir = FXG_%s, .flags = 0%s%s%s%s",
			  measure_fields(tables, place), dirs[dir],
			  outer && note->nullable ? " | FXG_NULLABLE" : "",
			  outer && note->address ? " | FXG_KEEP_ADDRESS" : "",
			  outer && note->kernel ? " | FXG_BY_KERNEL" : "",
			  nul_ended ? " | FXG_NUL_ENDED" : "");
}

static unsigned string_row(struct fxg_tables *tables, const struct place *place)
{
	bool counted = place->outer && place->note->count;
	struct fxg_type_row row = {0};

	row.class = FXG_STR;
	row.c_name = place->c_name;
	row.init = fxg_format(
		tables->arena,
		".class = FXG_STR, .c_name = %u, .size = sizeof(%s), "
		".align = _Alignof(void *)%s",
		fxg_add_text(tables, place->c_name), place->ctype->base,
		pointer_fields(tables, place, !counted));
	return add_type(tables, row);
}

static unsigned target_row(struct fxg_tables *tables, const struct place *place,
			   unsigned target, bool ended)
{
	struct fxg_type_row row = {0};

	row.class = FXG_PTR;
	row.c_name = place->c_name;
	row.base = target;
	row.init = fxg_format(tables->arena, "%s, .base = %u%s",
			      head(tables, "PTR", place->c_name, "void *"),
			      target, pointer_fields(tables, place, ended));
	return add_type(tables, row);
}

/* "const char *const *" -> "const char *const"; "const int *" -> "int". */
static const char *target_name(struct fxg_tables *tables,
			       const struct place *place)
{
	const char *name = place->c_name;
	const char *star = strrchr(name, '*');
	size_t n = star ? (size_t)(star - name) : 0;

	if (place->n_stars == 1)
		return place->ctype->base;
	while (n && name[n - 1] == ' ')
		n--;
	return fxg_copy(tables->arena, name, n);
}

static unsigned follow(struct fxg_tables *tables, const struct place *place,
		       bool ended)
{
	struct place target = *place;
	unsigned row;

	target.c_name = target_name(tables, place);
	target.n_stars--;
	target.outer = false;
	row = lower_place(tables, &target);
	if (tables->error->text[0])
		return 0;
	return target_row(tables, place, row, ended);
}

static bool is_text(const struct place *place)
{
	return place->n_stars == 1 && place->ctype->const_base &&
	       !strcmp(place->ctype->base, "char");
}

static unsigned lower_bytes(struct fxg_tables *tables,
			    const struct place *place)
{
	if (place->n_stars != 1 || !place->outer)
		fxg_fail(tables->error, place->note->pos,
			 "bytes needs a pointer with one star");
	else if (!place->note->count && place->function)
		fxg_fail(tables->error, place->note->pos, "bytes needs count");
	else if (!place->function)
		fxg_fail(tables->error, place->note->pos,
			 "a member cannot be bytes");
	return target_row(tables, place, 0, false);
}

/* A pointer that says only its C type and perhaps a direction. */
static unsigned lower_plain_pointer(struct fxg_tables *tables,
				    const struct place *place)
{
	const struct fxg_note *note = place->note;
	bool said = place->outer && (note->dir || note->count || note->ended);

	if (place->outer && is_text(place) && !note->count &&
	    note->dir != FXG_OUT)
		return string_row(tables, place);
	if (!said)
		return pointer_row(tables, place->c_name);
	if (place->n_stars == 1 && !strcmp(place->ctype->base, "void")) {
		fxg_fail(tables->error, note->pos,
			 "a void pointer with a direction needs bytes count");
		return 0;
	}
	return follow(tables, place, note->ended);
}

static unsigned lower_pointer(struct fxg_tables *tables,
			      const struct place *place)
{
	switch (place->note->meaning) {
	case FXG_M_POINTER:
		return pointer_row(tables, place->c_name);
	case FXG_M_BYTES:
		return lower_bytes(tables, place);
	case FXG_M_STRING:
		return place->n_stars == 1 ? string_row(tables, place)
					   : follow(tables, place, false);
	case FXG_M_STRINGS:
		if (place->n_stars == 1)
			return string_row(tables, place);
		return follow(tables, place, !place->note->count);
	case FXG_M_PLAIN:
		return lower_plain_pointer(tables, place);
	default: /* the meaning of what it points to */
		return follow(tables, place, place->note->ended);
	}
}

static void lower_members(struct fxg_tables *tables,
			  const struct fxg_type_def *def, unsigned *types)
{
	size_t i;

	for (i = 0; i < def->n_members; i++) {
		const struct fxg_param_def *m = &def->members[i];

		types[i] = fxg_lower_type(tables, NULL, &m->ctype, &m->note);
		if (m->ctype.is_array)
			types[i] = add_type(
				tables,
				(struct fxg_type_row){
					.class = FXG_ARRAY,
					.base = types[i],
					.c_name = m->ctype.base,
					.init = fxg_format(
						tables->arena,
						"%s, .base = %u, "
						".n = ARRAY_LENGTH(%s, %s)",
						head(tables, "ARRAY",
						     fxg_format(tables->arena,
								"%s[]",
								m->ctype.base),
						     fxg_format(
							     tables->arena,
							     "MEMBER(%s, %s)",
							     def->c_name,
							     m->name)),
						types[i], def->c_name,
						m->name)});
	}
}

static unsigned record_row(struct fxg_tables *tables, struct fxg_type_def *def)
{
	bool is_struct = def->kind == FXG_D_STRUCT;
	struct fxg_type_row row = {0};
	unsigned *types;
	size_t i;

	if (def->row == UINT32_MAX)
		fxg_fail(tables->error, def->pos, "%s contains itself",
			 def->c_name);
	if (def->row)
		return def->row - 1;
	def->row = UINT32_MAX; /* being made */
	types = fxg_alloc(tables->arena, def->n_members * sizeof(*types));
	def->member_rows = types;
	lower_members(tables, def, types);
	row.class = is_struct ? FXG_STRUCT : FXG_UNION;
	row.c_name = def->c_name;
	row.def = def;
	row.init = fxg_format(tables->arena, "%s, .first = %u, .n = %zu",
			      head(tables, is_struct ? "STRUCT" : "UNION",
				   def->c_name, def->c_name),
			      tables->members.n, def->n_members);
	for (i = 0; i < def->n_members; i++)
		fxg_add_row(tables, &tables->members,
			    fxg_format(tables->arena,
				       ".name = %u, .byte_off = offsetof(%s, "
				       "%s), .type = %u",
				       fxg_add_text(tables,
						    def->members[i].name),
				       def->c_name, def->members[i].name,
				       types[i]),
			    def->members[i].name);
	def->row = add_type(tables, row) + 1;
	return def->row - 1;
}

static struct fxg_type_def *find_record(const struct fxg_api_def *api,
					const char *c_name)
{
	size_t i;

	for (i = 0; i < api->n_types; i++)
		if (api->types[i]->c_name &&
		    !strcmp(api->types[i]->c_name, c_name))
			return api->types[i];
	return NULL;
}

static bool is_c_integer(const char *base)
{
	static const char *const first[] = {
		"int", "char", "short", "long", "unsigned", "signed",
	};
	size_t n = strcspn(base, " "), i;

	for (i = 0; i < sizeof(first) / sizeof(first[0]); i++)
		if (strlen(first[i]) == n && !memcmp(first[i], base, n))
			return true;
	return false;
}

static unsigned described_row(struct fxg_tables *tables,
			      struct fxg_type_def *def,
			      const struct place *place)
{
	const char *name = place->c_name;
	int show = place->note->show;

	switch (def->kind) {
	case FXG_D_INTEGER:
		return int_row(tables, name, show < 0 ? def->show : show);
	case FXG_D_FLOAT:
		return plain_row(tables, FXG_FLOAT, "FLOAT", name, name,
				 "FXG_K_F32");
	case FXG_D_DOUBLE:
		return plain_row(tables, FXG_FLOAT, "FLOAT", name, name,
				 "FXG_K_F64");
	case FXG_D_LONG_DOUBLE:
		return plain_row(tables, FXG_FLOAT, "FLOAT", name, name,
				 "FXG_K_LONGDOUBLE");
	case FXG_D_BOOL:
		return plain_row(tables, FXG_BOOL, "BOOL", name, name,
				 "FXG_K_BOOL");
	case FXG_D_POINTER:
		return pointer_row(tables, name);
	case FXG_D_FUNCTION:
		return plain_row(tables, FXG_FUNC, "FUNC", name, "void *",
				 "FXG_K_POINTER");
	case FXG_D_STRUCT:
	case FXG_D_UNION:
		return record_row(tables, def);
	default:
		return plain_row(tables, FXG_OPAQUE, "OPAQUE", name, name,
				 "FXG_K_POINTER");
	}
}

/* A type that the language has without a "type" statement. */
static unsigned builtin_row(struct fxg_tables *tables,
			    const struct place *place)
{
	const char *base = place->ctype->base;

	if (!strcmp(base, "float"))
		return plain_row(tables, FXG_FLOAT, "FLOAT", base, base,
				 "FXG_K_F32");
	if (!strcmp(base, "double"))
		return plain_row(tables, FXG_FLOAT, "FLOAT", base, base,
				 "FXG_K_F64");
	if (!strcmp(base, "long double"))
		return plain_row(tables, FXG_FLOAT, "FLOAT", base, base,
				 "FXG_K_LONGDOUBLE");
	if (!strcmp(base, "bool") || !strcmp(base, "_Bool"))
		return plain_row(tables, FXG_BOOL, "BOOL", base, base,
				 "FXG_K_BOOL");
	if (!strcmp(base, "char"))
		return int_row(tables, base,
			       place->note->show < 0 ? (int)FXG_CHAR
						     : place->note->show);
	if (is_c_integer(base))
		return int_row(tables, base, place->note->show);
	fxg_fail(tables->error, place->ctype->pos,
		 "type %.80s is not described", base);
	return 0;
}

static unsigned lower_scalar(struct fxg_tables *tables,
			     const struct place *place)
{
	struct fxg_type_def *def = find_record(tables->api, place->ctype->base);

	if (!def)
		def = fxg_find_type(tables->api, place->ctype->base);
	/* "struct stat" is found by its C name, "type flags stat" is not it */
	if (def && (def->kind == FXG_D_ENUM || def->kind == FXG_D_FLAGS ||
		    def->kind == FXG_D_HANDLE ||
		    (def->c_name && strcmp(def->c_name, place->ctype->base))))
		def = NULL;
	return def ? described_row(tables, def, place)
		   : builtin_row(tables, place);
}

/* The enum, flags or handle that this value is, NULL if it is none. */
static struct fxg_type_def *special_type(struct fxg_tables *tables,
					 const struct place *place)
{
	static const enum fxg_type_kind kinds[] = {
		[FXG_M_ENUM] = FXG_D_ENUM,
		[FXG_M_FLAGS] = FXG_D_FLAGS,
		[FXG_M_HANDLE] = FXG_D_HANDLE,
	};
	const struct fxg_note *note = place->note;
	struct fxg_type_def *def = NULL;
	size_t i;

	if (note->type_name) {
		def = fxg_find_type(tables->api, note->type_name);
		if (!def || def->kind != kinds[note->meaning])
			fxg_fail(tables->error, note->type_pos,
				 "no type %.80s of this kind is described",
				 note->type_name);
		return def;
	}
	if (note->meaning != FXG_M_PLAIN)
		return NULL;
	for (i = 0; i < tables->api->n_types; i++) {
		def = tables->api->types[i];
		if (def->always && !strcmp(def->ctype.base, place->ctype->base))
			return def;
	}
	return NULL;
}

static unsigned lower_place(struct fxg_tables *tables,
			    const struct place *place)
{
	struct fxg_type_def *def = special_type(tables, place);

	if (tables->error->text[0])
		return 0;
	if (place->ctype->is_function)
		return plain_row(tables, FXG_FUNC, "FUNC", place->c_name,
				 "void *", "FXG_K_POINTER");
	if (def && place->n_stars == def->ctype.n_stars)
		return def->kind == FXG_D_HANDLE
			       ? handle_row(tables, def, place)
			       : set_row(tables, def, place);
	if (place->n_stars)
		return lower_pointer(tables, place);
	if (!strcmp(place->ctype->base, "void"))
		return 0;
	if (place->note->meaning == FXG_M_BYTES ||
	    ((place->note->meaning == FXG_M_STRING ||
	      place->note->meaning == FXG_M_STRINGS) &&
	     place->outer))
		fxg_fail(tables->error, place->note->pos,
			 "expected a pointer for this annotation");
	return lower_scalar(tables, place);
}

unsigned fxg_lower_type(struct fxg_tables *tables,
			const struct fxg_function_def *function,
			const struct fxg_ctype *ctype,
			const struct fxg_note *note)
{
	struct fxg_ctype element = *ctype;
	struct place place = {function, &element, note, NULL, 0, true};

	element.after = ctype->is_array ? "" : ctype->after;
	place.n_stars = ctype->n_stars;
	place.c_name = ctype->n_stars || ctype->is_function
			       ? fxg_ctype_text(tables->arena, &element)
			       : ctype->base;
	return lower_place(tables, &place);
}

struct fxg_ctype fxg_decay(struct fxg_tables *tables,
			   const struct fxg_ctype *ctype)
{
	struct fxg_ctype type = *ctype;

	if (!type.is_array)
		return type;
	type.before = fxg_format(tables->arena, "%s*", type.before);
	type.after = "";
	type.n_stars++;
	type.is_array = false;
	return type;
}

unsigned fxg_pointer_to(struct fxg_tables *tables, unsigned target)
{
	struct fxg_note note = fxg_note_init();
	struct place place = {.note = &note, .outer = true};

	place.c_name = fxg_format(tables->arena, "%s *",
				  tables->types[target].c_name);
	return target_row(tables, &place, target, false);
}
