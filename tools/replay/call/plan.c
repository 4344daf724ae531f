/* SPDX-License-Identifier: MIT */
/*
 * Plans of calls, see plan.h.
 */
#include "tools/replay/call/plan.h"

#include <stdlib.h>

/* Limit for types that refer to others; a damaged file may have a cycle. */
#define MAX_DEPTH 16u

/* The type of a handle, an enum or a set of flags as a number. */
static const struct fxr_type *number_type(const struct fxr_types *types,
					  const struct fxr_type *type)
{
	for (unsigned i = 0; type && i < MAX_DEPTH; i++) {
		if (type->class != FXG_ENUM && type->class != FXG_FLAGS &&
		    type->class != FXG_HANDLE)
			return type;
		type = fxr_type_base(types, type);
	}
	return NULL;
}

static bool set_class(const struct fxr_type *type, struct invoke_type *as)
{
	as->size = (unsigned)type->size;
	as->is_signed = type->is_signed;
	switch (type->class) {
	case FXG_VOID:
		as->class = INVOKE_VOID;
		return true;
	case FXG_INT:
	case FXG_BOOL:
		as->class = INVOKE_INT;
		return type->size && type->size <= 8;
	case FXG_FLOAT:
		as->class = INVOKE_FLOAT;
		return type->size == 4 || type->size == 8 || type->size == 16;
	case FXG_OPAQUE:
	case FXG_FUNC:
	case FXG_STR:
	case FXG_PTR:
	case FXG_ARRAY:
	case FXG_ATTRIBS:
		as->class = INVOKE_POINTER;
		return true;
	default:
		return false;
	}
}

/* A value whose type depends on another one is passed as any of its cases. */
static const struct fxr_type *any_case(const struct fxr_types *types,
				       const struct fxr_type *type)
{
	for (unsigned i = 0; type && i < MAX_DEPTH; i++) {
		const struct fxr_type *of_none;

		if (type->class != FXG_UNION || !type->selector.n_bytes)
			return type;
		of_none = fxr_type_base(types, type);
		if (of_none)
			type = of_none;
		else if (type->n_cases)
			type = fxr_type_find(types, type->cases[0].provider,
					     type->cases[0].type);
		else
			return NULL;
	}
	return NULL;
}

static const struct fxr_type *handle_of(const struct fxr_types *types,
					const struct fxr_type *type)
{
	for (unsigned i = 0; type && i < MAX_DEPTH; i++) {
		if (type->class == FXG_HANDLE)
			return type;
		if (type->class != FXG_PTR && type->class != FXG_ARRAY)
			return NULL;
		type = fxr_type_base(types, type);
	}
	return NULL;
}

static bool set_value(const struct fxr_types *types, uint32_t provider,
		      uint32_t id, struct plan_value *value)
{
	const struct fxr_type *type;

	value->type = fxr_type_find(types, provider, id);
	value->handle = handle_of(types, value->type);
	type = number_type(types, any_case(types, value->type));
	return type && type->is_known && set_class(type, &value->as);
}

static const char *fill_plan(struct plan *plan, const struct fxr_types *types)
{
	const struct fxr_function *function = plan->function;

	if (function->n_params > INVOKE_MAX)
		return "it has too many parameters";
	if (!set_value(types, function->provider, function->ret, &plan->ret))
		return "it returns what cannot be passed on";
	plan->n = function->n_params;
	for (size_t i = 0; i < plan->n; i++)
		if (!set_value(types, function->provider,
			       function->params[i].type, &plan->params[i]) ||
		    plan->params[i].as.class == INVOKE_VOID)
			return "a parameter's type is not known";
	return NULL;
}

struct plan *plan_new(const struct fxr_types *types,
		      const struct fxr_function *function)
{
	struct plan *plan = fxr_new(1, sizeof(*plan));
	struct invoke_type as[INVOKE_MAX];

	plan->function = function;
	plan->trouble = fill_plan(plan, types);
	if (plan->trouble)
		return plan;
	plan->has_handles = plan->ret.handle;
	for (size_t i = 0; i < plan->n; i++) {
		as[i] = plan->params[i].as;
		plan->has_pointers |= as[i].class == INVOKE_POINTER;
		plan->has_handles |= plan->params[i].handle != NULL;
	}
	plan->invoke = invoke_new(&plan->ret.as, as, plan->n, plan->n);
	if (!plan->invoke)
		plan->trouble = "it cannot be called through libffi";
	return plan;
}

void plan_free(struct plan *plan)
{
	if (!plan)
		return;
	invoke_free(plan->invoke);
	free(plan);
}

size_t plan_param(const struct plan *plan, const char *name)
{
	for (size_t i = 0; i < plan->n; i++)
		if (fxr_is(plan->function->params[i].name, name))
			return i;
	return INVOKE_MAX;
}
