/* SPDX-License-Identifier: MIT */
/*
 * What contexts of each kind say of themselves, read back as JSON.
 */
#include "tools/replay/state/state.h"

#include <json-c/json.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/offscreen.h"
#include "tests/tap.h"

static struct procs gl;

/* Registries before 2022 do not say of each constant what it is for, so that
 * some names are unknown. They lack functions, too, and the build lists these.
 */
static bool registry_is_old(void)
{
	char name[500];
	struct stat list;

	snprintf(name, sizeof(name), "%s/gen/absent_registry.txt",
		 getenv("FXTRACE_B") ? getenv("FXTRACE_B") : "build");
	return !stat(name, &list) && list.st_size;
}

static void begin(enum offscreen kind)
{
	offscreen_begin(kind);
	ok(procs_open(&gl, offscreen_find, NULL), "%s", offscreen_names[kind]);
}

/* What printed_state has taken. */
static GLenum pending;

/* What is printed now, as a tree. */
static struct json_object *printed_state(void)
{
	static char *text;
	static size_t n;
	enum json_tokener_error why;
	FILE *out = open_memstream(&text, &n);
	struct state_book *book = state_open(&gl);
	struct json_object *tree;

	pending = state_ask(book);
	state_print(book, 0, out);
	state_close(book);
	fclose(out);
	is_u64(gl.GetError(), GL_NO_ERROR);
	tree = json_tokener_parse_verbose(text, &why);
	ok(tree, "%s", json_tokener_error_desc(why));
	ok(text[n - 1] == '\n');
	return tree;
}

/* What is at a path: at("textures", "0", "unit", NULL). */
static struct json_object *at(struct json_object *value, ...)
{
	va_list list;
	const char *step;

	va_start(list, value);
	while (value && (step = va_arg(list, const char *)))
		value = json_object_is_type(value, json_type_array)
				? json_object_array_get_idx(
					  value, strtoul(step, NULL, 10))
				: json_object_object_get(value, step);
	va_end(list);
	return value;
}

static const char *text(struct json_object *value)
{
	return json_object_get_string(value);
}

static bool is_flag(struct json_object *value, bool is_true)
{
	return json_object_is_type(value, json_type_boolean) &&
	       json_object_get_boolean(value) == is_true;
}

static double number(struct json_object *value)
{
	return json_object_is_type(value, json_type_int) ||
			       json_object_is_type(value, json_type_double)
		       ? json_object_get_double(value)
		       : -99;
}

static size_t length(struct json_object *value)
{
	return json_object_is_type(value, json_type_array)
		       ? json_object_array_length(value)
		       : 0;
}

/* The element of a list that has this name. */
static struct json_object *named(struct json_object *list, const char *name)
{
	for (size_t i = 0; i < length(list); i++) {
		struct json_object *one = json_object_array_get_idx(list, i);
		const char *its = text(at(one, "name", NULL));

		if (its && strcmp(its, name) == 0)
			return one;
	}
	return NULL;
}

static void of_each_kind(void)
{
	for (int i = 0; i < OFFSCREEN_KINDS; i++) {
		if (!offscreen_has((enum offscreen)i))
			continue;
		begin((enum offscreen)i);

		struct json_object *state = printed_state();

		is_str(text(at(state, "context", "version", NULL)),
		       (const char *)gl.GetString(GL_VERSION));
		ok(length(at(state, "values", "GL_VIEWPORT", NULL)) == 4);
		if (i != OFFSCREEN_BARE)
			ok(number(at(state, "values", "GL_VIEWPORT", "2",
				     NULL)) == OFFSCREEN_WIDTH);
		ok(is_flag(at(state, "enabled", "GL_DITHER", NULL), true));
		ok(is_flag(at(state, "enabled", "GL_BLEND", NULL), false));
		ok(number(at(state, "values", "GL_MAX_TEXTURE_SIZE", NULL)) >=
		   1024);
		is_str(text(at(state, "values", "GL_DEPTH_FUNC", NULL)),
		       "GL_LESS");
	}
}

