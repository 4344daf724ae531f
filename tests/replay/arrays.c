/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Vertices and indices in the program's own memory, of every kind, which
 * changes behind each draw. See ../replay.t.
 *	arrays [glx|egl]
 */
#include "tests/replay/draw.h"

struct corner {
	float at[3];
	uint8_t color[4];
	int16_t texture[2];
};

static GLuint shader, divided, buffers[4];

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void on(GLenum array)
{
	glEnableClientState(array);
}

static void of_floats(int frame)
{
	float at[8] = {-1, -1, 1, -1, -1 + step(frame), 1, 1, 1};
	float colors[16];

	for (int i = 0; i < 16; i++)
		colors[i] = (float)((i * 7 + frame) % 16) / 15;
	on(GL_VERTEX_ARRAY);
	on(GL_COLOR_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, at);
	glColorPointer(4, GL_FLOAT, 0, colors);
	glDrawArrays(GL_TRIANGLE_STRIP, 0, 3);
	at[0] = 0; /* the same memory, another triangle */
	colors[4] = 1;
	glDrawArrays(GL_TRIANGLE_STRIP, 1, 3);
	memset(at, 0x7f, sizeof(at));
}

static void of_structs(int frame)
{
	struct corner corners[6];
	uint8_t indices[] = {0, 1, 2, 5, 4, 3, 1, 3, 5};

	for (int i = 0; i < 6; i++)
		corners[i] = (struct corner){
			{(float)(i % 3) - 1, (float)(i / 3) * 1.5f - 1,
			 step(frame)},
			{(uint8_t)(40 * i), (uint8_t)(frame * 20), 255, 255},
			{(int16_t)i, (int16_t)(i * 2)}};
	on(GL_VERTEX_ARRAY);
	on(GL_COLOR_ARRAY);
	on(GL_TEXTURE_COORD_ARRAY);
	glVertexPointer(3, GL_FLOAT, sizeof(*corners), corners[0].at);
	glColorPointer(4, GL_UNSIGNED_BYTE, sizeof(*corners), corners[0].color);
	glTexCoordPointer(2, GL_SHORT, sizeof(*corners), corners[0].texture);
	glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_BYTE, indices);
	corners[3].at[0] += step(frame);
	glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, indices + 6);
}

static void of_other_types(int frame)
{
	int16_t shorts[] = {-1, -1, 1, -1, 0, 1, 1, 1};
	double doubles[] = {-1, 0, 1, 0.1 * frame, 0, 1};
	int ints[] = {-1, 1, 0, 0, 1, 1};
	uint16_t colors[12];
	uint16_t few[] = {2, 0, 1, 3, 2, 1};

	for (int i = 0; i < 12; i++)
		colors[i] = (uint16_t)(i * 5000 + frame * 999);
	on(GL_VERTEX_ARRAY);
	on(GL_COLOR_ARRAY);
	glVertexPointer(2, GL_SHORT, 4, shorts);
	glColorPointer(3, GL_UNSIGNED_SHORT, 6, colors);
	glDrawRangeElements(GL_TRIANGLES, 0, 3, 6, GL_UNSIGNED_SHORT, few);
	glVertexPointer(2, GL_DOUBLE, 0, doubles);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glVertexPointer(2, GL_INT, 0, ints);
	glColorPointer(3, GL_BYTE, 1, "abcdefgh");
	glDrawArrays(GL_LINE_LOOP, 0, 3);
}

static void of_interleaved(int frame)
{
	struct {
		uint8_t color[4];
		float at[3];
	} bytes[6];
	float all[4][12];
	GLint firsts[] = {0, 3};
	GLsizei counts[] = {3, 3};

	for (int i = 0; i < 6; i++) {
		memset(bytes[i].color, 255 - 30 * i - frame, 4);
		bytes[i].at[0] = (float)(i % 3 - 1) + step(frame);
		bytes[i].at[1] = (float)(i & 2) - 1;
		bytes[i].at[2] = 0;
	}
	glInterleavedArrays(GL_C4UB_V3F, 0, bytes);
	glMultiDrawArrays(GL_TRIANGLES, firsts, counts, 2);
	for (int i = 0; i < 4; i++) {
		const float one[12] = {0,
				       0,
				       step(frame),
				       (float)i / 3,
				       1,
				       1,
				       0,
				       0,
				       1,
				       (float)(i % 2) - 0.5f,
				       (float)(i / 2) - 0.5f,
				       0};
		memcpy(all[i], one, sizeof(one));
	}
	glInterleavedArrays(GL_T2F_C4F_N3F_V3F, 0, all);
	glDrawArrays(GL_QUADS, 0, 4);
}

