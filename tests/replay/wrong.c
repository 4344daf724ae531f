/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Calls that OpenGL refuses: a replay makes them, and they are refused again.
 * What they leave decides what is drawn. See ../replay.t.
 *	wrong [glx|egl]
 */
#include <limits.h>

#include "tests/replay/draw.h"

static GLuint texture;

/* The errors so far as a color, and what the calls left in memory. */
static void draw_errors(int frame, const uint8_t *bytes)
{
	GLuint sum = (GLuint)frame;
	GLenum error;

	while ((error = glGetError()))
		sum = sum * 31 + error;
	glColor3ub((uint8_t)sum, (uint8_t)(sum >> 8), bytes[0]);
	glRectf(-1, -1, 1, 1);
}

/* Nothing may be read or queried there. */
static void between(int frame)
{
	uint8_t pixels[64];
	GLint size = 5;

	memset(pixels, frame, sizeof(pixels));
	glBegin(GL_TRIANGLES);
	glVertex2f(-1, -1);
	glReadPixels(0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
	glGetIntegerv(GL_MAX_TEXTURE_SIZE, &size);
	glBindTexture(GL_TEXTURE_2D, texture);
	glVertex2f(1, -1);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, pixels);
	glViewport(0, 0, 7, 7);
	glVertex2f(0, 1);
	glEnd();
	pixels[0] = (uint8_t)(pixels[0] + size);
	draw_errors(frame, pixels);
}

/* Nobody has that much memory. */
static void too_many(int frame)
{
	static uint8_t bytes[256];
	static const int counts[] = {INT_MAX, INT_MAX / 16, 1 << 26, -1,
				     INT_MIN};

	memset(bytes, frame, sizeof(bytes));
	for (int i = 0; i < 5; i++) {
		int n = counts[i];

		glUniform4fv(0, n, (float *)bytes);
		glUniformMatrix4fv(0, n, 0, (float *)bytes);
		glBufferSubData(GL_ARRAY_BUFFER, 0, n, bytes);
		glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, n, n, GL_RGBA,
				GL_UNSIGNED_BYTE, bytes);
		glPixelMapfv(GL_PIXEL_MAP_I_TO_R, n, (float *)bytes);
		if (n < 0) {
			glReadPixels(0, 0, n, 1, GL_RGBA, GL_UNSIGNED_BYTE,
				     bytes);
			glGenTextures(n, (GLuint *)bytes);
			glDrawElements(GL_TRIANGLES, n, GL_UNSIGNED_SHORT,
				       bytes);
		}
	}
	draw_errors(frame, bytes);
}

/* Where no program has memory. */
static void nowhere(int frame)
{
	static uint8_t bytes[256];

	glUniform1fv(0, 1, (float *)8);
	glBufferSubData(GL_ARRAY_BUFFER, 0, 4, (void *)8);
	glTexSubImage2D(GL_TEXTURE_2D, 9, 0, 0, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE,
			(void *)8);
	glGetIntegerv(0x1234, (GLint *)8);
	draw_errors(frame, bytes);
}

/* By each function that chooses a buffer; the error of each counts. */
static GLuint choose(GLuint framebuffer, GLenum buffer, int n)
{
	const GLenum buffers[] = {buffer, GL_NONE};
	const GLenum two[] = {GL_FRONT_LEFT, buffer};
	GLuint sum = 0;

#define NEXT sum = sum * 31 + glGetError()
	glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	glDrawBuffer(buffer), NEXT;
	glReadBuffer(buffer), NEXT;
	glDrawBuffers(n, buffers), NEXT;
	glDrawBuffers(2, two), NEXT;
	glBindFramebuffer(GL_FRAMEBUFFER, 0);
	glNamedFramebufferDrawBuffer(framebuffer, buffer), NEXT;
	glNamedFramebufferReadBuffer(framebuffer, buffer), NEXT;
	glNamedFramebufferDrawBuffers(framebuffer, 1, buffers), NEXT;
	glNamedFramebufferDrawBuffers(framebuffer, 2, two), NEXT;
	glFramebufferDrawBufferEXT(framebuffer, buffer), NEXT;
	glFramebufferReadBufferEXT(framebuffer, buffer), NEXT;
	glFramebufferDrawBuffersEXT(framebuffer, 1, buffers), NEXT;
#undef NEXT
	return sum;
}

