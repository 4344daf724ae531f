/* SPDX-License-Identifier: MIT */
/*
 * Groups that are off by default, from the generated tables. Users who miss a
 * call in the archive must learn that its group was not selected.
 */
#include "tools/select/groups.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"
#include "tools/select/catalogue.h"

enum { MAX_GROUPS = 64, LEAST_FUNCTIONS = 5, MAX_LISTED = 6 };

struct group {
	const char *name;
	unsigned n_functions; /* that are off; 0 if one of the group is on */
};

static struct group *find_group(struct group *groups, const char *name)
{
	struct group *group = groups;

	while (group->name && strcmp(group->name, name) != 0)
		group++;
	return group;
}

static int by_size(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->n_functions != y->n_functions)
		return x->n_functions < y->n_functions ? 1 : -1;
	return strcmp(x->name, y->name);
}

/* Adds the table's groups to the n that are there, and ends them with one
 * without a name; returns their number. */
static size_t gather_groups(const struct fxg_table *table, struct group *groups,
			    size_t n)
{
	bool is_on[MAX_GROUPS] = {false};

	for (uint32_t i = 0; i < table->n_functions; i++) {
		const struct fxg_function *function = &table->functions[i];
		const char *name = table->text + function->group;
		struct group *group = find_group(groups, name);

		if (group == groups + n && n == MAX_GROUPS - 1)
			continue;
		n += group == groups + n;
		group->name = name;
		group->n_functions++;
		is_on[group - groups] |= function->flags & FXG_F_DEFAULT;
	}
	for (size_t i = 0; i < n; i++)
		if (is_on[i])
			groups[i].n_functions = 0;
	return n;
}

void groups_off(char *text, size_t text_bytes)
{
	struct group groups[MAX_GROUPS] = {{0}};
	const struct fxg_table *table;
	size_t n = 0, at = 0, n_large = 0;

	for (size_t i = 0; (table = catalogue_table(i)); i++)
		n = gather_groups(table, groups, n);
	qsort(groups, n, sizeof(groups[0]), by_size);
	text[0] = '\0';
	while (n_large < n && groups[n_large].n_functions >= LEAST_FUNCTIONS)
		n_large++;
	for (size_t i = 0; i < n_large && i < MAX_LISTED && at < text_bytes;
	     i++)
		at += (size_t)snprintf(text + at, text_bytes - at,
				       "%s%%%s (%u functions)", at ? ", " : "",
				       groups[i].name, groups[i].n_functions);
	if (n_large > MAX_LISTED && at < text_bytes)
		(void)snprintf(text + at, text_bytes - at, " and %zu more",
			       n_large - MAX_LISTED);
}
