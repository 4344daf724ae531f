/* SPDX-License-Identifier: MIT */
/*
 * Rows of the type table as the C that initializes them. Fields that are
 * zero are left out.
 */
#include "gen/lower_type.h"

#include <string.h>

static const char *const class_names[] = {
	"VOID",	 "INT",	   "FLOAT", "BOOL",    "OPAQUE", "FUNC",
	"ANY",	 "ENUM",   "FLAGS", "HANDLE",  "STR",	 "PTR",
	"ARRAY", "STRUCT", "UNION", "ATTRIBS", "SET",
};

static const char *const show_names[] = {
	"DEC",	"HEX",	   "OCT",    "CHAR",   "TIME",	  "PORT",
	"IPV4", "IPV6",	   "MAC",    "DEVICE", "WAIT",	  "SIGNAL",
	"BARE", "ADDRESS", "SOCKET", "PAIR",   "REQUEST",
};
_Static_assert(sizeof(show_names) / sizeof(show_names[0]) == FXG_REQUEST + 1,
	       "each has its name");

unsigned fxg_add_type(struct fxg_tables *tables, struct fxg_type_row row)
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

/* The fields that every row begins with; measured: a C type or object. */
static const char *row_head(struct fxg_tables *tables, enum fxg_class class,
			    const char *c_name, const char *measured)
{
	return fxg_format(tables->arena,
			  ".class = FXG_%s, .c_name = %u, .size = sizeof(%s), "
			  ".align = _Alignof(%s)",
			  class_names[class], fxg_add_text(tables, c_name),
			  measured, measured);
}

unsigned fxg_plain_row(struct fxg_tables *tables, enum fxg_class class,
		       const char *c_name, const char *kind)
{
	struct fxg_type_row row = {0};

	row.init = row_head(tables, class, c_name, c_name);
	row.class = class;
	row.c_name = c_name;
	row.kind = kind;
	return fxg_add_type(tables, row);
}

unsigned fxg_code_row(struct fxg_tables *tables, const char *c_name, int show)
{
	struct fxg_type_row row = {0};

	row.init = row_head(tables, FXG_FUNC, c_name, "void *");
	if (show > 0)
		row.init = fxg_format(tables->arena, "%s, .show = FXG_%s",
				      row.init, show_names[show]);
	row.class = FXG_FUNC;
	row.c_name = c_name;
	row.kind = "FXG_K_POINTER";
	return fxg_add_type(tables, row);
}

unsigned fxg_opaque_row(struct fxg_tables *tables, const char *c_name)
{
	struct fxg_type_row row = {0};

	row.init = row_head(tables, FXG_OPAQUE, c_name, "void *");
	row.class = FXG_OPAQUE;
	row.c_name = c_name;
	row.kind = "FXG_K_POINTER";
	return fxg_add_type(tables, row);
}

unsigned fxg_int_row(struct fxg_tables *tables, const char *c_name, int show)
{
	struct fxg_type_row row = {0};

	row.class = FXG_INT;
	row.c_name = c_name;
	row.kind = fxg_format(tables->arena, "INT_KIND(%s)", c_name);
	row.init = fxg_format(tables->arena,
			      "%s, .flags = SIGN_OF(%s), .show = FXG_%s",
			      row_head(tables, FXG_INT, c_name, c_name), c_name,
			      show_names[show < 0 ? 0 : show]);
	return fxg_add_type(tables, row);
}

/* The name of a set's enumerators as this C type holds them. */
static const char *range_name(struct fxg_tables *tables,
			      const struct fxg_type_def *def,
			      const char *c_name, unsigned base)
{
	struct fxg_range *range;
	unsigned i, n = 1;
	size_t k;

	for (i = 0; i < tables->n_ranges; i++) {
		range = &tables->ranges[i];
		if (range->def != def)
			continue;
		if (range->base == base && !strcmp(range->c_name, c_name))
			return range->name;
		n++;
	}
	tables->ranges = fxg_grow(tables->arena, tables->ranges,
				  tables->n_ranges, sizeof(*range));
	range = &tables->ranges[tables->n_ranges++];
	*range = (struct fxg_range){def, c_name, base, def->name};
	if (n > 1)
		range->name = fxg_format(tables->arena, "%s__%u", def->name, n);
	tables->max_enumerators += (unsigned)def->n_constants;
	for (k = 0; k < def->n_constants; k++)
		(void)fxg_add_text(tables, def->constants[k].name);
	return range->name;
}

