/* SPDX-License-Identifier: MIT */
/*
 * Numbers from names, see number.h.
 */
#include "tools/reader/number.h"

#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"

#define NUMBER_BYTES 32u

/* A text that is a number: 12, -1, 0x400, 0644. */
static bool as_number(struct fxr_text text, uint64_t *number)
{
	char digits[NUMBER_BYTES];
	char *end;

	if (!text.n_bytes || text.n_bytes >= sizeof(digits) ||
	    !strchr("-0123456789", text.bytes[0]))
		return false;
	memcpy(digits, text.bytes, text.n_bytes);
	digits[text.n_bytes] = '\0';
	*number = strtoull(digits, &end, 0);
	return !*end;
}

static bool has_name(const struct fxr_type *type, struct fxr_text name,
		     uint64_t *number)
{
	for (size_t i = 0; type && i < type->n_enumerators; i++) {
		if (!fxr_is_same(type->enumerators[i].name, name))
			continue;
		*number = type->enumerators[i].value;
		return true;
	}
	return false;
}

const struct fxr_type *fxr_type_of_symbol(const struct fxr_types *types,
					  const struct fxr_type *type,
					  struct fxr_text name)
{
	uint64_t number;

	if (has_name(type, name, &number) || !type || type->class != FXG_ENUM ||
	    !type->other)
		return type;
	return fxr_type_find(types, type->provider, type->other);
}

static bool name_number(const struct fxr_types *types,
			const struct fxr_type *type, struct fxr_text name,
			uint64_t *number)
{
	return as_number(name, number) ||
	       has_name(fxr_type_of_symbol(types, type, name), name, number);
}

bool fxr_number_of_symbol(const struct fxr_types *types,
			  const struct fxr_type *type, struct fxr_text text,
			  uint64_t *number)
{
	const char *end = text.bytes + text.n_bytes;

	*number = 0;
	for (;;) {
		const char *bar = memchr(text.bytes, '|', text.n_bytes);
		uint64_t part;

		if (bar)
			text.n_bytes = (size_t)(bar - text.bytes);
		if (!name_number(types, type, text, &part))
			return false;
		*number |= part;
		if (!bar)
			return true;
		text = fxr_text(bar + 1, (size_t)(end - bar - 1));
	}
}

bool fxr_number(const struct fxr_types *types, const struct fxr_value *value,
		uint64_t *number)
{
	*number = 0;
	switch (value->kind) {
	case FXR_VALUE_INT:
	case FXR_VALUE_UINT:
	case FXR_VALUE_POINTER:
	case FXR_VALUE_KOID:
		*number = value->as.u64;
		return true;
	case FXR_VALUE_BOOL:
		*number = value->as.boolean;
		return true;
	case FXR_VALUE_NULL:
		return !value->is_withheld;
	case FXR_VALUE_SYMBOL:
		return fxr_number_of_symbol(types,
					    fxr_type_target(types, value->type),
					    value->as.text, number);
	default:
		return false;
	}
}