/* Which buffers a window has, and a framebuffer that has none of them. */
static void of_buffers(int frame)
{
	static const GLenum buffers[] = {
		GL_NONE,       GL_FRONT,       GL_BACK,
		GL_LEFT,       GL_RIGHT,       GL_FRONT_AND_BACK,
		GL_FRONT_LEFT, GL_FRONT_RIGHT, GL_BACK_LEFT,
		GL_BACK_RIGHT, GL_AUX0,	       GL_COLOR_ATTACHMENT0,
		GL_DEPTH,      0x7fff};
	GLuint framebuffer, sum = 0;

	glCreateFramebuffers(1, &framebuffer);
	for (size_t i = 0; i < sizeof(buffers) / sizeof(*buffers); i++) {
		sum = sum * 7 + choose(0, buffers[i], 1 + (frame & 1));
		sum = sum * 7 + choose(framebuffer, buffers[i], 1);
	}
	glDeleteFramebuffers(1, &framebuffer);
	glDrawBuffer(GL_BACK);
	glReadBuffer(GL_BACK);
	draw_errors(frame, (const uint8_t *)&sum);
}

/* A mapping that fails is no difference if it did so before. */
static void mapped(int frame)
{
	GLuint buffer;
	void *at;
	uint8_t bytes[4] = {0};

	glGenBuffers(1, &buffer);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, 100, NULL, GL_STATIC_DRAW);
	bytes[0] += !glMapBufferRange(GL_ARRAY_BUFFER, -1, 1, GL_MAP_READ_BIT);
	bytes[0] += !glMapBufferRange(GL_ARRAY_BUFFER, 0, 9, 0);
	bytes[0] += !glMapBuffer(GL_ARRAY_BUFFER, GL_ALPHA);
	at = glMapBufferRange(GL_ARRAY_BUFFER, 0, 100, GL_MAP_WRITE_BIT);
	bytes[0] += !glMapBufferRange(GL_ARRAY_BUFFER, 0, 9, GL_MAP_READ_BIT);
	memset(at, frame, 100);
	glUnmapBuffer(GL_ARRAY_BUFFER);
	glGetBufferSubData(GL_ARRAY_BUFFER, 3, 1, bytes + 1);
	bytes[0] = (uint8_t)(bytes[0] * 16 + bytes[1]);
	glDeleteBuffers(1, &buffer);
	draw_errors(frame, bytes);
}

/* A compiler warns unless it finds its work in a cache. */
static void warned(int frame)
{
	char log[1000] = "";
	GLuint program = glCreateProgram();
	GLuint shader = new_shader(GL_FRAGMENT_SHADER,
				   "#extension GL_no_such_thing : warn\n"
				   "void main() { gl_FragColor = vec4(0.5); }");
	int n = 0;

	glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &n);
	glGetShaderInfoLog(shader, sizeof(log), NULL, log);
	glAttachShader(program, shader);
	link_program(program);
	glUseProgram(program);
	glRectf(-1, -1, (float)frame / FRAMES, 1);
	glUseProgram(0);
	glDeleteShader(shader);
	glDeleteProgram(program);
	if (log[0] && way.only >= 0)
		printf("log of %d bytes\n", n);
}

static void prepare(void)
{
	glGenTextures(1, &texture);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {between,    too_many, nowhere,
					of_buffers, mapped,   warned};

	return draw_old(argc, argv, prepare, scenes,
			sizeof(scenes) / sizeof(*scenes));
}