/* The row of the enum that names what this one does not, 0 if there is none. */
static unsigned other_row(struct fxg_tables *tables,
			  const struct fxg_type_def *def, int show)
{
	struct fxg_note note = fxg_note_init();
	struct fxg_place place = {.note = &note};
	struct fxg_type_def *other;

	note.show = show; /* so that there is one row for all */
	if (!def->or_name)
		return 0;
	other = fxg_find_type(tables->api, def->or_name);
	if (!other || other->kind != FXG_D_ENUM || other->or_name) {
		fxg_fail(tables->error, def->pos,
			 "no enum %.60s without another one is described",
			 def->or_name);
		return 0;
	}
	place.ctype = &other->ctype;
	place.c_name = other->ctype.base;
	return fxg_set_row(tables, other, &place);
}

/* Constants that are passed as floating-point numbers are recorded as such:
 * readers name them. */
static bool is_float(const struct fxg_tables *tables,
		     const struct fxg_place *place)
{
	const char *base = place->ctype->base;
	const struct fxg_type_def *def = fxg_find_type(tables->api, base);

	return !strcmp(base, "float") || (def && def->kind == FXG_D_FLOAT);
}

unsigned fxg_set_row(struct fxg_tables *tables, struct fxg_type_def *def,
		     const struct fxg_place *place)
{
	bool is_enum = def->kind == FXG_D_ENUM;
	struct fxg_type_row row = {0};
	int show = place->note->show;

	row.class = is_enum ? FXG_ENUM : FXG_FLAGS;
	row.c_name = place->c_name;
	row.kind = is_enum ? "FXG_K_ENUM" : "FXG_K_FLAGS";
	if (is_enum && is_float(tables, place)) {
		row.kind = "FXG_K_F32";
		row.base = fxg_plain_row(tables, FXG_FLOAT, place->c_name,
					 row.kind);
	} else {
		row.base =
			fxg_int_row(tables, place->c_name,
				    show < 0 && !is_enum ? (int)FXG_HEX : show);
	}
	row.init = fxg_format(
		tables->arena, "%s, .base = %u, .first = RANGE(%s)",
		row_head(tables, row.class, place->c_name, place->c_name),
		row.base, range_name(tables, def, place->c_name, row.base));
	if (def->or_name)
		row.init = fxg_format(tables->arena, "%s, .cap = %u", row.init,
				      other_row(tables, def, show));
	return fxg_add_type(tables, row);
}

unsigned fxg_handle_row(struct fxg_tables *tables,
			const struct fxg_type_def *def,
			const struct fxg_place *place, unsigned base)
{
	static const char *const scopes[] = {"PROCESS", "CONTEXT", "SHARE",
					     "PROGRAM"};
	struct fxg_type_row row = {0};

	row.class = FXG_HANDLE;
	row.c_name = place->c_name;
	row.base = base;
	row.kind = tables->types[base].kind;
	row.init = fxg_format(
		tables->arena,
		"%s, .base = %u, .space = %u, .scope = FXG_%s, "
		".null_value = %ld",
		row_head(tables, FXG_HANDLE, place->c_name, place->c_name),
		base, fxg_add_text(tables, def->space), scopes[def->scope],
		def->null_value);
	return fxg_add_type(tables, row);
}

/* ".count = 12, .cap = 30" */
static const char *measure_fields(struct fxg_tables *tables,
				  const struct fxg_place *place,
				  const struct fxg_expr *size)
{
	const struct fxg_note *note = place->note;
	struct fxg_expr_use count, cap, total;
	const char *text = "";

	if (!place->outer)
		return text;
	if (!place->scope.function && (note->cap || note->total))
		fxg_fail(tables->error, note->pos,
			 "a member cannot have cap or total");
	if (note->count && size)
		fxg_fail(tables->error, note->pos,
			 "count is of elements, size of bytes: not both");
	count = fxg_lower_expr(tables, place->scope,
			       note->count ? note->count : size);
	cap = fxg_lower_expr(tables, place->scope, note->cap);
	total = fxg_lower_expr(tables, place->scope, note->total);
	if (count.off)
		text = fxg_format(tables->arena, ", .count = %u", count.off);
	if (cap.off)
		text = fxg_format(tables->arena, "%s, .cap = %u", text,
				  cap.off);
	if (total.off)
		text = fxg_format(tables->arena, "%s, .total = %u", text,
				  total.off);
	return text;
}

/* What is behind a pointer, and how much of it. */
struct behind {
	const struct fxg_expr *size; /* bytes, instead of count */
	bool is_ended, is_raw, is_linked;
};

