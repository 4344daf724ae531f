/* SPDX-License-Identifier: MIT */
/*
 * Conditions on arguments, see condition.h.
 */
#include "preload/call/condition.h"

#include <errno.h>

#include "gen/place.h"
#include "preload/value/capture.h"
#include "preload/value/load.h"
#include "preload/symbol/error.h"
#include "preload/call/failure.h"
#include "preload/value/expr.h"
#include "ids_gl.h"
#include "preload/runtime/readable.h"
#include "writer/where.h"

/* Bytes of a string that are compared at most. */
#define STRING_MAX_BYTES 65536u

extern struct fxp_api fxp_libc __attribute__((visibility("hidden")));

/* Written once, at start. */
static struct fxw_where wheres[FXW_WHERES];
static unsigned n_wheres;

static bool is_equality(const struct fxw_where *where)
{
	return where->op == FXW_WHERE_EQ || where->op == FXW_WHERE_NE;
}

/* The value as a number of the place's type; false: it is none. */
static bool number_of(const struct fxg_table *table,
		      const struct fxg_place *place,
		      const struct fxw_where *where, int64_t *number)
{
	struct fxw_piece rest = where->value, name;

	*number = where->number;
	if (where->is_number)
		return true;
	*number = 0;
	while (fxw_piece_next(&rest, &name)) {
		const struct fxg_enumerator *e =
			fxg_find_constant(table, place->type, name.at, name.n);

		if (!e)
			return false;
		*number |= (int64_t)e->value;
	}
	return true;
}

/* Whether the function has the argument or constant that is compared. */
static bool can_hold(const struct fxg_table *table,
		     const struct fxg_function *f,
		     const struct fxw_where *where)
{
	struct fxg_place place;
	int64_t number;

	if (!fxg_find_place(table, f, where->argument.at, where->argument.n,
			    &place))
		return false;
	return place.kind == FXG_K_STRING
		       ? is_equality(where)
		       : number_of(table, &place, where, &number);
}

uint32_t fxp_conditions_about(const struct fxp_api *api, unsigned function)
{
	const struct fxg_table *table = api->table;
	const struct fxg_function *f = &table->functions[function];
	uint32_t conditions = 0;

	for (unsigned i = 0; i < n_wheres; i++)
		if (fxw_where_is_about(&wheres[i],
				       table->text + table->strings[f->name]) &&
		    can_hold(table, f, &wheres[i]))
			conditions |= 1u << i;
	return conditions;
}

/* Whether the table has a function that the condition is about, and one that
 * it can be evaluated for. */
static void look_up(const struct fxg_table *table,
		    const struct fxw_where *where, bool *is_known, bool *is_fit)
{
	for (uint32_t i = 0; i < table->n_functions && !*is_fit; i++) {
		const struct fxg_function *f = &table->functions[i];

		if (!fxw_where_is_about(where,
					table->text + table->strings[f->name]))
			continue;
		*is_known = true;
		*is_fit = can_hold(table, f, where);
	}
}

const char *fxp_conditions_use(const char *list)
{
	const char *wrong;
	unsigned n;

	if (!list)
		return NULL;
	wrong = fxw_where_read(list, wheres, &n);
	for (unsigned i = 0; i < n && !wrong; i++) {
		bool is_known = false, is_fit = false;

		look_up(fxp_libc.table, &wheres[i], &is_known, &is_fit);
		look_up(fxp_gl.table, &wheres[i], &is_known, &is_fit);
		/* an unknown function may be a shim's */
		if (is_known && !is_fit)
			wrong = "needs what no such function has: an "
				"argument, or a constant of its type";
	}
	if (!wrong)
		n_wheres = n;
	return wrong;
}

bool fxp_conditions_are_on(void)
{
	return n_wheres != 0;
}

static bool string_fits(const struct fxw_where *where, struct fxp_source *s,
			const struct fxg_item *item)
{
	const char *p = (const char *)(uintptr_t)s->slot[item->slot];
	const struct fxg_type *t = &s->table->types[item->type];
	int64_t count = t->count ? fxp_eval(s->table, t->count, s->slot)
				 : STRING_MAX_BYTES;
	size_t max = count < 0 ? 0 : (size_t)count, n = 0;

	if (max > STRING_MAX_BYTES)
		max = STRING_MAX_BYTES;
	return p && (!max || fxp_string_length(s, p, max, FXP_QUERY, &n)) &&
	       fxw_where_text_fits(where, p, n);
}

/* The number at the place; false: it cannot be read. */
static bool load_place(struct fxp_source *s, const struct fxg_place *place,
		       uint64_t *value)
{
	const char *p;

	*value = s->slot[place->item->slot];
	if (place->kind == FXG_K_BOOL)
		*value &= 0xff;
	if (!place->is_behind)
		return true;
	p = (const char *)(uintptr_t)*value;
	if (!p || !fxp_readable(s, p + place->byte_off, sizeof(uint64_t)))
		return false;
	*value = fxp_load_scalar(s->table, place->type, p + place->byte_off);
	return true;
}

static bool is_signed(const struct fxg_table *table,
		      const struct fxg_place *place)
{
	const struct fxg_type *t = &table->types[place->type];

	if (t->class == FXG_ENUM || t->class == FXG_FLAGS ||
	    t->class == FXG_HANDLE)
		t = &table->types[t->base];
	return t->class == FXG_INT && t->flags & FXG_SIGNED;
}

/* Whether the call has left the item unset, never read it, or not returned. */
static bool is_unknown(const struct fxp_source *s, const struct fxg_item *item,
		       bool has_returned)
{
	if (!has_returned &&
	    (item->when == FXG_AT_END_OK || item->when == FXG_AT_END))
		return true;
	if (item->cond && !fxp_eval(s->table, item->cond, s->slot))
		return true;
	return s->failed && (item->when == FXG_AT_END_OK ||
			     (item->when == FXG_AT_END_IN &&
			      s->error == EFAULT && item->kind > FXG_K_F32));
}

static __attribute__((noinline)) bool holds(const struct fxw_where *where,
					    struct fxp_source *s,
					    bool has_returned)
{
	struct fxg_place place;
	int64_t number;
	uint64_t value;

	if (!fxg_find_place(s->table, s->function, where->argument.at,
			    where->argument.n, &place))
		return false;
	if (place.item ? is_unknown(s, place.item, has_returned)
		       : !has_returned)
		return false;
	if (place.kind == FXG_K_STRING)
		return string_fits(where, s, place.item);
	if (!number_of(s->table, &place, where, &number))
		return false;
	if (place.item && !load_place(s, &place, &value))
		return false;
	if (!place.item)
		value = s->failed ? (uint64_t)s->error : 0;
	return fxw_where_compare(where->op, value, number,
				 !place.item || is_signed(s->table, &place));
}

bool fxp_conditions_hold(uint32_t conditions, const struct fxp_slot *cell,
			 const uint64_t *slot, bool has_returned)
{
	struct fxp_api *api = cell->api;
	struct fxp_source s = {
		.api = api, .table = api->table, .cell = cell, .slot = slot};

	s.function = &s.table->functions[cell - api->slots];
	if (has_returned)
		s.failed = fxp_call_failed(cell, slot, fxp_error_address(),
					   &s.error);
	for (unsigned i = 0; i < n_wheres; i++)
		if (conditions >> i & 1 && holds(&wheres[i], &s, has_returned))
			return true;
	return false;
}
