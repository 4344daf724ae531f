/* SPDX-License-Identifier: MIT */
#include "tools/leaks/leak_call.h"

const struct fxr_value *leak_value(const struct fxr_call *call, int param)
{
	const struct fxr_value *found = NULL;

	if (param < 0)
		return call->has_ret ? &call->ret : NULL;
	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];

		if (arg->param == (uint32_t)param && !arg->member.n_bytes &&
		    !arg->is_address && (!found || arg->is_after))
			found = &arg->value;
	}
	return found;
}

bool leak_number(const struct fxr_value *value, uint64_t *number)
{
	if (!value ||
	    (value->kind != FXR_VALUE_INT && value->kind != FXR_VALUE_UINT &&
	     value->kind != FXR_VALUE_POINTER))
		return false;
	*number = value->as.u64;
	return true;
}

const struct fxr_arg *leak_arg(const struct fxr_call *call, const char *name)
{
	for (size_t i = 0; i < call->n_args; i++)
		if (fxr_is(call->args[i].base, name) &&
		    !call->args[i].member.n_bytes)
			return &call->args[i];
	return NULL;
}
