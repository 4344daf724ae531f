/* SPDX-License-Identifier: MIT */
/*
 * Uniforms of a program with their values, see part.h. Those of a block have an
 * offset in it instead of a location.
 */
#include <stdio.h>
#include <string.h>

#include "tools/replay/state/part.h"

#define NAME_BYTES 1024

enum kind { INTEGERS, UNSIGNED, FLOATS, DOUBLES };

/* Types that are not a single integer, unlike samplers and images. */
static const struct type {
	GLenum type;
	enum kind kind;
	unsigned n, columns;
} types[] = {
	{GL_FLOAT, FLOATS, 1, 1},
	{GL_FLOAT_VEC2, FLOATS, 2, 1},
	{GL_FLOAT_VEC3, FLOATS, 3, 1},
	{GL_FLOAT_VEC4, FLOATS, 4, 1},
	{GL_FLOAT_MAT2, FLOATS, 4, 2},
	{GL_FLOAT_MAT3, FLOATS, 9, 3},
	{GL_FLOAT_MAT4, FLOATS, 16, 4},
	{GL_FLOAT_MAT2x3, FLOATS, 6, 2},
	{GL_FLOAT_MAT2x4, FLOATS, 8, 2},
	{GL_FLOAT_MAT3x2, FLOATS, 6, 3},
	{GL_FLOAT_MAT3x4, FLOATS, 12, 3},
	{GL_FLOAT_MAT4x2, FLOATS, 8, 4},
	{GL_FLOAT_MAT4x3, FLOATS, 12, 4},
	{GL_DOUBLE, DOUBLES, 1, 1},
	{GL_DOUBLE_VEC2, DOUBLES, 2, 1},
	{GL_DOUBLE_VEC3, DOUBLES, 3, 1},
	{GL_DOUBLE_VEC4, DOUBLES, 4, 1},
	{GL_DOUBLE_MAT2, DOUBLES, 4, 2},
	{GL_DOUBLE_MAT3, DOUBLES, 9, 3},
	{GL_DOUBLE_MAT4, DOUBLES, 16, 4},
	{GL_DOUBLE_MAT2x3, DOUBLES, 6, 2},
	{GL_DOUBLE_MAT2x4, DOUBLES, 8, 2},
	{GL_DOUBLE_MAT3x2, DOUBLES, 6, 3},
	{GL_DOUBLE_MAT3x4, DOUBLES, 12, 3},
	{GL_DOUBLE_MAT4x2, DOUBLES, 8, 4},
	{GL_DOUBLE_MAT4x3, DOUBLES, 12, 4},
	{GL_INT_VEC2, INTEGERS, 2, 1},
	{GL_INT_VEC3, INTEGERS, 3, 1},
	{GL_INT_VEC4, INTEGERS, 4, 1},
	{GL_BOOL_VEC2, INTEGERS, 2, 1},
	{GL_BOOL_VEC3, INTEGERS, 3, 1},
	{GL_BOOL_VEC4, INTEGERS, 4, 1},
	{GL_UNSIGNED_INT, UNSIGNED, 1, 1},
	{GL_UNSIGNED_INT_VEC2, UNSIGNED, 2, 1},
	{GL_UNSIGNED_INT_VEC3, UNSIGNED, 3, 1},
	{GL_UNSIGNED_INT_VEC4, UNSIGNED, 4, 1},
};

struct uniform {
	GLuint program, index;
	GLchar name[NAME_BYTES];
	GLint size;
	GLenum type;
};

static struct type type_of(GLenum name)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].type == name)
			return types[i];
	return (struct type){name, INTEGERS, 1, 1};
}

union values {
	GLint integers[16];
	GLuint numbers[16];
	GLfloat floats[16];
	GLdouble doubles[16];
};

static bool query_uniform(struct state *state, GLuint program, GLint location,
			  enum kind kind, union values *values)
{
	const struct procs *gl = state->gl;

	memset(values, 0, sizeof(*values));
	switch (kind) {
	case FLOATS:
		gl->GetUniformfv(program, location, values->floats);
		break;
	case DOUBLES:
		if (!gl->GetUniformdv)
			return false;
		gl->GetUniformdv(program, location, values->doubles);
		break;
	case UNSIGNED:
		if (!gl->GetUniformuiv)
			return false;
		gl->GetUniformuiv(program, location, values->numbers);
		break;
	default:
		gl->GetUniformiv(program, location, values->integers);
		break;
	}
	return state_is_ok(state);
}

static void put_number(struct json *json, const char *key, enum kind kind,
		       const union values *values, unsigned i)
{
	if (kind == FLOATS)
		json_real(json, key, (double)values->floats[i]);
	else if (kind == DOUBLES)
		json_real(json, key, values->doubles[i]);
	else if (kind == UNSIGNED)
		json_integer(json, key, values->numbers[i]);
	else
		json_integer(json, key, values->integers[i]);
}

static void put_values(struct state *state, const char *key,
		       const struct type *type, const union values *values)
{
	if (type->n > 1)
		json_row(&state->json, key);
	for (unsigned i = 0; i < type->n; i++)
		put_number(&state->json, type->n > 1 ? NULL : key, type->kind,
			   values, i);
	if (type->n > 1)
		json_close(&state->json);
}

static void put_one(struct state *state, const char *key,
		    const struct uniform *uniform, GLint location)
{
	struct type type = type_of(uniform->type);
	union values values;

	if (query_uniform(state, uniform->program, location, type.kind,
			  &values))
		put_values(state, key, &type, &values);
}