static void numbers(void)
{
	begin(OFFSCREEN_COMPAT);
	GL(ClearColor, void, GLfloat, GLfloat, GLfloat, GLfloat)
	(0.25f, 0, 1, 0.1f);
	GL(PointSize, void, GLfloat)(2.5f);
	GL(DepthRange, void, GLdouble, GLdouble)(0.5, 1);
	gl.PixelStorei(GL_PACK_ROW_LENGTH, 123);
	GL(MatrixMode, void, GLenum)(GL_PROJECTION);
	GL(LoadIdentity, void, void)();
	GL(Translatef, void, GLfloat, GLfloat, GLfloat)(3, 0.5f, -2);

	struct json_object *values = at(printed_state(), "values", NULL);

	ok(number(at(values, "GL_COLOR_CLEAR_VALUE", "0", NULL)) == 0.25);
	ok(number(at(values, "GL_COLOR_CLEAR_VALUE", "2", NULL)) == 1);
	ok(number(at(values, "GL_COLOR_CLEAR_VALUE", "3", NULL)) == 0.1);
	ok(number(at(values, "GL_POINT_SIZE", NULL)) == 2.5);
	ok(number(at(values, "GL_DEPTH_RANGE", "0", NULL)) == 0.5);
	ok(number(at(values, "GL_PACK_ROW_LENGTH", NULL)) == 123);
	is_str(text(at(values, "GL_MATRIX_MODE", NULL)), "GL_PROJECTION");
	is_str(text(at(values, "GL_CLIP_DEPTH_MODE", NULL)),
	       "GL_NEGATIVE_ONE_TO_ONE");
	is_str(text(at(values, "GL_COLOR_MATERIAL_PARAMETER", NULL)),
	       "GL_AMBIENT_AND_DIFFUSE");
	is_u64(length(at(values, "GL_PROJECTION_MATRIX", NULL)), 16);
	ok(number(at(values, "GL_PROJECTION_MATRIX", "13", NULL)) == 0.5);
	ok(number(at(values, "GL_PROJECTION_MATRIX", "14", NULL)) == -2);
	ok(number(at(values, "GL_MAX_SERVER_WAIT_TIMEOUT", NULL)) > 1e9);
	is_u64(length(at(values, "GL_COMPRESSED_TEXTURE_FORMATS", NULL)),
	       (uint64_t)number(
		       at(values, "GL_NUM_COMPRESSED_TEXTURE_FORMATS", NULL)));
}

static void fixed(void)
{
	const GLfloat color[] = {0.5f, 0.25f, 1, 1};
	const GLdouble plane[] = {1, 2, 3, 4.5};

	begin(OFFSCREEN_COMPAT);
	GL(Lightfv, void, GLenum, GLenum, const GLfloat *)
	(GL_LIGHT1, GL_DIFFUSE, color);
	GL(Lightf, void, GLenum, GLenum, GLfloat)
	(GL_LIGHT1, GL_SPOT_CUTOFF, 45);
	GL(Materialfv, void, GLenum, GLenum, const GLfloat *)
	(GL_BACK, GL_EMISSION, color);
	GL(ClipPlane, void, GLenum, const GLdouble *)(GL_CLIP_PLANE1, plane);
	gl.Enable(GL_LIGHT1);

	struct json_object *state = printed_state();

	ok(is_flag(at(state, "enabled", "GL_LIGHT1", NULL), true));
	ok(number(at(state, "lights", "1", "GL_DIFFUSE", "0", NULL)) == 0.5);
	ok(number(at(state, "lights", "1", "GL_SPOT_CUTOFF", NULL)) == 45);
	ok(number(at(state, "lights", "0", "GL_SPOT_CUTOFF", NULL)) == 180);
	ok(number(at(state, "materials", "GL_BACK", "GL_EMISSION", "1",
		     NULL)) == 0.25);
	ok(number(at(state, "clip_planes", "1", "3", NULL)) == 4.5);
}

