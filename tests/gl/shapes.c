/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Hands every shape of memory to OpenGL that the recorder takes, without a
 * display. Prints for each call that it checks, in order: the function, the
 * parameter, and the size and checksum of the bytes. Run under the recorder,
 * the archive's values must have the same ones, see ../gl.t.
 */
#include "tests/gl/gl.h"

static void textures(void)
{
	F(void, glPixelStorei, GLenum, GLint);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glTexSubImage2D, GLenum, GLint, GLint, GLint, GLsizei, GLsizei,
	  GLenum, GLenum, const void *);
	F(void, glGenTextures, GLsizei, GLuint *);
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glTexParameterfv, GLenum, GLenum, const GLfloat *);
	const GLfloat border[4] = {0, .5, .25, 1};
	uint8_t *p = noise(100000);
	GLuint name;

	glGenTextures(1, &name);
	say("glGenTextures", "textures", &name, 4);
	glBindTexture(0x0de1, name);
	glTexImage2D(0x0de1, 0, 0x1907, 13, 7, 0, 0x1907, 0x1401, p);
	say("glTexImage2D", "pixels", p, 6 * 40 + 39);
	glTexImage2D(0x0de1, 1, 0x1908, 4, 4, 0, 0x1908, 0x1401, NULL);
	glPixelStorei(0x0cf5, 1);
	glTexSubImage2D(0x0de1, 0, 0, 0, 5, 3, 0x1907, 0x1401, p + 50);
	say("glTexSubImage2D", "pixels", p + 50, 45);
	glPixelStorei(0x0cf5, 8);
	glPixelStorei(0x0cf2, 20);
	glPixelStorei(0x0cf3, 2);
	glPixelStorei(0x0cf4, 3);
	glTexSubImage2D(0x0de1, 0, 0, 0, 5, 3, 0x1907, 0x1401, p + 50);
	say("glTexSubImage2D", "pixels", p + 50, 2 * 64 + 9 + 2 * 64 + 15);
	/* more than fits into one record */
	glPixelStorei(0x0cf2, 0);
	glPixelStorei(0x0cf3, 0);
	glPixelStorei(0x0cf4, 0);
	glTexImage2D(0x0de1, 0, 0x1908, 150, 150, 0, 0x1908, 0x1401, p);
	say("glTexImage2D", "pixels", p, 90000);
	glPixelStorei(0x0cf5, 4);
	glTexParameterfv(0x0de1, 0x1004, border);
	say("glTexParameterfv", "params", border, 16);
	/* refused, and with no memory for what it says */
	glTexImage2D(0x0de1, 0, 0x1908, 40000, 40000, 0, 0x1908, 0x1401, p);
}

static void volumes(void)
{
	F(void, glPixelStorei, GLenum, GLint);
	F(void, glTexImage3D, GLenum, GLint, GLint, GLsizei, GLsizei, GLsizei,
	  GLint, GLenum, GLenum, const void *);
	F(void, glBitmap, GLsizei, GLsizei, GLfloat, GLfloat, GLfloat, GLfloat,
	  const GLubyte *);
	F(void, glPolygonStipple, const GLubyte *);
	F(void, glDrawPixels, GLsizei, GLsizei, GLenum, GLenum, const void *);
	uint8_t *p = noise(10000);

	glPixelStorei(0x806e, 5);
	glPixelStorei(0x806d, 1);
	glTexImage3D(0x806f, 0, 0x1903, 3, 4, 2, 0, 0x1903, 0x1401, p);
	say("glTexImage3D", "pixels", p, 20 + 20 + 12 + 3);
	glBitmap(9, 3, 0, 0, 0, 0, p);
	say("glBitmap", "bitmap", p, 4 + 4 + 2);
	glBitmap(9, 3, 0, 0, 0, 0, NULL);
	glPolygonStipple(p + 7);
	say("glPolygonStipple", "mask", p + 7, 128);
	glDrawPixels(3, 2, 0x1907, 0x8363, p);
	say("glDrawPixels", "pixels", p, 8 + 6);
	glPixelStorei(0x806e, 0);
	glPixelStorei(0x806d, 0);
}