/* ".flags = FXG_NULLABLE | FXG_NUL_ENDED" */
static const char *flag_field(struct fxg_tables *tables,
			      const struct fxg_place *place,
			      const struct behind *behind)
{
	const struct fxg_note *note = place->note;
	const struct {
		bool on;
		const char *name;
	} flags[] = {
		{place->outer && note->nullable, "NULLABLE"},
		{place->outer && note->address, "KEEP_ADDRESS"},
		{place->outer && note->kernel, "BY_KERNEL"},
		{behind->is_ended, "NUL_ENDED"},
		{behind->is_raw, "RAW"},
		{behind->size, "SIZED"},
		{behind->is_linked, "LINKED"},
	};
	const char *text = "";
	size_t i;

	for (i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (flags[i].on)
			text = fxg_format(
				tables->arena, "%s%sFXG_%s", text,
				*text ? " | " : ", .flags = ", flags[i].name);
	return text;
}

static const char *behind_fields(struct fxg_tables *tables,
				 const struct fxg_place *place,
				 const struct behind *behind)
{
	static const char *const dirs[] = {"", "IN", "OUT", "INOUT"};
	enum fxg_dir dir =
		place->outer && place->note->dir ? place->note->dir : FXG_IN;

	return fxg_format(tables->arena, "%s, .dir = FXG_%s%s",
			  measure_fields(tables, place, behind->size),
			  dirs[dir], flag_field(tables, place, behind));
}

unsigned fxg_string_row(struct fxg_tables *tables,
			const struct fxg_place *place)
{
	bool counted = place->outer && place->note->count;
	struct behind behind = {.is_ended = !counted};
	struct fxg_type_row row = {.is_followed = true};

	row.is_wide = !strcmp(place->ctype->base, "wchar_t");
	row.class = FXG_STR;
	row.c_name = place->c_name;
	/* size is one unit's, alignment the pointer's */
	row.init = fxg_format(
		tables->arena,
		".class = FXG_STR, .c_name = %u, .size = sizeof(%s), "
		".align = _Alignof(void *)%s",
		fxg_add_text(tables, place->c_name), place->ctype->base,
		behind_fields(tables, place, &behind));
	return fxg_add_type(tables, row);
}

const struct fxg_expr *fxg_size_of(const struct fxg_tables *tables,
				   const struct fxg_type_row *target)
{
	struct fxg_expr *e;

	if (target->class != FXG_STRUCT && target->class != FXG_UNION &&
	    target->class != FXG_SET)
		return NULL;
	e = fxg_alloc(tables->arena, sizeof(*e));
	e->op = FXG_EXPR_TEXT;
	e->text =
		target->def && target->def->n_bytes
			? fxg_format(tables->arena, "%ld", target->def->n_bytes)
			: fxg_format(tables->arena, "sizeof(%s)",
				     target->c_name);
	return e;
}

/* Memory in which no pointer is followed is recorded as it is. */
static struct behind behind_of(struct fxg_tables *tables,
			       const struct fxg_place *place,
			       const struct fxg_type_row *target, bool ended)
{
	const struct fxg_note *note = place->note;
	struct behind behind = {.is_ended = ended};

	behind.is_linked = note->meaning == FXG_M_LIST && place->n_stars == 1;
	if (!place->outer)
		return behind;
	if (target->class == FXG_VOID) {
		behind.size = note->size;
		return behind;
	}
	if (target->is_followed || ended || behind.is_linked) {
		if (note->size)
			fxg_fail(tables->error, note->pos,
				 "size is of memory without pointers that are "
				 "followed");
		return behind;
	}
	behind.size = note->size;
	if (!note->size && !note->count)
		behind.size = fxg_size_of(tables, target);
	behind.is_raw = behind.size || note->count;
	return behind;
}

unsigned fxg_target_row(struct fxg_tables *tables,
			const struct fxg_place *place, unsigned target,
			bool ended)
{
	struct behind behind =
		behind_of(tables, place, &tables->types[target], ended);
	struct fxg_type_row row = {.is_followed = true,
				   .is_raw = behind.is_raw};

	row.class = FXG_PTR;
	row.c_name = place->c_name;
	if (!strncmp(row.c_name, "view ", 5)) /* which is our word, not C's */
		row.c_name = fxg_format(tables->arena, "%s *",
					tables->types[target].c_name);
	row.base = target;
	row.init = fxg_format(tables->arena, "%s, .base = %u%s",
			      row_head(tables, FXG_PTR, row.c_name, "void *"),
			      target, behind_fields(tables, place, &behind));
	return fxg_add_type(tables, row);
}

unsigned fxg_array_row(struct fxg_tables *tables,
		       const struct fxg_type_def *record,
		       const struct fxg_param_def *member, unsigned element)
{
	struct fxg_arena *arena = tables->arena;
	const char *where =
		fxg_format(arena, "%s, %s", record->c_name, member->name);
	const char *length = fxg_format(arena, "ARRAY_LENGTH(%s)", where);
	struct fxg_type_row row = {0};

	if (member->ctype.n_elements) {
		const char *n =
			fxg_expr_c_text(arena, member->ctype.n_elements);

		fxg_add_row(tables, &tables->asserts,
			    fxg_format(arena, "%s <= %s", n, length), where);
		length = n;
	}
	row.class = FXG_ARRAY;
	row.base = element;
	row.is_followed = tables->types[element].is_followed;
	row.c_name = fxg_format(arena, "%s[]", tables->types[element].c_name);
	row.init = fxg_format(arena, "%s, .base = %u, .n = %s",
			      row_head(tables, FXG_ARRAY, row.c_name,
				       fxg_format(arena, "MEMBER(%s)", where)),
			      element, length);
	return fxg_add_type(tables, row);
}

unsigned fxg_tail_row(struct fxg_tables *tables, unsigned element)
{
	struct fxg_type_row row = {.class = FXG_ARRAY, .base = element};

	row.c_name = fxg_format(tables->arena, "%s[]",
				tables->types[element].c_name);
	row.init = fxg_format(tables->arena,
			      ".class = FXG_ARRAY, .c_name = %u, .size = "
			      "UINT32_MAX, .align = 1, .base = %u, .n = "
			      "UINT32_MAX",
			      fxg_add_text(tables, row.c_name), element);
	return fxg_add_type(tables, row);
}

unsigned fxg_record_row(struct fxg_tables *tables,
			const struct fxg_type_def *def, unsigned first_member)
{
	struct fxg_type_row row = {0};
	struct fxg_expr_use length;
	size_t i;

	row.class = def->kind == FXG_D_STRUCT ? FXG_STRUCT : FXG_UNION;
	row.c_name = def->c_name;
	row.def = def;
	for (i = 0; i < def->n_members && row.class == FXG_STRUCT; i++)
		row.is_followed |=
			tables->types[def->member_rows[i]].is_followed;
	row.init = fxg_format(
		tables->arena, "%s, .first = %u, .n = %zu",
		row_head(tables, row.class, def->c_name, def->c_name),
		first_member, def->n_members);
	length = fxg_lower_expr(tables, (struct fxg_names){NULL, def},
				def->length);
	if (length.off)
		row.init = fxg_format(tables->arena, "%s, .cap = %u", row.init,
				      length.off);
	if (def->show)
		row.init = fxg_format(tables->arena, "%s, .show = FXG_%s",
				      row.init, show_names[def->show]);
	if (def->is_of_glibc)
		row.init = fxg_format(tables->arena,
				      "%s, .flags = FXG_OF_GLIBC", row.init);
	if (def->next)
		row.init = fxg_format(tables->arena,
				      "%s, .next = offsetof(%s, "
				      "%s) + 1",
				      row.init, def->c_name, def->next);
	return fxg_add_type(tables, row);
}

unsigned fxg_bits_row(struct fxg_tables *tables, const struct fxg_type_def *def,
		      unsigned element)
{
	struct fxg_type_row row = {.class = FXG_SET,
				   .c_name = def->c_name,
				   .base = element,
				   .def = def};
	const char *n_bytes =
		fxg_format(tables->arena, "sizeof(%s)", def->c_name);

	if (def->n_bytes) {
		fxg_add_row(tables, &tables->asserts,
			    fxg_format(tables->arena, "%ld <= %s", def->n_bytes,
				       n_bytes),
			    def->c_name);
		n_bytes = fxg_format(tables->arena, "%ld", def->n_bytes);
	}
	row.init = fxg_format(
		tables->arena,
		".class = FXG_SET, .c_name = %u, .size = %s, .align = "
		"_Alignof(%s), .base = %u, .null_value = %ld",
		fxg_add_text(tables, def->c_name), n_bytes, def->c_name,
		element, def->null_value);
	return fxg_add_type(tables, row);
}

unsigned fxg_choice_row(struct fxg_tables *tables,
			const struct fxg_choice *choice)
{
	struct fxg_type_row row = {.class = FXG_UNION,
				   .c_name = choice->c_name,
				   .is_followed = choice->is_followed,
				   .moments = choice->moments};
	const char *kind = tables->types[choice->base].kind;

	/* how the C type is passed: its bits, not its value */
	if (choice->base && kind && !strncmp(kind, "FXG_K_F", 7))
		row.kind = kind;

	row.init = fxg_format(
		tables->arena,
		"%s, .count = %u, .first = %u, .n = %u, .base = "
		"%u",
		row_head(tables, FXG_UNION, choice->c_name, choice->c_name),
		choice->by, choice->first, choice->n, choice->base);
	if (choice->length)
		row.init = fxg_format(tables->arena, "%s, .cap = %u", row.init,
				      choice->length);
	return fxg_add_type(tables, row);
}
