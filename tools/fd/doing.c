/* SPDX-License-Identifier: MIT */
/*
 * See doing.h.
 */
#include "tools/fd/doing.h"

#include <stdio.h>
#include <string.h>

const struct fxr_value *fd_doing_value(const struct fd_doing *doing, int n,
				       bool is_after)
{
	const struct fxr_call *call = doing->call;

	for (size_t i = 0; n != FD_NO && i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];

		if (arg->param == (uint32_t)n && arg->is_after == is_after &&
		    !arg->is_address && !arg->member.n_bytes)
			return &arg->value;
	}
	return NULL;
}

bool fd_doing_is_number(const struct fxr_value *value)
{
	return value &&
	       (value->kind == FXR_VALUE_INT || value->kind == FXR_VALUE_UINT ||
		value->kind == FXR_VALUE_POINTER);
}

bool fd_doing_number(const struct fd_doing *doing, int n, uint64_t *number)
{
	const struct fxr_value *value = fd_doing_value(doing, n, false);

	if (!fd_doing_is_number(value))
		return false;
	*number = value->as.u64;
	return true;
}

bool fd_doing_returned(const struct fd_doing *doing, uint64_t *number)
{
	if (!doing->call->has_ret || !fd_doing_is_number(&doing->call->ret))
		return false;
	*number = doing->call->ret.as.u64;
	return true;
}

bool fd_doing_text(const struct fd_doing *doing, int n, bool is_after,
		   char *text, size_t space)
{
	const struct fxr_value *value = fd_doing_value(doing, n, is_after);
	size_t length;

	if (!value ||
	    (value->kind != FXR_VALUE_STRING &&
	     value->kind != FXR_VALUE_SYMBOL && value->kind != FXR_VALUE_BYTES))
		return false;
	length = strnlen(value->as.text.bytes, value->as.text.n_bytes);
	snprintf(text, space, "%.*s%s",
		 (int)(length < FD_DOING_PATH ? length : FD_DOING_PATH),
		 value->as.text.bytes,
		 length > FD_DOING_PATH || length < value->true_bytes ? "..."
								      : "");
	return true;
}

uint64_t fd_doing_end_ns(const struct fd_doing *doing)
{
	const struct fxr_call *call = doing->call;

	return call->end_ns > call->begin_ns ? call->end_ns : call->begin_ns;
}
