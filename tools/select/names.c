/* SPDX-License-Identifier: MIT */
/*
 * Names that fit nothing, see names.h.
 */
#include "tools/select/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/die.h"
#include "tools/base/near.h"
#include "tools/select/catalogue.h"

struct names_item {
	char text[SELECT_ITEM_BYTES];
	struct near near; /* wanted: the text behind its sign and its % */
	bool is_group, is_known;
};

/* The names that the item may have meant by this function. */
static void offer(struct names_item *item,
		  const struct select_function *function)
{
	const char *family = strchr(function->category, ':');
	char class[64];
	size_t n;

	if (!item->is_group) {
		near_try(&item->near, function->name);
		return;
	}
	near_try(&item->near, family ? family + 1 : function->category);
	snprintf(class, sizeof(class), "%.*s",
		 (int)strcspn(function->category, ":"), function->category);
	near_try(&item->near, class);
	if (function->group)
		near_try(&item->near, function->group);
	for (const char *at = function->classes ?: ""; *at; at += n) {
		at += *at == ' ';
		n = strcspn(at, " ");
		snprintf(class, sizeof(class), "%.*s", (int)n, at);
		near_try(&item->near, class);
	}
}

void names_try(struct names *names, const struct select_function *function)
{
	for (unsigned i = 0; i < names->n_unknown; i++) {
		struct names_item *item = &names->unknown[i];

		if (item->is_known)
			continue;
		item->is_known = select_fits(item->text, function);
		if (!item->is_known)
			offer(item, function);
	}
}

/* Aliases are functions of the table, too. */
static void try_table(struct names *names, const struct fxg_table *table)
{
	for (uint32_t i = 0; i < table->n_functions; i++) {
		const struct fxg_function *f = &table->functions[i];

		if (!(f->flags & (FXG_F_TARGET | FXG_F_FAKE)))
			names_try(
				names,
				&(struct select_function){
					.category = table->text +
						    table->strings[f->category],
					.group = table->text + f->group,
					.classes = table->text + f->classes,
					.name = table->text +
						table->strings[f->name]});
	}
}

static void add_item(struct names *names, const char *text)
{
	struct names_item *item;

	names->unknown =
		realloc(names->unknown, (names->n_unknown + 1) * sizeof(*item));
	if (!names->unknown)
		die("out of memory");
	item = &names->unknown[names->n_unknown++];
	*item = (struct names_item){0};
	strcpy(item->text, text);
}

struct names names_open(const char *list)
{
	const struct fxg_table *table;
	char text[SELECT_ITEM_BYTES];
	struct names names = {0};

	while (list && select_next(&list, text))
		add_item(&names, text);
	for (unsigned i = 0; i < names.n_unknown; i++) {
		struct names_item *item = &names.unknown[i];

		item->near.wanted = item->text + strspn(item->text, "+-");
		item->is_group = *item->near.wanted == '%';
		item->near.wanted += item->is_group;
	}
	for (size_t i = 0; (table = catalogue_table(i)); i++)
		try_table(&names, table);
	return names;
}

void names_close(struct names *names)
{
	free(names->unknown);
	*names = (struct names){0};
}

bool names_known(const struct names *names, char *error, size_t error_bytes)
{
	char meant[NEAR_NAMES * (NEAR_BYTES + 8)];

	for (unsigned i = 0; i < names->n_unknown; i++) {
		const struct names_item *item = &names->unknown[i];
		bool is_group = item->is_group;

		if (item->is_known)
			continue;
		near_text(&item->near, is_group ? "%" : "", meant,
			  sizeof(meant));
		snprintf(error, error_bytes, "%s: no %s this name%s",
			 item->text + strspn(item->text, "+-"),
			 is_group ? "group or category has" : "function has",
			 *meant	    ? meant
			 : is_group ? ": fxtrace list --groups shows them"
				    : ": fxtrace list shows them all");
		return false;
	}
	return true;
}

bool names_exist(const char *list, char *error, size_t error_bytes)
{
	struct names names = names_open(list);
	bool are_known = names_known(&names, error, error_bytes);

	names_close(&names);
	return are_known;
}
