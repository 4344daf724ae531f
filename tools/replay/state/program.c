/* SPDX-License-Identifier: MIT */
/*
 * Programs: their shaders, their active resources and the sources of these; see
 * part.h. Values of uniforms: uniform.c.
 */
#include <stdlib.h>

#include "tools/replay/state/part.h"
#include "tools/replay/state/piece.h"

#define MAX_SHADERS 16
#define NAME_BYTES 1024

static void get_program(const struct state_subject *subject, GLenum name,
			GLint *values)
{
	subject->gl->GetProgramiv(subject->name, name, values);
}

static void get_shader(const struct state_subject *subject, GLenum name,
		       GLint *values)
{
	subject->gl->GetShaderiv(subject->name, name, values);
}

static void get_block(const struct state_subject *subject, GLenum name,
		      GLint *values)
{
	subject->gl->GetActiveUniformBlockiv(
		subject->name, (GLuint)subject->level, name, values);
}

static void get_pipeline(const struct state_subject *subject, GLenum name,
			 GLint *values)
{
	subject->gl->GetProgramPipelineiv(subject->name, name, values);
}

static const struct state_query program_query = {
	.function = "glGetProgramiv",
	.rule = PARAMETERS_PROGRAM,
	.integers = get_program,
};
static const struct state_query shader_query = {
	.function = "glGetShaderiv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_shader,
};
static const struct state_query pipeline_query = {
	.function = "glGetProgramPipelineiv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_pipeline,
};

static GLint query_program(struct state *state, state_integers *get,
			   GLuint name, GLenum what)
{
	struct state_subject subject = {.gl = state->gl, .name = name};
	GLint value[4] = {0};

	get(&subject, what, value);
	return state_is_ok(state) && value[0] > 0 ? value[0] : 0;
}

/* A text of an object: its log or its source. */
typedef void get_text(GLuint name, GLsizei bytes, GLsizei *length,
		      GLchar *text);

static void put_text(struct state *state, const char *key, get_text *get,
		     GLuint name, GLint n_bytes)
{
	GLchar *text = calloc(1, (size_t)n_bytes + 1);

	if (text && n_bytes > 0)
		get(name, n_bytes, NULL, text);
	if (text && state_is_ok(state))
		json_text(&state->json, key, text);
	free(text);
}

static void put_shader(struct state *state, GLuint name)
{
	struct state_subject subject = {.gl = state->gl, .name = name};

	json_map(&state->json, NULL);
	json_integer(&state->json, "name", name);
	state_label(state, GL_SHADER, name);
	state_read(state, &shader_query, &subject);
	put_text(state, "info_log", state->gl->GetShaderInfoLog, name,
		 query_program(state, get_shader, name, GL_INFO_LOG_LENGTH));
	put_text(state, "source", state->gl->GetShaderSource, name,
		 query_program(state, get_shader, name,
			       GL_SHADER_SOURCE_LENGTH));
	json_close(&state->json);
}

static void put_shaders(struct state *state, GLuint program)
{
	GLuint names[MAX_SHADERS] = {0};
	GLsizei n = 0;

	state->gl->GetAttachedShaders(program, MAX_SHADERS, &n, names);
	if (!state_is_ok(state))
		return;
	json_list(&state->json, "shaders");
	for (GLsizei i = 0; i < n; i++)
		put_shader(state, names[i]);
	json_close(&state->json);
}

static void put_attributes(struct state *state, GLuint program)
{
	const struct procs *gl = state->gl;
	GLint n = query_program(state, get_program, program,
				GL_ACTIVE_ATTRIBUTES);
	GLchar name[NAME_BYTES];
	GLint size = 0;
	GLenum type = 0;

	json_list(&state->json, "attributes");
	for (GLuint i = 0; (GLint)i < n; i++) {
		name[0] = '\0';
		gl->GetActiveAttrib(program, i, NAME_BYTES, NULL, &size, &type,
				    name);
		if (!state_is_ok(state))
			continue;
		json_map(&state->json, NULL);
		json_text(&state->json, "name", name);
		state_constant(state, "type", "glGetActiveAttrib", 5,
			       (GLint)type);
		json_integer(&state->json, "size", size);
		json_integer(&state->json, "location",
			     gl->GetAttribLocation(program, name));
		json_close(&state->json);
	}
	json_close(&state->json);
	(void)state_is_ok(state);
}

static void put_blocks(struct state *state, GLuint program)
{
	const struct procs *gl = state->gl;
	GLint n = query_program(state, get_program, program,
				GL_ACTIVE_UNIFORM_BLOCKS);
	struct state_subject subject = {.gl = gl, .name = program};
	GLchar name[NAME_BYTES];
	GLint value;

	if (!gl->GetActiveUniformBlockiv || !gl->GetActiveUniformBlockName)
		return;
	json_list(&state->json, "uniform_blocks");
	for (subject.level = 0; subject.level < n; subject.level++) {
		name[0] = '\0';
		gl->GetActiveUniformBlockName(program, (GLuint)subject.level,
					      NAME_BYTES, NULL, name);
		json_map(&state->json, NULL);
		json_text(&state->json, "name", name);
		get_block(&subject, GL_UNIFORM_BLOCK_BINDING, &value);
		json_integer(&state->json, "binding", value);
		get_block(&subject, GL_UNIFORM_BLOCK_DATA_SIZE, &value);
		json_integer(&state->json, "size", value);
		json_close(&state->json);
	}
	json_close(&state->json);
	(void)state_is_ok(state);
}

