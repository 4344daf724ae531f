/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Shaders, whose uniforms, blocks and attributes are queried in an order that
 * is not theirs, and what is made and read by them. See ../replay.t.
 *	shaders [glx|egl]
 */
#include "tests/replay/draw.h"

static GLuint every_type, of_blocks, of_storage, computing, captured, tinted;
static GLuint other_way, buffers[8], queries[1], separate[3], pipeline;

static float step(int frame)
{
	return (float)frame / FRAMES;
}

/* A triangle that covers the tile, without any memory. */
static const char whole[] =
	"#version 430 compatibility\n"
	"out vec2 place;\n"
	"void main() { place = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
	"gl_Position = vec4(place * 4.0 - 1.0, 0, 1); place *= 2.0; }\n";

static void cover(void)
{
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static GLint at(GLuint program, const char *name)
{
	return glGetUniformLocation(program, name);
}

static void of_floats(int frame)
{
	GLuint p = every_type;
	float m[] = {1, 0, 0.5f, step(frame), 0.25f, 1, 0, 1, 0.5f};
	const float list[] = {0.1f, 0.2f, step(frame), 0.4f};

	glUseProgram(p);
	glUniform4f(at(p, "four"), 0.1f, step(frame), 0.2f, 1);
	glUniform1fv(at(p, "list[1]"), 2, list + 1);
	glUniform1f(at(p, "list"), list[0]);
	glUniform1f(at(p, "list[0]") + 3, list[3]); /* by counting */
	glUniform3fv(at(p, "three"), 1, list);
	glUniform2f(at(p, "two"), 0.5f, 0.25f);
	glUniformMatrix3fv(at(p, "matrix"), 1, 1, m);
	glUniformMatrix2x3fv(at(p, "narrow"), 1, 0, m);
	cover();
}

static void of_integers(int frame)
{
	GLuint p = every_type;

	glUseProgram(p);
	glUniform1i(at(p, "one_int"), frame);
	glUniform3iv(at(p, "ints"), 1, (const int[]){1, -frame, 3});
	glUniform2ui(at(p, "counts"), 7, (GLuint)frame);
	glUniform1i(at(p, "is_on"), frame & 1);
	glUniform2d(at(p, "exact"), 0.125, frame * 0.03);
	glUniform1f(at(p, "things[1].size"), step(frame));
	glUniform2fv(at(p, "things[0].place"), 1,
		     (const float[]){step(frame), 0.1f});
	glProgramUniform1f(p, at(p, "things[0].size"), 0.3f);
	cover();
}

static void of_uniform_blocks(int frame)
{
	GLuint p = of_blocks, first, second;
	const float colors[] = {step(frame), 1, 0, 1, 0, 0.5f, 1, 1};
	const char *names[] = {"shift", "tint"};
	GLuint indices[2];
	GLint offsets[2];
	uint8_t bytes[512] = {0};

	second = glGetUniformBlockIndex(p, "Second");
	first = glGetUniformBlockIndex(p, "First");
	glUniformBlockBinding(p, second, 5);
	glUniformBlockBinding(p, first, 2);
	glBindBufferBase(GL_UNIFORM_BUFFER, 2, buffers[0]);
	glBufferData(GL_UNIFORM_BUFFER, sizeof(colors), colors, GL_STREAM_DRAW);
	glGetUniformIndices(p, 2, names, indices);
	glGetActiveUniformsiv(p, 2, indices, GL_UNIFORM_OFFSET, offsets);
	for (int i = 0; i < 2; i++)
		memcpy(bytes + 256 + offsets[i], colors + i, 8);
	glBindBuffer(GL_UNIFORM_BUFFER, buffers[1]);
	glBufferData(GL_UNIFORM_BUFFER, sizeof(bytes), bytes, GL_STREAM_DRAW);
	glBindBufferRange(GL_UNIFORM_BUFFER, 5, buffers[1], 256, 256);
	glUseProgram(p);
	cover();
}

static void of_shader_storage(int frame)
{
	const float in[4] = {0, step(frame), 1, 0.5f};
	GLuint p = of_storage;
	GLuint block =
		glGetProgramResourceIndex(p, GL_SHADER_STORAGE_BLOCK, "Data");

	glShaderStorageBlockBinding(p, block, 3);
	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, buffers[2]);
	glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(in), in, GL_DYNAMIC_COPY);
	glUseProgram(p);
	glUniform1i(glGetProgramResourceLocation(p, GL_UNIFORM, "which"),
		    frame % 4);
	cover();
}

