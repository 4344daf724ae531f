/* SPDX-License-Identifier: MIT */
/*
 * The bindings of texture units, see part.h.
 */
#include "tools/replay/state/part.h"

#define MAX_LEVELS 20

static const struct target {
	GLenum target, binding;
	const char *text;
	GLenum first; /* the target of queries about its levels */
	bool has_levels;
	bool is_fixed; /* enabled by unit, without a shader */
} targets[] = {
	{GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D, "GL_TEXTURE_1D", GL_TEXTURE_1D,
	 true, true},
	{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D, "GL_TEXTURE_2D", GL_TEXTURE_2D,
	 true, true},
	{GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, "GL_TEXTURE_3D", GL_TEXTURE_3D,
	 true, true},
	{GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP,
	 "GL_TEXTURE_CUBE_MAP", GL_TEXTURE_CUBE_MAP_POSITIVE_X, true, true},
	{GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE,
	 "GL_TEXTURE_RECTANGLE", GL_TEXTURE_RECTANGLE, false, true},
	{GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY,
	 "GL_TEXTURE_1D_ARRAY", GL_TEXTURE_1D_ARRAY, true, false},
	{GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY,
	 "GL_TEXTURE_2D_ARRAY", GL_TEXTURE_2D_ARRAY, true, false},
	{GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY,
	 "GL_TEXTURE_CUBE_MAP_ARRAY", GL_TEXTURE_CUBE_MAP_ARRAY, true, false},
	{GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER, "GL_TEXTURE_BUFFER",
	 GL_TEXTURE_BUFFER, false, false},
	{GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE,
	 "GL_TEXTURE_2D_MULTISAMPLE", GL_TEXTURE_2D_MULTISAMPLE, false, false},
	{GL_TEXTURE_2D_MULTISAMPLE_ARRAY,
	 GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY,
	 "GL_TEXTURE_2D_MULTISAMPLE_ARRAY", GL_TEXTURE_2D_MULTISAMPLE_ARRAY,
	 false, false},
	{GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_BINDING_EXTERNAL_OES,
	 "GL_TEXTURE_EXTERNAL_OES", GL_TEXTURE_EXTERNAL_OES, false, false},
};
#define N_TARGETS (sizeof(targets) / sizeof(targets[0]))

static void get_texture(const struct state_subject *subject, GLenum name,
			GLint *values)
{
	subject->gl->GetTexParameteriv(subject->target, name, values);
}

static void get_texture_floats(const struct state_subject *subject, GLenum name,
			       GLfloat *values)
{
	subject->gl->GetTexParameterfv(subject->target, name, values);
}

static void get_level(const struct state_subject *subject, GLenum name,
		      GLint *values)
{
	subject->gl->GetTexLevelParameteriv(subject->target, subject->level,
					    name, values);
}

static void get_sampler(const struct state_subject *subject, GLenum name,
			GLint *values)
{
	subject->gl->GetSamplerParameteriv(subject->name, name, values);
}

static void get_sampler_floats(const struct state_subject *subject, GLenum name,
			       GLfloat *values)
{
	subject->gl->GetSamplerParameterfv(subject->name, name, values);
}

static void get_environment(const struct state_subject *subject, GLenum name,
			    GLint *values)
{
	subject->gl->GetTexEnviv(subject->target, name, values);
}

static void get_environment_floats(const struct state_subject *subject,
				   GLenum name, GLfloat *values)
{
	subject->gl->GetTexEnvfv(subject->target, name, values);
}

static void get_coordinate(const struct state_subject *subject, GLenum name,
			   GLint *values)
{
	subject->gl->GetTexGeniv(subject->target, name, values);
}

static void get_coordinate_floats(const struct state_subject *subject,
				  GLenum name, GLfloat *values)
{
	subject->gl->GetTexGenfv(subject->target, name, values);
}

static void get_matrix(const struct state_subject *subject, GLenum name,
		       GLint *values)
{
	subject->gl->GetIntegerv(name, values);
}

