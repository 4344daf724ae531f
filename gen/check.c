/* SPDX-License-Identifier: MIT */
/*
 * Annotations that a description must not use: those that exclude one another
 * or need one another. Types and expressions are checked where they are
 * lowered.
 */
#include "gen/lower.h"

#include <string.h>

/* Ways to be called of which a function has at most one. */
static void check_ways(const struct fxg_function_def *f,
		       struct fxg_error *error)
{
	static const struct {
		unsigned flag;
		const char *name;
	} ways[] = {
		{FXG_F_LEAF, "leaf"},	  {FXG_F_TAIL, "tail"},
		{FXG_F_CUSTOM, "custom"}, {FXG_F_TARGET, "target"},
		{FXG_F_FAKE, "fake"},	  {FXG_F_JUMPS, "jumps"},
	};
	const char *first = NULL;
	size_t i;

	for (i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (!(f->flags & ways[i].flag))
			continue;
		if (first)
			fxg_fail(error, f->flags_pos,
				 "%s cannot be both %s and %s", f->name, first,
				 ways[i].name);
		first = ways[i].name;
	}
	if (f->hook && !(f->flags & (FXG_F_TAIL | FXG_F_JUMPS)))
		fxg_fail(error, f->pos, "%s has a hook, so it must be tail",
			 f->name);
	if (f->since && f->flags & (FXG_F_TAIL | FXG_F_JUMPS))
		fxg_fail(error, f->pos,
			 "%s is jumped to, so it must be in all versions",
			 f->name);
	if ((f->flags & FXG_F_TWICE) && !(f->flags & FXG_F_TAIL))
		fxg_fail(error, f->flags_pos,
			 "%s returns twice, so it must be tail", f->name);
	if ((f->flags & FXG_F_ORDERS) &&
	    f->flags & (FXG_F_TAIL | FXG_F_JUMPS | FXG_F_TARGET | FXG_F_FAKE))
		fxg_fail(error, f->flags_pos,
			 "%s is not called by its wrapper, so it cannot order",
			 f->name);
}

static void check_target(const struct fxg_api_def *api,
			 const struct fxg_function_def *f,
			 struct fxg_error *error)
{
	const struct fxg_function_def *target;

	if (!f->target)
		return;
	target = fxg_find_function(api, f->target);
	if (!f->dots)
		fxg_fail(error, f->target_pos,
			 "variadic needs '...' in the prototype");
	else if (!target)
		fxg_fail(error, f->target_pos, "%s is not described",
			 f->target);
	else if (target->n_params != f->n_params + 1)
		fxg_fail(error, f->target_pos,
			 "%s should have the parameters of %s and a va_list",
			 f->target, f->name);
}

/* A parameter that the error rule names, or NULL. */
static void check_error(const struct fxg_function_def *f, const char *name,
			struct fxg_error *error)
{
	int i = name ? fxg_find_param(f, name) : -1;

	if (name && (i < 0 || (size_t)i >= f->n_params))
		fxg_fail(error, f->error_pos, "%s has no parameter %.60s",
			 f->name, name);
}

static void check_dots(const struct fxg_function_def *f,
		       struct fxg_error *error)
{
	if (f->dots && !f->target && f->n_params == f->n_fixed &&
	    !(f->flags & (FXG_F_TAIL | FXG_F_CUSTOM | FXG_F_TARGET)))
		fxg_fail(error, f->pos,
			 "'...' of %s needs variadic, extra, tail or custom",
			 f->name);
	if (f->dots && !f->n_fixed)
		fxg_fail(error, f->pos, "%s needs a parameter before '...'",
			 f->name);
	check_error(f, f->error_param, error);
	check_error(f, f->error_unit, error);
	if (f->format && fxg_find_param(f, f->format) < 0)
		fxg_fail(error, f->format_pos, "%s has no parameter %.60s",
			 f->name, f->format);
}

static void check_list(const struct fxg_function_def *f,
		       struct fxg_error *error)
{
	if (!fxg_is_listed(f))
		return;
	if (!f->dots && fxg_list_param(f) < 0)
		fxg_fail(error, f->format_pos,
			 "%s needs '...' or a va_list for its format to speak "
			 "of",
			 f->name);
	if (f->dots && !f->target)
		fxg_fail(error, f->format_pos,
			 "the '...' of %s needs variadic, to be recorded",
			 f->name);
	if (f->flags & FXG_F_LEAF)
		fxg_fail(error, f->format_pos,
			 "%s is leaf: what '...' held is gone after the call",
			 f->name);
}

/* Readers take a call's values in order: what selects is known by then. */
static void check_by(const struct fxg_function_def *f, size_t param,
		     const struct fxg_expr *e, struct fxg_error *error)
{
	int i;

	if (!e)
		return;
	i = e->op == FXG_EXPR_NAME || e->op == FXG_EXPR_WAS
		    ? fxg_find_param(f, e->text)
		    : -1;
	if (i >= (int)param && (size_t)i < f->n_params)
		fxg_fail(error, e->pos,
			 "%.60s selects what %.60s is: it has to come "
			 "before it",
			 e->text, f->params[param].name);
	check_by(f, param, e->a, error);
	check_by(f, param, e->b, error);
}

static void check_params(const struct fxg_function_def *f,
			 struct fxg_error *error)
{
	size_t i, k;

	for (i = 0; i < f->n_params; i++) {
		const struct fxg_param_def *p = &f->params[i];

		for (k = 0; k < i; k++)
			if (!strcmp(f->params[k].name, p->name))
				fxg_fail(error, p->ctype.pos,
					 "two parameters are named %s",
					 p->name);
		check_by(f, i, p->note.by, error);
		if ((f->flags & FXG_F_TAIL) && (p->note.dir & FXG_OUT))
			fxg_fail(error, p->note.pos,
				 "%s is tail: nothing is seen after the call",
				 f->name);
		if (!(f->flags & FXG_F_LEAF) && p->note.read)
			fxg_fail(error, p->note.pos,
				 "%s is not leaf: what it reads is not known "
				 "before it returns",
				 f->name);
		if ((f->flags & FXG_F_LEAF) &&
		    (p->note.kernel || p->note.early))
			fxg_fail(error, p->note.pos,
				 "%s is leaf: its inputs are captured after it",
				 f->name);
	}
}

/* Its tracker reads its values in the slots of the slow path. The tracker of a
 * leaf function runs afterwards, in the wrapper that chooses the path. */
static void check_tracked(const struct fxg_function_def *f,
			  struct fxg_error *error)
{
	bool is_void = !f->ret.n_stars && !strcmp(f->ret.base, "void");

	if ((f->before || f->track || f->alongside) &&
	    (f->dots || f->flags & (FXG_F_TAIL | FXG_F_CUSTOM | FXG_F_TARGET)))
		fxg_fail(error, f->pos,
			 "%s is tracked, so it cannot be tail, custom or "
			 "target, nor have '...'",
			 f->name);
	if ((f->flags & FXG_F_LEAF) &&
	    (f->before || f->alongside || (f->track && !is_void)))
		fxg_fail(error, f->pos,
			 "%s is leaf, so it can only be tracked, and only if "
			 "it returns nothing",
			 f->name);
}

void fxg_check_function(const struct fxg_api_def *api,
			const struct fxg_function_def *function,
			struct fxg_error *error)
{
	check_ways(function, error);
	check_target(api, function, error);
	check_dots(function, error);
	check_list(function, error);
	check_tracked(function, error);
	check_params(function, error);
	if (function->n_params > 254)
		fxg_fail(error, function->pos, "%s has too many parameters",
			 function->name);
}
