/* SPDX-License-Identifier: MIT */
/*
 * Conditions against the tables, see conditions.h.
 */
#include "tools/select/conditions.h"

#include <stdio.h>

#include "gen/place.h"
#include "tools/base/near.h"
#include "tools/select/catalogue.h"
#include "writer/where.h"

/* How far a condition matched, over all functions with its name. */
enum reached { NO_FUNCTION, NO_ARGUMENT, NO_CONSTANT, NO_ORDER, REACHED };

const char *conditions_check(const char *list)
{
	struct fxw_where wheres[FXW_WHERES];
	unsigned n;

	return fxw_where_read(list, wheres, &n);
}

static bool has_constants(const struct fxg_table *table, uint16_t type,
			  const struct fxw_where *where)
{
	struct fxw_piece rest = where->value, name;

	while (fxw_piece_next(&rest, &name))
		if (!fxg_find_constant(table, type, name.at, name.n))
			return false;
	return true;
}

static enum reached test_function(const struct fxg_table *table,
				  const struct fxg_function *f,
				  const struct fxw_where *where)
{
	struct fxg_place place;

	if (!fxw_where_is_about(where, table->text + table->strings[f->name]))
		return NO_FUNCTION;
	if (!fxg_find_place(table, f, where->argument.at, where->argument.n,
			    &place))
		return NO_ARGUMENT;
	if (place.kind == FXG_K_STRING)
		return where->op == FXW_WHERE_EQ || where->op == FXW_WHERE_NE
			       ? REACHED
			       : NO_ORDER;
	return where->is_number || has_constants(table, place.type, where)
		       ? REACHED
		       : NO_CONSTANT;
}

static enum reached test_all_functions(const struct fxw_where *where)
{
	enum reached best = NO_FUNCTION;
	const struct fxg_table *table;

	for (size_t i = 0; (table = catalogue_table(i)); i++)
		for (uint32_t j = 0; j < table->n_functions; j++) {
			enum reached reached = test_function(
				table, &table->functions[j], where);

			if (reached > best)
				best = reached;
		}
	return best;
}

/* The names of the values of a function that the condition is about. */
static void offer_arguments(struct near *near, const struct fxg_table *table,
			    const struct fxg_function *f)
{
	const struct fxg_item *item = &table->items[f->first_item];
	unsigned n = f->n_begin_items + f->n_end_items;

	for (; n; n--, item++)
		near_try(near, table->text + table->strings[item->name]);
}

/* The constants that fxg_find_constant looks through. */
static void offer_constants(struct near *near, const struct fxg_table *table,
			    const struct fxg_function *f,
			    const struct fxw_where *where)
{
	struct fxg_place place;
	uint16_t type = 0;

	if (fxg_find_place(table, f, where->argument.at, where->argument.n,
			   &place))
		type = place.type;
	for (unsigned depth = 0; type && depth < 4; depth++) {
		const struct fxg_type *t = &table->types[type];
		const struct fxg_enumerator *e = &table->enumerators[t->first];

		if (t->class != FXG_ENUM && t->class != FXG_FLAGS)
			break;
		for (uint32_t i = 0; i < t->n; i++)
			near_try(near, table->text + e[i].name);
		type = t->class == FXG_ENUM ? t->cap : 0;
	}
}

/* What may have been meant by the name that was not found. */
static void offer_near(struct near *near, const struct fxw_where *where,
		       enum reached reached)
{
	const struct fxg_table *table;

	for (size_t i = 0; (table = catalogue_table(i)); i++)
		for (uint32_t j = 0; j < table->n_functions; j++) {
			const struct fxg_function *f = &table->functions[j];
			const char *name =
				table->text + table->strings[f->name];

			if (reached == NO_FUNCTION)
				near_try(near, name);
			else if (!fxw_where_is_about(where, name))
				continue;
			else if (reached == NO_ARGUMENT)
				offer_arguments(near, table, f);
			else
				offer_constants(near, table, f, where);
		}
}

static void report_failure(const struct fxw_where *where, enum reached reached,
			   char *error, unsigned error_bytes)
{
	struct fxw_piece f = where->function, a = where->argument,
			 v = where->value;
	struct fxw_piece wanted = reached == NO_FUNCTION   ? f
				  : reached == NO_ARGUMENT ? a
							   : v;
	char name[NEAR_BYTES], meant[NEAR_NAMES * (NEAR_BYTES + 8)];
	struct near near = {.wanted = name};

	snprintf(name, sizeof(name), "%.*s", (int)wanted.n, wanted.at);
	if (reached <= NO_CONSTANT)
		offer_near(&near, where, reached);
	near_text(&near, "", meant, sizeof(meant));

	if (reached == NO_FUNCTION)
		snprintf(error, error_bytes, "there is no function %.*s%s",
			 (int)f.n, f.at, meant);
	else if (reached == NO_ARGUMENT)
		snprintf(error, error_bytes,
			 "%.*s has no argument %.*s that can be compared%s",
			 (int)f.n, f.at, (int)a.n, a.at, meant);
	else if (reached == NO_CONSTANT)
		snprintf(error, error_bytes,
			 "%.*s is no number or constant of %.*s:%.*s%s",
			 (int)v.n, v.at, (int)f.n, f.at, (int)a.n, a.at, meant);
	else
		snprintf(error, error_bytes,
			 "%.*s:%.*s is a string: only = and != are for it",
			 (int)f.n, f.at, (int)a.n, a.at);
}

bool conditions_exist(const char *list, bool has_shims, char *error,
		      unsigned error_bytes)
{
	struct fxw_where wheres[FXW_WHERES];
	unsigned n;

	if (fxw_where_read(list, wheres, &n))
		return true; /* conditions_check reports it */
	for (unsigned i = 0; i < n; i++) {
		enum reached reached = test_all_functions(&wheres[i]);

		if (reached == REACHED || (reached == NO_FUNCTION && has_shims))
			continue;
		report_failure(&wheres[i], reached, error, error_bytes);
		return false;
	}
	return true;
}