/* Each draw has a mode of its own, the second with a gap before it. */
static void of_modes(float red, const void *const *indices,
		     const GLsizei *counts)
{
	const GLenum modes[] = {GL_LINE_LOOP, GL_ZERO, GL_TRIANGLES};
	const GLint firsts[] = {2, 6};

	glColor3f(red, 0, 1);
	glMultiModeDrawArraysIBM(modes, firsts, counts, 2, 8);
	glColor3f(red, 1, 1);
	glMultiModeDrawElementsIBM(modes, counts, GL_UNSIGNED_INT, indices, 2,
				   8);
}

static void of_many(int frame)
{
	float at[12][2];
	uint32_t first[] = {0, 1, 2}, second[] = {1, 2, 3, 4};
	uint16_t third[] = {0, 2, 1};
	const void *indices[] = {first, second};
	const GLsizei counts[] = {3, 4};
	GLint bases[] = {4, 7};

	for (int i = 0; i < 12; i++) {
		at[i][0] = (float)((i * 5 + frame) % 7) / 3.5f - 1;
		at[i][1] = (float)((i * 3 + frame) % 5) / 2.5f - 1;
	}
	on(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, at);
	glColor3f(1, step(frame), 0);
	glMultiDrawElements(GL_TRIANGLE_STRIP, counts, GL_UNSIGNED_INT, indices,
			    2);
	glColor3f(0, 1, step(frame));
	glMultiDrawElementsBaseVertex(GL_LINE_STRIP, counts, GL_UNSIGNED_INT,
				      indices, 2, bases);
	glDrawElementsBaseVertex(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, third, 5);
	glDrawRangeElementsBaseVertex(GL_POINTS, 0, 2, 3, GL_UNSIGNED_SHORT,
				      third, 9);
	of_modes(step(frame), indices, counts);
}

static void of_elements(int frame)
{
	float at[] = {-1, -1, 1, -1, 0, 1, 1, 1};
	uint8_t colors[] = {255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9};
	uint8_t edges[] = {1, 0, 1, 1};

	colors[frame] = 128;
	on(GL_VERTEX_ARRAY);
	on(GL_COLOR_ARRAY);
	on(GL_EDGE_FLAG_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, at);
	glColorPointer(3, GL_UNSIGNED_BYTE, 0, colors);
	glEdgeFlagPointer(0, edges);
	glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
	glBegin(GL_TRIANGLES);
	for (int i = 0; i < 3; i++)
		glArrayElement((i + frame) % 4);
	at[4] = step(frame);
	for (int i = 0; i < 3; i++)
		glArrayElement(i + 1);
	glEnd();
}

static void of_both(int frame)
{
	const float in_buffer[] = {-1, -1, 1, -1, -1, 1, 1, 1};
	const uint16_t index_buffer[] = {3, 2, 1, 0};
	uint8_t colors[16], few[] = {0, 1, 3};

	noise(colors, 16, (uint32_t)frame);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBufferData(GL_ARRAY_BUFFER, sizeof(in_buffer), in_buffer,
		     GL_STREAM_DRAW);
	on(GL_VERTEX_ARRAY);
	on(GL_COLOR_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, NULL);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glColorPointer(4, GL_UNSIGNED_BYTE, 0, colors);
	glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, few);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(index_buffer),
		     index_buffer, GL_STREAM_DRAW);
	colors[6] = 255;
	glDrawElements(GL_LINE_STRIP, 3, GL_UNSIGNED_SHORT, (void *)2);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

static void of_attributes(int frame)
{
	float at[] = {0, 0, 0.9f, 0, 0, 0.9f};
	uint8_t colors[4][4];
	float shifts[8];
	int8_t weights[] = {127, 0, -128, 64};

	noise(colors, sizeof(colors), (uint32_t)frame + 99);
	for (int i = 0; i < 8; i++)
		shifts[i] = (float)((i * 3 + frame) % 8) / 8 - 0.9f;
	glUseProgram(divided);
	glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, at);
	glVertexAttribPointer(3, 2, GL_FLOAT, 0, 0, shifts);
	glVertexAttribPointer(5, 4, GL_UNSIGNED_BYTE, 1, 4, colors);
	glVertexAttribPointer(7, 1, GL_BYTE, 1, 1, weights);
	glVertexAttribDivisor(3, 1);
	glVertexAttribDivisor(5, 2);
	for (GLuint i = 0; i < 8; i++)
		if (i == 0 || i == 3 || i == 5)
			glEnableVertexAttribArray(i);
	glVertexAttrib1f(7, step(frame));
	glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 3);
	glEnableVertexAttribArray(7);
	glDrawElementsInstanced(GL_LINE_LOOP, 3, GL_UNSIGNED_BYTE, "\0\1\2", 4);
	glDrawArraysInstancedBaseInstance(GL_POINTS, 1, 2, 2, 1);
	for (GLuint i = 0; i < 8; i++)
		glDisableVertexAttribArray(i);
	glVertexAttribDivisor(3, 0);
	glVertexAttribDivisor(5, 0);
	glUseProgram(0);
}

