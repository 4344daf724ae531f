/* SPDX-License-Identifier: MIT */
/*
 * Prints a context's state, see state.h: the parts in their order.
 */
#include "tools/replay/state/state.h"

#include "tools/replay/state/part.h"

static void put_string(struct state *state, const char *key, GLenum name)
{
	const char *text = (const char *)state->gl->GetString(name);

	if (state_is_ok(state) && text)
		json_text(&state->json, key, text);
}

static void put_extensions(struct state *state)
{
	const struct procs *gl = state->gl;
	GLint n;

	if (!gl->GetStringi) {
		put_string(state, "extensions", GL_EXTENSIONS);
		return;
	}
	n = state_get(state, GL_NUM_EXTENSIONS);
	json_list(&state->json, "extensions");
	for (GLint i = 0; i < n; i++)
		json_text(
			&state->json, NULL,
			(const char *)gl->GetStringi(GL_EXTENSIONS, (GLuint)i));
	json_close(&state->json);
}

static void put_context(struct state *state)
{
	const struct procs *gl = state->gl;

	json_map(&state->json, "context");
	json_text(&state->json, "api",
		  gl->is_es	? "OpenGL ES"
		  : gl->is_core ? "OpenGL, core"
				: "OpenGL, compatibility");
	put_string(state, "version", GL_VERSION);
	put_string(state, "vendor", GL_VENDOR);
	put_string(state, "renderer", GL_RENDERER);
	put_string(state, "shading_language", GL_SHADING_LANGUAGE_VERSION);
	put_extensions(state);
	json_close(&state->json);
}

bool state_print(const struct procs *gl, FILE *out)
{
	struct state state = {.gl = gl};

	if (!json_begin(&state.json, out))
		return false;
	(void)state_is_ok(&state);
	put_context(&state);
	state_enabled(&state);
	state_values(&state);
	state_framebuffers(&state);
	state_programs(&state);
	state_vertex_array(&state);
	state_buffers(&state);
	state_textures(&state);
	state_queries(&state);
	state_fixed(&state);
	json_end(&state.json);
	fputc('\n', out);
	return true;
}
