/* SPDX-License-Identifier: MIT */
/*
 * The files of a call's descriptors and streams, see chance.h.
 */
#include "tools/diff/chance.h"

/* The file of a descriptor or stream, or NULL. */
static const char *name_of(struct descriptors *descriptors,
			   const struct fxr_value *value)
{
	const struct fxr_type *type = value->type;

	if (!type || type->class != FXG_HANDLE)
		return NULL;
	if (value->kind == FXR_VALUE_INT && fxr_is(type->space, "fd"))
		return descriptors_fd(descriptors, value->as.i64, false);
	if (value->kind == FXR_VALUE_POINTER && fxr_is(type->space, "FILE"))
		return descriptors_stream(descriptors, value->as.u64, false);
	return NULL;
}

bool chance_has(struct varying *varying, struct descriptors *descriptors,
		const struct fxr_call *call)
{
	for (size_t i = 0; i < call->n_args; i++) {
		const char *name = name_of(descriptors, &call->args[i].value);

		if (name && varying_has_file(varying, name))
			return true;
	}
	return false;
}
