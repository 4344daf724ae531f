/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * OpenGL ES 3 without a display: ranges that are mapped, blocks, instances,
 * integers, and vertices that come back. See ../replay.t.
 *	es3 [SCENE]
 */
#include "tests/replay/draw.h"

static GLuint plain, counted, kept, buffers[6], texture, feedback, array;

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void put_values(float *to, int frame)
{
	for (int i = 0; i < 8; i++)
		to[i] = (float)((i * 5 + frame) % 8) / 4 - 0.9f;
}

static void draw(GLenum mode, const void *at, GLsizei n)
{
	glUseProgram(plain);
	glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, at);
	glEnableVertexAttribArray(0);
	glDrawArrays(mode, 0, n);
	glDisableVertexAttribArray(0);
	glUseProgram(0);
}

static void mapped(int frame)
{
	float *to;

	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBufferData(GL_ARRAY_BUFFER, 128, NULL, GL_DYNAMIC_DRAW);
	to = glMapBufferRange(GL_ARRAY_BUFFER, 32, 64,
			      GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT |
				      GL_MAP_INVALIDATE_RANGE_BIT);
	put_values(to, frame);
	glFlushMappedBufferRange(GL_ARRAY_BUFFER, 0, 32);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glVertexAttrib4f(1, 1, step(frame), 0, 1);
	draw(GL_TRIANGLE_STRIP, (void *)32, 4);
	to = glMapBufferRange(GL_ARRAY_BUFFER, 32, 32,
			      GL_MAP_READ_BIT | GL_MAP_WRITE_BIT);
	to[1] = -to[0];
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glVertexAttrib4f(1, 0, 1, step(frame), 1);
	draw(GL_LINE_LOOP, (void *)32, 3);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void of_memory(int frame)
{
	float at[8];
	const uint16_t indices[] = {0, 1, 2, 0xffff, 1, 2, 3};

	put_values(at, frame + 3);
	glVertexAttrib4f(1, 1, 1, step(frame), 1);
	draw(GL_TRIANGLES, at, 3);
	at[2] = step(frame);
	glUseProgram(plain);
	glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, at);
	glEnableVertexAttribArray(0);
	glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
	glVertexAttrib4f(1, 1, 0, 1, 1);
	glDrawRangeElements(GL_LINE_STRIP, 0, 3, 7, GL_UNSIGNED_SHORT, indices);
	glDisable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
	glDisableVertexAttribArray(0);
	glUseProgram(0);
}

static void of_instances(int frame)
{
	const float at[] = {0, 0, 0.6f, 0, 0, 0.6f};
	const int32_t counts[] = {1, 2, 3, 4, 5};

	glUseProgram(counted);
	glUniform1ui(glGetUniformLocation(counted, "turn"), (GLuint)frame);
	glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, at);
	glVertexAttribIPointer(2, 1, GL_INT, 4, counts);
	glVertexAttribDivisor(2, 2);
	glEnableVertexAttribArray(0);
	glEnableVertexAttribArray(2);
	glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 6);
	glVertexAttribDivisor(2, 0);
	glDrawElementsInstanced(GL_LINES, 2, GL_UNSIGNED_BYTE, "\1\2", 2);
	glDisableVertexAttribArray(0);
	glDisableVertexAttribArray(2);
	glVertexAttribI4i(2, frame, 0, 0, 0);
	glUseProgram(0);
}

static void of_blocks(int frame)
{
	const float two[] = {step(frame), 1, 0, 1, 0.5f, 0, 0, 0};
	GLuint block = glGetUniformBlockIndex(counted, "Colors");

	glUniformBlockBinding(counted, block, 4);
	glBindBufferBase(GL_UNIFORM_BUFFER, 4, buffers[1]);
	glBufferData(GL_UNIFORM_BUFFER, sizeof(two), two, GL_DYNAMIC_DRAW);
	of_instances(frame + 5);
}