static void reading(void)
{
	F(void, glPixelStorei, GLenum, GLint);
	F(void, glReadPixels, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum,
	  void *);
	F(void, glGetFloatv, GLenum, GLfloat *);
	F(void, glGetIntegerv, GLenum, GLint *);
	uint8_t *p = noise(4000);
	GLfloat matrix[16] = {0};
	GLint box[4] = {0};

	glReadPixels(0, 0, 7, 3, 0x1907, 0x1401, p);
	say("glReadPixels", "pixels", p, 24 + 24 + 21);
	glPixelStorei(0x0d02, 11);
	glPixelStorei(0x0d05, 1);
	glReadPixels(0, 0, 7, 3, 0x1907, 0x1401, p);
	say("glReadPixels", "pixels", p, 33 + 33 + 21);
	glPixelStorei(0x0d02, 0);
	glPixelStorei(0x0d05, 4);
	glGetFloatv(0x0ba6, matrix);
	say("glGetFloatv", "data", matrix, sizeof(matrix));
	glGetIntegerv(0x0ba2, box);
	say("glGetIntegerv", "data", box, sizeof(box));
}

static void levels(void)
{
	F(void, glGetTexImage, GLenum, GLint, GLenum, GLenum, void *);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glGenerateMipmap, GLenum);
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	uint8_t *p = noise(4000), found[4000];

	glTexImage2D(0x0de1, 0, 0x1908, 10, 6, 0, 0x1908, 0x1401, p);
	say("glTexImage2D", "pixels", p, 240);
	glGenerateMipmap(0x0de1);
	glGetTexImage(0x0de1, 0, 0x1908, 0x1401, found);
	say("glGetTexImage", "pixels", found, 240);
	glGetTexImage(0x0de1, 1, 0x1907, 0x1401, found);
	say("glGetTexImage", "pixels", found, 16 + 16 + 15);
	/* from and to buffers: offsets, nothing behind them */
	glBindBuffer(0x88ec, 903);
	glBufferData(0x88ec, 4000, p, 0x88e4);
	say("glBufferData", "data", p, 4000);
	glTexImage2D(0x0de1, 0, 0x1908, 10, 6, 0, 0x1908, 0x1401, (void *)8);
	glBindBuffer(0x88eb, 903);
	glGetTexImage(0x0de1, 0, 0x1908, 0x1401, (void *)16);
	glBindBuffer(0x88ec, 0);
	glBindBuffer(0x88eb, 0);
}

static void buffers(void)
{
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	F(void, glBufferSubData, GLenum, intptr_t, intptr_t, const void *);
	F(void, glGetBufferSubData, GLenum, intptr_t, intptr_t, void *);
	F(void *, glMapBuffer, GLenum, GLenum);
	F(void *, glMapBufferRange, GLenum, intptr_t, intptr_t, GLbitfield);
	F(void, glFlushMappedBufferRange, GLenum, intptr_t, intptr_t);
	F(GLboolean, glUnmapBuffer, GLenum);
	uint8_t *p = noise(2000), *m;

	glBindBuffer(0x8892, 900);
	glBufferData(0x8892, 1000, p, 0x88e4);
	say("glBufferData", "data", p, 1000);
	glBufferData(0x8892, 2000, NULL, 0x88e4);
	glBufferSubData(0x8892, 10, 500, p + 1);
	say("glBufferSubData", "data", p + 1, 500);
	m = glMapBuffer(0x8892, 0x88b9);
	memcpy(m, p, 2000);
	say("memcpy", "src", m, 2000);
	glUnmapBuffer(0x8892);
	m = glMapBufferRange(0x8892, 100, 300, 2);
	memcpy(m, p + 9, 300);
	say("memcpy", "src", m, 300);
	glUnmapBuffer(0x8892);
	m = glMapBufferRange(0x8892, 100, 300, 2 | 0x10);
	memcpy(m + 20, p + 900, 50);
	say("memcpy", "src", m + 20, 50);
	glFlushMappedBufferRange(0x8892, 20, 50);
	glUnmapBuffer(0x8892);
	glGetBufferSubData(0x8892, 50, 200, p);
	say("glGetBufferSubData", "data", p, 200);
	glBindBuffer(0x8892, 0);
}

static void coherent(void)
{
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferStorage, GLenum, intptr_t, const void *, GLbitfield);
	F(void *, glMapBufferRange, GLenum, intptr_t, intptr_t, GLbitfield);
	F(GLboolean, glUnmapBuffer, GLenum);
	F(void, glDrawArrays, GLenum, GLint, GLsizei);
	F(void, glFinish, void);
	uint8_t *p = noise(9000), *m;

	glBindBuffer(0x8892, 901);
	glBufferStorage(0x8892, 9000, p, 0xc2);
	say("glBufferStorage", "data", p, 9000);
	m = glMapBufferRange(0x8892, 0, 9000, 0xc2);
	for (int i = 0; i < 30; i++)
		m[4000 + i] ^= 0xff;
	say("memcpy", "src", m + 4000, 30);
	glDrawArrays(4, 0, 3);
	for (int i = 0; i < 5000; i++)
		m[4000 + i] ^= 0x11;
	say("memcpy", "src", m + 4000, 5000);
	glFinish();
	glUnmapBuffer(0x8892);
	glBindBuffer(0x8892, 0);
}