static void get_matrix_floats(const struct state_subject *subject, GLenum name,
			      GLfloat *values)
{
	subject->gl->GetFloatv(name, values);
}

static const struct state_query texture_query = {
	.function = "glGetTexParameteriv",
	.more = "glTexParameterf",
	.rule = PARAMETERS_OBJECT,
	.integers = get_texture,
	.floats = get_texture_floats,
};
static const struct state_query level_query = {
	.function = "glGetTexLevelParameteriv",
	.more = "glGetTexParameteriv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_level,
};
static const struct state_query sampler_query = {
	.function = "glGetSamplerParameteriv",
	.more = "glGetSamplerParameterfv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_sampler,
	.floats = get_sampler_floats,
};
static const struct state_query environment_query = {
	.function = "glGetTexEnviv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_environment,
	.floats = get_environment_floats,
};
static const struct state_query coordinate_query = {
	.function = "glGetTexGeniv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_coordinate,
	.floats = get_coordinate_floats,
};
static const struct state_query matrix_query = {
	.function = "glGetIntegerv",
	.rule = PARAMETERS_GET,
	.integers = get_matrix,
	.floats = get_matrix_floats,
};

static GLint query_size(struct state *state, GLenum target, GLint level,
			GLenum name)
{
	GLint value = 0;

	state->gl->GetTexLevelParameteriv(target, level, name, &value);
	return state_is_ok(state) ? value : 0;
}

/* Levels below it need no image. */
static GLint base_level(struct state *state, const struct target *target)
{
	GLint value = 0;

	state->gl->GetTexParameteriv(target->target, GL_TEXTURE_BASE_LEVEL,
				     &value);
	return state_is_ok(state) ? value : 0;
}

static void put_levels(struct state *state, const struct target *target)
{
	struct state_subject subject = {.gl = state->gl,
					.target = target->first};
	int n = target->has_levels ? MAX_LEVELS : 1;
	GLint base = target->has_levels ? base_level(state, target) : 0;

	json_map(&state->json, "level_0");
	state_read(state, &level_query, &subject);
	json_close(&state->json);
	json_row(&state->json, "sizes");
	for (GLint level = 0; level < n; level++) {
		GLint width = query_size(state, target->first, level,
					 GL_TEXTURE_WIDTH);

		if (width <= 0 && level >= base)
			break;
		json_row(&state->json, NULL);
		json_integer(&state->json, NULL, width);
		json_integer(&state->json, NULL,
			     query_size(state, target->first, level,
					GL_TEXTURE_HEIGHT));
		json_integer(&state->json, NULL,
			     query_size(state, target->first, level,
					GL_TEXTURE_DEPTH));
		json_close(&state->json);
	}
	json_close(&state->json);
}

static void put_texture(struct state *state, const struct target *target,
			GLint name)
{
	struct state_subject subject = {.gl = state->gl,
					.target = target->target};

	json_map(&state->json, target->text);
	json_integer(&state->json, "name", name);
	state_label(state, GL_TEXTURE, (GLuint)name);
	state_read(state, &texture_query, &subject);
	if (state->gl->GetTexLevelParameteriv)
		put_levels(state, target);
	json_close(&state->json);
}

static void put_sampler(struct state *state, GLint name)
{
	struct state_subject subject = {.gl = state->gl, .name = (GLuint)name};

	json_map(&state->json, "sampler");
	json_integer(&state->json, "name", name);
	state_label(state, GL_SAMPLER, (GLuint)name);
	state_read(state, &sampler_query, &subject);
	json_close(&state->json);
}

/* Generated texture coordinates. */
static void put_coordinates(struct state *state)
{
	static const struct {
		GLenum name, cap;
		const char *text;
	} coordinates[] = {
		{GL_S, GL_TEXTURE_GEN_S, "GL_S"},
		{GL_T, GL_TEXTURE_GEN_T, "GL_T"},
		{GL_R, GL_TEXTURE_GEN_R, "GL_R"},
		{GL_Q, GL_TEXTURE_GEN_Q, "GL_Q"},
	};
	struct state_subject subject = {.gl = state->gl};

	json_map(&state->json, "generated");
	for (size_t i = 0; i < 4; i++) {
		if (!state->gl->IsEnabled(coordinates[i].cap))
			continue;
		subject.target = coordinates[i].name;
		json_map(&state->json, coordinates[i].text);
		state_read(state, &coordinate_query, &subject);
		json_close(&state->json);
	}
	json_close(&state->json);
}