static void textures(void)
{
	GLuint names[3], sampler;

	begin(OFFSCREEN_CORE);
	GL(GenTextures, void, GLsizei, GLuint *)(3, names);
	GL(GenSamplers, void, GLsizei, GLuint *)(1, &sampler);
	gl.ActiveTexture(GL_TEXTURE5);
	GL(BindTexture, void, GLenum, GLuint)(GL_TEXTURE_2D, names[0]);
	GL(TexImage2D, void, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	   GLenum, GLenum, const void *)
	(GL_TEXTURE_2D, 0, GL_RG16F, 32, 16, 0, GL_RG, GL_FLOAT, NULL);
	GL(GenerateMipmap, void, GLenum)(GL_TEXTURE_2D);
	GL(TexParameterf, void, GLenum, GLenum, GLfloat)
	(GL_TEXTURE_2D, GL_TEXTURE_MIN_LOD, -0.5f);
	GL(TexParameteri, void, GLenum, GLenum, GLint)
	(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
	GL(BindSampler, void, GLuint, GLuint)(5, sampler);
	GL(SamplerParameterf, void, GLuint, GLenum, GLfloat)
	(sampler, GL_TEXTURE_MAX_LOD, 2.25f);
	GL(ObjectLabel, void, GLenum, GLuint, GLsizei, const GLchar *)
	(GL_TEXTURE, names[0], -1, "bricks \xff");
	gl.ActiveTexture(GL_TEXTURE2);

	struct json_object *state = printed_state();
	struct json_object *unit = at(state, "textures", "0", NULL);
	struct json_object *texture = at(unit, "GL_TEXTURE_2D", NULL);

	is_u64(length(at(state, "textures", NULL)), 1);
	ok(number(at(unit, "unit", NULL)) == 5);
	ok(number(at(texture, "name", NULL)) == names[0]);
	is_str(text(at(texture, "label", NULL)), "bricks ?");
	is_str(text(at(texture, "GL_TEXTURE_WRAP_S", NULL)),
	       "GL_CLAMP_TO_EDGE");
	ok(number(at(texture, "GL_TEXTURE_MIN_LOD", NULL)) == -0.5);
	is_str(text(at(texture, "level_0", "GL_TEXTURE_INTERNAL_FORMAT", NULL)),
	       "GL_RG16F");
	ok(number(at(texture, "level_0", "GL_TEXTURE_WIDTH", NULL)) == 32);
	is_u64(length(at(texture, "sizes", NULL)), 6);
	ok(number(at(texture, "sizes", "4", "0", NULL)) == 2);
	ok(number(at(unit, "sampler", "GL_TEXTURE_MAX_LOD", NULL)) == 2.25);
	is_str(text(at(state, "values", "GL_ACTIVE_TEXTURE", NULL)),
	       "GL_TEXTURE2");
	/* and it is still */
	is_str(text(at(printed_state(), "values", "GL_ACTIVE_TEXTURE", NULL)),
	       "GL_TEXTURE2");
}

/* Without shaders; also a texture that was not made. */
static void fixed_units(void)
{
	const GLfloat plane[] = {0.5f, 0, 0, 2}, color[] = {0, 1, 0.25f, 1};

	begin(OFFSCREEN_COMPAT);
	gl.ActiveTexture(GL_TEXTURE1);
	gl.Enable(GL_TEXTURE_2D);
	gl.Enable(GL_TEXTURE_GEN_T);
	GL(TexGenfv, void, GLenum, GLenum, const GLfloat *)
	(GL_T, GL_EYE_PLANE, plane);
	GL(TexGeni, void, GLenum, GLenum, GLint)
	(GL_T, GL_TEXTURE_GEN_MODE, GL_EYE_LINEAR);
	GL(TexEnvi, void, GLenum, GLenum, GLint)
	(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_BLEND);
	GL(TexEnvfv, void, GLenum, GLenum, const GLfloat *)
	(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, color);
	GL(MatrixMode, void, GLenum)(GL_TEXTURE);
	GL(Translatef, void, GLfloat, GLfloat, GLfloat)(0, 0.5f, 0);

	struct json_object *unit = at(printed_state(), "textures", "0", NULL);
	struct json_object *environment = at(unit, "environment", NULL);
	struct json_object *generated = at(unit, "generated", NULL);

	ok(number(at(unit, "unit", NULL)) == 1);
	ok(number(at(unit, "GL_TEXTURE_2D", "name", NULL)) == 0);
	is_str(text(at(environment, "GL_TEXTURE_ENV_MODE", NULL)), "GL_BLEND");
	ok(number(at(environment, "GL_TEXTURE_ENV_COLOR", "2", NULL)) == 0.25);
	is_str(text(at(generated, "GL_T", "GL_TEXTURE_GEN_MODE", NULL)),
	       "GL_EYE_LINEAR");
	ok(number(at(generated, "GL_T", "GL_EYE_PLANE", "3", NULL)) == 2);
	ok(!at(generated, "GL_S", NULL));
	ok(number(at(unit, "GL_TEXTURE_MATRIX", "13", NULL)) == 0.5);
}

static void buffers(void)
{
	GLuint names[2], array;

	begin(OFFSCREEN_ES3);
	GL(GenBuffers, void, GLsizei, GLuint *)(2, names);
	GL(GenVertexArrays, void, GLsizei, GLuint *)(1, &array);
	GL(BindVertexArray, void, GLuint)(array);
	gl.BindBuffer(GL_ARRAY_BUFFER, names[0]);
	GL(BufferData, void, GLenum, GLsizeiptr, const void *, GLenum)
	(GL_ARRAY_BUFFER, 1000, NULL, GL_DYNAMIC_DRAW);
	GL(VertexAttribPointer, void, GLuint, GLint, GLenum, GLboolean, GLsizei,
	   const void *)
	(3, 2, GL_SHORT, 1, 24, (void *)16);
	GL(EnableVertexAttribArray, void, GLuint)(3);
	ok(GL(MapBufferRange, void *, GLenum, GLintptr, GLsizeiptr, GLbitfield)(
		GL_ARRAY_BUFFER, 0, 10, GL_MAP_READ_BIT | GL_MAP_WRITE_BIT));
	gl.BindBuffer(GL_UNIFORM_BUFFER, names[1]);
	GL(BufferData, void, GLenum, GLsizeiptr, const void *, GLenum)
	(GL_UNIFORM_BUFFER, 4096, NULL, GL_STATIC_DRAW);
	GL(BindBufferRange, void, GLenum, GLuint, GLuint, GLintptr, GLsizeiptr)
	(GL_UNIFORM_BUFFER, 2, names[1], 1024, 512);

	struct json_object *state = printed_state();
	struct json_object *buffer =
		at(state, "buffers", "GL_ARRAY_BUFFER", NULL);
	struct json_object *attribute =
		at(state, "vertex_array", "attributes", "3", NULL);
	struct json_object *range = at(state, "uniform_buffers", "0", NULL);

	ok(number(at(buffer, "name", NULL)) == names[0]);
	ok(number(at(buffer, "GL_BUFFER_SIZE", NULL)) == 1000);
	is_str(text(at(buffer, "GL_BUFFER_USAGE", NULL)), "GL_DYNAMIC_DRAW");
	ok(number(at(state, "vertex_array", "name", NULL)) == array);
	is_str(text(at(attribute, "GL_VERTEX_ATTRIB_ARRAY_TYPE", NULL)),
	       "GL_SHORT");
	ok(number(at(attribute, "GL_VERTEX_ATTRIB_ARRAY_STRIDE", NULL)) == 24);
	ok(number(at(attribute, "GL_VERTEX_ATTRIB_ARRAY_POINTER", NULL)) == 16);
	is_u64(length(at(attribute, "GL_CURRENT_VERTEX_ATTRIB", NULL)), 4);
	ok(number(at(range, "index", NULL)) == 2);
	if (!registry_is_old())
		is_str(text(at(buffer, "GL_BUFFER_ACCESS_FLAGS", NULL)),
		       "GL_MAP_READ_BIT|GL_MAP_WRITE_BIT");
	ok(number(at(range, "offset", NULL)) == 1024);
	ok(number(at(range, "size", NULL)) == 512);
}

static void framebuffers(void)
{
	GLuint framebuffer, store;

	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		begin((enum offscreen)i);
		gl.GenFramebuffers(1, &framebuffer);
		gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
		gl.GenRenderbuffers(1, &store);
		gl.BindRenderbuffer(GL_RENDERBUFFER, store);
		gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 21, 12);
		gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
					   GL_RENDERBUFFER, store);

		struct json_object *state = printed_state(), *drawn, *color;

		drawn = at(state,
			   gl.has_read_framebuffer ? "draw_framebuffer"
						   : "framebuffer",
			   NULL);
		color = at(drawn, "attachments", "GL_COLOR_ATTACHMENT0", NULL);
		ok(number(at(drawn, "name", NULL)) == framebuffer);
		is_str(text(at(drawn, "status", NULL)),
		       "GL_FRAMEBUFFER_COMPLETE");
		ok(number(at(color, "GL_RENDERBUFFER_WIDTH", NULL)) == 21);
		is_str(text(at(color, "GL_RENDERBUFFER_INTERNAL_FORMAT", NULL)),
		       "GL_RGBA4");
		ok(number(at(state, "values", "GL_RENDERBUFFER_BINDING",
			     NULL)) == store);
	}
}