static void of_integers(int frame)
{
	int32_t at[] = {0, 3, 0, 0, 3, 3};
	uint16_t colors[] = {1, 9, 4, 7};

	colors[2] = (uint16_t)frame;
	glUseProgram(shader);
	glVertexAttribIPointer(1, 2, GL_INT, 0, at);
	glVertexAttribIPointer(2, 1, GL_UNSIGNED_SHORT, 0, colors);
	glEnableVertexAttribArray(1);
	glEnableVertexAttribArray(2);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glDisableVertexAttribArray(2);
	glVertexAttribI1ui(2, 200 + (GLuint)frame);
	at[0] = 2;
	glDrawArrays(GL_LINE_LOOP, 0, 3);
	glDisableVertexAttribArray(1);
	glUseProgram(0);
}

static void of_restarts(int frame)
{
	float at[12];
	uint16_t indices[] = {0, 1, 2, 0xffff, 3, 4, 5};
	uint8_t bytes[] = {5, 3, 77, 1, 0, 2};

	for (int i = 0; i < 12; i++)
		at[i] = (float)((i * 11 + frame) % 13) / 6.5f - 1;
	on(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, at);
	glEnable(GL_PRIMITIVE_RESTART);
	glPrimitiveRestartIndex(0xffff);
	glColor3f(step(frame), 1, 1);
	glDrawElements(GL_TRIANGLE_STRIP, 7, GL_UNSIGNED_SHORT, indices);
	glPrimitiveRestartIndex(77);
	glColor3f(1, 0, 0);
	glDrawElements(GL_LINE_STRIP, 6, GL_UNSIGNED_BYTE, bytes);
	glColor3f(0, step(frame), 0);
	glBegin(GL_LINE_STRIP);
	for (int i = 0; i < 6; i++)
		glArrayElement(bytes[i]);
	glEnd();
	glDisable(GL_PRIMITIVE_RESTART);
}

static void of_indirect_draws(int frame)
{
	float at[] = {-1, -1, 1, -1, 0, 1, 1, 1, -1, 1};
	uint32_t draws[2][4] = {{3, 1, 0, 0}, {3, 1, 2, 0}};
	uint32_t elements[] = {4, 1, 0, 0, 0};
	uint16_t indices[] = {0, 3, 1, 4};

	at[4] = step(frame);
	on(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, at);
	glColor3f(0, step(frame), 1);
	glDrawArraysIndirect(GL_TRIANGLES, draws[0]);
	glColor3f(1, 1, step(frame));
	glMultiDrawArraysIndirect(GL_LINE_LOOP, draws, 2, 0);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[2]);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices,
		     GL_STREAM_DRAW);
	glDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, elements);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

/* One that has buffers, next to the first one, which has memory. */
static void of_vertex_array(int frame)
{
	static GLuint array;
	const float at[] = {-1, -1, 1, -1, 0, 1};
	float second[] = {1, 0, 0, 0, 1, 0};

	if (!array)
		glGenVertexArrays(1, &array);
	glBindVertexArray(array);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[3]);
	glBufferData(GL_ARRAY_BUFFER, sizeof(at), at, GL_STREAM_DRAW);
	on(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, NULL);
	glBindVertexArray(0);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	on(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, second);
	glColor3f(1, step(frame), 1);
	glBindVertexArray(array);
	glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, "\0\1\2");
	glBindVertexArray(0);
	glColor3f(step(frame), 1, 0);
	second[2] = step(frame);
	glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void prepare(void)
{
	const char *fragment = "#version 130\n"
			       "in vec4 shade; out vec4 color;\n"
			       "void main() { color = shade; }\n";

	shader = unlinked_program(
		"#version 130\n"
		"in ivec2 at; in uint code; out vec4 shade;\n"
		"void main() {\n"
		"gl_Position = vec4(vec2(at) / 1.5 - 1.0, 0, 1);\n"
		"shade = vec4(float(code & 15u) / 15.0, float(code) / 255.0,\n"
		"             1, 1); }\n",
		fragment);
	glBindAttribLocation(shader, 1, "at");
	glBindAttribLocation(shader, 2, "code");
	link_program(shader);
	divided = unlinked_program(
		"#version 130\n"
		"in vec2 at, shift; in vec4 color; in float weight;\n"
		"out vec4 shade;\n"
		"void main() { gl_Position = vec4(at + shift, 0, 1);\n"
		"shade = color * (0.5 + 0.5 * weight); }\n",
		fragment);
	glBindAttribLocation(divided, 0, "at");
	glBindAttribLocation(divided, 3, "shift");
	glBindAttribLocation(divided, 5, "color");
	glBindAttribLocation(divided, 7, "weight");
	link_program(divided);
	glGenBuffers(4, buffers);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		of_floats,   of_structs,  of_other_types,    of_interleaved,
		of_many,     of_elements, of_both,	     of_attributes,
		of_integers, of_restarts, of_indirect_draws, of_vertex_array,
	};

	return draw_old(argc, argv, prepare, scenes, 12);
}
