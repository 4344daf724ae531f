/* SPDX-License-Identifier: MIT */
/*
 * See known.h.
 */
#include "tools/convert/apitrace/known.h"

#include <string.h>

#include "tools/select/catalogue.h"

/* Types that refer to others; ours have no cycles without a struct. */
#define MAX_DEPTH 8u

/* Longer names are none of OpenGL's. */
#define NAME_BYTES 128

/* What constants and handles are: integers. */
static const struct fxg_type *number_of(const struct fxg_table *table,
					const struct fxg_type *type)
{
	for (unsigned i = 0; i < MAX_DEPTH && (type->class == FXG_ENUM ||
					       type->class == FXG_FLAGS ||
					       type->class == FXG_HANDLE);
	     i++)
		type = &table->types[type->base];
	return type;
}

static enum apitrace_target target_of(const struct fxg_table *table,
				      const struct fxg_type *type)
{
	type = number_of(table, type);
	switch (type->class) {
	case FXG_FLOAT:
		return type->size == 4	 ? APITRACE_TO_FLOAT
		       : type->size == 8 ? APITRACE_TO_DOUBLE
					 : APITRACE_N_TARGETS;
	case FXG_INT:
	case FXG_BOOL:
		return type->size == 1	 ? APITRACE_TO_8
		       : type->size == 2 ? APITRACE_TO_16
		       : type->size == 4 ? APITRACE_TO_32
		       : type->size == 8 ? APITRACE_TO_64
					 : APITRACE_N_TARGETS;
	case FXG_STR:
		return APITRACE_TO_STRING;
	default:
		return APITRACE_N_TARGETS;
	}
}

uint32_t apitrace_known_type(struct fxr_text name, size_t param,
			     size_t n_params)
{
	const struct fxg_table *table = catalogue_table(CATALOGUE_GL);
	const struct fxg_function *function;
	const struct fxg_type *type;
	enum apitrace_target target;
	char text[NAME_BYTES];

	if (name.n_bytes >= sizeof(text))
		return APITRACE_T_NONE;
	memcpy(text, name.bytes, name.n_bytes);
	text[name.n_bytes] = '\0';
	function = catalogue_find(table, text);
	if (!function || function->n_params != n_params)
		return APITRACE_T_NONE;
	type = &table->types[table->params[function->first_param + param].type];
	/* outputs have no values to make memory of */
	if (type->class != FXG_PTR || type->dir != FXG_IN)
		return APITRACE_T_NONE;
	target = target_of(table, &table->types[type->base]);
	return target == APITRACE_N_TARGETS ? APITRACE_T_NONE
					    : APITRACE_T_POINTERS + target;
}
