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

bool fxg_has_member(const struct fxg_type_def *record, const char *name)
{
	size_t i;

	for (i = 0; i < record->n_members; i++)
		if (!strcmp(record->members[i].name, name))
			return true;
	return false;
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
		if (original->aliases[i].since) {
			if (copy->since && copy->since == copy->symver)
				copy->symver = original->aliases[i].since;
			copy->since = original->aliases[i].since;
		}
		add_function(api, copy);
	}
}

static struct fxg_function_def *add_system_call(
	struct fxg_api_def *api, const char *name, struct fxg_pos pos,
	const struct fxg_function_def *original)
{
	static const unsigned not_its_own =
		FXG_F_LEAF | FXG_F_TAIL | FXG_F_CUSTOM | FXG_F_FRAME_END;
	struct fxg_function_def *copy = fxg_alloc(api->arena, sizeof(*copy));

	*copy = *original;
	copy->name = name;
	copy->pos = pos;
	copy->n_aliases = 0;
	copy->alias_of =
		original->alias_of ? original->alias_of : original->name;
	copy->flags &= ~not_its_own;
	/* as syscall() itself: a system call is never a matter of nanoseconds
	 */
	copy->flags |= FXG_F_SYSTEM | FXG_F_DEFAULT;
	copy->is_system_call = true;
	copy->error_rule = FXG_E_MINUS1;
	copy->dots = false;
	copy->n_fixed = copy->n_params;
	copy->hook = copy->symver = copy->since = copy->older = NULL;
	copy->before = copy->track = copy->alongside = NULL;
	add_function(api, copy);
	return copy;
}

static void expand_system_calls(struct fxg_api_def *api,
				struct fxg_error *error)
{
	size_t i;

	for (i = 0; i < api->n_system_calls; i++) {
		const struct fxg_system_call *call = &api->system_calls[i];
		const struct fxg_function_def *original =
			fxg_find_function(api, call->function);

		if (original)
			add_system_call(
				api,
				fxg_format(api->arena, "SYS_%s", call->name),
				call->pos, original);
		else
			fxg_fail(error, call->pos, "%s is not described",
				 call->function);
	}
}

/* A number without a function of its name: syscall() itself, without the
 * number. It has no more arguments than go with that. */
static void add_by_number(struct fxg_api_def *api,
			  const struct fxg_function_def *original,
			  const struct fxg_constant *number)
{
	struct fxg_function_def *copy =
		add_system_call(api, number->name, original->pos, original);
	size_t i, n = original->n_params - 1;

	if (number->takes >= 0 && (size_t)number->takes < n)
		n = (size_t)number->takes;
	copy->params = fxg_alloc(api->arena, (n + 1) * sizeof(*copy->params));
	copy->n_params = copy->n_fixed = n;
	for (i = 0; i < n; i++) {
		copy->params[i] = original->params[i + 1];
		copy->params[i].extra = false;
		copy->params[i].note.cond = NULL;
	}
}

static void expand_other_numbers(struct fxg_api_def *api)
{
	const struct fxg_function_def *original =
		api->n_system_calls ? fxg_find_function(api, "syscall") : NULL;
	const struct fxg_type_def *numbers =
		original ? fxg_find_type(api, "syscall") : NULL;
	size_t i;

	if (!numbers)
		return;
	for (i = 0; i < numbers->n_constants; i++)
		if (!fxg_find_function(api, numbers->constants[i].name))
			add_by_number(api, original, &numbers->constants[i]);
	add_system_call(api, FXG_OTHER_SYSTEM_CALL, original->pos, original);
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
	expand_system_calls(api, error);
	expand_other_numbers(api);
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
