/* SPDX-License-Identifier: MIT */
/*
 * The case that a call's arguments choose, see select.h. Constants are recorded
 * by name; the type's enumerators have their numbers.
 */
#include "tools/reader/select.h"

#include "tools/reader/expr.h"
#include "tools/reader/number.h"

/* Most cases within cases. */
#define MAX_DEPTH 8u

struct choice {
	const struct fxr_types *types;
	const struct fxr_call *call;
};

static bool number_of(const struct fxr_types *types,
		      const struct fxr_value *value, int64_t *number)
{
	return (value->kind == FXR_VALUE_SYMBOL ||
		value->kind == FXR_VALUE_INT || value->kind == FXR_VALUE_UINT ||
		value->kind == FXR_VALUE_POINTER) &&
	       fxr_number(types, value, (uint64_t *)number);
}

static bool slot(const void *context, unsigned i, int64_t *number)
{
	const struct choice *choice = context;
	const struct fxr_call *call = choice->call;
	size_t k;

	for (k = 0; k < call->n_args; k++) {
		const struct fxr_arg *arg = &call->args[k];

		if (arg->param == i && !arg->is_after && !arg->is_address &&
		    !arg->member.n_bytes)
			return number_of(choice->types, &arg->value, number);
	}
	return false;
}

bool fxr_is_chosen(const struct fxr_type *type)
{
	return type && type->class == FXG_UNION && type->selector.n_bytes;
}

const struct fxr_type *fxr_select(const struct fxr_types *types,
				  const struct fxr_call *call,
				  const struct fxr_type *type)
{
	struct choice choice = {types, call};
	struct fxr_names names = {&choice, slot, NULL, NULL};
	unsigned depth = 0;
	int64_t value;

	while (fxr_is_chosen(type)) {
		if (++depth > MAX_DEPTH ||
		    !fxr_eval(type->selector, &names, &value))
			return fxr_type_base(types, type);
		type = fxr_type_case(types, type, (uint64_t)value);
	}
	return type;
}

const struct fxr_type *fxr_select_none(const struct fxr_types *types,
				       const struct fxr_type *type)
{
	unsigned depth = 0;

	while (fxr_is_chosen(type) && ++depth <= MAX_DEPTH)
		type = fxr_type_base(types, type);
	return type;
}