static GLuint compile(GLenum type, const char *source)
{
	GLuint shader = GL(CreateShader, GLuint, GLenum)(type);

	GL(ShaderSource, void, GLuint, GLsizei, const GLchar *const *,
	   const GLint *)
	(shader, 1, &source, NULL);
	GL(CompileShader, void, GLuint)(shader);
	return shader;
}

static const char vertex[] = "attribute vec4 place;\n"
			     "uniform mat4 turn;\n"
			     "void main() { gl_Position = turn * place; }\n";
static const char fragment[] =
	"#ifdef GL_ES\n"
	"precision mediump float;\n"
	"#endif\n"
	"uniform float some[3];\n"
	"uniform ivec2 two;\n"
	"uniform bool is_on;\n"
	"uniform sampler2D image;\n"
	"/* \xc3\xa9 */ void main() {\n"
	"  gl_FragColor = vec4(some[0] + some[1], some[2], float(two.x),\n"
	"    is_on ? 1.0 : float(two.y)) + texture2D(image, vec2(0.5));\n"
	"}\n";

static GLint location(GLuint program, const char *name)
{
	return gl.GetUniformLocation(program, name);
}

static GLuint link_program(void)
{
	const GLfloat some[] = {0.5f, 1, -2};
	GLuint program = GL(CreateProgram, GLuint, void)();

	GL(AttachShader, void, GLuint, GLuint)
	(program, compile(GL_VERTEX_SHADER, vertex));
	GL(AttachShader, void, GLuint, GLuint)
	(program, compile(GL_FRAGMENT_SHADER, fragment));
	GL(LinkProgram, void, GLuint)(program);
	GL(UseProgram, void, GLuint)(program);
	GL(Uniform1fv, void, GLint, GLsizei, const GLfloat *)
	(location(program, "some"), 3, some);
	GL(Uniform2i, void, GLint, GLint, GLint)
	(location(program, "two"), 7, -8);
	GL(Uniform1i, void, GLint, GLint)(location(program, "is_on"), 1);
	GL(Uniform1i, void, GLint, GLint)(location(program, "image"), 3);
	return program;
}

