/* SPDX-License-Identifier: MIT */
/*
 * Values that are not recorded, see secret.h.
 */
#include "preload/value/secret.h"

#include "preload/value/expr.h"
#include "preload/runtime/readable.h"
#include "preload/value/varargs.h"
#include "writer/redact.h"

/* No item of the list can match a longer name. */
#define NAME_BYTES 64u

/* Written once, at start. */
static const char *redacted;

void fxp_secret_use(const char *list)
{
	redacted = list;
}

/* The name of an item's argument as it is shown: without the ' of a second
 * value, and "..." unchanged. */
static void argument_name(const struct fxg_table *table,
			  const struct fxg_item *item, char *to)
{
	const char *name = table->text + table->strings[item->name];
	size_t n;

	if (item->kind == FXG_K_PRINT_LIST || item->kind == FXG_K_SCAN_LIST)
		name = "...";
	n = fxw_length_max(name, NAME_BYTES - 1);
	if (n && name[n - 1] == '\'')
		n--;
	fxw_copy(to, name, n);
	to[n] = 0;
}

/* Whether the table has a function of this item's, and such a value of it. */
static void look_up(const struct fxg_table *table, const char *item,
		    bool *is_known, bool *is_there)
{
	char name[NAME_BYTES];

	for (uint32_t i = 0; i < table->n_functions && !*is_there; i++) {
		const struct fxg_function *f = &table->functions[i];
		const char *text = table->text + table->strings[f->name];
		const struct fxg_item *items = &table->items[f->first_item];
		enum fxw_redact_fit fit = fxw_redact_fits(item, text, "");

		*is_known |= fit != FXW_REDACT_NOTHING;
		*is_there |= fit == FXW_REDACT_VALUE;
		if (fit != FXW_REDACT_FUNCTION)
			continue;
		for (int j = 0; j < f->n_begin_items + f->n_end_items; j++) {
			argument_name(table, &items[j], name);
			*is_there |= fxw_redact_fits(item, text, name) ==
				     FXW_REDACT_VALUE;
		}
	}
}

const char *fxp_secret_check(const char *list, const struct fxg_table *libc,
			     const struct fxg_table *gl, bool has_shims)
{
	for (; list; list = fxw_redact_next(list)) {
		bool is_known = false, is_there = false;

		look_up(libc, list, &is_known, &is_there);
		look_up(gl, list, &is_known, &is_there);
		if (!is_there && (is_known || !has_shims))
			return "names what no function has (fxtrace record "
			       "--redact says which)";
	}
	return NULL;
}

static bool is_secret(const struct fxg_table *table,
		      const struct fxg_function *f, const struct fxg_item *item)
{
	char name[NAME_BYTES];

	if (item->flags & FXG_SECRET)
		return true;
	argument_name(table, item, name);
	return fxw_redact_names(redacted, table->text + table->strings[f->name],
				name);
}

/* The output of printf with secret values is secret, too. */
static uint64_t with_outputs(const struct fxg_table *table,
			     const struct fxg_function *f, uint64_t secret)
{
	const struct fxg_item *item = &table->items[f->first_item];
	unsigned n = f->n_begin_items + f->n_end_items;
	bool has_list = false;

	for (unsigned i = 0; i < n; i++)
		has_list |= item[i].kind == FXG_K_PRINT_LIST && secret >> i & 1;
	for (unsigned i = f->n_begin_items; has_list && i < n; i++)
		if (item[i].slot != f->n_params)
			secret |= 1ull << i;
	return secret;
}

void fxp_secret_decide(struct fxp_api *api, unsigned function)
{
	const struct fxg_table *table = api->table;
	const struct fxg_function *f = &table->functions[function];
	const struct fxg_item *item = &table->items[f->first_item];
	struct fxp_slot *cell = &api->slots[function];
	uint64_t secret = 0;

	if (cell->watch & FXP_REDACTED)
		return;
	for (unsigned i = 0; i < f->n_begin_items + f->n_end_items; i++)
		if (is_secret(table, f, &item[i]))
			secret |= 1ull << i;
	if (!secret)
		return;
	cell->secret = with_outputs(table, f, secret);
	/* other threads that see it have decided the same */
	__atomic_fetch_or(&cell->watch, FXP_REDACTED, __ATOMIC_RELEASE);
}

/* The size of the value; false: it has none, or it cannot be read. */
static bool size_of(const struct fxw_record *r, struct fxp_source *s,
		    const struct fxg_item *item, uint64_t *size)
{
	const struct fxg_type *t = &s->table->types[item->type];
	const void *p = (const void *)(uintptr_t)s->slot[item->slot];
	int64_t count = t->count ? fxp_eval(s->table, t->count, s->slot) : 0;
	struct fxw_record none = {.start = r->start};
	size_t n;

	switch (item->kind) {
	case FXG_K_STRING:
		if (t->size != 1)
			return false;
		n = t->count && count >= 0 ? (size_t)count : SIZE_MAX / 2;
		if (!fxp_string_length(s, p, n, true, &n))
			return false;
		*size = n;
		return true;
	case FXG_K_BYTES:
		*size = count > 0 ? (uint64_t)count : 0;
		return true;
	case FXG_K_PRINT_LIST:
		(void)fxp_varargs_print(&none, s, item, size);
		return true;
	case FXG_K_SCAN_LIST:
		(void)fxp_varargs_scan(&none, s, item, size);
		return true;
	default:
		return false;
	}
}

void fxp_secret_put(struct fxw_record *r, struct fxp_source *s,
		    const struct fxg_item *item)
{
	uint64_t size;

	if (r->n_args >= FXT_MAX_ARGS)
		return;
	fxw_arg_null(r, fxp_name(s, item->name));
	if (item->size_name != FXG_NONE && s->slot[item->slot] &&
	    r->n_args < FXT_MAX_ARGS && size_of(r, s, item, &size))
		fxw_arg_uint64(r, fxp_name(s, item->size_name), size);
}