/* Written by a compute shader, drawn, and read back. */
static void computed(int frame)
{
	float got[16] = {0};

	glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, buffers[3]);
	glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof(got), NULL,
		     GL_DYNAMIC_COPY);
	glUseProgram(computing);
	glUniform1f(at(computing, "turn"), step(frame));
	glDispatchCompute(2, 1, 1);
	glMemoryBarrier(GL_ALL_BARRIER_BITS);
	glUseProgram(0);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[3]);
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, NULL);
	glColor3f(1, step(frame), 0.5f);
	glDrawArrays(GL_TRIANGLE_FAN, 0, 8);
	glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(got), got);
	glColor3f(got[3], got[5], 1);
	glPointSize(4);
	glBegin(GL_POINTS);
	glVertex2f(got[0], got[1]);
	glEnd();
}

/* Vertices that were captured on their way. */
static void fed_back(int frame)
{
	const float from[] = {-1, -1, 1, -0.5f, step(frame), 1};
	GLuint n_written = 0;

	glBindBuffer(GL_ARRAY_BUFFER, buffers[4]);
	glBufferData(GL_ARRAY_BUFFER, sizeof(from), from, GL_STREAM_DRAW);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[5]);
	glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 256, NULL, GL_STREAM_COPY);
	glUseProgram(captured);
	glVertexAttribPointer((GLuint)glGetAttribLocation(captured, "corner"),
			      2, GL_FLOAT, 0, 0, NULL);
	glEnableVertexAttribArray(
		(GLuint)glGetAttribLocation(captured, "corner"));
	glEnable(GL_RASTERIZER_DISCARD);
	glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, queries[0]);
	glBeginTransformFeedback(GL_TRIANGLES);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glEndTransformFeedback();
	glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
	glDisable(GL_RASTERIZER_DISCARD);
	glDisableVertexAttribArray(
		(GLuint)glGetAttribLocation(captured, "corner"));
	glGetQueryObjectuiv(queries[0], GL_QUERY_RESULT, &n_written);
	glUseProgram(0);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[5]);
	glEnableClientState(GL_VERTEX_ARRAY);
	glEnableClientState(GL_COLOR_ARRAY);
	glVertexPointer(4, GL_FLOAT, 32, NULL);
	glColorPointer(4, GL_FLOAT, 32, (void *)16);
	glDrawArrays(GL_TRIANGLES, 0, 3 * (GLsizei)n_written);
	glDrawTransformFeedback(GL_POINTS, 0); /* of the object 0: nothing */
}

/* Attributes at locations that the linker has chosen. */
static void by_names(int frame)
{
	const float data[] = {-1, -1, 1, 0, 0, 1, -0.5f, 0,
			      1,  0,  0, 1, 0, 0, 1};
	GLuint tint = (GLuint)glGetAttribLocation(tinted, "tint");
	GLuint corner = (GLuint)glGetAttribLocation(tinted, "corner");

	glUseProgram(tinted);
	glUniform1f(at(tinted, "dim"), step(frame));
	glVertexAttribPointer(tint, 3, GL_FLOAT, 0, 20, data + 2);
	glVertexAttribPointer(corner, 2, GL_FLOAT, 0, 20, data);
	glEnableVertexAttribArray(tint);
	glEnableVertexAttribArray(corner);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glDisableVertexAttribArray(tint);
	glVertexAttrib3f(tint, step(frame), 1, 1);
	glDrawArrays(GL_LINE_LOOP, 0, 3);
	glDisableVertexAttribArray(corner);
}

