/* SPDX-License-Identifier: MIT */
/*
 * Values as the numbers that were passed, see args.h. The names of constants
 * are converted back to numbers through their types.
 */
#include "tools/convert/xray/args.h"

#include <stdlib.h>
#include <string.h>

static bool find_constant(const struct fxr_type *type, struct fxr_text name,
			  uint64_t *value)
{
	char digits[24] = "";
	char *end;

	for (size_t i = 0; type && i < type->n_enumerators; i++)
		if (fxr_is_same(type->enumerators[i].name, name)) {
			*value = type->enumerators[i].value;
			return true;
		}
	if (!name.n_bytes || name.n_bytes >= sizeof(digits))
		return false;
	memcpy(digits, name.bytes, name.n_bytes);
	*value = strtoull(digits, &end, 0);
	return !*end;
}

/* "O_RDWR|O_CREAT|0x400" */
static bool symbol_value(const struct fxr_value *value, uint64_t *number)
{
	struct fxr_text rest = value->as.text;

	*number = 0;
	for (;;) {
		const char *bar = memchr(rest.bytes, '|', rest.n_bytes);
		size_t n = bar ? (size_t)(bar - rest.bytes) : rest.n_bytes;
		uint64_t bits;

		if (!find_constant(value->type, fxr_text(rest.bytes, n), &bits))
			return false;
		*number |= bits;
		if (!bar)
			return true;
		rest = fxr_text(bar + 1, rest.n_bytes - n - 1);
	}
}

static bool number_of(const struct fxr_value *value, uint64_t *number)
{
	switch (value->kind) {
	case FXR_VALUE_BOOL:
		*number = value->as.boolean;
		return true;
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
	case FXR_VALUE_POINTER:
	case FXR_VALUE_KOID:
		*number = value->as.u64;
		return true;
	case FXR_VALUE_NULL:
		*number = 0;
		return !value->is_withheld;
	case FXR_VALUE_SYMBOL:
		return symbol_value(value, number);
	default:
		return false;
	}
}

/* The number that was passed as parameter `index`. */
static bool find_param(const struct fxr_call *call, uint32_t index,
		       uint64_t *number)
{
	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxr_arg *arg = &call->args[i];

		if (arg->param == index && !arg->is_after &&
		    !arg->member.n_bytes && number_of(&arg->value, number))
			return true;
	}
	return false;
}

size_t xray_args(const struct fxr_call *call, uint64_t *values)
{
	size_t n = 0;

	if (call->function) {
		while (n < FXR_MAX_CALL_ARGS &&
		       find_param(call, (uint32_t)n, &values[n]))
			n++;
		return n;
	}
	for (size_t i = 0; i < call->n_args; i++) {
		if (fxr_is(call->args[i].name, XRAY_TAIL_EXIT_NAME))
			continue;
		if (!number_of(&call->args[i].value, &values[n]))
			break;
		n++;
	}
	return n;
}

enum xray_action xray_args_exit(const struct fxr_call *call)
{
	for (size_t i = 0; i < call->n_args; i++)
		if (fxr_is(call->args[i].name, XRAY_TAIL_EXIT_NAME))
			return XRAY_TAIL_EXIT;
	return XRAY_EXIT;
}
