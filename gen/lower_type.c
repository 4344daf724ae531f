/* SPDX-License-Identifier: MIT */
/*
 * The type of a value: the C type says how it is passed, the annotation what
 * it means. The walk goes down the stars; direction, counts and flags belong
 * to the outermost.
 */
#include "gen/lower_type.h"

#include <string.h>

static unsigned lower_place(struct fxg_tables *tables,
			    const struct fxg_place *place);

/* "const char *const *" -> "const char *const"; "const int *" -> "int". */
static const char *target_name(struct fxg_tables *tables,
			       const struct fxg_place *place)
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

static unsigned lower_target(struct fxg_tables *tables,
			     const struct fxg_place *place, bool ended)
{
	struct fxg_place target = *place;
	unsigned row;

	target.c_name = target_name(tables, place);
	target.n_stars--;
	target.outer = false;
	row = lower_place(tables, &target);
	if (tables->error->text[0])
		return 0;
	return fxg_target_row(tables, place, row, ended);
}

static bool is_text(const struct fxg_place *place)
{
	return place->n_stars == 1 && place->ctype->const_base &&
	       (!strcmp(place->ctype->base, "char") ||
		!strcmp(place->ctype->base, "wchar_t"));
}

static unsigned lower_bytes(struct fxg_tables *tables,
			    const struct fxg_place *place)
{
	if (place->n_stars != 1 || !place->outer)
		fxg_fail(tables->error, place->note->pos,
			 "bytes needs a pointer with one star");
	else if (!place->note->count)
		fxg_fail(tables->error, place->note->pos, "bytes needs count");
	return fxg_target_row(tables, place, 0, false);
}

static unsigned lower_list(struct fxg_tables *tables,
			   const struct fxg_place *place)
{
	const struct fxg_type_def *def =
		fxg_find_record(tables->api, place->ctype->base);

	if (place->n_stars != 1)
		return lower_target(tables, place, false);
	if (!def || !def->next)
		fxg_fail(tables->error, place->note->pos,
			 "%.80s has no member that is the next one",
			 place->ctype->base);
	return lower_target(tables, place, false);
}

/* A pointer that says only its C type and perhaps a direction. */
static unsigned lower_plain_pointer(struct fxg_tables *tables,
				    const struct fxg_place *place)
{
	const struct fxg_note *note = place->note;
	bool said = place->outer ? note->dir || note->count || note->ended ||
					   note->size
				 : note->each && place->n_stars == 1;

	if (place->outer && is_text(place) && !note->count &&
	    note->dir != FXG_OUT)
		return fxg_string_row(tables, place);
	if (!said)
		return fxg_opaque_row(tables, place->c_name);
	if (place->outer && note->each &&
	    (place->n_stars != 2 || !(note->count || note->ended)))
		fxg_fail(tables->error, note->pos,
			 "each is for an array of pointers, counted or ended");
	if (place->n_stars == 1 && !strcmp(place->ctype->base, "void")) {
		if (!note->size)
			fxg_fail(tables->error, note->pos,
				 "a void pointer with a direction needs bytes "
				 "count");
		return fxg_target_row(tables, place, 0, false);
	}
	return lower_target(tables, place, place->outer && note->ended);
}