static void programs(void)
{
	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		if (i == OFFSCREEN_CORE)
			continue; /* has not such shaders */
		begin((enum offscreen)i);

		GLuint name = link_program();
		struct json_object *program =
			at(printed_state(), "program", NULL);
		struct json_object *uniforms = at(program, "uniforms", NULL);
		struct json_object *some = named(uniforms, "some[0]");
		struct json_object *shader = at(program, "shaders", "1", NULL);

		ok(number(at(program, "name", NULL)) == name);
		is_str(text(at(program, "GL_LINK_STATUS", NULL)), "GL_TRUE");
		is_str(text(at(shader, "source", NULL)), fragment);
		is_str(text(at(shader, "GL_SHADER_TYPE", NULL)),
		       "GL_FRAGMENT_SHADER");
		is_str(text(at(some, "type", NULL)), "GL_FLOAT");
		is_u64(length(at(some, "value", NULL)), 3);
		ok(number(at(some, "value", "0", NULL)) == 0.5);
		ok(number(at(some, "value", "2", NULL)) == -2);
		ok(number(at(named(uniforms, "two"), "value", "1", NULL)) ==
		   -8);
		ok(number(at(named(uniforms, "is_on"), "value", NULL)) == 1);
		ok(number(at(named(uniforms, "image"), "value", NULL)) == 3);
		is_u64(length(at(named(uniforms, "turn"), "value", NULL)), 16);
		is_str(text(at(named(at(program, "attributes", NULL), "place"),
			       "type", NULL)),
		       "GL_FLOAT_VEC4");
	}
}