static void come_back(int frame)
{
	float from[8];

	put_values(from, frame);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, feedback);
	glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[2]);
	glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 128, NULL, GL_DYNAMIC_COPY);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[3]);
	glBufferData(GL_ARRAY_BUFFER, sizeof(from), from, GL_STREAM_DRAW);
	glUseProgram(kept);
	glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, NULL);
	glEnableVertexAttribArray(0);
	glEnable(GL_RASTERIZER_DISCARD);
	glBeginTransformFeedback(GL_POINTS);
	glDrawArrays(GL_POINTS, 0, 2);
	glPauseTransformFeedback();
	glResumeTransformFeedback();
	glDrawArrays(GL_POINTS, 2, 2);
	glEndTransformFeedback();
	glDisable(GL_RASTERIZER_DISCARD);
	glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[2]);
	glVertexAttrib4f(1, step(frame), 0, 1, 1);
	draw(GL_TRIANGLE_FAN, NULL, 4);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void of_pixels(int frame)
{
	uint8_t *to;
	GLuint name;

	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffers[4]);
	glBufferData(GL_PIXEL_UNPACK_BUFFER, 1024, NULL, GL_STREAM_DRAW);
	to = glMapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, 1024,
			      GL_MAP_WRITE_BIT);
	noise(to, 1024, (uint32_t)frame);
	glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
	glBindTexture(GL_TEXTURE_2D, texture);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 9);
	glPixelStorei(GL_UNPACK_SKIP_ROWS, 1);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE,
			(void *)16);
	glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
	glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
	glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
	glGenFramebuffers(1, &name);
	glBindFramebuffer(GL_READ_FRAMEBUFFER, name);
	glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
			       GL_TEXTURE_2D, texture, 0);
	glBlitFramebuffer(0, 0, 8, 8, SIDE + 2, SIDE + 3, SIDE + 26, SIDE + 27,
			  GL_COLOR_BUFFER_BIT, GL_NEAREST);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, buffers[5]);
	glBufferData(GL_PIXEL_PACK_BUFFER, 256, NULL, GL_STREAM_READ);
	glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
	to = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, 256, GL_MAP_READ_BIT);
	glVertexAttrib4f(1, (float)to[5] / 255, (float)to[200] / 255, 1, 1);
	glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
	glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
	glDeleteFramebuffers(1, &name);
	draw(GL_TRIANGLES, (const float[]){0, 0, 1, 0, 0, 1}, 3);
}

/* An array of the program's own with buffers, and fences. */
static void of_an_array(int frame)
{
	GLsync fence;

	glBindVertexArray(array);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[3]);
	glUseProgram(plain);
	glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, NULL);
	glEnableVertexAttribArray(0);
	glVertexAttrib4f(1, 0, 1, step(frame), 1);
	glDrawArrays(GL_LINE_LOOP, 0, 4);
	fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
	glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 10000000000);
	glDeleteSync(fence);
	glBindVertexArray(0);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glUseProgram(0);
}

static void queried(int frame)
{
	GLuint name, is_any = 0;

	glGenQueries(1, &name);
	glBeginQuery(GL_ANY_SAMPLES_PASSED, name);
	glVertexAttrib4f(1, 1, 0, 0, 1);
	draw(GL_TRIANGLES, (const float[]){0, 0, 1, 0, 0, step(frame) - 0.5f},
	     3);
	glEndQuery(GL_ANY_SAMPLES_PASSED);
	glGetQueryObjectuiv(name, GL_QUERY_RESULT, &is_any);
	glDeleteQueries(1, &name);
	glClearBufferfv(GL_COLOR, 0,
			(const float[]){(float)is_any, step(frame), 1, 1});
}

static void prepare_programs(void)
{
	const char *fragment = "#version 300 es\n"
			       "precision mediump float; in vec4 shade;\n"
			       "out vec4 color; void main() {\n"
			       "color = shade; }\n";
	const char *name = "gl_Position";

	plain = new_program("#version 300 es\n"
			    "layout(location = 0) in vec2 at;\n"
			    "layout(location = 1) in vec4 tint;\n"
			    "out vec4 shade; void main() { shade = tint;\n"
			    "gl_Position = vec4(at, 0, 1); }\n",
			    fragment);
	counted = new_program(
		"#version 300 es\n"
		"layout(location = 0) in vec2 at;\n"
		"layout(location = 2) in int number; uniform uint turn;\n"
		"uniform Colors { vec4 first; vec4 second; };\n"
		"out vec4 shade; void main() {\n"
		"float x = float(number + gl_InstanceID) / 6.0 - 1.0;\n"
		"gl_Position = vec4(at.x + x, at.y - x * float(turn & 3u),\n"
		"0, 1); shade = mix(first, second,\n"
		"float(number) / 5.0); }\n",
		fragment);
	kept = unlinked_program("#version 300 es\n"
				"layout(location = 0) in vec2 at;\n"
				"void main() { gl_Position =\n"
				"vec4(at.yx * 0.8, 0, 1); }\n",
				"#version 300 es\nvoid main() {}\n");
	glTransformFeedbackVaryings(kept, 1, &name, GL_SEPARATE_ATTRIBS);
	link_program(kept);
}

static void prepare(void)
{
	const float colors[8] = {1, 1, 0, 1, 0, 1, 1, 1};
	int major = 2;

	glGetIntegerv(GL_MAJOR_VERSION, &major);
	if (major < 3) /* it has no more than was requested */
		exit(NO_OPENGL);
	prepare_programs();
	glGenBuffers(6, buffers);
	glGenTextures(1, &texture);
	glGenTransformFeedbacks(1, &feedback);
	glGenVertexArrays(1, &array);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 8, 8);
	glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffers[1]);
	glBufferData(GL_UNIFORM_BUFFER, sizeof(colors), colors,
		     GL_DYNAMIC_DRAW);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		mapped,	   of_memory, of_instances, of_blocks,
		come_back, of_pixels, of_an_array,  queried,
	};

	return draw_es(argc, argv, 3, prepare, scenes, 8);
}