/* Each element has a name; locations may be anywhere. */
static void put_array(struct state *state, const struct uniform *uniform)
{
	size_t n_stem = strlen(uniform->name);
	char name[NAME_BYTES + 16];
	GLint location;

	if (n_stem > 3 && strcmp(uniform->name + n_stem - 3, "[0]") == 0)
		n_stem -= 3;
	json_row(&state->json, "value");
	for (GLint i = 0; i < uniform->size; i++) {
		snprintf(name, sizeof(name), "%.*s[%d]", (int)n_stem,
			 uniform->name, i);
		location =
			state->gl->GetUniformLocation(uniform->program, name);
		if (state_is_ok(state) && location >= 0)
			put_one(state, NULL, uniform, location);
	}
	json_close(&state->json);
}

/* The layout of a uniform in a block: strides in bytes. */
struct place {
	GLint block, offset, element, line; /* line: a matrix' row or column */
	GLint is_by_row;
};

/* Elements are stored column by column, as glGetUniform returns them. */
static void unpack_values(const struct type *type, const struct place *place,
			  const uint8_t *from, union values *values)
{
	size_t n_bytes = type->kind == DOUBLES ? 8 : 4;
	unsigned n_rows = type->n / type->columns;

	for (unsigned i = 0; i < type->n; i++) {
		unsigned column = i / n_rows, row = i % n_rows;
		size_t at =
			place->is_by_row
				? row * (size_t)place->line + column * n_bytes
				: column * (size_t)place->line + row * n_bytes;

		memcpy((char *)values + i * n_bytes, from + at, n_bytes);
	}
}

/* More than any column or row of doubles has. */
#define MAX_ELEMENT_BYTES 1024

static void put_element(struct state *state, const char *key,
			const struct uniform *uniform,
			const struct place *place, GLint i)
{
	struct type type = type_of(uniform->type);
	uint8_t bytes[MAX_ELEMENT_BYTES];
	size_t n_line = (type.kind == DOUBLES ? 8u : 4u) * type.n, n_bytes;
	unsigned n_lines =
		place->is_by_row ? type.n / type.columns : type.columns;
	union values values = {{0}};

	n_bytes = n_line / n_lines + (n_lines - 1) * (size_t)place->line;
	if (n_bytes > sizeof(bytes) ||
	    !state_block(state, uniform->program, place->block,
			 place->offset + (GLintptr)i * place->element, n_bytes,
			 bytes))
		return;
	unpack_values(&type, place, bytes, &values);
	put_values(state, key, &type, &values);
}

static GLint query_place(struct state *state, const struct uniform *uniform,
			 GLenum what)
{
	GLint value = -1;

	state->gl->GetActiveUniformsiv(uniform->program, 1, &uniform->index,
				       what, &value);
	return state_is_ok(state) ? value : -1;
}

static void put_place(struct state *state, const struct uniform *uniform)
{
	struct place place;

	if (!state->gl->GetActiveUniformsiv)
		return;
	place.block = query_place(state, uniform, GL_UNIFORM_BLOCK_INDEX);
	place.offset = query_place(state, uniform, GL_UNIFORM_OFFSET);
	if (place.block < 0 || place.offset < 0)
		return;
	place.element = query_place(state, uniform, GL_UNIFORM_ARRAY_STRIDE);
	place.line = query_place(state, uniform, GL_UNIFORM_MATRIX_STRIDE);
	place.line = place.line > 0 ? place.line : 0;
	place.is_by_row =
		query_place(state, uniform, GL_UNIFORM_IS_ROW_MAJOR) == 1;
	json_integer(&state->json, "block", place.block);
	json_integer(&state->json, "offset", place.offset);
	if (uniform->size < 2) {
		put_element(state, "value", uniform, &place, 0);
		return;
	}
	json_row(&state->json, "value");
	for (GLint i = 0; i < uniform->size; i++)
		put_element(state, NULL, uniform, &place, i);
	json_close(&state->json);
}

/* Returns whether it is in a block. */
static bool put_uniform(struct state *state, const struct uniform *uniform)
{
	GLint location =
		state->gl->GetUniformLocation(uniform->program, uniform->name);

	(void)state_is_ok(state);
	json_map(&state->json, NULL);
	json_text(&state->json, "name", uniform->name);
	state_constant(state, "type", "glGetActiveUniform", 5,
		       (GLint)uniform->type);
	json_integer(&state->json, "size", uniform->size);
	if (location < 0) {
		put_place(state, uniform);
	} else {
		json_integer(&state->json, "location", location);
		if (uniform->size > 1)
			put_array(state, uniform);
		else
			put_one(state, "value", uniform, location);
	}
	json_close(&state->json);
	return location < 0;
}

bool state_uniforms(struct state *state, GLuint program)
{
	struct uniform uniform = {.program = program};
	bool has_blocks = false;
	GLint n = 0;

	state->gl->GetProgramiv(program, GL_ACTIVE_UNIFORMS, &n);
	if (!state_is_ok(state))
		return false;
	json_list(&state->json, "uniforms");
	for (; (GLint)uniform.index < n; uniform.index++) {
		uniform.name[0] = '\0';
		state->gl->GetActiveUniform(program, uniform.index, NAME_BYTES,
					    NULL, &uniform.size, &uniform.type,
					    uniform.name);
		if (state_is_ok(state))
			has_blocks |= put_uniform(state, &uniform);
	}
	json_close(&state->json);
	return has_blocks;
}
