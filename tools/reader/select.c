/* SPDX-License-Identifier: MIT */
/*
 * The case that a call's arguments choose, see select.h. Constants stand in
 * records by name: the type's enumerators give their numbers back.
 */
#include "tools/reader/select.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/expr.h"

/* Of cases within cases. */
#define MAX_DEPTH 8u

/* One name or number of those that "|" separates. */
static bool number_of_word(const struct fxr_type *type, struct fxr_text word,
			   uint64_t *number)
{
	char digits[24], *end;
	size_t i;

	for (i = 0; i < type->n_enumerators; i++) {
		if (!fxr_is_same(type->enumerators[i].name, word))
			continue;
		*number = type->enumerators[i].value;
		return true;
	}
	if (!word.n_bytes || word.n_bytes >= sizeof(digits))
		return false;
	memcpy(digits, word.bytes, word.n_bytes);
	digits[word.n_bytes] = 0;
	*number = strtoull(digits, &end, 0);
	return !*end;
}

static bool number_of_symbol(const struct fxr_value *value, int64_t *number)
{
	struct fxr_text rest = value->as.text;
	uint64_t all = 0, one;

	while (value->type) {
		const char *bar = memchr(rest.bytes, '|', rest.n_bytes);
		size_t n = bar ? (size_t)(bar - rest.bytes) : rest.n_bytes;

		if (!number_of_word(value->type, fxr_text(rest.bytes, n), &one))
			return false;
		all |= one;
		if (!bar) {
			*number = (int64_t)all;
			return true;
		}
		rest = fxr_text(bar + 1, rest.n_bytes - n - 1);
	}
	return false;
}

static bool number_of(const struct fxr_value *value, int64_t *number)
{
	switch (value->kind) {
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
	case FXR_VALUE_POINTER:
		*number = value->as.i64;
		return true;
	case FXR_VALUE_SYMBOL:
		return number_of_symbol(value, number);
	default:
		return false;
	}
}

static bool slot(const void *context, unsigned i, int64_t *number)
{
	const struct fxr_call *call = context;
	size_t k;

	for (k = 0; k < call->n_args; k++) {
		const struct fxr_arg *arg = &call->args[k];

		if (arg->param == i && !arg->is_after && !arg->is_address &&
		    !arg->member.n_bytes)
			return number_of(&arg->value, number);
	}
	return false;
}

const struct fxr_type *fxr_select(const struct fxr_types *types,
				  const struct fxr_call *call,
				  const struct fxr_type *type)
{
	struct fxr_names names = {call, slot, NULL};
	unsigned depth = 0;
	int64_t value;

	while (type && type->class == FXG_UNION && type->selector.n_bytes) {
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

	while (type && type->class == FXG_UNION && type->selector.n_bytes &&
	       ++depth <= MAX_DEPTH)
		type = fxr_type_base(types, type);
	return type;
}