static void arrays(void)
{
	F(void, glVertexPointer, GLint, GLenum, GLsizei, const void *);
	F(void, glColorPointer, GLint, GLenum, GLsizei, const void *);
	F(void, glEnableClientState, GLenum);
	F(void, glDisableClientState, GLenum);
	F(void, glDrawArrays, GLenum, GLint, GLsizei);
	F(void, glDrawElements, GLenum, GLsizei, GLenum, const void *);
	F(void, glMultiDrawElements, GLenum, const GLsizei *, GLenum,
	  const void *const *, GLsizei);
	F(void, glInterleavedArrays, GLenum, GLsizei, const void *);
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	uint8_t *p = noise(4000);
	uint16_t indices[] = {9, 4, 7}, more[] = {30, 31};
	const void *const several[] = {indices, more};
	const GLsizei counts[] = {3, 2};

	glVertexPointer(2, 0x1406, 0, p);
	glColorPointer(4, 0x1401, 12, p + 1);
	glEnableClientState(0x8074);
	glEnableClientState(0x8076);
	say("fxtrace_client_array", "data", p + 3 * 8, 24);
	say("fxtrace_client_array", "data", p + 1 + 3 * 12, 28);
	glDrawArrays(4, 3, 3);
	glDisableClientState(0x8076);
	say("fxtrace_client_array", "data", p + 4 * 8, 48);
	glDrawElements(4, 3, 0x1403, indices);
	say("glDrawElements", "indices", indices, 6);
	say("fxtrace_client_indices", "indices", indices, 6);
	say("fxtrace_client_indices", "indices", more, 4);
	say("fxtrace_client_array", "data", p + 4 * 8, 28 * 8);
	glMultiDrawElements(4, counts, 0x1403, several, 2);
	glBindBuffer(0x8893, 902);
	glBufferData(0x8893, 6, indices, 0x88e4);
	say("glBufferData", "data", indices, 6);
	say("fxtrace_client_array", "data", p + 4 * 8, 32);
	glDrawElements(4, 2, 0x1403, (void *)2);
	glBindBuffer(0x8893, 0);
	glInterleavedArrays(0x2a27, 0, p); /* T2F_V3F */
	say("fxtrace_client_array", "data", p + 8, 20 + 12);
	say("fxtrace_client_array", "data", p, 20 + 8);
	glDrawArrays(4, 0, 2);
	glDisableClientState(0x8078);
	glDisableClientState(0x8074);
}

static void lists(void)
{
	F(void, glCallLists, GLsizei, GLenum, const void *);
	F(void, glMap1f, GLenum, GLfloat, GLfloat, GLint, GLint,
	  const GLfloat *);
	F(void, glGetMapfv, GLenum, GLenum, GLfloat *);
	F(void, glClearBufferfv, GLenum, GLint, const GLfloat *);
	const uint16_t names[] = {1, 2, 3};
	GLfloat points[20], found[12] = {0};
	const GLfloat color[4] = {1, .5, 0, 1};

	for (int i = 0; i < 20; i++)
		points[i] = i / 4.f;
	glCallLists(3, 0x1403, names);
	say("glCallLists", "lists", names, 6);
	glMap1f(0x0d97, 0, 1, 5, 4, points);
	say("glMap1f", "points", points, 18 * 4);
	glGetMapfv(0x0d97, 0x0a00, found);
	say("glGetMapfv", "v", found, 48);
	glClearBufferfv(0x1800, 0, color);
	say("glClearBufferfv", "value", color, 16);
}

