/* SPDX-License-Identifier: MIT */
/*
 * Items of --redact against the tables, see redacted.h.
 */
#include "tools/select/redacted.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/near.h"
#include "tools/select/catalogue.h"
#include "writer/redact.h"

enum { MAX_NAME_BYTES = 128 };

/* One item of the list, and what it fits. */
struct redacted {
	char item[2 * MAX_NAME_BYTES];
	char function[MAX_NAME_BYTES]; /* its first part, a glob */
	const char *argument;	       /* its second part, or NULL */
	const char *known;	       /* a function that fits; NULL: none */
	char names[256];	       /* of its values */
	bool is_there;
	const char *near; /* the function with the most similar name */
	size_t distance;  /* twice, and one more without the argument */
};

/* As the recorder compares it: without the ' of a second value, and "..." for
 * what is passed behind the last parameter. */
static void value_name(const struct fxg_table *table,
		       const struct fxg_item *item, char *to)
{
	size_t n;

	snprintf(to, MAX_NAME_BYTES, "%s",
		 item->kind == FXG_K_PRINT_LIST || item->kind == FXG_K_SCAN_LIST
			 ? "..."
			 : table->text + table->strings[item->name]);
	n = strlen(to);
	if (n && to[n - 1] == '\'')
		to[n - 1] = '\0';
}

static void add_name(struct redacted *redacted, const char *name)
{
	size_t n = strlen(redacted->names);

	snprintf(redacted->names + n, sizeof(redacted->names) - n, "%s%s",
		 n ? ", " : "", name);
}

static void try_near(struct redacted *redacted, const struct fxg_table *table,
		     const struct fxg_function *f)
{
	const char *name = table->text + table->strings[f->name];
	const struct fxg_item *item = &table->items[f->first_item];
	size_t far = near_distance(redacted->function, name);
	char value[MAX_NAME_BYTES];

	if (far * 3 > strlen(redacted->function))
		return;
	far = 2 * far + 1;
	if (far > redacted->distance)
		return;
	for (int i = 0; i < f->n_begin_items + f->n_end_items; i++) {
		value_name(table, &item[i], value);
		if (redacted->argument &&
		    strcmp(redacted->argument, value) == 0) {
			far--;
			break;
		}
	}
	if (far >= redacted->distance)
		return;
	redacted->distance = far;
	redacted->near = name;
}

static void try_function(struct redacted *redacted,
			 const struct fxg_table *table,
			 const struct fxg_function *f)
{
	const char *name = table->text + table->strings[f->name];
	const struct fxg_item *item = &table->items[f->first_item];
	char value[MAX_NAME_BYTES];

	if (!redacted->known)
		try_near(redacted, table, f);
	if (!fxw_redact_names(redacted->function, name, ""))
		return;
	for (int i = 0; i < f->n_begin_items + f->n_end_items; i++) {
		value_name(table, &item[i], value);
		redacted->is_there |=
			fxw_redact_names(redacted->item, name, value);
		if (!redacted->known)
			add_name(redacted, value);
	}
	redacted->is_there |= !redacted->argument;
	redacted->known = redacted->known ?: name;
}

/* Takes the first item from the list; false: it fits no buffer. */
static bool take_item(struct redacted *redacted, const char **list)
{
	size_t n = strcspn(*list, ","), n_function = strcspn(*list, ",:");

	*redacted = (struct redacted){.distance = SIZE_MAX};
	if (n >= sizeof(redacted->item) || n_function >= MAX_NAME_BYTES)
		return false;
	memcpy(redacted->item, *list, n);
	memcpy(redacted->function, *list, n_function);
	if (n > n_function)
		redacted->argument = redacted->item + n_function + 1;
	*list += n + ((*list)[n] == ',');
	return true;
}

static void report(const struct redacted *redacted, char *error,
		   size_t error_bytes)
{
	if (redacted->known && strpbrk(redacted->function, "*?"))
		snprintf(error, error_bytes,
			 "%s: no function of such a name has this argument: "
			 "fxtrace list %s shows what they have",
			 redacted->item, redacted->function);
	else if (redacted->known)
		snprintf(error, error_bytes,
			 "%s: no argument has this name: %s has %s",
			 redacted->item, redacted->known, redacted->names);
	else if (redacted->near)
		snprintf(error, error_bytes,
			 "%s: no function has this name, did you mean %s?",
			 redacted->item, redacted->near);
	else
		snprintf(error, error_bytes,
			 "%s: no function has this name: fxtrace list shows "
			 "all, with their arguments",
			 redacted->item);
}

bool redacted_exist(const char *list, bool has_shims, char *error,
		    size_t error_bytes)
{
	const struct fxg_table *table;
	struct redacted redacted;

	while (*list) {
		if (!take_item(&redacted, &list)) {
			snprintf(error, error_bytes, "a name is too long");
			return false;
		}
		for (size_t i = 0; (table = catalogue_table(i)); i++)
			for (uint32_t j = 0; j < table->n_functions; j++)
				try_function(&redacted, table,
					     &table->functions[j]);
		if (redacted.is_there || (has_shims && !redacted.known))
			continue;
		report(&redacted, error, error_bytes);
		return false;
	}
	return true;
}
