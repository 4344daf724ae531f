/* SPDX-License-Identifier: MIT */
/*
 * Bytes of a call, see moved.h.
 */
#include "tools/fd/moved.h"

/* Whether the function returns how much it has moved. */
static bool returns_bytes(const struct fxr_world *world,
			  const struct fxr_call *call)
{
	const struct fxr_function *function = call->function;
	const struct fxr_type *type = call->has_ret ? call->ret.type : NULL;

	if (!type && function)
		type = fxr_type_find(&world->types, function->provider,
				     function->ret);
	return type && type->class == FXG_INT &&
	       fxr_is(type->c_name, "ssize_t");
}

/* Whether it is untyped memory. The value after the call is the same memory
 * once more. */
static bool is_memory(const struct fxr_world *world,
		      const struct fxr_call *call, const struct fxr_arg *arg)
{
	const struct fxr_function *function = call->function;
	const struct fxr_type *type;

	if (arg->is_after || arg->is_address || arg->member.n_bytes)
		return false;
	if (!function)
		return arg->name.n_bytes && arg->name.bytes[0] != '@';
	if (arg->param >= function->n_params)
		return false;
	type = fxr_type_find(&world->types, function->provider,
			     function->params[arg->param].type);
	return fxr_is_memory(&world->types, type);
}

static uint64_t bytes_of(const struct fxr_arg *arg)
{
	if (arg->has_size)
		return arg->true_size;
	return arg->value.kind == FXR_VALUE_BYTES ? arg->value.true_bytes : 0;
}

uint64_t moved_bytes(const struct fxr_world *world, const struct fxr_call *call)
{
	const struct fxr_value *ret = &call->ret;
	uint64_t n_bytes = 0;

	if (returns_bytes(world, call))
		return call->has_ret && ret->kind == FXR_VALUE_INT &&
				       ret->as.i64 > 0
			       ? ret->as.u64
			       : 0;
	for (size_t i = 0; i < call->n_args; i++)
		if (is_memory(world, call, &call->args[i]))
			n_bytes += bytes_of(&call->args[i]);
	return n_bytes;
}
