/* SPDX-License-Identifier: MIT */
/*
 * Types of cases: what a value is follows from another value. For a parameter
 * or ret, each case has its items, as if it were the value's only meaning. For
 * memory, which chooses itself, each case is a view of it.
 */
#include "gen/lower_type.h"

#include <string.h>

#define AT_BEGIN (1u << FXG_AT_BEGIN | 1u << FXG_AT_BEGIN_SAFE)

static bool is_void(const struct fxg_ctype *type)
{
	return !type->n_stars && !strcmp(type->base, "void");
}

/* What the note of a case leaves open, the parameter's says. */
static struct fxg_note inherit_note(const struct fxg_param_def *member,
				    const struct fxg_note *outer)
{
	struct fxg_note note = member->note;
	bool has_size =
		note.size || note.count || note.meaning == FXG_M_STRING ||
		note.meaning == FXG_M_STRINGS || note.meaning == FXG_M_LIST;

	note.cond = note.cond ? note.cond : outer->cond;
	if (!member->ctype.n_stars || note.meaning == FXG_M_POINTER)
		return note;
	if (!note.dir)
		note.dir = outer->dir;
	if (!has_size)
		note.size = outer->size;
	note.kernel |= outer->kernel;
	note.early |= outer->early;
	note.nullable |= outer->nullable;
	note.on_error |= outer->on_error;
	return note;
}

/* A group of cases of which every row is still to be set. */
static struct fxg_case_group new_group(struct fxg_tables *tables,
				       const struct fxg_type_def *def)
{
	struct fxg_case_group group = {.def = def, .first = tables->n_cases};

	group.rows = fxg_alloc(tables->arena,
			       (def->n_constants + 1) * sizeof(*group.rows));
	return group;
}

/* Its place among the table's cases; equal groups are one. */
static unsigned add_group(struct fxg_tables *tables,
			  const struct fxg_case_group *group)
{
	size_t n = group->def->n_constants;
	unsigned i;

	for (i = 0; i < tables->n_groups; i++)
		if (tables->groups[i].def == group->def &&
		    !memcmp(tables->groups[i].rows, group->rows,
			    (n + 1) * sizeof(*group->rows)))
			return tables->groups[i].first;
	tables->groups = fxg_grow(tables->arena, tables->groups,
				  tables->n_groups, sizeof(*group));
	tables->groups[tables->n_groups++] = *group;
	tables->n_cases += (unsigned)n + 1;
	for (i = 0; i < n; i++)
		(void)fxg_add_text(tables, group->def->constants[i].name);
	return group->first;
}

static unsigned lower_member(struct fxg_tables *tables,
			     const struct fxg_item_def *item,
			     const struct fxg_ctype *ctype)
{
	struct fxg_names scope = {item->function, NULL};

	return item->note->meaning == FXG_M_CASES
		       ? fxg_lower_select(tables, item, ctype)
		       : fxg_lower_type(tables, scope, ctype, item->note);
}

/* The type and the items of one case. Returns its moments. */
static unsigned lower_case(struct fxg_tables *tables,
			   const struct fxg_item_def *outer,
			   const struct fxg_param_def *member,
			   struct fxg_case_row *row)
{
	struct fxg_param_def p = *member;
	struct fxg_item_def item = *outer;

	*row = (struct fxg_case_row){0};
	if (is_void(&p.ctype))
		return 0;
	p.name = outer->name;
	p.note = inherit_note(member, outer->note);
	fxg_complete_direction(tables, &p);
	item.note = &p.note;
	item.is_case = true;
	item.type = row->type = lower_member(tables, &item, &p.ctype);
	if (tables->error->text[0])
		return 0;
	return fxg_lower_case_items(tables, &item, row);
}

static struct fxg_type_def *find_cases(struct fxg_tables *tables,
				       const struct fxg_note *note)
{
	struct fxg_type_def *def = fxg_find_type(tables->api, note->type_name);

	if (!def || def->kind != FXG_D_CASES || def->c_name)
		fxg_fail(tables->error, note->type_pos,
			 "no type of cases %.80s is described for values",
			 note->type_name);
	else if (!note->by)
		fxg_fail(tables->error, note->pos,
			 "cases need by: what chooses one");
	else if (def->being_lowered)
		fxg_fail(tables->error, note->type_pos, "%s contains itself",
			 def->name);
	else
		return def;
	return NULL;
}

