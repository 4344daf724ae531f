/* SPDX-License-Identifier: MIT */
/*
 * Reading the table, see parameters.h.
 */
#include "tools/replay/state/parameters.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

extern const struct fxg_table fxg_gl;

static const struct row {
	enum parameters_rule rule;
	GLenum name;
	unsigned n;
	GLenum by;
} rows[] = {
#define N(table, name, number, n) {PARAMETERS_##table, number, n, 0},
#define BY(table, name, number, other, by) {PARAMETERS_##table, number, 0, by},
#include "gen/api/gl/pnames.def"
#undef N
#undef BY
};

static const struct fxg_function *find_function(const char *name)
{
	const struct fxg_table *table = &fxg_gl;
	uint32_t low = 0, high = table->n_functions;

	while (low < high) {
		uint32_t i = (low + high) / 2;
		const struct fxg_function *function = &table->functions[i];
		int order = strcmp(table->text + table->strings[function->name],
				   name);

		if (order == 0)
			return function;
		if (order < 0)
			low = i + 1;
		else
			high = i;
	}
	return NULL;
}

static const struct fxg_type *type_of(const struct fxg_function *function,
				      unsigned parameter)
{
	return &fxg_gl.types[fxg_gl.params[function->first_param + parameter]
				     .type];
}

struct parameters parameters_of(const char *name)
{
	const struct fxg_function *function = find_function(name);
	struct parameters parameters = {0};
	const struct fxg_type *type;

	if (!function || function->n_params < 2)
		return parameters;
	type = type_of(function, function->n_params - 2u);
	if (type->class == FXG_ENUM)
		parameters.names = type;
	type = type_of(function, function->n_params - 1u);
	if (type->class == FXG_UNION)
		parameters.values = type;
	return parameters;
}

static bool enumerator_at(const struct fxg_type *type, uint32_t n,
			  GLenum *number, const char **text)
{
	const struct fxg_enumerator *at;

	if (!type || n >= type->n)
		return false;
	at = &fxg_gl.enumerators[type->first + n];
	*number = (GLenum)at->value;
	*text = fxg_gl.text + at->name;
	return true;
}

bool parameters_name(const struct parameters *parameters, uint32_t n,
		     GLenum *number, const char **text)
{
	return enumerator_at(parameters->names, n, number, text);
}

bool parameters_constant(uint32_t n, GLenum *number, const char **text)
{
	struct parameters get = parameters_of("glGetIntegerv");

	return get.names && get.names->cap &&
	       enumerator_at(&fxg_gl.types[get.names->cap], n, number, text);
}

/* The name in an ENUM, or in the ENUM that it extends. */
static const char *name_of_value(const struct fxg_type *type, int64_t value)
{
	const struct fxg_enumerator *at = &fxg_gl.enumerators[type->first];

	for (uint32_t i = 0; i < type->n; i++)
		if (((uint64_t)value & at[i].mask) == at[i].value)
			return fxg_gl.text + at[i].name;
	return type->cap ? name_of_value(&fxg_gl.types[type->cap], value)
			 : NULL;
}

/* The type of the answer pointer's target. */
static const struct fxg_type *target_type(const struct fxg_type *type)
{
	return type->class == FXG_PTR ? &fxg_gl.types[type->base] : type;
}

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), n_end = strlen(end);

	return n > n_end && strcmp(text + n - n_end, end) == 0;
}

static bool is_extension(const char *text)
{
	static const char *const ends[] = {
		"_ARB",	 "_EXT",  "_NV",    "_SGI", "_SGIS", "_SGIX", "_OES",
		"_ATI",	 "_AMD",  "_APPLE", "_IBM", "_KHR",  "_IMG",  "_INTEL",
		"_QCOM", "_MESA", "_ANGLE", "_WIN", "_HP",   "_SUN",  "_ARM",
	};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (ends_with(text, ends[i]))
			return true;
	return false;
}

/* Whether it is not a bit, whose number may be the same. */
static bool is_plain(const char *text)
{
	return strncmp(text, "GL_", 3) == 0 && !is_extension(text) &&
	       !ends_with(text, "_BIT");
}

const char *parameters_best(const struct parameters *parameters, GLenum number,
			    const char *text)
{
	const struct fxg_type *values = parameters->values;

	for (uint32_t i = 0; values && i < values->n; i++)
		if (fxg_gl.cases[values->first + i].value == number)
			return fxg_gl.text +
			       fxg_gl.cases[values->first + i].name;
	if (!is_extension(text))
		return text;
	for (uint32_t i = 0; i < fxg_gl.n_enumerators; i++)
		if (fxg_gl.enumerators[i].value == number &&
		    is_plain(fxg_gl.text + fxg_gl.enumerators[i].name))
			return fxg_gl.text + fxg_gl.enumerators[i].name;
	return text;
}

static const char *flags_named(const struct fxg_type *type, int64_t value,
			       char *text)
{
	const struct fxg_enumerator *at = &fxg_gl.enumerators[type->first];
	uint64_t left = (uint32_t)value;
	size_t n = 0;

	if (!left)
		return NULL;
	for (uint32_t i = 0; i < type->n && n < PARAMETERS_TEXT; i++) {
		if (!at[i].value || (left & at[i].mask) != at[i].value)
			continue;
		left &= ~at[i].mask;
		n += (size_t)snprintf(text + n, PARAMETERS_TEXT - n, "%s%s",
				      n ? "|" : "", fxg_gl.text + at[i].name);
	}
	if (n < PARAMETERS_TEXT && left)
		(void)snprintf(text + n, PARAMETERS_TEXT - n, "%s0x%llx",
			       n ? "|" : "", (unsigned long long)left);
	return text;
}

const char *parameters_value(const struct parameters *parameters, GLenum name,
			     int64_t value, char *text)
{
	const struct fxg_type *values = parameters->values, *type;

	for (uint32_t i = 0; values && i < values->n; i++) {
		const struct fxg_case *at = &fxg_gl.cases[values->first + i];

		if (at->value != name)
			continue;
		type = target_type(&fxg_gl.types[at->type]);
		return type->class == FXG_ENUM ? name_of_value(type, value)
		       : type->class == FXG_FLAGS
			       ? flags_named(type, value, text)
			       : NULL;
	}
	return NULL;
}

const struct fxg_type *parameters_type(const char *name, unsigned index)
{
	const struct fxg_function *function = find_function(name);
	const struct fxg_type *type;

	if (!function || index > function->n_params)
		return NULL;
	type = index < function->n_params ? type_of(function, index)
					  : &fxg_gl.types[function->ret_type];
	type = target_type(type);
	return type->class == FXG_ENUM ? type : NULL;
}

const char *parameters_call(const char *name, unsigned index, int64_t value)
{
	const struct fxg_type *type = parameters_type(name, index);

	return type ? name_of_value(type, value) : NULL;
}

unsigned parameters_count(enum parameters_rule rule, GLenum name, GLenum *by)
{
	*by = 0;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].rule == rule && rows[i].name == name) {
			*by = rows[i].by;
			return rows[i].n;
		}
	return 1;
}