/* The texture environment of a unit without a shader; only if a texture is
 * on. */
static void put_environment(struct state *state)
{
	struct state_subject subject = {.gl = state->gl,
					.target = GL_TEXTURE_ENV};

	json_map(&state->json, "environment");
	state_read(state, &environment_query, &subject);
	json_close(&state->json);
	state_read_one(state, &matrix_query, &subject, GL_TEXTURE_MATRIX,
		       "GL_TEXTURE_MATRIX");
	if (state->gl->GetTexGeniv && state->gl->GetTexGenfv)
		put_coordinates(state);
}

static bool is_on(struct state *state, const struct target *target)
{
	bool is = state->gl->GetTexEnviv && target->is_fixed &&
		  state->gl->IsEnabled(target->target);

	return state_is_ok(state) && is;
}

/* The unit is the active one. */
static void put_unit(struct state *state, GLint unit, bool is_fixed)
{
	GLint sampler = 0, name;
	bool is_open = false, has_environment = false;

	if (state->gl->GetSamplerParameteriv)
		sampler = state_get(state, GL_SAMPLER_BINDING);
	for (size_t i = 0; i < N_TARGETS; i++) {
		name = state_get(state, targets[i].binding);
		has_environment |= is_fixed && is_on(state, &targets[i]);
		if (!name && !(is_fixed && is_on(state, &targets[i])) &&
		    (!sampler || is_open))
			continue;
		if (!is_open) {
			json_map(&state->json, NULL);
			json_integer(&state->json, "unit", unit);
		}
		is_open = true;
		if (name || is_on(state, &targets[i]))
			put_texture(state, &targets[i], name);
	}
	if (!is_open)
		return;
	if (sampler)
		put_sampler(state, sampler);
	if (has_environment)
		put_environment(state);
	json_close(&state->json);
}

void state_images(struct state *state)
{
	GLint n = state_get(state, GL_MAX_IMAGE_UNITS);
	const struct procs *gl = state->gl;
	GLint name, level = 0, format = 0, access = 0;

	if (!gl->GetIntegeri_v || n < 1)
		return;
	json_list(&state->json, "images");
	for (GLuint i = 0; (GLint)i < n; i++) {
		name = 0;
		gl->GetIntegeri_v(GL_IMAGE_BINDING_NAME, i, &name);
		if (!state_is_ok(state) || !name)
			continue;
		gl->GetIntegeri_v(GL_IMAGE_BINDING_LEVEL, i, &level);
		gl->GetIntegeri_v(GL_IMAGE_BINDING_FORMAT, i, &format);
		gl->GetIntegeri_v(GL_IMAGE_BINDING_ACCESS, i, &access);
		json_map(&state->json, NULL);
		json_integer(&state->json, "unit", (GLint)i);
		json_integer(&state->json, "texture", name);
		json_integer(&state->json, "level", level);
		state_constant(state, "format", "glBindImageTexture", 6,
			       format);
		state_constant(state, "access", "glBindImageTexture", 5,
			       access);
		json_close(&state->json);
	}
	json_close(&state->json);
}

GLint state_units(struct state *state)
{
	GLint n = state_get(state, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS);
	GLint n_fixed = state_get(state, GL_MAX_TEXTURE_UNITS);

	if (!state->gl->GetTexParameteriv || !state->gl->GetTexParameterfv)
		return 0;
	/* before there were several units */
	if (!state->gl->ActiveTexture)
		return 1;
	return n > n_fixed ? n : n_fixed;
}

void state_unit(struct state *state, GLint unit)
{
	GLint n_fixed = state_get(state, GL_MAX_TEXTURE_UNITS);

	put_unit(state, unit, !state->gl->ActiveTexture || unit < n_fixed);
}
