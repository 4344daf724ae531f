/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Names of objects: some of the program's own, some deleted and given again,
 * some of one kind with the number of another, and many. See ../replay.t.
 *	names [glx|egl]
 */
#include "tests/replay/draw.h"

static GLuint texture, buffer, array;

static float step(int frame)
{
	return (float)frame / FRAMES;
}

static void fill(GLuint name, uint32_t seed)
{
	uint8_t pixels[4 * 4 * 4];

	glBindTexture(GL_TEXTURE_2D, name);
	glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA,
		     GL_UNSIGNED_BYTE, noise(pixels, sizeof(pixels), seed));
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
	glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static void draw(GLuint name, float left, float right)
{
	glEnable(GL_TEXTURE_2D);
	glBindTexture(GL_TEXTURE_2D, name);
	glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
	glBegin(GL_TRIANGLE_STRIP);
	for (int i = 0; i < 4; i++) {
		glTexCoord2i(i & 1, i >> 1);
		glVertex2f(i & 1 ? right : left, (float)(i & 2) - 1);
	}
	glEnd();
	glDisable(GL_TEXTURE_2D);
}

/* Names that were not generated. */
static void chosen(int frame)
{
	if (!frame)
		fill(777777, 1);
	fill(900 + (GLuint)frame, (uint32_t)frame);
	draw(777777, -1, 0);
	draw(900 + (GLuint)(frame + 1) / 2 * 2 - (GLuint)(frame & 1), 0, 0.5f);
	draw(900 + (GLuint)frame / 2, 0.5f, 1);
}

/* A name that is chosen is one that is generated later, in another place. */
static void both(int frame)
{
	GLuint names[3];

	glGenTextures(3, names);
	for (GLuint i = 0; i < 3; i++)
		fill(names[i], i + (uint32_t)frame * 3);
	fill(names[2] + 40, 77 + (uint32_t)frame);
	draw(names[2] + 40, -1, -0.5f);
	draw(names[0], -0.5f, 0);
	draw(names[1], 0, 1);
	glDeleteTextures(2, names + 1);
	glGenTextures(1, names + 1);
	fill(names[1], 5000);
	draw(names[1], 0.5f, 1);
	names[2] += 40;
	glDeleteTextures(3, names);
}

/* Deleted while in use, and given again. */
static void again(int frame)
{
	GLuint name;

	for (int i = 0; i < 4; i++) {
		glGenTextures(1, &name);
		fill(name, (uint32_t)(i * 10 + frame));
		draw(name, (float)i / 2 - 1, (float)i / 2 - 0.5f);
		glDeleteTextures(1, &name);
		if (glIsTexture(name))
			draw(name, -1, 1);
	}
	draw(name, -0.1f, 0.1f); /* a new one, of nothing */
	glDeleteTextures(1, &name);
}

/* Objects of several kinds with one number. */
static void alike(int frame)
{
	const GLuint name = 1234;
	const float at[] = {-1, -1, 1, step(frame), 0, 1};

	fill(name, (uint32_t)frame);
	glBindBuffer(GL_ARRAY_BUFFER, name);
	glBufferData(GL_ARRAY_BUFFER, sizeof(at), at, GL_STREAM_DRAW);
	glNewList(name, GL_COMPILE);
	glColor3f(step(frame), 1, 0);
	glEndList();
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, NULL);
	draw(name, -1, 0);
	glCallList(name);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	if (frame & 1) {
		glDeleteLists(name, 1);
		glDeleteBuffers(1, &name);
	}
	draw(name, 0.5f, 1);
	glBindBuffer(GL_ARRAY_BUFFER, 0);
}

/* A deleted buffer that an array still has. */
static void outlived(int frame)
{
	const float at[] = {-1, -1, 1, -1, step(frame), 1};

	glGenVertexArrays(1, &array);
	glGenBuffers(1, &buffer);
	glBindVertexArray(array);
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, sizeof(at), at, GL_STREAM_DRAW);
	glEnableClientState(GL_VERTEX_ARRAY);
	glVertexPointer(2, GL_FLOAT, 0, NULL);
	glBindVertexArray(0);
	glDeleteBuffers(1, &buffer);
	glGenBuffers(1, &buffer); /* most likely the same number */
	glBindBuffer(GL_ARRAY_BUFFER, buffer);
	glBufferData(GL_ARRAY_BUFFER, 4, at, GL_STREAM_DRAW);
	glBindVertexArray(array);
	glColor3f(1, step(frame), 1);
	glDrawArrays(GL_TRIANGLES, 0, 3);
	glBindVertexArray(0);
	glDeleteVertexArrays(1, &array);
	glDeleteBuffers(1, &buffer);
}