/* Parts of programs, put together again in every frame. */
static void in_pipelines(int frame)
{
	GLuint fragment = separate[1 + frame % 2];

	glUseProgram(0);
	glBindProgramPipeline(pipeline);
	glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, separate[0]);
	glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
	glActiveShaderProgram(pipeline, fragment);
	glUniform1f(at(fragment, "level"), step(frame));
	glProgramUniform2f(separate[0], at(separate[0], "shift"), 0.1f,
			   -step(frame));
	cover();
	glBindProgramPipeline(0);
}

static void with_subroutines(int frame)
{
	GLuint indices[2];
	GLint first = glGetSubroutineUniformLocation(
		other_way, GL_FRAGMENT_SHADER, "first");

	indices[first] = glGetSubroutineIndex(other_way, GL_FRAGMENT_SHADER,
					      frame & 1 ? "red" : "green");
	indices[!first] = glGetSubroutineIndex(other_way, GL_FRAGMENT_SHADER,
					       frame & 2 ? "blue" : "red");
	glUseProgram(other_way);
	glUniformSubroutinesuiv(GL_FRAGMENT_SHADER, 2, indices);
	cover();
}

/* One that is made, linked again with another shader, and thrown away. */
static void made_again(int frame)
{
	char text[200];
	GLuint p = unlinked_program(whole, NULL), shader;

	for (int i = 0; i < 2; i++) {
		snprintf(text, sizeof(text),
			 "#version 430 compatibility\n"
			 "uniform float %s; uniform float x%d;\n"
			 "void main() { gl_FragColor = vec4(a, x%d, b, 1); }\n",
			 i ? "b, a" : "a, b", i, i);
		shader = new_shader(GL_FRAGMENT_SHADER, text);
		glAttachShader(p, shader);
		link_program(p);
		glUseProgram(p);
		glUniform1f(at(p, i ? "x1" : "x0"), 0.5f);
		glUniform1f(at(p, "b"), step(frame));
		glUniform1f(at(p, "a"), i ? 0.25f : 1);
		glLineWidth(5);
		glDrawArrays(i ? GL_LINES : GL_TRIANGLES, 0, 3);
		glDetachShader(p, shader);
		glDeleteShader(shader);
	}
	glDeleteProgram(p); /* while it is in use */
	glPointSize(9);
	glDrawArrays(GL_POINTS, 0, 1);
	glUseProgram(0);
}

/* Set once, and read back into another program. */
static void queried(int frame)
{
	GLuint p = every_type;
	GLuint corner = (GLuint)glGetAttribLocation(tinted, "corner");
	float color[4] = {0}, one = 0;
	GLint n = 0;
	char name[64] = "";
	GLsizei length = 0;
	GLint size;
	GLenum type;

	glGetUniformfv(p, at(p, "four"), color);
	glGetUniformfv(p, at(p, "list[2]"), &one);
	glGetProgramiv(p, GL_ACTIVE_UNIFORMS, &n);
	glGetActiveUniform(p, (GLuint)(frame % n), sizeof(name), &length, &size,
			   &type, name);
	glUseProgram(tinted);
	glUniform1f(at(tinted, "dim"), color[1] + one);
	glVertexAttrib3f((GLuint)glGetAttribLocation(tinted, "tint"),
			 (float)length / 10, (float)size / 4, 1);
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 3; i++)
		glVertexAttrib2f(corner, (float)(i == 1), (float)(i == 2) - 1);
	glEnd();
}

/* With a geometry shader and one that divides. */
static GLuint in_stages;

static void of_stages(int frame)
{
	if (!in_stages)
		return;
	glUseProgram(in_stages);
	glUniform1f(at(in_stages, "inner"), 2 + (float)(frame % 4));
	glPatchParameteri(GL_PATCH_VERTICES, 3);
	glDrawArrays(GL_PATCHES, 0, 3);
}

