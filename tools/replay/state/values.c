/* SPDX-License-Identifier: MIT */
/*
 * Capabilities, and the values of glGet, see part.h.
 */
#include "tools/replay/state/part.h"

static void get_integers(const struct state_subject *subject, GLenum name,
			 GLint *values)
{
	subject->gl->GetIntegerv(name, values);
}

static void get_floats(const struct state_subject *subject, GLenum name,
		       GLfloat *values)
{
	subject->gl->GetFloatv(name, values);
}

static void get_longs(const struct state_subject *subject, GLenum name,
		      GLint64 *values)
{
	subject->gl->GetInteger64v(name, values);
}

static void get_indexed(const struct state_subject *subject, GLenum name,
			GLint *values)
{
	subject->gl->GetIntegeri_v(name, subject->name, values);
}

static void get_indexed_floats(const struct state_subject *subject, GLenum name,
			       GLfloat *values)
{
	subject->gl->GetFloati_v(name, subject->name, values);
}

static bool has_debug(const struct procs *gl)
{
	return procs_is_since(gl, 43, 32) || procs_has(gl, "GL_KHR_debug");
}

void state_enabled(struct state *state)
{
	struct parameters caps = parameters_of("glIsEnabledi");
	const struct procs *gl = state->gl;
	bool is_debugged = false, is_on;
	const char *text;
	GLenum name, last = 0;

	if (!gl->IsEnabled)
		return;
	if (has_debug(gl)) {
		is_debugged = gl->IsEnabled(GL_DEBUG_OUTPUT);
		gl->Disable(GL_DEBUG_OUTPUT);
	}
	json_map(&state->json, "enabled");
	for (uint32_t i = 0; parameters_name(&caps, i, &name, &text); i++) {
		is_on = gl->IsEnabled(name);
		if (name == last || !state_is_ok(state))
			continue;
		last = name;
		json_bool(&state->json, parameters_best(&caps, name, text),
			  name == GL_DEBUG_OUTPUT ? is_debugged : is_on);
	}
	json_close(&state->json);
}

/* For each draw buffer, where they may differ. */
static void put_draw_buffers(struct state *state)
{
	static const struct {
		GLenum name;
		const char *text;
	} names[] = {
		{GL_BLEND_SRC_RGB, "GL_BLEND_SRC_RGB"},
		{GL_BLEND_DST_RGB, "GL_BLEND_DST_RGB"},
		{GL_BLEND_SRC_ALPHA, "GL_BLEND_SRC_ALPHA"},
		{GL_BLEND_DST_ALPHA, "GL_BLEND_DST_ALPHA"},
		{GL_BLEND_EQUATION_RGB, "GL_BLEND_EQUATION_RGB"},
		{GL_BLEND_EQUATION_ALPHA, "GL_BLEND_EQUATION_ALPHA"},
		{GL_COLOR_WRITEMASK, "GL_COLOR_WRITEMASK"},
	};
	static const struct state_query query = {
		.function = "glGetIntegerv",
		.rule = PARAMETERS_INDEXED,
		.integers = get_indexed,
	};
	struct state_subject subject = {.gl = state->gl};
	GLint n = state_get(state, GL_MAX_DRAW_BUFFERS);

	if (!state->gl->IsEnabledi || !state->gl->GetIntegeri_v)
		return;
	json_list(&state->json, "draw_buffers");
	for (subject.name = 0; (GLint)subject.name < n; subject.name++) {
		bool is_on = state->gl->IsEnabledi(GL_BLEND, subject.name);

		json_map(&state->json, NULL);
		if (state_is_ok(state))
			json_bool(&state->json, "GL_BLEND", is_on);
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			state_read_one(state, &query, &subject, names[i].name,
				       names[i].text);
		json_close(&state->json);
	}
	json_close(&state->json);
}

static void put_viewports(struct state *state)
{
	static const struct state_query query = {
		.function = "glGetFloati_v",
		.rule = PARAMETERS_INDEXED,
		.integers = get_indexed,
		.floats = get_indexed_floats,
	};
	struct state_subject subject = {.gl = state->gl};
	GLint n = state_get(state, GL_MAX_VIEWPORTS);

	if (!state->gl->GetIntegeri_v || !state->gl->GetFloati_v || n < 1)
		return;
	json_list(&state->json, "viewports");
	for (subject.name = 0; (GLint)subject.name < n; subject.name++) {
		json_map(&state->json, NULL);
		state_read_one(state, &query, &subject, GL_VIEWPORT,
			       "GL_VIEWPORT");
		state_read_one(state, &query, &subject, GL_DEPTH_RANGE,
			       "GL_DEPTH_RANGE");
		state_read_one(state, &query, &subject, GL_SCISSOR_BOX,
			       "GL_SCISSOR_BOX");
		json_close(&state->json);
	}
	json_close(&state->json);
}

void state_values(struct state *state)
{
	const struct procs *gl = state->gl;
	struct state_subject subject = {.gl = gl};
	struct state_query query = {
		.function = "glGetIntegerv",
		.rule = PARAMETERS_GET,
		.has_any_name = true,
		.integers = get_integers,
		.floats = gl->GetFloatv ? get_floats : NULL,
		.longs = gl->GetInteger64v ? get_longs : NULL,
	};

	json_map(&state->json, "values");
	state_read(state, &query, &subject);
	json_close(&state->json);
	put_viewports(state);
	put_draw_buffers(state);
}

void state_queries(struct state *state)
{
	struct parameters targets = parameters_of("glGetQueryiv");
	const char *text;
	GLenum name;
	GLint query;

	/* the targets' parameter is not the last but one */
	targets.names = parameters_type("glGetQueryiv", 0);
	if (!state->gl->GetQueryiv)
		return;
	json_map(&state->json, "queries");
	for (uint32_t i = 0; parameters_name(&targets, i, &name, &text); i++) {
		query = 0;
		state->gl->GetQueryiv(name, GL_CURRENT_QUERY, &query);
		if (state_is_ok(state) && query)
			json_integer(&state->json, text, query);
	}
	json_close(&state->json);
}