/* For values that no constant chooses: the C type as it is, unless described.
 */
static struct fxg_param_def default_of(const struct fxg_type_def *def,
				       const struct fxg_item_def *item,
				       const struct fxg_ctype *ctype)
{
	struct fxg_param_def p = {.ctype = *ctype, .note = fxg_note_init()};

	if (def->default_member)
		return def->members[def->default_member - 1];
	p.note.show = item->note->show;
	if (ctype->n_stars)
		p.note.meaning = FXG_M_POINTER;
	return p;
}

/* The row of a choice whose members have these rows, the default last. */
static unsigned choice_of(struct fxg_tables *tables,
			  const struct fxg_type_def *def,
			  const struct fxg_case_row *rows,
			  struct fxg_choice *choice)
{
	struct fxg_case_group group = new_group(tables, def);
	size_t i;

	for (i = 0; i < def->n_constants; i++)
		group.rows[i] = rows[def->constants[i].member];
	group.rows[i] = rows[def->n_members];
	choice->base = rows[def->n_members].type;
	choice->first = add_group(tables, &group);
	choice->n = (unsigned)def->n_constants;
	return fxg_choice_row(tables, choice);
}

unsigned fxg_lower_select(struct fxg_tables *tables,
			  const struct fxg_item_def *item,
			  const struct fxg_ctype *ctype)
{
	struct fxg_type_def *def = find_cases(tables, item->note);
	struct fxg_names scope = {item->function, NULL};
	struct fxg_choice choice = {0};
	struct fxg_case_row *rows;
	struct fxg_expr_use by;
	struct fxg_param_def other;
	size_t i;

	if (!def)
		return 0;
	rows = fxg_alloc(tables->arena, (def->n_members + 1) * sizeof(*rows));
	other = default_of(def, item, ctype);
	def->being_lowered = true;
	for (i = 0; i < def->n_members && !tables->error->text[0]; i++)
		choice.moments |=
			lower_case(tables, item, &def->members[i], &rows[i]);
	choice.moments |=
		lower_case(tables, item, &other, &rows[def->n_members]);
	def->being_lowered = false;
	by = fxg_lower_expr(tables, scope, item->note->by);
	if (by.uses_ret && choice.moments & AT_BEGIN)
		fxg_fail(tables->error, item->note->by->pos,
			 "ret and was are not known before the call");
	choice.by = by.off;
	if (tables->error->text[0])
		return 0;
	choice.c_name = ctype->n_stars ? fxg_ctype_text(tables->arena, ctype)
				       : ctype->base;
	return choice_of(tables, def, rows, &choice);
}

unsigned fxg_lower_cases(struct fxg_tables *tables, struct fxg_type_def *def)
{
	struct fxg_names scope = {NULL, def};
	struct fxg_choice choice = {.c_name = def->c_name};
	struct fxg_case_row *rows;
	size_t i;

	if (def->being_lowered)
		fxg_fail(tables->error, def->pos, "%s contains itself",
			 def->name);
	if (def->row || tables->error->text[0])
		return def->row;
	rows = fxg_alloc(tables->arena, (def->n_members + 1) * sizeof(*rows));
	def->being_lowered = true;
	for (i = 0; i < def->n_members; i++) {
		const struct fxg_param_def *m = &def->members[i];

		rows[i].type = fxg_lower_type(tables, (struct fxg_names){0},
					      &m->ctype, &m->note);
		if (tables->error->text[0])
			return 0;
		choice.is_followed |= tables->types[rows[i].type].is_followed;
	}
	def->being_lowered = false;
	if (def->default_member)
		rows[def->n_members] = rows[def->default_member - 1];
	choice.by = fxg_lower_expr(tables, scope, def->by).off;
	choice.length = fxg_lower_expr(tables, scope, def->length).off;
	if (!tables->error->text[0])
		def->row = choice_of(tables, def, rows, &choice);
	return def->row;
}
