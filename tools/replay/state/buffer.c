/* SPDX-License-Identifier: MIT */
/*
 * Bound buffers, and the vertex arrays, see part.h.
 */
#include "tools/replay/state/part.h"

#define TARGET(name)                                                           \
	{                                                                      \
#name, name, name##_BINDING                                    \
	}
static const struct target {
	const char *text;
	GLenum target, binding;
} targets[] = {
	TARGET(GL_ARRAY_BUFFER),
	TARGET(GL_ELEMENT_ARRAY_BUFFER),
	TARGET(GL_PIXEL_PACK_BUFFER),
	TARGET(GL_PIXEL_UNPACK_BUFFER),
	TARGET(GL_COPY_READ_BUFFER),
	TARGET(GL_COPY_WRITE_BUFFER),
	TARGET(GL_DRAW_INDIRECT_BUFFER),
	TARGET(GL_DISPATCH_INDIRECT_BUFFER),
	TARGET(GL_PARAMETER_BUFFER),
	TARGET(GL_QUERY_BUFFER),
	{"GL_TEXTURE_BUFFER", GL_TEXTURE_BUFFER, GL_TEXTURE_BUFFER},
	TARGET(GL_UNIFORM_BUFFER),
	TARGET(GL_SHADER_STORAGE_BUFFER),
	TARGET(GL_ATOMIC_COUNTER_BUFFER),
	TARGET(GL_TRANSFORM_FEEDBACK_BUFFER),
};

static const struct indexed {
	const char *text;
	GLenum binding, start, size, max;
} lists[] = {
	{"uniform_buffers", GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START,
	 GL_UNIFORM_BUFFER_SIZE, GL_MAX_UNIFORM_BUFFER_BINDINGS},
	{"shader_storage_buffers", GL_SHADER_STORAGE_BUFFER_BINDING,
	 GL_SHADER_STORAGE_BUFFER_START, GL_SHADER_STORAGE_BUFFER_SIZE,
	 GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS},
	{"atomic_counter_buffers", GL_ATOMIC_COUNTER_BUFFER_BINDING,
	 GL_ATOMIC_COUNTER_BUFFER_START, GL_ATOMIC_COUNTER_BUFFER_SIZE,
	 GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS},
	{"transform_feedback_buffers", GL_TRANSFORM_FEEDBACK_BUFFER_BINDING,
	 GL_TRANSFORM_FEEDBACK_BUFFER_START, GL_TRANSFORM_FEEDBACK_BUFFER_SIZE,
	 GL_MAX_TRANSFORM_FEEDBACK_BUFFERS},
};

static void get_buffer(const struct state_subject *subject, GLenum name,
		       GLint *values)
{
	subject->gl->GetBufferParameteriv(subject->target, name, values);
}

static void get_attribute(const struct state_subject *subject, GLenum name,
			  GLint *values)
{
	subject->gl->GetVertexAttribiv(subject->name, name, values);
}

static void get_attribute_floats(const struct state_subject *subject,
				 GLenum name, GLfloat *values)
{
	subject->gl->GetVertexAttribfv(subject->name, name, values);
}

static const struct state_query buffer_query = {
	.function = "glGetBufferParameteriv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_buffer,
};
static const struct state_query attribute_query = {
	.function = "glGetVertexAttribiv",
	.rule = PARAMETERS_ATTRIB,
	.integers = get_attribute,
	.floats = get_attribute_floats,
};

static void put_indexed(struct state *state, const struct indexed *list)
{
	const struct procs *gl = state->gl;
	GLint n = state_get(state, list->max), name;
	GLint64 start = 0, size = 0;

	if (n < 1)
		return;
	json_list(&state->json, list->text);
	for (GLuint i = 0; (GLint)i < n; i++) {
		name = 0;
		gl->GetIntegeri_v(list->binding, i, &name);
		if (!state_is_ok(state) || !name)
			continue;
		gl->GetInteger64i_v(list->start, i, &start);
		gl->GetInteger64i_v(list->size, i, &size);
		json_map(&state->json, NULL);
		json_integer(&state->json, "index", (GLint)i);
		json_integer(&state->json, "buffer", name);
		if (state_is_ok(state)) {
			json_integer(&state->json, "offset", start);
			json_integer(&state->json, "size", size);
		}
		json_close(&state->json);
	}
	json_close(&state->json);
}

void state_buffers(struct state *state)
{
	struct state_subject subject = {.gl = state->gl};
	GLint name;

	if (!state->gl->GetBufferParameteriv)
		return;
	json_map(&state->json, "buffers");
	for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
		name = state_get(state, targets[i].binding);
		if (!name)
			continue;
		subject.target = targets[i].target;
		json_map(&state->json, targets[i].text);
		json_integer(&state->json, "name", name);
		state_label(state, GL_BUFFER, (GLuint)name);
		state_read(state, &buffer_query, &subject);
		json_close(&state->json);
	}
	json_close(&state->json);
	if (!state->gl->GetIntegeri_v || !state->gl->GetInteger64i_v)
		return;
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		put_indexed(state, &lists[i]);
}

static void put_attribute(struct state *state, GLuint index)
{
	struct state_subject subject = {.gl = state->gl, .name = index};
	void *pointer = NULL;

	json_map(&state->json, NULL);
	json_integer(&state->json, "index", (GLint)index);
	state_read(state, &attribute_query, &subject);
	state->gl->GetVertexAttribPointerv(
		index, GL_VERTEX_ATTRIB_ARRAY_POINTER, &pointer);
	if (state_is_ok(state))
		json_integer(&state->json, "GL_VERTEX_ATTRIB_ARRAY_POINTER",
			     (int64_t)(intptr_t)pointer);
	json_close(&state->json);
}

static void put_bindings(struct state *state)
{
	GLint n = state_get(state, GL_MAX_VERTEX_ATTRIB_BINDINGS);
	const struct procs *gl = state->gl;
	GLint name, stride = 0, divisor = 0, offset = 0;

	if (!gl->GetIntegeri_v || n < 1)
		return;
	json_list(&state->json, "bindings");
	for (GLuint i = 0; (GLint)i < n; i++) {
		name = 0;
		gl->GetIntegeri_v(GL_VERTEX_BINDING_BUFFER, i, &name);
		if (!state_is_ok(state) || !name)
			continue;
		gl->GetIntegeri_v(GL_VERTEX_BINDING_STRIDE, i, &stride);
		gl->GetIntegeri_v(GL_VERTEX_BINDING_DIVISOR, i, &divisor);
		gl->GetIntegeri_v(GL_VERTEX_BINDING_OFFSET, i, &offset);
		json_map(&state->json, NULL);
		json_integer(&state->json, "index", (GLint)i);
		json_integer(&state->json, "buffer", name);
		json_integer(&state->json, "offset", offset);
		json_integer(&state->json, "stride", stride);
		json_integer(&state->json, "divisor", divisor);
		json_close(&state->json);
	}
	json_close(&state->json);
}

void state_vertex_array(struct state *state)
{
	GLint name = state_get(state, GL_VERTEX_ARRAY_BINDING);
	GLint n = state_get(state, GL_MAX_VERTEX_ATTRIBS);

	if (!state->gl->GetVertexAttribiv || !state->gl->GetVertexAttribfv)
		return;
	json_map(&state->json, "vertex_array");
	json_integer(&state->json, "name", name);
	if (name)
		state_label(state, GL_VERTEX_ARRAY, (GLuint)name);
	json_list(&state->json, "attributes");
	for (GLint i = 0; i < n; i++)
		put_attribute(state, (GLuint)i);
	json_close(&state->json);
	put_bindings(state);
	json_close(&state->json);
}
