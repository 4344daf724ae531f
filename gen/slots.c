/* SPDX-License-Identifier: MIT */
/*
 * The slots of a wrapper behind that of the return value. First come values
 * from before the call, was(*p), in the order of the parameters, because the
 * called function may have overwritten them. Then comes the va_list of what
 * "..." holds.
 */
#include "gen/model.h"

#include <string.h>

static bool uses_was(const struct fxg_expr *e, const char *name)
{
	if (!e)
		return false;
	if (e->op == FXG_EXPR_WAS)
		return !strcmp(e->text, name);
	return uses_was(e->a, name) || uses_was(e->b, name);
}

static bool note_uses_was(const struct fxg_note *note, const char *name)
{
	return uses_was(note->count, name) || uses_was(note->cap, name) ||
	       uses_was(note->cond, name) || uses_was(note->size, name) ||
	       uses_was(note->total, name) || uses_was(note->by, name);
}

bool fxg_is_saved(const struct fxg_function_def *function, size_t param)
{
	const char *name = function->params[param].name;
	size_t i;

	if (function->params[param].note.was)
		return true;
	for (i = 0; i < function->n_params; i++)
		if (note_uses_was(&function->params[i].note, name))
			return true;
	return note_uses_was(&function->ret_note, name);
}

size_t fxg_saved_slot(const struct fxg_function_def *function, size_t param)
{
	size_t slot = function->n_params + 1, i;

	for (i = 0; i < param; i++)
		slot += fxg_is_saved(function, i);
	return slot;
}

int fxg_list_param(const struct fxg_function_def *function)
{
	size_t i;

	for (i = 0; i < function->n_params; i++)
		if (!strcmp(function->params[i].ctype.base, "va_list") &&
		    !function->params[i].ctype.n_stars)
			return (int)i;
	return -1;
}

bool fxg_is_listed(const struct fxg_function_def *function)
{
	unsigned by_hand =
		FXG_F_TAIL | FXG_F_JUMPS | FXG_F_CUSTOM | FXG_F_TARGET;

	return (function->varargs == FXG_VA_PRINTF ||
		function->varargs == FXG_VA_SCANF) &&
	       !(function->flags & by_hand);
}

bool fxg_owns_list(const struct fxg_function_def *function)
{
	return fxg_is_listed(function) &&
	       (function->dots || function->varargs == FXG_VA_SCANF);
}

size_t fxg_list_slot(const struct fxg_function_def *function)
{
	return fxg_owns_list(function)
		       ? fxg_saved_slot(function, function->n_params)
		       : (size_t)fxg_list_param(function);
}

size_t fxg_slot_count(const struct fxg_function_def *function)
{
	return fxg_saved_slot(function, function->n_params) +
	       fxg_owns_list(function);
}
