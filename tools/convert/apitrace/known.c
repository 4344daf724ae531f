/* SPDX-License-Identifier: MIT */
/*
 * See known.h.
 */
#include "tools/convert/apitrace/known.h"

#include <string.h>

/* Types that refer to others; ours have no cycles without a struct. */
#define MAX_DEPTH 8u

/* Numbers of types that our tables do not have: memory, and addresses of it. */
#define BYTES UINT32_MAX
#define LISTS (UINT32_MAX - 1)

/* Longer names are none of OpenGL's. */
#define NAME_BYTES 128

static const struct fxg_table *table(void)
{
	return catalogue_table(CATALOGUE_GL);
}

static const struct fxg_type *type_at(uint32_t index)
{
	return &table()->types[index];
}

static struct fxr_text text_at(uint32_t at)
{
	const char *word = table()->text + at;

	return fxr_text(word, strlen(word));
}

/* Constants are integers. A value whose type depends on another one is passed
 * as any of its cases. */
static uint32_t plain_type(uint32_t index)
{
	for (unsigned i = 0; i < MAX_DEPTH; i++) {
		const struct fxg_type *type = type_at(index);

		if (type->class == FXG_ENUM || type->class == FXG_FLAGS)
			index = type->base;
		else if (type->class == FXG_UNION && type->count && type->base)
			index = type->base;
		else if (type->class == FXG_UNION && type->count && type->n)
			index = table()->cases[type->first].type;
		else
			break;
	}
	return index;
}

/* A type of our tables, at index, that was emitted as this one. */
static uint32_t emit(struct apitrace_types *types, uint32_t index,
		     struct fxr_type as)
{
	const struct fxg_type *type = type_at(index);

	as.c_name = text_at(type->c_name);
	if (!as.size)
		as.size = type->size;
	return apitrace_types_known(types, index, &as);
}

static uint32_t target_type(struct apitrace_types *types, uint32_t index);

static uint32_t emit_handle(struct apitrace_types *types, uint32_t index)
{
	const struct fxg_type *type = type_at(index);
	uint32_t base = target_type(types, type->base);

	return emit(types, index,
		    (struct fxr_type){.class = FXG_HANDLE,
				      .base = base == APITRACE_T_ANY
						      ? APITRACE_T_POINTER
						      : base,
				      .space = text_at(type->space),
				      .scope = type->scope,
				      .null_value = type->null_value});
}

/* What is in memory: what is no number, object or text is bytes, or what the
 * values say. */
static uint32_t target_type(struct apitrace_types *types, uint32_t index)
{
	const struct fxg_type *type;

	index = plain_type(index);
	type = type_at(index);
	switch (type->class) {
	case FXG_FLOAT:
		return type->size == 4	 ? APITRACE_T_FLOAT
		       : type->size == 8 ? APITRACE_T_DOUBLE
					 : APITRACE_T_ANY;
	case FXG_INT:
	case FXG_BOOL:
		return emit(types, index,
			    (struct fxr_type){.class = FXG_INT,
					      .is_signed = type->flags &
							   FXG_SIGNED});
	case FXG_HANDLE:
		return emit_handle(types, index);
	case FXG_STR:
		return APITRACE_T_STRING;
	default:
		return APITRACE_T_ANY;
	}
}

/* "const GLchar *const *": texts, each with an address of its own. */
static bool is_texts(const struct fxg_type *type)
{
	const char *name = table()->text + type->c_name;
	const char *star = strchr(name, '*');

	return strstr(name, "GLchar") && star && strchr(star + 1, '*');
}

/* Several lists of indices: the recorder has their addresses there, apitrace
 * their memory. */
static bool is_indices(const struct fxg_param *param,
		       const struct fxg_type *type)
{
	return !strcmp(table()->text + param->name, "indices") &&
	       type->class == FXG_PTR &&
	       !strcmp(table()->text + type->c_name, "const GLuint64 *");
}

/* A pointer that our tables do not have. */
static uint32_t emit_within(struct apitrace_types *types, uint32_t number,
			    uint32_t base)
{
	return apitrace_types_known(
		types, number,
		&(struct fxr_type){.class = FXG_PTR,
				   .c_name = fxr_text("void *", 6),
				   .base = base,
				   .size = sizeof(void *),
				   .dir = FXG_IN});
}