static void blocks(void)
{
	static const char source[] =
		"#version 150\n"
		"layout(std140) uniform block { float a; vec4 b; };\n"
		"uniform uint u; uniform mat3x2 m; out vec4 color;\n"
		"void main() { color = b * a * float(u) + m[0].xyxy; }\n";
	static const char plain[] =
		"#version 150\nvoid main() { gl_Position = vec4(0); }\n";
	GLuint program;

	begin(OFFSCREEN_CORE);
	program = GL(CreateProgram, GLuint, void)();
	GL(AttachShader, void, GLuint, GLuint)
	(program, compile(GL_VERTEX_SHADER, plain));
	GL(AttachShader, void, GLuint, GLuint)
	(program, compile(GL_FRAGMENT_SHADER, source));
	GL(LinkProgram, void, GLuint)(program);
	GL(UniformBlockBinding, void, GLuint, GLuint, GLuint)(program, 0, 6);
	GL(UseProgram, void, GLuint)(program);
	GL(Uniform1ui, void, GLint, GLuint)
	(location(program, "u"), 4000000000u);

	struct json_object *found = at(printed_state(), "program", NULL);
	struct json_object *uniforms = at(found, "uniforms", NULL);

	ok(number(at(named(uniforms, "b"), "offset", NULL)) == 16);
	ok(number(at(named(uniforms, "b"), "block", NULL)) == 0);
	ok(!at(named(uniforms, "b"), "value", NULL), "without a buffer");
	ok(number(at(named(uniforms, "u"), "value", NULL)) == 4000000000.0);
	is_u64(length(at(named(uniforms, "m"), "value", NULL)), 6);
	ok(number(at(named(at(found, "uniform_blocks", NULL), "block"),
		     "binding", NULL)) == 6);
}

static const char *const block_source[] = {
	"#version 150\n",
	"#version 300 es\nprecision highp float;\n",
	"layout(std140) uniform block {\n"
	"  float a; vec3 b; layout(row_major) mat3x2 m; mat2 n;\n"
	"  uint list[2];\n"
	"};\n"
	"out vec4 color;\n"
	"void main() {\n"
	"  color = vec4(b * a, float(list[1])) + m[0].xyxy + n[0].xyxy;\n"
	"}\n",
};
static const char *const empty_source[] = {
	"#version 150\n",
	"#version 300 es\n",
	"void main() { gl_Position = vec4(0); }\n",
};

static GLuint compile_two(GLenum type, const char *a, const char *b)
{
	char source[1000];

	snprintf(source, sizeof(source), "%s%s", a, b);
	return compile(type, source);
}

/* A number is its place in the buffer, in units of four bytes. */
static void fill_block(void)
{
	GLfloat values[64 + 64];
	GLuint buffer, list = 77;

	for (int i = 0; i < 128; i++)
		values[i] = (GLfloat)(i - 64);
	memcpy(&values[64 + 24], &list, 4);
	GL(GenBuffers, void, GLsizei, GLuint *)(1, &buffer);
	gl.BindBuffer(GL_UNIFORM_BUFFER, buffer);
	GL(BufferData, void, GLenum, GLsizeiptr, const void *, GLenum)
	(GL_UNIFORM_BUFFER, sizeof(values), values, GL_STATIC_DRAW);
	GL(BindBufferRange, void, GLenum, GLuint, GLuint, GLintptr, GLsizeiptr)
	(GL_UNIFORM_BUFFER, 3, buffer, 256, 256);
}