/* Members of a program in front of its uniforms, and behind. */
static void put_head(struct state *state, GLuint program)
{
	struct state_subject subject = {.gl = state->gl, .name = program};

	json_integer(&state->json, "name", program);
	state_label(state, GL_PROGRAM, program);
	state_read(state, &program_query, &subject);
	put_text(
		state, "info_log", state->gl->GetProgramInfoLog, program,
		query_program(state, get_program, program, GL_INFO_LOG_LENGTH));
	put_shaders(state, program);
	put_attributes(state, program);
}

static void put_program(struct state *state, const char *key, GLuint program)
{
	json_map(&state->json, key);
	put_head(state, program);
	(void)state_uniforms(state, program);
	put_blocks(state, program);
	json_close(&state->json);
}

static void ask_head(struct state *state, void *context)
{
	const struct piece *piece = context;

	put_head(state, piece->program);
}

static void ask_uniforms(struct state *state, void *context)
{
	struct piece *piece = context;

	piece->has_blocks = state_uniforms(state, piece->program);
}

static void ask_blocks(struct state *state, void *context)
{
	const struct piece *piece = context;

	put_blocks(state, piece->program);
}

/* The current program, of which only what has changed is queried. */
static void put_current(struct state *state, GLuint program)
{
	struct piece *piece = piece_of(state->pieces, program);

	if (piece->is_stale) {
		fragment_ask(&piece->head, state, FRAGMENT_MEMBERS, ask_head,
			     piece);
		fragment_ask(&piece->tail, state, FRAGMENT_MEMBERS, ask_blocks,
			     piece);
	}
	if (piece->is_stale || piece->is_set)
		fragment_ask(&piece->uniforms, state, FRAGMENT_MEMBERS,
			     ask_uniforms, piece);
	piece->is_stale = piece->is_set = false;
	json_map(&state->json, "program");
	fragment_put(&piece->head, &state->json);
	fragment_put(&piece->uniforms, &state->json);
	fragment_put(&piece->tail, &state->json);
	json_close(&state->json);
}

static void put_pipeline(struct state *state, GLuint name)
{
	static const GLenum stages[] = {
		GL_VERTEX_SHADER,	   GL_TESS_CONTROL_SHADER,
		GL_TESS_EVALUATION_SHADER, GL_GEOMETRY_SHADER,
		GL_FRAGMENT_SHADER,	   GL_COMPUTE_SHADER,
	};
	struct state_subject subject = {.gl = state->gl, .name = name};
	GLuint last = 0, program;

	json_map(&state->json, "pipeline");
	json_integer(&state->json, "name", name);
	state_label(state, GL_PROGRAM_PIPELINE, name);
	state_read(state, &pipeline_query, &subject);
	put_text(state, "info_log", state->gl->GetProgramPipelineInfoLog, name,
		 query_program(state, get_pipeline, name, GL_INFO_LOG_LENGTH));
	json_list(&state->json, "programs");
	for (size_t i = 0; i < sizeof(stages) / sizeof(stages[0]); i++) {
		program = (GLuint)query_program(state, get_pipeline, name,
						stages[i]);
		/* one program often has several stages in a row */
		if (program && program != last)
			put_program(state, NULL, program);
		last = program;
	}
	json_close(&state->json);
	json_close(&state->json);
}

/* Programs of GL_ARB_vertex_program and GL_ARB_fragment_program. */
static void put_assembly(struct state *state, const char *key, GLenum target)
{
	const struct procs *gl = state->gl;
	GLint name = 0, n = 0;
	GLchar *text;

	gl->GetProgramivARB(target, GL_PROGRAM_BINDING_ARB, &name);
	gl->GetProgramivARB(target, GL_PROGRAM_LENGTH_ARB, &n);
	if (!state_is_ok(state) || !name || n < 0)
		return;
	text = calloc(1, (size_t)n + 1);
	if (!text)
		return;
	if (n)
		gl->GetProgramStringARB(target, GL_PROGRAM_STRING_ARB, text);
	json_map(&state->json, key);
	json_integer(&state->json, "name", name);
	if (state_is_ok(state))
		json_text(&state->json, "source", text);
	json_close(&state->json);
	free(text);
}

void state_programs(struct state *state)
{
	const struct procs *gl = state->gl;
	GLint program = state_get(state, GL_CURRENT_PROGRAM), pipeline = 0;

	if (gl->GetProgramiv && gl->GetShaderiv && program)
		put_current(state, (GLuint)program);
	if (gl->GetProgramPipelineiv)
		pipeline = state_get(state, GL_PROGRAM_PIPELINE_BINDING);
	if (pipeline)
		put_pipeline(state, (GLuint)pipeline);
	if (!gl->GetProgramivARB || !gl->GetProgramStringARB)
		return;
	put_assembly(state, "vertex_program", GL_VERTEX_PROGRAM_ARB);
	put_assembly(state, "fragment_program", GL_FRAGMENT_PROGRAM_ARB);
}
