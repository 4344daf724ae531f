/* SPDX-License-Identifier: MIT */
/*
 * The sets that a function is in: its group, and the classes of its API.
 */
#include "gen/lower.h"

#include <fnmatch.h>
#include <string.h>

enum { MAX_ITEM_BYTES = 64 };

const char *fxg_group_of(const struct fxg_function_def *f)
{
	const char *colon = strchr(f->category, ':');

	if (f->group)
		return f->group;
	return colon ? colon + 1 : f->category;
}

/* Whether the value is a path (@path), or of that type (@fd). */
static bool is_such(const struct fxg_note *note, const char *what)
{
	if (!strcmp(what, "path"))
		return note->path;
	return (note->meaning == FXG_M_HANDLE || note->meaning == FXG_M_ENUM) &&
	       !strcmp(note->type_name, what);
}

static bool has_such(const struct fxg_function_def *f, const char *what)
{
	size_t i;

	for (i = 0; i < f->n_params; i++)
		if (is_such(&f->params[i].note, what))
			return true;
	return is_such(&f->ret_note, what);
}

/* @path or @TYPE, %GROUP, or a glob of names. */
static bool item_has(const char *item, const struct fxg_function_def *f)
{
	if (*item == '@')
		return has_such(f, item + 1);
	if (*item == '%')
		return !strcmp(item + 1, fxg_group_of(f));
	return !fnmatch(item, f->name, 0) ||
	       (f->alias_of && !fnmatch(item, f->alias_of, 0));
}

static bool class_has(const struct fxg_function_class *class,
		      const struct fxg_function_def *f)
{
	const char *at = class->items;
	char item[MAX_ITEM_BYTES];
	size_t n;

	for (; *at; at += n + (at[n] == ',')) {
		n = strcspn(at, ",");
		if (n >= sizeof(item))
			continue; /* no function has such a name */
		memcpy(item, at, n);
		item[n] = '\0';
		if (item_has(item, f))
			return true;
	}
	return false;
}

const char *fxg_classes_of(const struct fxg_tables *tables,
			   const struct fxg_function_def *f)
{
	const struct fxg_api_def *api = tables->api;
	const char *text = "";
	size_t i;

	for (i = 0; i < api->n_classes; i++)
		if (class_has(&api->classes[i], f))
			text = fxg_format(tables->arena, "%s%s%s", text,
					  *text ? " " : "",
					  api->classes[i].name);
	return text;
}