static void modes(void)
{
	F(void, glSelectBuffer, GLsizei, GLuint *);
	F(void, glFeedbackBuffer, GLsizei, GLenum, GLfloat *);
	F(GLint, glRenderMode, GLenum);
	F(void, glInitNames, void);
	F(void, glPushName, GLuint);
	F(void, glBegin, GLenum);
	F(void, glEnd, void);
	F(void, glVertex2f, GLfloat, GLfloat);
	GLuint selected[32];
	GLfloat values[64];
	GLint n;

	glSelectBuffer(32, selected);
	glRenderMode(0x1c02);
	glInitNames();
	glPushName(42);
	glBegin(4);
	glVertex2f(0, 0);
	glVertex2f(1, 0);
	glVertex2f(0, 1);
	glEnd();
	n = glRenderMode(0x1c00);
	say("fxtrace_select_buffer", "buffer", selected, (size_t)n * 16);
	glFeedbackBuffer(64, 0x0600, values);
	glRenderMode(0x1c01);
	glBegin(4);
	glVertex2f(0, 0);
	glVertex2f(1, 0);
	glVertex2f(0, 1);
	glEnd();
	n = glRenderMode(0x1c00);
	say("fxtrace_feedback_buffer", "buffer", values, (size_t)n * 4);
}

static GLuint shader(GLenum type, const char *text)
{
	F(GLuint, glCreateShader, GLenum);
	F(void, glShaderSource, GLuint, GLsizei, const char *const *,
	  const GLint *);
	F(void, glCompileShader, GLuint);
	GLuint name = glCreateShader(type);

	say("fxtrace_string", "string", text, strlen(text));
	glShaderSource(name, 1, &text, NULL);
	glCompileShader(name);
	return name;
}

static void programs(void)
{
	F(GLuint, glCreateProgram, void);
	F(void, glAttachShader, GLuint, GLuint);
	F(void, glLinkProgram, GLuint);
	F(void, glUseProgram, GLuint);
	F(GLint, glGetUniformLocation, GLuint, const char *);
	F(void, glUniform4fv, GLint, GLsizei, const GLfloat *);
	F(void, glUniformMatrix3fv, GLint, GLsizei, GLboolean, const GLfloat *);
	F(void, glGetUniformfv, GLuint, GLint, GLfloat *);
	const GLfloat v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	const GLfloat m[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
	GLuint program = glCreateProgram();
	GLfloat found[9];
	GLint a, b;

	glAttachShader(program,
		       shader(0x8b31, "uniform vec4 a[2]; uniform mat3 b;\n"
				      "void main() { gl_Position = a[0] + "
				      "a[1] + vec4(b[0], 1.0); }\n"));
	glAttachShader(program, shader(0x8b30, "void main() { gl_FragColor = "
					       "vec4(1.0); }\n"));
	glLinkProgram(program);
	glUseProgram(program);
	a = glGetUniformLocation(program, "a[1]");
	b = glGetUniformLocation(program, "b");
	glUniform4fv(a - 1, 2, v);
	say("glUniform4fv", "value", v, 32);
	glUniformMatrix3fv(b, 1, 0, m);
	say("glUniformMatrix3fv", "value", m, 36);
	glGetUniformfv(program, a, found);
	say("glGetUniformfv", "params", found, 16);
	glGetUniformfv(program, b, found);
	say("glGetUniformfv", "params", found, 36);
	glUseProgram(0);
}

/* OpenGL ES, which gives nothing back of a buffer. These are indices that were
 * uploaded as something else, or are in a buffer too large for a shadow copy.
 */
static void es_arrays(void)
{
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	F(void, glBufferSubData, GLenum, intptr_t, intptr_t, const void *);
	F(void, glVertexAttribPointer, GLuint, GLint, GLenum, GLboolean,
	  GLsizei, const void *);
	F(void, glEnableVertexAttribArray, GLuint);
	F(void, glDrawElements, GLenum, GLsizei, GLenum, const void *);
	F(GLuint, glCreateProgram, void);
	F(void, glAttachShader, GLuint, GLuint);
	F(void, glLinkProgram, GLuint);
	F(void, glUseProgram, GLuint);
	GLuint program = glCreateProgram();
	const uint16_t indices[] = {9, 4, 7}, one = 5;
	const size_t n_large = 300000;
	uint8_t *p = noise(400), *large = noise(n_large);

	glAttachShader(program, shader(0x8b31, "attribute vec4 a; void main() "
					       "{ gl_Position = a; }\n"));
	glAttachShader(program, shader(0x8b30, "void main() { gl_FragColor = "
					       "vec4(1.0); }\n"));
	glLinkProgram(program);
	glUseProgram(program);
	glBindBuffer(0x8892, 801);
	glBufferData(0x8892, 6, indices, 0x88e4);
	say("glBufferData", "data", indices, 6);
	glBindBuffer(0x8892, 802);
	glBufferData(0x8892, (intptr_t)n_large, large, 0x88e4);
	say("glBufferData", "data", large, n_large);
	glBindBuffer(0x8892, 0);
	glVertexAttribPointer(0, 2, 0x1406, 0, 0, p);
	glEnableVertexAttribArray(0);
	glBindBuffer(0x8893, 801);
	say("fxtrace_client_array", "data", p + 4 * 8, 6 * 8);
	glDrawElements(4, 3, 0x1403, NULL);
	glBufferSubData(0x8893, 2, 2, &one);
	say("glBufferSubData", "data", &one, 2);
	say("fxtrace_client_array", "data", p + 5 * 8, 5 * 8);
	glDrawElements(4, 3, 0x1403, NULL);
	glBindBuffer(0x8893, 802);
	glDrawElements(0, 1, 0x1401, NULL);
	glBindBuffer(0x8893, 0);
	glUseProgram(0);
}

/* What fails, or has nothing: it must not crash. */
static void nothing(void)
{
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glReadPixels, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum,
	  void *);
	F(void, glGetUniformfv, GLuint, GLint, GLfloat *);
	F(void, glDeleteBuffers, GLsizei, const GLuint *);
	F(void, glDrawElements, GLenum, GLsizei, GLenum, const void *);
	F(void, glCallLists, GLsizei, GLenum, const void *);
	F(GLenum, glGetError, void);
	GLfloat none = 0;

	/* names of later days, which the library answers for all the same */
	if (find("glNoSuchCommand") != find("glNoSuchCommand"))
		printf("two addresses\n");
	while (glGetError())
		;
	glBufferData(0x8892, -5, NULL, 0x88e4);
	glTexImage2D(0x0de1, 0, 0x1907, -1, 7, 0, 0x1907, 0x1401, &none);
	glTexImage2D(0x0de1, 0, 0x1907, 4, 4, 0, 0x1234, 0x1401, &none);
	glReadPixels(0, 0, -1, 1, 0x1907, 0x1401, &none);
	glGetUniformfv(12345, 0, &none);
	glDeleteBuffers(-1, NULL);
	glDrawElements(4, -3, 0x1403, NULL);
	glCallLists(-3, 0x1403, NULL);
	/* the first error is what the first of them says */
	printf("error %x\n", glGetError());
}

