/* SPDX-License-Identifier: MIT */
/*
 * A triangle fan and points that change with each picture: shaders, uniforms,
 * buffers, indices and a texture. See scene.h.
 */
#include "tests/stress/window/scene.h"

#include <string.h>

#define N_SIDES 7u
#define SIDE 8u

static const char *const old_words = "precision mediump float;\n";
static const char *const new_words = "#define attribute in\n"
				     "#define texture2D texture\n";
static const char *const vertex_text =
	"attribute vec2 at;\n"
	"uniform float turn;\n"
	"PLACE vec2 place;\n"
	"void main() {\n"
	"	place = at * 0.5 + 0.5;\n"
	"	gl_Position = vec4(at.x - turn,\n"
	"		at.y * turn, 0.0, 1.0);\n"
	"	gl_PointSize = 5.0;\n"
	"}\n";
static const char *const fragment_text =
	"PLACE vec2 place;\n"
	"uniform sampler2D colors;\n"
	"void main() {\n"
	"	COLOR = texture2D(colors, place);\n"
	"}\n";

static GLuint program, buffers[2], texture;
static GLint turn;

static GLuint compile(GLenum type, const char *version)
{
	const int is_new = !strcmp(version, "150");
	const int is_es = !strcmp(version, "100");
	const int is_vertex = type == GL_VERTEX_SHADER;
	const char *texts[] = {"#version ",
			       version,
			       "\n",
			       is_new ? new_words : "",
			       is_es ? old_words : "",
			       is_vertex ? is_new ? "#define PLACE out\n"
						  : "#define PLACE varying\n"
			       : is_new	 ? "#define PLACE in\nout vec4 color;\n"
					   "#define COLOR color\n"
					 : "#define PLACE varying\n"
					   "#define COLOR gl_FragColor\n",
			       is_vertex ? vertex_text : fragment_text};
	GLuint shader = glCreateShader(type);

	glShaderSource(shader, sizeof(texts) / sizeof(texts[0]), texts, NULL);
	glCompileShader(shader);
	return shader;
}

static void fill_buffers(void)
{
	unsigned char indices[N_SIDES + 1];

	glGenBuffers(2, buffers);
	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBufferData(GL_ARRAY_BUFFER, (N_SIDES + 1) * 8, NULL, GL_DYNAMIC_DRAW);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	for (unsigned i = 0; i <= N_SIDES; i++)
		indices[i] = (unsigned char)(N_SIDES - i);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
	glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices,
		     GL_STATIC_DRAW);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
}

int scene_begin(const char *version)
{
	GLint is_linked = 0;

	program = glCreateProgram();
	glAttachShader(program, compile(GL_VERTEX_SHADER, version));
	glAttachShader(program, compile(GL_FRAGMENT_SHADER, version));
	glBindAttribLocation(program, 0, "at");
	glLinkProgram(program);
	glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
	turn = glGetUniformLocation(program, "turn");
	fill_buffers();
	glGenTextures(1, &texture);
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIDE, SIDE, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, NULL);
	return is_linked && glGetError() == GL_NO_ERROR;
}

/* Points of a spiral, the number of the picture wide. */
static void move_points(unsigned number)
{
	static const float x[] = {0, 4, 3, 0, -3, -4, -2, 2};
	static const float y[] = {0, 0, 3, 4, 3, 0, -3, -4};
	float points[N_SIDES + 1][2];

	for (unsigned i = 0; i <= N_SIDES; i++) {
		points[i][0] = x[i] * (float)(number % 8 + 1) / 32;
		points[i][1] = y[i] * (float)(i + 1) / 32;
	}
	glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
	glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(points), points);
	glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 8, NULL);
	glEnableVertexAttribArray(0);
}

static void paint(unsigned number)
{
	unsigned char colors[SIDE][SIDE][4];

	for (unsigned y = 0; y < SIDE; y++)
		for (unsigned x = 0; x < SIDE; x++) {
			colors[y][x][0] = (unsigned char)(x * 32 + number);
			colors[y][x][1] = (unsigned char)(y * 32);
			colors[y][x][2] = (unsigned char)(number * 40);
			colors[y][x][3] = 255;
		}
	glBindTexture(GL_TEXTURE_2D, texture);
	glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIDE, SIDE, GL_RGBA,
			GL_UNSIGNED_BYTE, colors);
}

void scene_draw(unsigned number)
{
	glClearColor(0.25f, 0.5f, (float)(number % 4) / 4, 1);
	glClear(GL_COLOR_BUFFER_BIT);
	glUseProgram(program);
	glUniform1f(turn, 0.5f + (float)(number % 5) / 8);
	paint(number);
	move_points(number);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
	glDrawArrays(GL_TRIANGLE_FAN, 0, N_SIDES + 1);
	glDrawElements(GL_LINE_STRIP, N_SIDES + 1, GL_UNSIGNED_BYTE, NULL);
	glDisableVertexAttribArray(0);
	glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
	glUseProgram(0);
}
