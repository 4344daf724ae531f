/* SPDX-License-Identifier: MIT */
/*
 * Sets of functions, see sets.h.
 */
#include "tools/select/sets.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/select/catalogue.h"
#include "tools/select/select.h"

enum { MAX_SETS = 128, NAME_BYTES = 32, COLUMNS = 3, COLUMN_BYTES = 27 };

struct set {
	char name[NAME_BYTES];
	unsigned n_functions, n_on; /* by default */
};

struct sets {
	struct set all[MAX_SETS];
	size_t n;
};

static void add(struct sets *sets, const char *name, size_t n)
{
	if (n >= NAME_BYTES || sets->n == MAX_SETS)
		return;
	for (size_t i = 0; i < sets->n; i++)
		if (!strncmp(sets->all[i].name, name, n) &&
		    !sets->all[i].name[n])
			return;
	memcpy(sets->all[sets->n++].name, name, n);
}

static bool has(const struct sets *sets, const char *name)
{
	for (size_t i = 0; i < sets->n; i++)
		if (!strcmp(sets->all[i].name, name))
			return true;
	return false;
}

static void add_classes(struct sets *classes,
			const struct catalogue_entry *entry)
{
	const char *at = entry->classes;

	while (*at) {
		size_t n = strcspn(at, " ");

		add(classes, at, n);
		at += n + (at[n] == ' ');
	}
}

/* What %NAME selects: a group may have a class's or a category's name, too. */
static void count(struct sets *sets, const struct catalogue_entry *entry)
{
	struct select_function function = {.category = entry->category,
					   .group = entry->group,
					   .classes = entry->classes,
					   .name = entry->name};
	char item[NAME_BYTES + 1];

	for (size_t i = 0; i < sets->n; i++) {
		snprintf(item, sizeof(item), "%%%s", sets->all[i].name);
		if (!select_fits(item, &function))
			continue;
		sets->all[i].n_functions++;
		sets->all[i].n_on += entry->is_default;
	}
}

static int by_name(const void *a, const void *b)
{
	const struct set *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static const char *default_of(const struct set *set)
{
	return !set->n_on		      ? " off"
	       : set->n_on < set->n_functions ? " part"
					      : "";
}

/* In columns that are read from top to bottom. */
static void print_sets(FILE *out, const char *title, struct sets *sets)
{
	size_t n_rows = (sets->n + COLUMNS - 1) / COLUMNS;

	qsort(sets->all, sets->n, sizeof(sets->all[0]), by_name);
	fprintf(out, "%s\n", title);
	for (size_t row = 0; row < n_rows; row++)
		for (size_t i = row; i < sets->n; i += n_rows) {
			const struct set *set = &sets->all[i];
			bool is_last = i + n_rows >= sets->n;
			char text[2 * COLUMN_BYTES];

			snprintf(text, sizeof(text), "%%%s %u%s", set->name,
				 set->n_functions, default_of(set));
			fprintf(out, is_last ? "  %s\n" : "  %-25s", text);
		}
}

void sets_print(FILE *out)
{
	static struct sets groups, classes, categories;
	struct catalogue_entry entry;

	for (size_t i = 0; i < catalogue_size(); i++)
		if (catalogue_entry(i, &entry)) {
			add_classes(&classes, &entry);
			add(&categories, entry.category,
			    strcspn(entry.category, ":"));
		}
	for (size_t i = 0; i < catalogue_size(); i++)
		if (catalogue_entry(i, &entry) && !has(&classes, entry.group))
			add(&groups, entry.group, strlen(entry.group));
	for (size_t i = 0; i < catalogue_size(); i++)
		if (catalogue_entry(i, &entry)) {
			count(&groups, &entry);
			count(&classes, &entry);
			count(&categories, &entry);
		}
	print_sets(out,
		   "groups, with how many functions they have (off: none is "
		   "recorded by default)",
		   &groups);
	print_sets(out, "classes, each from many groups", &classes);
	print_sets(out, "categories", &categories);
}
