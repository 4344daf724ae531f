/* SPDX-License-Identifier: MIT */
/*
 * How calls of a function are made again: worked out once, from what the
 * archive says of its parameters. So an archive of whatever version of the
 * tables can be replayed.
 */
#ifndef TOOLS_REPLAY_CALL_PLAN_H
#define TOOLS_REPLAY_CALL_PLAN_H

#include "tools/reader/calls.h"
#include "tools/replay/call/invoke.h"

struct plan_value {
	const struct fxr_type *type; /* as declared; NULL: not known */
	struct invoke_type as;
	/* what values of it are handles of, through pointers and arrays; NULL:
	 * of nothing */
	const struct fxr_type *handle;
};

struct plan {
	const struct fxr_function *function;
	struct invoke *invoke; /* NULL: it cannot be called */
	const char *trouble;   /* why not: to be said of it */
	size_t n;
	bool has_pointers; /* among the parameters */
	bool has_handles;  /* among what it takes and gives */
	struct plan_value params[INVOKE_MAX];
	struct plan_value ret;
};

/* Never NULL; the function lives as long as the plan. Free with plan_free. */
struct plan *plan_new(const struct fxr_types *types,
		      const struct fxr_function *function);
void plan_free(struct plan *plan);

/* The parameter called so, INVOKE_MAX if there is none. */
size_t plan_param(const struct plan *plan, const char *name);

#endif