/* What is refused for its size: OpenGL reads nothing of it, and there is not as
 * much memory. */
static void refused(void)
{
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferSubData, GLenum, intptr_t, intptr_t, const void *);
	F(void, glUniform4fv, GLint, GLsizei, const GLfloat *);
	F(void, glUniformMatrix3fv, GLint, GLsizei, GLboolean, const GLfloat *);
	F(void, glProgramEnvParameters4fvEXT, GLenum, GLuint, GLsizei,
	  const GLfloat *);
	F(void, glDeleteTextures, GLsizei, const GLuint *);
	F(void, glCallLists, GLsizei, GLenum, const void *);
	F(void, glGenTextures, GLsizei, GLuint *);
	F(void, glCompressedTexImage2D, GLenum, GLint, GLenum, GLsizei, GLsizei,
	  GLint, GLsizei, const void *);
	F(GLenum, glGetError, void);
	const GLfloat none[4] = {0};

	glBindBuffer(0x8892, 0);
	glBufferSubData(0x8892, 0, 1 << 30, none);
	glUniform4fv(3, 1 << 26, none); /* no program */
	glUniformMatrix3fv(3, 1 << 26, 0, none);
	if (glProgramEnvParameters4fvEXT)
		glProgramEnvParameters4fvEXT(0x8620, 7, 1 << 26, none);
	glCompressedTexImage2D(0x0de1, 0, 0x8d64, 4, 4, 0, 1 << 30, none);
	glDeleteTextures(-1 << 26, (const GLuint *)none);
	glGenTextures(-1 << 26, (GLuint *)none);
	glCallLists(1 << 26, 0x1234, none);
	printf("error %x\n", glGetError());
}

int main(int argc, char **argv)
{
	int is_es = argc > 1 && !strcmp(argv[1], "es");

	if (!start(is_es)) {
		printf("no context\n");
		return 77;
	}
	textures();
	reading();
	programs();
	if (is_es) {
		es_arrays();
		return 0;
	}
	volumes();
	levels();
	buffers();
	coherent();
	arrays();
	lists();
	modes();
	nothing();
	refused();
	return 0;
}
