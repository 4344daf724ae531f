/* SPDX-License-Identifier: MIT */
/*
 * Structs and unions into rows. The rows of members are adjacent, so the types
 * of all members are made before the first member's row.
 */
#include "gen/lower_type.h"

#include <string.h>

struct fxg_type_def *fxg_find_record(const struct fxg_api_def *api,
				     const char *c_name)
{
	size_t i;

	for (i = 0; i < api->n_types; i++)
		if (api->types[i]->spelled &&
		    !strcmp(api->types[i]->spelled, c_name))
			return api->types[i];
	return NULL;
}

const char *fxg_layout(const struct fxg_type_def *def)
{
	return def->layout ? def->layout : def->c_name;
}

/* The compiler of the table says whether a member has the size of the type
 * that it is described with. */
static void add_assert(struct fxg_tables *tables,
		       const struct fxg_type_def *def,
		       const struct fxg_param_def *m)
{
	const struct fxg_type_def *record =
		m->ctype.n_stars ? NULL
				 : fxg_find_record(tables->api, m->ctype.base);

	fxg_add_row(
		tables, &tables->asserts,
		fxg_format(tables->arena,
			   "sizeof(MEMBER(%s, %s)) == sizeof(%s)",
			   fxg_layout(def), m->name,
			   record ? record->c_name
				  : fxg_ctype_text(tables->arena, &m->ctype)),
		fxg_format(tables->arena, "%s, %s", def->c_name, m->name));
}

/* The pointer to the next one of a list leads to the same. */
static void add_next(struct fxg_tables *tables, const struct fxg_type_def *def)
{
	if (def->next)
		fxg_add_row(tables, &tables->asserts,
			    fxg_format(tables->arena,
				       "sizeof(*MEMBER(%s, %s)) == sizeof(%s)",
				       def->c_name, def->next, def->c_name),
			    fxg_format(tables->arena, "%s, %s", def->c_name,
				       def->next));
}

static void check_bits(struct fxg_tables *tables, const struct fxg_param_def *m)
{
	if (!m->note.at != !m->note.bits)
		fxg_fail(tables->error, m->note.pos,
			 "a bit field has both at and bits");
	else if (m->note.bits && (m->ctype.n_stars || m->ctype.is_array))
		fxg_fail(tables->error, m->note.pos,
			 "a bit field is an integer");
}

/* Where a member is. Bit fields are read four bytes at a time, which must not
 * go beyond the struct. */
static const char *place_of(struct fxg_tables *tables,
			    const struct fxg_type_def *def,
			    const struct fxg_param_def *m)
{
	const char *at, *size = fxg_format(tables->arena, "sizeof(%s)",
					   fxg_layout(def));

	if (!m->note.bits)
		return fxg_format(tables->arena,
				  m->note.tail ? ".byte_off = sizeof(%s)"
					       : ".byte_off = offsetof(%s, %s)",
				  fxg_layout(def), m->name);
	at = fxg_expr_c_text(tables->arena, m->note.at);
	fxg_add_row(tables, &tables->asserts,
		    fxg_format(tables->arena,
			       "%s >= 4 && BIT_OF(%s, %s) + (%s) <= 32", size,
			       at, size,
			       fxg_expr_c_text(tables->arena, m->note.bits)),
		    fxg_format(tables->arena, "%s, %s", def->c_name, m->name));
	return fxg_format(tables->arena,
			  ".byte_off = BYTE_OF(%s, %s), "
			  ".bit_off = BIT_OF(%s, %s), .bits = %s",
			  at, size, at, size,
			  fxg_expr_c_text(tables->arena, m->note.bits));
}

static void lower_members(struct fxg_tables *tables, struct fxg_type_def *def)
{
	size_t i;

	def->member_rows =
		fxg_alloc(tables->arena, def->n_members * sizeof(unsigned));
	for (i = 0; i < def->n_members; i++) {
		const struct fxg_param_def *m = &def->members[i];
		struct fxg_names scope = {NULL, def};
		unsigned row =
			fxg_lower_type(tables, scope, &m->ctype, &m->note);

		if (tables->error->text[0])
			return;
		check_bits(tables, m);
		if (m->note.tail && m->ctype.is_array)
			row = fxg_tail_row(tables, row);
		else if (m->ctype.is_array)
			row = fxg_array_row(tables, def, m, row);
		else if (!m->note.tail && !m->note.bits)
			add_assert(tables, def, m);
		def->member_rows[i] = row;
	}
}

static void add_members(struct fxg_tables *tables,
			const struct fxg_type_def *def)
{
	size_t i;

	for (i = 0; i < def->n_members; i++) {
		const struct fxg_param_def *m = &def->members[i];

		fxg_add_row(
			tables, &tables->members,
			fxg_format(
				tables->arena, ".name = %u, %s, .type = %u%s",
				fxg_add_text(tables, m->name),
				place_of(tables, def, m), def->member_rows[i],
				m->note.secret ? ", .flags = FXG_SECRET" : ""),
			m->name);
	}
}

unsigned fxg_lower_record(struct fxg_tables *tables, struct fxg_type_def *def)
{
	unsigned first;

	if (def->being_lowered)
		fxg_fail(tables->error, def->pos, "%s contains itself",
			 def->c_name);
	if (def->row || def->being_lowered)
		return def->row;
	def->being_lowered = true;
	lower_members(tables, def);
	add_next(tables, def);
	def->being_lowered = false;
	if (tables->error->text[0])
		return 0;
	first = tables->members.n;
	add_members(tables, def);
	def->row = fxg_record_row(tables, def, first);
	return def->row;
}

/* "_Complex double" -> "double" */
static const char *complex_part(const struct fxg_type_def *def)
{
	if (strstr(def->c_name, "float"))
		return "float";
	return strstr(def->c_name, "long") ? "long double" : "double";
}

/* C keeps a complex number as its two parts, but gives them no names. */
static struct fxg_type_def *new_complex(struct fxg_tables *tables,
					const char *c_name)
{
	static const char *const names[] = {"real", "imag"};
	struct fxg_type_def *def = fxg_alloc(tables->arena, sizeof(*def));
	size_t i;

	def->kind = FXG_D_STRUCT;
	def->name = def->c_name = c_name;
	def->n_members = 2;
	def->members =
		fxg_alloc(tables->arena, 2 * sizeof(struct fxg_param_def));
	for (i = 0; i < 2; i++) {
		def->members[i].name = names[i];
		def->members[i].note = fxg_note_init();
		def->members[i].ctype.base = complex_part(def);
		def->members[i].ctype.before =
			fxg_format(tables->arena, "%s ", complex_part(def));
		def->members[i].ctype.after = "";
	}
	/* "long double" is complex_long */
	def->layout = fxg_format(tables->arena, "struct complex_%.*s",
				 (int)strcspn(complex_part(def), " "),
				 complex_part(def));
	return def;
}

unsigned fxg_complex_row(struct fxg_tables *tables, const char *c_name)
{
	struct fxg_complex **at = &tables->complexes;

	while (*at && strcmp((*at)->def->c_name, c_name))
		at = &(*at)->next;
	if (!*at) {
		*at = fxg_alloc(tables->arena, sizeof(**at));
		(*at)->def = new_complex(tables, c_name);
	}
	return fxg_lower_record(tables, (*at)->def);
}