static unsigned lower_pointer(struct fxg_tables *tables,
			      const struct fxg_place *place)
{
	switch (place->note->meaning) {
	case FXG_M_POINTER:
		return fxg_opaque_row(tables, place->c_name);
	case FXG_M_BYTES:
		return lower_bytes(tables, place);
	case FXG_M_STRING:
		return place->n_stars == 1 ? fxg_string_row(tables, place)
					   : lower_target(tables, place, false);
	case FXG_M_STRINGS:
		if (place->n_stars == 1)
			return fxg_string_row(tables, place);
		return lower_target(tables, place, !place->note->count);
	case FXG_M_PLAIN:
		return lower_plain_pointer(tables, place);
	case FXG_M_LIST:
		return lower_list(tables, place);
	default: /* the meaning of what it points to */
		return lower_target(tables, place, place->note->ended);
	}
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

static unsigned lower_bits(struct fxg_tables *tables, struct fxg_type_def *def)
{
	struct fxg_names scope = {NULL, NULL};
	unsigned element;

	if (def->row)
		return def->row;
	element = fxg_lower_type(tables, scope, &def->element.ctype,
				 &def->element.note);
	if (!tables->error->text[0])
		def->row = fxg_bits_row(tables, def, element);
	return def->row;
}

static unsigned described_row(struct fxg_tables *tables,
			      struct fxg_type_def *def,
			      const struct fxg_place *place)
{
	const char *name = place->c_name;
	int show = place->note->show;

	switch (def->kind) {
	case FXG_D_INTEGER:
		return fxg_int_row(tables, name, show < 0 ? def->show : show);
	case FXG_D_FLOAT:
		return fxg_plain_row(tables, FXG_FLOAT, name, "FXG_K_F32");
	case FXG_D_DOUBLE:
		return fxg_plain_row(tables, FXG_FLOAT, name, "FXG_K_F64");
	case FXG_D_LONG_DOUBLE:
		return fxg_plain_row(tables, FXG_FLOAT, name,
				     "FXG_K_LONGDOUBLE");
	case FXG_D_BOOL:
		return fxg_plain_row(tables, FXG_BOOL, name, "FXG_K_BOOL");
	case FXG_D_POINTER:
		return fxg_opaque_row(tables, name);
	case FXG_D_FUNCTION:
		return fxg_code_row(tables, name, def->show);
	case FXG_D_STRUCT:
	case FXG_D_UNION:
		return fxg_lower_record(tables, def);
	case FXG_D_CASES:
		return fxg_lower_cases(tables, def);
	case FXG_D_SET:
		return lower_bits(tables, def);
	default:
		return fxg_plain_row(tables, FXG_OPAQUE, name, "FXG_K_POINTER");
	}
}

/* A type that the language has without a "type" statement. */
static unsigned builtin_row(struct fxg_tables *tables,
			    const struct fxg_place *place)
{
	const char *base = place->ctype->base;

	if (!strcmp(base, "float"))
		return fxg_plain_row(tables, FXG_FLOAT, base, "FXG_K_F32");
	if (!strcmp(base, "double"))
		return fxg_plain_row(tables, FXG_FLOAT, base, "FXG_K_F64");
	if (!strcmp(base, "long double"))
		return fxg_plain_row(tables, FXG_FLOAT, base,
				     "FXG_K_LONGDOUBLE");
	if (!strcmp(base, "bool") || !strcmp(base, "_Bool"))
		return fxg_plain_row(tables, FXG_BOOL, base, "FXG_K_BOOL");
	if (!strcmp(base, "char"))
		return fxg_int_row(tables, base,
				   place->note->show < 0 ? (int)FXG_CHAR
							 : place->note->show);
	if (strstr(base, "_Complex") && place->scope.function)
		return fxg_complex_row(tables, base);
	if (is_c_integer(base))
		return fxg_int_row(tables, base, place->note->show);
	fxg_fail(tables->error, place->ctype->pos,
		 "type %.80s is not described", base);
	return 0;
}

static unsigned lower_scalar(struct fxg_tables *tables,
			     const struct fxg_place *place)
{
	struct fxg_type_def *def =
		fxg_find_record(tables->api, place->ctype->base);

	if (!def)
		def = fxg_find_type(tables->api, place->ctype->base);
	/* "struct stat" is found by its C name, "type flags stat" is not it */
	if (def && (def->kind == FXG_D_ENUM || def->kind == FXG_D_FLAGS ||
		    def->kind == FXG_D_HANDLE ||
		    (def->spelled && strcmp(def->spelled, place->ctype->base))))
		def = NULL;
	return def ? described_row(tables, def, place)
		   : builtin_row(tables, place);
}

/* A handle is of the integer or pointer type that holds it. */
static unsigned lower_handle(struct fxg_tables *tables,
			     const struct fxg_type_def *def,
			     const struct fxg_place *place)
{
	struct fxg_note plain = fxg_note_init();
	struct fxg_place base = *place;
	unsigned row;

	base.note = &plain;
	row = place->n_stars ? fxg_opaque_row(tables, place->c_name)
			     : lower_scalar(tables, &base);
	return tables->error->text[0] ? 0
				      : fxg_handle_row(tables, def, place, row);
}

/* The enum, flags or handle that this value is, NULL if it is none. */
static struct fxg_type_def *special_type(struct fxg_tables *tables,
					 const struct fxg_place *place)
{
	static const struct {
		enum fxg_type_kind kind;
		const char *word;
	} named[] = {
		[FXG_M_ENUM] = {FXG_D_ENUM, "enum"},
		[FXG_M_FLAGS] = {FXG_D_FLAGS, "flags type"},
		[FXG_M_HANDLE] = {FXG_D_HANDLE, "handle"},
		[FXG_M_CASES] = {FXG_D_CASES, "type of cases"},
	};
	const struct fxg_note *note = place->note;
	struct fxg_type_def *def = NULL;
	size_t i;

	if (note->meaning == FXG_M_CASES) {
		fxg_fail(tables->error, note->type_pos,
			 "cases are for parameters and ret");
		return NULL;
	}
	if (note->type_name) {
		def = fxg_find_type(tables->api, note->type_name);
		if (!def || def->kind != named[note->meaning].kind)
			fxg_fail(tables->error, note->type_pos,
				 "no %s %.80s is described",
				 named[note->meaning].word, note->type_name);
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
			    const struct fxg_place *place)
{
	struct fxg_type_def *def = special_type(tables, place);

	if (tables->error->text[0])
		return 0;
	if (place->ctype->is_function)
		return fxg_code_row(tables, place->c_name, place->note->show);
	if (def && place->n_stars == def->ctype.n_stars)
		return def->kind == FXG_D_HANDLE
			       ? lower_handle(tables, def, place)
			       : fxg_set_row(tables, def, place);
	if (place->n_stars)
		return lower_pointer(tables, place);
	if (!strcmp(place->ctype->base, "void"))
		return 0;
	if (place->outer && (place->note->meaning == FXG_M_BYTES ||
			     place->note->meaning == FXG_M_STRING ||
			     place->note->meaning == FXG_M_STRINGS ||
			     place->note->meaning == FXG_M_LIST))
		fxg_fail(tables->error, place->note->pos,
			 "expected a pointer for this annotation");
	return lower_scalar(tables, place);
}

unsigned fxg_lower_type(struct fxg_tables *tables, struct fxg_names scope,
			const struct fxg_ctype *ctype,
			const struct fxg_note *note)
{
	struct fxg_ctype element = note->as ? *note->as : *ctype;
	struct fxg_place place = {scope, &element, note, NULL, 0, true};

	if (note->as)
		ctype = note->as;
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
	struct fxg_place place = {.note = &note, .outer = true};

	place.c_name =
		fxg_format(tables->arena, "%s *", tables->types[target].c_name);
	return fxg_target_row(tables, &place, target, false);
}