static void add_shader(GLuint program, GLenum kind, const char *text)
{
	GLuint shader = new_shader(kind, text);

	glAttachShader(program, shader);
	glDeleteShader(shader);
}

static void prepare_stages(void)
{
	/* Mesa 20 has it in core contexts only */
	if (!strstr((const char *)glGetString(GL_EXTENSIONS),
		    "GL_ARB_tessellation_shader"))
		return;
	in_stages =
		unlinked_program(whole, "#version 430 compatibility\n"
					"in vec3 shade; void main() {\n"
					"gl_FragColor = vec4(shade, 1); }\n");
	add_shader(
		in_stages, GL_TESS_CONTROL_SHADER,
		"#version 430 compatibility\n"
		"layout(vertices = 3) out; uniform float inner;\n"
		"void main() { gl_out[gl_InvocationID].gl_Position =\n"
		"gl_in[gl_InvocationID].gl_Position * 0.5;\n"
		"gl_TessLevelInner[0] = inner; gl_TessLevelOuter[0] = inner;\n"
		"gl_TessLevelOuter[1] = 2.0; gl_TessLevelOuter[2] = 3.0; }\n");
	add_shader(in_stages, GL_TESS_EVALUATION_SHADER,
		   "#version 430 compatibility\n"
		   "layout(triangles, equal_spacing, ccw) in; out vec3 place;\n"
		   "void main() { place = gl_TessCoord; gl_Position =\n"
		   "gl_in[0].gl_Position * place.x + gl_in[1].gl_Position * "
		   "place.y\n"
		   "+ gl_in[2].gl_Position * place.z; }\n");
	add_shader(
		in_stages, GL_GEOMETRY_SHADER,
		"#version 430 compatibility\n"
		"layout(triangles) in; in vec3 place[];\n"
		"layout(triangle_strip, max_vertices = 3) out; out vec3 "
		"shade;\n"
		"void main() { for (int i = 0; i < 3; i++) {\n"
		"gl_Position = gl_in[i].gl_Position * vec4(0.9, 0.9, 1, 1);\n"
		"shade = place[0] + float(i) * 0.1; EmitVertex(); } }\n");
	link_program(in_stages);
}

static void prepare_blocks(void)
{
	of_blocks = new_program(
		whole,
		"#version 430 compatibility\n"
		"layout(std140) uniform First { vec4 colors[2]; };\n"
		"layout(shared) uniform Second { vec2 tint; vec2 shift; };\n"
		"in vec2 place;\n"
		"void main() { gl_FragColor = mix(colors[0], colors[1],\n"
		"place.x) * vec4(tint, shift); }\n");
	of_storage = new_program(
		whole, "#version 430 compatibility\n"
		       "layout(std430) buffer Data { float values[]; };\n"
		       "uniform int which; in vec2 place;\n"
		       "void main() { gl_FragColor = vec4(values[which],\n"
		       "place * values[values.length() - 1], 1); }\n");
	computing = glCreateProgram();
	add_shader(
		computing, GL_COMPUTE_SHADER,
		"#version 430 compatibility\n"
		"layout(local_size_x = 4) in; uniform float turn;\n"
		"layout(std430, binding = 1) buffer Out { vec2 points[]; };\n"
		"void main() { float i = float(gl_GlobalInvocationID.x);\n"
		"points[gl_GlobalInvocationID.x] = vec2(mod(i * 3.0 + turn, "
		"8.0),\n"
		"mod(i * 5.0, 8.0 - turn)) / 4.0 - 1.0; }\n");
	link_program(computing);
}