static uint32_t emit_pointer(struct apitrace_types *types, uint32_t index,
			     uint32_t base, unsigned dir)
{
	return emit(types, index,
		    (struct fxr_type){.class = FXG_PTR,
				      .base = base,
				      .size = sizeof(void *),
				      .dir = dir});
}

/* The file has structs of its own. Lists of attributes are pairs in our tables,
 * and flat there. */
static bool has_parts(const struct fxg_type *type)
{
	return type->class == FXG_STRUCT || type->class == FXG_UNION;
}

/* "GLuint *": memory that later calls write, of which the recorder has the
 * address. */
static bool is_late_output(const struct fxg_type *type)
{
	return type->class == FXG_OPAQUE &&
	       !strncmp(table()->text + type->c_name, "GL", 2) &&
	       strchr(table()->text + type->c_name, '*');
}

static bool is_output(const struct fxg_type *type)
{
	return is_late_output(type) ||
	       ((type->class == FXG_PTR || type->class == FXG_STR) &&
		type->dir == FXG_OUT);
}

static uint32_t passed_type(struct apitrace_types *types, uint32_t index)
{
	const struct fxg_type *type = type_at(index);

	switch (type->class) {
	case FXG_FLOAT:
		return type->size == 4 ? APITRACE_T_FLOAT : APITRACE_T_DOUBLE;
	case FXG_INT:
		/* the replay knows programs and shaders by it */
		return strcmp(table()->text + type->c_name, "GLhandleARB") != 0
			       ? APITRACE_T_NONE
			       : target_type(types, index);
	case FXG_HANDLE:
		return emit_handle(types, index);
	case FXG_STR:
		return type->dir == FXG_OUT
			       ? emit(types, index,
				      (struct fxr_type){.class = FXG_STR,
							.dir = FXG_OUT})
			       : APITRACE_T_STRING;
	case FXG_PTR:
		return has_parts(type_at(type->base))
			       ? APITRACE_T_NONE
			       : emit_pointer(types, index,
					      target_type(types, type->base),
					      type->dir);
	case FXG_OPAQUE:
		/* the recorder has an address there, apitrace the memory */
		return emit_pointer(types, index,
				    is_texts(type) ? APITRACE_T_STRING
						   : APITRACE_T_ANY,
				    is_output(type) ? FXG_OUT : FXG_IN);
	default:
		return APITRACE_T_NONE;
	}
}

static const struct fxg_function *find(struct fxr_text name)
{
	char text[NAME_BYTES];

	if (name.n_bytes >= sizeof(text))
		return NULL;
	memcpy(text, name.bytes, name.n_bytes);
	text[name.n_bytes] = '\0';
	return catalogue_find(table(), text);
}

const char *apitrace_known_category(struct fxr_text name)
{
	const struct fxg_function *function = find(name);

	return function ? table()->text + table()->strings[function->category]
			: NULL;
}

const struct fxg_function *apitrace_known_function(struct fxr_text name,
						   size_t n_params)
{
	const struct fxg_function *function = find(name);

	return function && function->n_params == n_params ? function : NULL;
}

struct apitrace_known apitrace_known_param(struct apitrace_types *types,
					   const struct fxg_function *function,
					   size_t param)
{
	const struct fxg_param *at =
		&table()->params[function->first_param + param];
	uint32_t index = plain_type(at->type);
	const struct fxg_type *type = type_at(index);
	struct apitrace_known known = {APITRACE_T_NONE, false};

	known.type =
		is_indices(at, type)
			? emit_within(types, LISTS,
				      emit_within(types, BYTES, APITRACE_T_ANY))
			: passed_type(types, index);
	known.is_out = known.type != APITRACE_T_NONE && is_output(type);
	return known;
}

uint32_t apitrace_known_result(struct apitrace_types *types,
			       const struct fxg_function *function,
			       uint32_t any)
{
	uint32_t index = plain_type(function->ret_type);
	const struct fxg_type *type = type_at(index);

	if (type->class == FXG_HANDLE)
		return emit_handle(types, index);
	if (any != APITRACE_T_NONE)
		return any;
	switch (type->class) {
	case FXG_VOID:
		return APITRACE_T_VOID;
	case FXG_FLOAT:
		return passed_type(types, index);
	case FXG_INT:
	case FXG_BOOL:
		return target_type(types, index);
	case FXG_STR:
		return APITRACE_T_STRING;
	default:
		return APITRACE_T_POINTER;
	}
}