static void filled_blocks(void)
{
	static const double rows[] = {8, 12, 9, 13, 10, 14};

	for (int i = 0; i < OFFSCREEN_ES1; i++) {
		int es = i == OFFSCREEN_ES3;

		if (i == OFFSCREEN_ES2)
			continue;
		begin((enum offscreen)i);

		GLuint program = GL(CreateProgram, GLuint, void)();

		GL(AttachShader, void, GLuint, GLuint)
		(program, compile_two(GL_VERTEX_SHADER, empty_source[es],
				      empty_source[2]));
		GL(AttachShader, void, GLuint, GLuint)
		(program, compile_two(GL_FRAGMENT_SHADER, block_source[es],
				      block_source[2]));
		GL(LinkProgram, void, GLuint)(program);
		GL(UniformBlockBinding, void, GLuint, GLuint, GLuint)
		(program, 0, 3);
		GL(UseProgram, void, GLuint)(program);
		fill_block();

		struct json_object *found =
			at(printed_state(), "program", "uniforms", NULL);

		ok(number(at(named(found, "a"), "value", NULL)) == 0);
		ok(number(at(named(found, "b"), "value", "2", NULL)) == 6);
		/* column by column: a row has the stride */
		for (size_t j = 0; j < 6; j++) {
			struct json_object *m =
				at(named(found, "m"), "value", NULL);

			ok(length(m) == 6 &&
			   number(json_object_array_get_idx(m, j)) == rows[j]);
		}
		ok(number(at(named(found, "n"), "value", "2", NULL)) == 20);
		ok(number(at(named(found, "list[0]"), "value", "0", NULL)) ==
		   77);
		is_u64(length(at(named(found, "list[0]"), "value", NULL)), 2);
	}
}

/* What a debug context says of errors must not reach the program's callback. */
static unsigned n_messages;

static void count(GLenum source, GLenum type, GLuint id, GLenum severity,
		  GLsizei length_bytes, const GLchar *message, const void *user)
{
	(void)source, (void)type, (void)id, (void)severity;
	(void)length_bytes, (void)message, (void)user;
	n_messages++;
}

static void silent(void)
{
	begin(OFFSCREEN_COMPAT);
	gl.Enable(GL_DEBUG_OUTPUT);
	gl.Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
	GL(DebugMessageCallback, void, GLDEBUGPROC, const void *)(count, NULL);
	gl.Enable(0xdead);
	is_u64(n_messages, 1);

	struct json_object *state = printed_state();

	ok(is_flag(at(state, "enabled", "GL_DEBUG_OUTPUT", NULL), true) ||
	   registry_is_old());
	is_u64(n_messages, 1);
}

/* Errors, and the messages that nobody has fetched, are the program's. */
static void traceless(void)
{
	GLint n = 0, now = -1;

	begin(OFFSCREEN_CORE);
	gl.Enable(GL_DEBUG_OUTPUT);
	gl.Enable(0xdead);
	gl.GetIntegerv(GL_DEBUG_LOGGED_MESSAGES, &n);
	ok(n > 0);
	gl.ActiveTexture(GL_TEXTURE3);
	(void)printed_state();
	is_u64(pending, GL_INVALID_ENUM);
	gl.GetIntegerv(GL_DEBUG_LOGGED_MESSAGES, &now);
	is_u64((uint64_t)now, (uint64_t)n);
	ok(gl.IsEnabled(GL_DEBUG_OUTPUT));
	gl.GetIntegerv(GL_ACTIVE_TEXTURE, &now);
	is_u64((uint64_t)now, GL_TEXTURE3);
	(void)printed_state();
	is_u64(pending, GL_NO_ERROR);
}

/* Binding the name would make a renderbuffer. */
static void deleted(void)
{
	GLuint framebuffers[2], store;

	begin(OFFSCREEN_COMPAT);
	gl.GenFramebuffers(2, framebuffers);
	gl.GenRenderbuffers(1, &store);
	gl.BindRenderbuffer(GL_RENDERBUFFER, store);
	gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 21, 12);
	gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffers[0]);
	gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
				   GL_RENDERBUFFER, store);
	gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffers[1]);
	gl.DeleteRenderbuffers(1, &store);
	gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffers[0]);
	(void)printed_state();
	ok(!gl.IsRenderbuffer(store));
}