/* So many that tables have to grow, not one after the other. */
static void many(int frame)
{
	static GLuint names[300];

	if (!frame)
		glGenTextures(300, names);
	if (frame == 5) {
		glDeleteTextures(100, names + 100);
		glGenTextures(100, names + 100);
	}
	for (int i = 0; i < 5; i++) {
		int k = (i * 61 + frame * 37) % 300;

		fill(names[k], (uint32_t)k);
		draw(names[k], (float)i / 2.5f - 1, (float)i / 2.5f - 0.6f);
	}
}

/* Queried by getters: what is bound is bound again. */
static void queried(int frame)
{
	int name = 0, other = 0;

	fill(texture, (uint32_t)frame);
	glGetIntegerv(GL_TEXTURE_BINDING_2D, &name);
	fill(777778, 1 + (uint32_t)frame);
	glGetIntegerv(GL_TEXTURE_BINDING_2D, &other);
	glBindTexture(GL_TEXTURE_2D, 0);
	draw((GLuint)name, -1, 0);
	draw((GLuint)other, 0, 1);
}

static void of_objects_arb(int frame)
{
	const char *text = "void main() { gl_FragColor = gl_Color.bgra; }";
	GLhandleARB program = glCreateProgramObjectARB();
	GLhandleARB shader = glCreateShaderObjectARB(GL_FRAGMENT_SHADER_ARB);

	glShaderSourceARB(shader, 1, &text, NULL);
	glCompileShaderARB(shader);
	glAttachObjectARB(program, shader);
	glLinkProgramARB(program);
	glDeleteObjectARB(shader);
	glUseProgramObjectARB(program);
	glColor3f(1, step(frame), 0);
	glRectf(-1, -1, step(frame), 1);
	glUseProgramObjectARB(0);
	glDeleteObjectARB(program);
}

/* Texts with lengths, one of which does not end; binaries; labels. */
static void of_texts(int frame)
{
	const char *texts[] = {
		"#version 120\nuniform vec3 a;rest is cut",
		"void main() { gl_FragColor = ", "vec4(a, 1); }"};
	const GLint lengths[] = {28, -1, 13};
	GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
	GLuint p = glCreateProgram();

	glShaderSource(shader, -1, texts, lengths); /* an error */
	if (glGetError() == GL_INVALID_VALUE)
		glRectf(0.5f, 0.5f, 1, 1);
	glShaderSource(shader, 3, texts, lengths);
	glCompileShader(shader);
	glAttachShader(p, shader);
	link_program(p);
	glObjectLabel(GL_PROGRAM, p, -1, "of three texts");
	glUseProgram(p);
	glUniform3f(glGetUniformLocation(p, "a"), step(frame), 1, 0);
	glRectf(-1, -1, 1, step(frame));
	glUseProgram(0);
	glDeleteProgram(p);
	glDeleteShader(shader);
}

/* Fences that come and go, in another order. */
static void of_fences(int frame)
{
	GLsync fences[3];
	int status[3] = {0};

	for (int i = 0; i < 3; i++) {
		fences[i] = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
		glColor3f((float)i / 3, step(frame), 1);
		glRectf((float)i / 2 - 1, -1, (float)i / 2 - 0.6f, 1);
	}
	glClientWaitSync(fences[1], GL_SYNC_FLUSH_COMMANDS_BIT, 10000000000);
	glWaitSync(fences[2], 0, GL_TIMEOUT_IGNORED);
	glFinish();
	for (int i = 0; i < 3; i++)
		glGetSynciv(fences[(i + frame) % 3], GL_SYNC_STATUS, 1, NULL,
			    status + i);
	for (int i = 2; i >= 0; i--)
		glDeleteSync(fences[i]);
	if (status[0] == GL_SIGNALED && !glIsSync(fences[0]))
		glRectf(0, 0, 1, 1);
}

/* In debug groups, with a mark on the way. */
static void in_groups(int frame)
{
	glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 1, -1, "a group");
	glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, GL_DEBUG_TYPE_MARKER,
			     7, GL_DEBUG_SEVERITY_NOTIFICATION, 4, "mark, cut");
	glColor3f(1, step(frame), 0.3f);
	glRectf(-0.7f, -0.7f, 0.7f, step(frame));
	glPopDebugGroup();
	glHint(GL_FOG_HINT, GL_NICEST);
	glFlush();
}

static void prepare(void)
{
	GLuint unused[5];

	glGenTextures(5, unused);
	glGenTextures(1, &texture);
	glDeleteTextures(5, unused);
}

int main(int argc, char **argv)
{
	static scene *const scenes[] = {
		chosen,	 both,		 again,	   alike,     outlived,	 many,
		queried, of_objects_arb, of_texts, of_fences, in_groups,
	};

	return draw_old(argc, argv, prepare, scenes, 11);
}
