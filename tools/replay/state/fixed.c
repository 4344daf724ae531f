/* SPDX-License-Identifier: MIT */
/*
 * Lights, materials and planes of contexts that have them, see part.h.
 */
#include "tools/replay/state/part.h"

static void get_light(const struct state_subject *subject, GLenum name,
		      GLfloat *values)
{
	subject->gl->GetLightfv(subject->target, name, values);
}

static void get_material(const struct state_subject *subject, GLenum name,
			 GLfloat *values)
{
	subject->gl->GetMaterialfv(subject->target, name, values);
}

static const struct state_query light_query = {
	.function = "glGetLightfv",
	.more = "glGetMaterialfv",
	.rule = PARAMETERS_OBJECT,
	.floats = get_light,
};
static const struct state_query material_query = {
	.function = "glGetMaterialfv",
	.rule = PARAMETERS_OBJECT,
	.floats = get_material,
};

static void put_lights(struct state *state)
{
	GLint n = state_get(state, GL_MAX_LIGHTS);
	struct state_subject subject = {.gl = state->gl};

	json_list(&state->json, "lights");
	for (GLint i = 0; i < n; i++) {
		subject.target = GL_LIGHT0 + (GLenum)i;
		json_map(&state->json, NULL);
		state_read(state, &light_query, &subject);
		json_close(&state->json);
	}
	json_close(&state->json);
}

static void put_materials(struct state *state)
{
	static const struct {
		GLenum face;
		const char *text;
	} faces[] = {{GL_FRONT, "GL_FRONT"}, {GL_BACK, "GL_BACK"}};
	struct state_subject subject = {.gl = state->gl};

	json_map(&state->json, "materials");
	for (size_t i = 0; i < sizeof(faces) / sizeof(faces[0]); i++) {
		subject.target = faces[i].face;
		json_map(&state->json, faces[i].text);
		state_read(state, &material_query, &subject);
		json_close(&state->json);
	}
	json_close(&state->json);
}

static void put_planes(struct state *state)
{
	GLint n = state_get(state, GL_MAX_CLIP_PLANES);
	GLdouble plane[4];

	json_row(&state->json, "clip_planes");
	for (GLint i = 0; i < n; i++) {
		state->gl->GetClipPlane(GL_CLIP_PLANE0 + (GLenum)i, plane);
		if (!state_is_ok(state))
			continue;
		json_row(&state->json, NULL);
		for (int j = 0; j < 4; j++)
			json_real(&state->json, NULL, plane[j]);
		json_close(&state->json);
	}
	json_close(&state->json);
}

void state_fixed(struct state *state)
{
	if (state->gl->GetLightfv)
		put_lights(state);
	if (state->gl->GetMaterialfv)
		put_materials(state);
	if (state->gl->GetClipPlane)
		put_planes(state);
}
