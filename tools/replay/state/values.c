/* SPDX-License-Identifier: MIT */
/*
 * Capabilities, and the values of glGet, see part.h.
 */
#include "tools/reader/memory.h"
#include "tools/replay/state/part.h"
#include "tools/replay/state/values.h"

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

void state_enabled(struct state *state)
{
	struct parameters caps = parameters_of("glIsEnabledi");
	const struct procs *gl = state->gl;
	const char *text;
	GLenum name, last = 0;
	bool is_on;

	if (!gl->IsEnabled)
		return;
	json_map(&state->json, "enabled");
	for (uint32_t i = 0; parameters_name(&caps, i, &name, &text); i++) {
		is_on = gl->IsEnabled(name);
		if (name == last || !state_is_ok(state))
			continue;
		last = name;
		json_flag(&state->json, parameters_best(&caps, name, text),
			  name == GL_DEBUG_OUTPUT ? state->is_debugged : is_on);
	}
	json_close(&state->json);
}

/* For each draw buffer, where they may differ. */
void state_draw_buffers(struct state *state)
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
			json_flag(&state->json, "GL_BLEND", is_on);
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			state_read_one(state, &query, &subject, names[i].name,
				       names[i].text);
		json_close(&state->json);
	}
	json_close(&state->json);
}

void state_viewports(struct state *state)
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

static const struct state_query value_queries[] = {
	{.function = "glGetIntegerv",
	 .rule = PARAMETERS_GET,
	 .has_any_name = true,
	 .integers = get_integers},
	{.function = "glGetIntegerv",
	 .rule = PARAMETERS_GET,
	 .has_any_name = true,
	 .integers = get_integers,
	 .floats = get_floats},
	{.function = "glGetIntegerv",
	 .rule = PARAMETERS_GET,
	 .has_any_name = true,
	 .integers = get_integers,
	 .floats = get_floats,
	 .longs = get_longs},
};

static const struct state_query *query_of(const struct procs *gl)
{
	if (!gl->GetFloatv)
		return &value_queries[0];
	return &value_queries[gl->GetInteger64v ? 2 : 1];
}

/* A registry's list of them may be short: that of 2020 lacks
 * GL_RASTERIZER_DISCARD. So the context decides about others. */
static bool is_capability(struct state *state, GLenum name)
{
	struct parameters caps = parameters_of("glIsEnabledi");
	const char *text;
	GLenum cap;

	for (uint32_t i = 0; parameters_name(&caps, i, &cap, &text); i++)
		if (cap == name)
			return true;
	if (!state->gl->IsEnabled)
		return false;
	(void)state->gl->IsEnabled(name);
	return state_is_ok(state);
}

struct finding {
	struct state *state;
	struct value_names *names;
};

static void find_name(void *context, GLenum number, const char *text)
{
	struct finding *finding = context;
	struct value_names *names = finding->names;
	const struct state_query *query = query_of(finding->state->gl);
	const struct state_subject subject = {.gl = finding->state->gl};
	struct parameters parameters = parameters_of(query->function);
	struct value_name *name;

	if (!state_has(finding->state, query, &subject, number) &&
	    !section_is_shy(text))
		return;
	names->names = fxr_grow(names->names, &names->capacity, names->n + 1,
				sizeof(*names->names));
	name = &names->names[names->n++];
	name->name = number;
	name->text = parameters_best(&parameters, number, text);
	name->section = is_capability(finding->state, number)
				? SECTION_ENABLES
				: section_of_value(name->text);
}

void state_find_values(struct state *state, struct value_names *names)
{
	struct finding finding = {.state = state, .names = names};

	state_names(query_of(state->gl), find_name, &finding);
}

void state_values(struct state *state, const struct value_names *names,
		  enum section section)
{
	const struct state_subject subject = {.gl = state->gl};
	const struct value_name *name = names->names;

	for (size_t i = 0; i < names->n; i++, name++)
		if (name->section == section)
			state_read_one(state, query_of(state->gl), &subject,
				       name->name, name->text);
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
