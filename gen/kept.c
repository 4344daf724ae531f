/* SPDX-License-Identifier: MIT */
/*
 * What a parameter pointed to before the call, was(*p): the function that
 * was called may have overwritten it. Its wrapper keeps it in a slot behind
 * that of the return value, in the order of the parameters.
 */
#include "gen/model.h"

#include <string.h>

static bool asks(const struct fxg_expr *e, const char *name)
{
	if (!e)
		return false;
	if (e->op == FXG_EXPR_WAS)
		return !strcmp(e->text, name);
	return asks(e->a, name) || asks(e->b, name);
}

static bool note_asks(const struct fxg_note *note, const char *name)
{
	return asks(note->count, name) || asks(note->cap, name) ||
	       asks(note->cond, name);
}

bool fxg_is_kept(const struct fxg_function_def *function, size_t param)
{
	const char *name = function->params[param].name;
	size_t i;

	for (i = 0; i < function->n_params; i++)
		if (note_asks(&function->params[i].note, name))
			return true;
	return note_asks(&function->ret_note, name);
}

size_t fxg_kept_slot(const struct fxg_function_def *function, size_t param)
{
	size_t slot = function->n_params + 1, i;

	for (i = 0; i < param; i++)
		slot += fxg_is_kept(function, i);
	return slot;
}
