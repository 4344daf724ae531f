/* SPDX-License-Identifier: MIT */
/*
 * Look-ups in the model of an API, and its closing: aliases become functions,
 * and functions get their order, which is their number everywhere after.
 */
#include "gen/model.h"

#include <stdlib.h>
#include <string.h>

struct fxg_note fxg_note_init(void)
{
	struct fxg_note note = {0};

	note.show = -1;
	return note;
}

const char *fxg_ctype_text(struct fxg_arena *arena,
			   const struct fxg_ctype *ctype)
{
	size_t n = strlen(ctype->before);

	if (n && ctype->before[n - 1] == ' ')
		n--;
	return fxg_format(arena, "%.*s%s", (int)n, ctype->before, ctype->after);
}

struct fxg_type_def *fxg_find_type(const struct fxg_api_def *api,
				   const char *name)
{
	size_t i;

	for (i = 0; i < api->n_types; i++)
		if (!strcmp(api->types[i]->name, name))
			return api->types[i];
	return NULL;
}

const struct fxg_function_def *fxg_find_function(const struct fxg_api_def *api,
						 const char *name)
{
	size_t i;

	for (i = 0; i < api->n_functions; i++)
		if (!strcmp(api->functions[i]->name, name))
			return api->functions[i];
	return NULL;
}

int fxg_find_param(const struct fxg_function_def *function, const char *name)
{
	size_t i;

	for (i = 0; i < function->n_params; i++)
		if (!strcmp(function->params[i].name, name))
			return (int)i;
	return strcmp(name, "ret") ? -1 : (int)function->n_params;
}

int fxg_find_measure(const struct fxg_api_def *api, const char *name)
{
	size_t i;

	for (i = 0; i < api->n_measures; i++)
		if (!strcmp(api->measures[i].name, name))
			return (int)i;
	return -1;
}

static bool is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_';
}

static int by_shown(const void *a, const void *b)
{
	const struct fxg_shown *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* What is shown of one name. */
static const char *shown_name(const struct fxg_api_def *api, const char *name)
{
	struct fxg_shown sought = {.name = name};
	const struct fxg_shown *found =
		api->n_shown ? bsearch(&sought, api->shown, api->n_shown,
				       sizeof(sought), by_shown)
			     : NULL;
	size_t n = api->prefix ? strlen(api->prefix) : 0;

	if (found)
		return found->text;
	return n && !strncmp(name, api->prefix, n) ? name + n : name;
}

const char *fxg_shown_text(const struct fxg_api_def *api, const char *text)
{
	struct fxg_buffer out = {.arena = api->arena};

	if (!api->prefix && !api->n_shown)
		return text;
	fxg_put(&out, "%s", "");
	while (*text) {
		const char *end = text;

		while (is_name_byte(*end))
			end++;
		if (end == text)
			fxg_put(&out, "%c", *text++);
		else
			fxg_put(&out, "%s",
				shown_name(api,
					   fxg_copy(api->arena, text,
						    (size_t)(end - text))));
		text = end > text ? end : text;
	}
	return out.bytes;
}

static void add_function(struct fxg_api_def *api,
			 struct fxg_function_def *function)
{
	api->functions = fxg_grow(api->arena, api->functions, api->n_functions,
				  sizeof(struct fxg_function_def *));
	api->functions[api->n_functions++] = function;
}

static void expand_aliases(struct fxg_api_def *api,
			   const struct fxg_function_def *original)
{
	size_t i;

	for (i = 0; i < original->n_aliases; i++) {
		struct fxg_function_def *copy;

		copy = fxg_alloc(api->arena, sizeof(*copy));
		*copy = *original;
		copy->name = original->aliases[i].name;
		copy->pos = original->aliases[i].pos;
		copy->n_aliases = 0;
		copy->alias_of = original->name;
		add_function(api, copy);
	}
}

static int by_name(const void *a, const void *b)
{
	const struct fxg_function_def *const *x = a, *const *y = b;
	int order = strcmp((*x)->name, (*y)->name);

	/* equal names are an error: which one it names must not depend on
	 * the sort */
	if (!order)
		order = strcmp((*x)->pos.file, (*y)->pos.file);
	if (!order)
		order = (*x)->pos.line < (*y)->pos.line ? -1 : 1;
	return order;
}

static void drop_never(struct fxg_api_def *api)
{
	size_t i, kept = 0;

	for (i = 0; i < api->n_functions; i++)
		if (!api->functions[i]->never)
			api->functions[kept++] = api->functions[i];
	api->n_functions = kept;
}

void fxg_model_close(struct fxg_api_def *api, struct fxg_error *error)
{
	size_t n = api->n_functions, i;

	if (api->n_shown)
		qsort(api->shown, api->n_shown, sizeof(api->shown[0]),
		      by_shown);
	for (i = 0; i < n; i++)
		expand_aliases(api, api->functions[i]);
	if (api->n_functions)
		qsort(api->functions, api->n_functions,
		      sizeof(api->functions[0]), by_name);
	for (i = 1; i < api->n_functions; i++) {
		const struct fxg_function_def *f = api->functions[i];

		if (!strcmp(f->name, api->functions[i - 1]->name))
			fxg_fail(error, f->pos,
				 "function %s is described twice", f->name);
	}
	drop_never(api);
}