/* A value of the state, as text. */
static const char *value(struct state_book *book, const char *name)
{
	static char line[200];
	static char *text;
	static size_t n;
	FILE *out;
	const char *at;

	(void)state_ask(book);
	free(text);
	out = open_memstream(&text, &n);
	state_print(book, 0, out);
	fclose(out);
	at = strstr(text, name);
	snprintf(line, sizeof(line), "%.*s", at ? (int)strcspn(at, ",\n") : 0,
		 at ? at : "");
	return line;
}

/* So nothing else was queried. */
static void by_sections(void)
{
	struct state_book *book;
	uint64_t old;

	begin(OFFSCREEN_COMPAT);
	book = state_open(&gl);
	is_str(value(book, "\"GL_LINE_WIDTH\""), "\"GL_LINE_WIDTH\": 1");
	old = state_revision(book, SECTION_RASTER);
	GL(LineWidth, void, GLfloat)(3);
	is_str(value(book, "\"GL_LINE_WIDTH\""), "\"GL_LINE_WIDTH\": 1");
	state_mark(book, section_marks("glBlendFunc"), true);
	is_str(value(book, "\"GL_LINE_WIDTH\""), "\"GL_LINE_WIDTH\": 1");
	is_u64(state_revision(book, SECTION_RASTER), old);
	state_mark(book, section_marks("glLineWidth"), true);
	is_str(value(book, "\"GL_LINE_WIDTH\""), "\"GL_LINE_WIDTH\": 3");
	is_u64(state_revision(book, SECTION_RASTER), old + 1);
	is_u64(section_marks("glNobodyKnowsNV"), MARK_ALL);
	is_u64(section_marks("glGetIntegerv"), 0);
	state_close(book);
}

static void compared(void)
{
	struct state_book *book, *other;
	char line[STATE_LINE_BYTES] = "";

	begin(OFFSCREEN_COMPAT);
	book = state_open(&gl);
	other = state_open(&gl);
	(void)state_ask(book);
	GL(LineWidth, void, GLfloat)(3);
	gl.ActiveTexture(GL_TEXTURE2);
	gl.Enable(GL_TEXTURE_2D);
	(void)state_ask(other);
	is_u64(state_compare(book, book, 0, line), SECTIONS);
	is_u64(state_compare(book, other, SECTION_RASTER, line),
	       SECTION_RASTER);
	is_str(line, "\"GL_LINE_WIDTH\": 3,");
	is_u64(state_compare(book, other, SECTION_BUFFERS, line),
	       SECTION_TEXTURES);
	is_u64(state_compare(book, other, SECTION_IMAGES, line), SECTIONS);
	state_close(book);
	state_close(other);
}

static void queries(void)
{
	GLuint query;

	begin(OFFSCREEN_CORE);
	gl.GenQueries(1, &query);
	GL(BeginQuery, void, GLenum, GLuint)(GL_SAMPLES_PASSED, query);
	ok(number(at(printed_state(), "queries", "GL_SAMPLES_PASSED", NULL)) ==
	   query);
}

static const struct tap_test tests[] = {
	{"contexts of each kind are valid JSON", of_each_kind},
	{"floats, constants, matrices and large numbers are what they are",
	 numbers},
	{"lights, materials and planes are printed", fixed},
	{"textures and samplers are printed by unit", textures},
	{"units without shaders are printed with their environment",
	 fixed_units},
	{"buffers and arrays of vertices are printed", buffers},
	{"framebuffers are printed with what is attached", framebuffers},
	{"programs are printed with shaders and uniforms", programs},
	{"uniforms of blocks have a place", blocks},
	{"uniforms of blocks have the values of their buffer", filled_blocks},
	{"no debug message is made", silent},
	{"queries that are open are printed", queries},
	{"errors and debug messages are left as they were", traceless},
	{"no object is made of a name that was deleted", deleted},
	{"a section is queried again only if it is marked", by_sections},
	{"states are compared by sections", compared},
};
TAP_MAIN(tests)