static void prepare_others(void)
{
	const char *varyings[] = {"gl_Position", "shade"};

	captured = unlinked_program(
		"#version 430 compatibility\n"
		"in vec2 corner; out vec4 shade;\n"
		"void main() { gl_Position = vec4(corner.yx, 0, 1);\n"
		"shade = vec4(corner, 0.5, 1); }\n",
		NULL);
	glTransformFeedbackVaryings(captured, 2, varyings,
				    GL_INTERLEAVED_ATTRIBS);
	link_program(captured);
	tinted =
		new_program("#version 430 compatibility\n"
			    "in vec2 corner; in vec3 tint; out vec3 shade;\n"
			    "void main() { shade = tint;\n"
			    "gl_Position = vec4(corner, 0, 1); }\n",
			    "#version 430 compatibility\n"
			    "in vec3 shade; uniform float dim; void main() {\n"
			    "gl_FragColor = vec4(shade * (1.0 - dim), 1); }\n");
	other_way =
		new_program(whole, "#version 430 compatibility\n"
				   "subroutine vec3 colors(float x);\n"
				   "subroutine uniform colors first, second;\n"
				   "subroutine(colors) vec3 red(float x) {\n"
				   "return vec3(x, 0, 0); }\n"
				   "subroutine(colors) vec3 green(float x) {\n"
				   "return vec3(0, x, 0); }\n"
				   "subroutine(colors) vec3 blue(float x) {\n"
				   "return vec3(0, 0, x); }\n"
				   "in vec2 place; void main() {\n"
				   "gl_FragColor = vec4(first(place.x) +\n"
				   "second(place.y), 1); }\n");
}

static void prepare_pipelines(void)
{
	const char *vertex = "#version 430 compatibility\n"
			     "out gl_PerVertex { vec4 gl_Position; };\n"
			     "uniform vec2 shift; void main() {\n"
			     "gl_Position = vec4(gl_VertexID & 1,\n"
			     "gl_VertexID >> 1, 0, 1);\n"
			     "gl_Position.xy += shift; }\n";
	const char *fragments[] = {
		"#version 430 compatibility\nuniform float level;\n"
		"void main() { gl_FragColor = vec4(level, 1, 0, 1); }\n",
		"#version 430 compatibility\nuniform float other, level;\n"
		"void main() { gl_FragColor = vec4(0, level, other, 1); }\n"};

	separate[0] = glCreateShaderProgramv(GL_VERTEX_SHADER, 1, &vertex);
	for (int i = 0; i < 2; i++)
		separate[1 + i] = glCreateShaderProgramv(GL_FRAGMENT_SHADER, 1,
							 fragments + i);
	glProgramUniform1f(separate[2], at(separate[2], "other"), 0.75f);
	glGenProgramPipelines(1, &pipeline);
}

static void prepare(void)
{
	glGenBuffers(8, buffers);
	glGenQueries(1, queries);
	every_type = new_program(
		whole,
		"#version 430 compatibility\n"
		"struct thing { float size; vec2 place; };\n"
		"uniform bool is_on; uniform float list[4]; uniform vec2 two;\n"
		"uniform vec3 three; uniform vec4 four; uniform mat3 matrix;\n"
		"uniform mat2x3 narrow; uniform int one_int; uniform ivec3 "
		"ints;\n"
		"uniform uvec2 counts; uniform dvec2 exact;\n"
		"uniform thing things[2]; in vec2 place;\n"
		"void main() {\n"
		"vec3 sum = matrix * three + narrow * two + four.xyz;\n"
		"sum.x += list[0] + list[1] * place.x + list[2] * place.y\n"
		"+ list[3] * 0.5 + float(one_int + ints.y) * 0.1;\n"
		"sum.y *= float(ints.x + ints.z) * place.y;\n"
		"sum.z += float(counts.y) / float(counts.x + 1u)\n"
		"+ float(exact.x + exact.y);\n"
		"if (is_on) sum.x = things[0].size + things[1].size;\n"
		"sum.yz += things[0].place + things[1].place;\n"
		"gl_FragColor = vec4(sum / 4.0, 1); }\n");
	prepare_blocks();
	prepare_others();
	prepare_pipelines();
	prepare_stages();
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		of_floats,	   of_integers,	 of_uniform_blocks,
		of_shader_storage, computed,	 fed_back,
		by_names,	   in_pipelines, with_subroutines,
		made_again,	   queried,	 of_stages,
	};

	return draw_old(argc, argv, prepare, scenes, 12);
}
