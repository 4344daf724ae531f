/* SPDX-License-Identifier: MIT */
/*
 * How calls of a function are repeated: computed once, from the archive's
 * description of its parameters. So archives from any version of the tables can
 * be replayed.
 */
#ifndef TOOLS_REPLAY_CALL_PLAN_H
#define TOOLS_REPLAY_CALL_PLAN_H

#include "tools/reader/calls.h"
#include "tools/replay/call/invoke.h"

struct plan_value {
	const struct fxr_type *type; /* as declared; NULL: unknown */
	struct invoke_type as;
	/* the handle type of its values, through pointers and arrays; NULL:
	 * none */
	const struct fxr_type *handle;
};

struct plan {
	const struct fxr_function *function;
	struct invoke *invoke; /* NULL: it cannot be called */
	const char *trouble;   /* why not, for a message */
	size_t n;
	bool has_pointers; /* among the parameters */
	bool has_handles;  /* among its arguments and results */
	struct plan_value params[INVOKE_MAX];
	struct plan_value ret;
};

/* Never NULL; the function lives as long as the plan. Free with plan_free. */
struct plan *plan_new(const struct fxr_types *types,
		      const struct fxr_function *function);
void plan_free(struct plan *plan);

/* The parameter of that name, INVOKE_MAX if there is none. */
size_t plan_param(const struct plan *plan, const char *name);

#endif
