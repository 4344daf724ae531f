/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Hands memory to OpenGL that ends where an unreadable page begins. A reader
 * that takes more of it than OpenGL does crashes. Prints what shapes.c prints.
 */
#include "tests/gl/gl.h"

static void pixels(void)
{
	F(void, glPixelStorei, GLenum, GLint);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glTexImage3D, GLenum, GLint, GLint, GLsizei, GLsizei, GLsizei,
	  GLint, GLenum, GLenum, const void *);
	F(void, glBitmap, GLsizei, GLsizei, GLfloat, GLfloat, GLfloat, GLfloat,
	  const GLubyte *);
	F(void, glPolygonStipple, const GLubyte *);
	F(void, glCompressedTexImage2D, GLenum, GLint, GLenum, GLsizei, GLsizei,
	  GLint, GLsizei, const void *);
	void *p = fenced(2 * 40 + 39);

	glTexImage2D(0x0de1, 0, 0x1907, 13, 3, 0, 0x1907, 0x1401, p);
	say("glTexImage2D", "pixels", p, 2 * 40 + 39);
	glPixelStorei(0x0cf2, 17);
	glPixelStorei(0x0cf3, 1);
	glPixelStorei(0x0cf4, 2);
	p = fenced(52 + 6 + 2 * 52 + 15);
	glTexImage2D(0x0de1, 0, 0x1907, 5, 3, 0, 0x1907, 0x1401, p);
	say("glTexImage2D", "pixels", p, 52 + 6 + 2 * 52 + 15);
	glPixelStorei(0x0cf2, 0);
	glPixelStorei(0x0cf3, 0);
	glPixelStorei(0x0cf4, 0);
	glPixelStorei(0x806e, 5);
	p = fenced(20 + 12 + 3);
	glTexImage3D(0x806f, 0, 0x1903, 3, 4, 2, 0, 0x1903, 0x1401, p);
	say("glTexImage3D", "pixels", p, 20 + 12 + 3);
	glPixelStorei(0x806e, 0);
	p = fenced(4 + 4 + 2);
	glBitmap(9, 3, 0, 0, 0, 0, p);
	say("glBitmap", "bitmap", p, 10);
	p = fenced(128);
	glPolygonStipple(p);
	say("glPolygonStipple", "mask", p, 128);
	p = fenced(32);
	glCompressedTexImage2D(0x0de1, 0, 0x9274, 8, 8, 0, 32, p);
	say("glCompressedTexImage2D", "data", p, 32);
}

static void readings(void)
{
	F(void, glReadPixels, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum,
	  void *);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glGetTexImage, GLenum, GLint, GLenum, GLenum, void *);
	F(void, glGetCompressedTexImage, GLenum, GLint, void *);
	F(void, glGetTexLevelParameteriv, GLenum, GLint, GLenum, GLint *);
	F(void, glGetFloatv, GLenum, GLfloat *);
	void *p = fenced(8 + 6);
	GLint n = 0;

	glReadPixels(0, 0, 2, 2, 0x1907, 0x1401, p);
	say("glReadPixels", "pixels", p, 14);
	p = fenced(36);
	glTexImage2D(0x0de1, 0, 0x1908, 3, 3, 0, 0x1908, 0x1401, p);
	say("glTexImage2D", "pixels", p, 36);
	p = fenced(2 * 12 + 9);
	glGetTexImage(0x0de1, 0, 0x1907, 0x1401, p);
	say("glGetTexImage", "pixels", p, 33);
	/* OpenGL compresses it */
	p = fenced(256);
	glTexImage2D(0x0de1, 0, 0x84ee, 8, 8, 0, 0x1908, 0x1401, p);
	say("glTexImage2D", "pixels", p, 256);
	glGetTexLevelParameteriv(0x0de1, 0, 0x86a1, &n);
	if (n) {
		glGetTexLevelParameteriv(0x0de1, 0, 0x86a0, &n);
		p = fenced((size_t)n);
		glGetCompressedTexImage(0x0de1, 0, p);
		say("glGetCompressedTexImage", "img", p, (size_t)n);
	}
	p = fenced(64);
	glGetFloatv(0x0ba6, p);
	say("glGetFloatv", "data", p, 64);
}

static void arrays(void)
{
	F(void, glVertexPointer, GLint, GLenum, GLsizei, const void *);
	F(void, glEnableClientState, GLenum);
	F(void, glDisableClientState, GLenum);
	F(void, glDrawArrays, GLenum, GLint, GLsizei);
	F(void, glDrawElements, GLenum, GLsizei, GLenum, const void *);
	F(void, glMultiDrawArrays, GLenum, const GLint *, const GLsizei *,
	  GLsizei);
	F(void, glDrawArraysIndirect, GLenum, const void *);
	F(void, glLockArraysEXT, GLint, GLsizei);
	F(void, glUnlockArraysEXT, void);
	GLint first[] = {1, 0}, count[] = {1, 2};
	GLuint command[] = {2, 1, 0, 0};
	uint16_t indices[] = {1, 0};
	uint8_t *p = fenced(20 + 12);
	void *q;

	glVertexPointer(3, 0x1406, 20, p);
	glEnableClientState(0x8074);
	say("fxtrace_client_array", "data", p, 32);
	glDrawArrays(0, 0, 2);
	q = fence(indices, 4);
	say("fxtrace_client_array", "data", p, 32);
	glDrawElements(0, 2, 0x1403, q);
	say("glDrawElements", "indices", q, 4);
	say("fxtrace_client_array", "data", p, 32);
	glMultiDrawArrays(0, fence(first, 8), fence(count, 8), 2);
	q = fence(command, 16);
	say("fxtrace_client_array", "data", p, 32);
	glDrawArraysIndirect(0, q);
	say("glDrawArraysIndirect", "indirect", q, 16);
	if (glLockArraysEXT) {
		say("fxtrace_client_array", "data", p, 32);
		glLockArraysEXT(0, 2);
		say("fxtrace_client_array", "data", p, 32);
		glDrawArrays(0, 1, 1);
		glUnlockArraysEXT();
	}
	glDisableClientState(0x8074);
}

/* Indices and commands that are in buffers, filled by other names. */
static void buffers(void)
{
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	F(void, glVertexPointer, GLint, GLenum, GLsizei, const void *);
	F(void, glEnableClientState, GLenum);
	F(void, glDisableClientState, GLenum);
	F(void, glDrawElements, GLenum, GLsizei, GLenum, const void *);
	F(void, glDrawArraysIndirect, GLenum, const void *);
	uint16_t indices[] = {7, 2, 3};
	GLuint commands[] = {0, 0, 0, 0, 2, 1, 1, 0};
	uint8_t *p = fenced(4 * 8);
	void *q = fence(indices, 6);

	glVertexPointer(2, 0x1406, 0, p);
	glEnableClientState(0x8074);
	glBindBuffer(0x8892, 910);
	glBufferData(0x8892, 6, q, 0x88e4);
	say("glBufferData", "data", q, 6);
	glBindBuffer(0x8892, 0);
	glBindBuffer(0x8893, 910);
	say("fxtrace_client_array", "data", p + 2 * 8, 16);
	glDrawElements(0, 2, 0x1403, (void *)2);
	glBindBuffer(0x8893, 0);
	q = fence(commands, 32);
	glBindBuffer(0x8892, 911);
	glBufferData(0x8892, 32, q, 0x88e4);
	say("glBufferData", "data", q, 32);
	glBindBuffer(0x8892, 0);
	glBindBuffer(0x8f3f, 911);
	say("fxtrace_client_array", "data", p + 8, 16);
	glDrawArraysIndirect(0, (void *)16);
	glBindBuffer(0x8f3f, 0);
	glDisableClientState(0x8074);
}

static void values(void)
{
	F(void, glTexParameterfv, GLenum, GLenum, const GLfloat *);
	F(void, glLightfv, GLenum, GLenum, const GLfloat *);
	F(void, glClearBufferfv, GLenum, GLint, const GLfloat *);
	F(void, glMap1f, GLenum, GLfloat, GLfloat, GLint, GLint,
	  const GLfloat *);
	F(void, glCallLists, GLsizei, GLenum, const void *);
	F(void, glDeleteTextures, GLsizei, const GLuint *);
	const GLfloat one[4] = {0, .5, 1, 0};
	GLfloat points[10] = {0};
	void *p = fence(one, 4);

	glTexParameterfv(0x0de1, 0x813a, p);
	say("glTexParameterfv", "params", p, 4);
	p = fence(one, 16);
	glTexParameterfv(0x0de1, 0x1004, p);
	say("glTexParameterfv", "params", p, 16);
	p = fence(one, 12);
	glLightfv(0x4000, 0x1204, p);
	say("glLightfv", "params", p, 12);
	p = fence(one, 4);
	glClearBufferfv(0x1801, 0, p);
	say("glClearBufferfv", "value", p, 4);
	p = fence(points, 36);
	glMap1f(0x0d97, 0, 1, 6, 2, p);
	say("glMap1f", "points", p, 36);
	p = fence("\1\2\3", 3);
	glCallLists(3, 0x1401, p);
	say("glCallLists", "lists", p, 3);
	p = fence(points, 8);
	glDeleteTextures(2, p);
	say("glDeleteTextures", "textures", p, 8);
}

/* Of so many bytes, without an end. */
static void strings(void)
{
	static char text[20000];
	F(GLuint, glCreateShader, GLenum);
	F(void, glShaderSource, GLuint, GLsizei, const char *const *,
	  const GLint *);
	F(void, glGetShaderSource, GLuint, GLsizei, GLsizei *, char *);
	F(void, glObjectLabel, GLenum, GLuint, GLsizei, const char *);
	F(void, glPushDebugGroup, GLenum, GLuint, GLsizei, const char *);
	F(void, glPopDebugGroup, void);
	GLint lengths[] = {11, -1};
	const char *sources[2];
	GLuint name = glCreateShader(0x8b31);
	GLsizei n = 0;
	char *p;

	sources[0] = fence("void main()// not", 11);
	sources[1] = fence("{}", 3);
	say("fxtrace_string", "string", sources[0], 11);
	say("fxtrace_string", "string", sources[1], 2);
	glShaderSource(name, 2, fence(sources, sizeof(sources)),
		       fence(lengths, sizeof(lengths)));
	p = fence("label", 5);
	glObjectLabel(0x82e1, name, 5, p);
	say("glObjectLabel", "label", p, 5);
	p = fence("label", 6);
	glObjectLabel(0x82e1, name, -1, p);
	say("glObjectLabel", "label", p, 5);
	p = fence("group", 5);
	glPushDebugGroup(0x824a, 1, 5, p);
	say("glPushDebugGroup", "message", p, 5);
	glPopDebugGroup();
	/* longer than a string that a record holds */
	memset(text, ' ', sizeof(text));
	memcpy(text, "void main(){}//", 15);
	sources[0] = fence(text, sizeof(text));
	lengths[0] = sizeof(text);
	say("fxtrace_string", "string", text, sizeof(text));
	glShaderSource(name, 1, sources, lengths);
	p = fenced(sizeof(text) + 1);
	glGetShaderSource(name, sizeof(text) + 1, &n, p);
	say("glGetShaderSource", "source", p, (size_t)n);
	p = fenced(9000);
	glGetShaderSource(name, 9000, NULL, p);
	say("glGetShaderSource", "source", p, 8999);
}

static GLuint linked(const char *vertex, const char *fragment)
{
	F(GLuint, glCreateShader, GLenum);
	F(void, glShaderSource, GLuint, GLsizei, const char *const *,
	  const GLint *);
	F(void, glCompileShader, GLuint);
	F(GLuint, glCreateProgram, void);
	F(void, glAttachShader, GLuint, GLuint);
	F(void, glLinkProgram, GLuint);
	GLuint program = glCreateProgram(), shader;

	shader = glCreateShader(0x8b31);
	say("fxtrace_string", "string", vertex, strlen(vertex));
	glShaderSource(shader, 1, &vertex, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	shader = glCreateShader(0x8b30);
	say("fxtrace_string", "string", fragment, strlen(fragment));
	glShaderSource(shader, 1, &fragment, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glLinkProgram(program);
	return program;
}

static void programs(void)
{
	F(void, glGetActiveUniformBlockiv, GLuint, GLuint, GLenum, GLint *);
	F(void, glGetActiveSubroutineUniformiv, GLuint, GLenum, GLuint, GLenum,
	  GLint *);
	F(GLint, glGetUniformLocation, GLuint, const char *);
	F(void, glUseProgram, GLuint);
	F(void, glUniform4fv, GLint, GLsizei, const GLfloat *);
	GLuint program = linked(
		"#version 150\n"
		"uniform block { vec4 a; float b; mat4 c; };\n"
		"uniform vec4 u[2];\n"
		"void main() { gl_Position = c * a * b + u[0] + u[1]; }\n",
		"#version 400\n"
		"subroutine vec4 one();\nsubroutine uniform one way;\n"
		"subroutine(one) vec4 x() { return vec4(1.0); }\n"
		"subroutine(one) vec4 y() { return vec4(0.0); }\n"
		"out vec4 color;\nvoid main() { color = way(); }\n");
	void *p = fenced(12);

	/* how many there are is unknown before the query */
	glGetActiveUniformBlockiv(program, 0, 0x8a43, p);
	p = fenced(4);
	glGetActiveUniformBlockiv(program, 0, 0x8a42, p);
	say("glGetActiveUniformBlockiv", "params", p, 4);
	p = fenced(12);
	glGetActiveUniformBlockiv(program, 0, 0x8a43, p);
	say("glGetActiveUniformBlockiv", "params", p, 12);
	p = fenced(4);
	/* no such block: nothing is written */
	glGetActiveUniformBlockiv(program, 9, 0x8a43, p);
	glGetActiveSubroutineUniformiv(program, 0x8b30, 0, 0x8e4a, p);
	say("glGetActiveSubroutineUniformiv", "values", p, 4);
	p = fenced(8);
	glGetActiveSubroutineUniformiv(program, 0x8b30, 0, 0x8e4b, p);
	say("glGetActiveSubroutineUniformiv", "values", p, 8);
	glUseProgram(program);
	p = fence((GLfloat[8]){1, 2}, 32);
	glUniform4fv(glGetUniformLocation(program, "u"), 2, p);
	say("glUniform4fv", "value", p, 32);
	glUseProgram(0);
}

static void messages(void)
{
	F(void, glDebugMessageInsert, GLenum, GLenum, GLuint, GLenum, GLsizei,
	  const char *);
	F(GLuint, glGetDebugMessageLog, GLuint, GLsizei, GLenum *, GLenum *,
	  GLuint *, GLenum *, GLsizei *, char *);
	F(void, glEnable, GLenum);
	GLsizei lengths[2];
	char *p = fence("first", 5), *log;

	glEnable(0x92e0);
	while (glGetDebugMessageLog(1, 0, NULL, NULL, NULL, NULL, NULL, NULL))
		;
	glDebugMessageInsert(0x824a, 0x8251, 1, 0x9146, 5, p);
	say("glDebugMessageInsert", "buf", p, 5);
	p = fence("second", 7);
	glDebugMessageInsert(0x824a, 0x8251, 2, 0x9146, -1, p);
	say("glDebugMessageInsert", "buf", p, 6);
	glDebugMessageInsert(0x824a, 0x8251, 3, 0x9146, 5, "third");
	say("glDebugMessageInsert", "buf", "third", 5);
	log = fenced(13);
	if (glGetDebugMessageLog(2, 13, NULL, NULL, NULL, NULL, lengths, log) !=
	    2)
		return;
	say("glGetDebugMessageLog", "lengths", lengths, 8);
	say("glGetDebugMessageLog", "messageLog", log, 13);
	log = fenced(6);
	glGetDebugMessageLog(9, 6, NULL, NULL, NULL, NULL, NULL, log);
	say("glGetDebugMessageLog", "messageLog", log, 6);
}

/* Attributes and indices in the program's memory, as OpenGL ES has them. */
static void attributes(void)
{
	F(void, glVertexAttribPointer, GLuint, GLint, GLenum, GLboolean,
	  GLsizei, const void *);
	F(void, glEnableVertexAttribArray, GLuint);
	F(void, glDrawArrays, GLenum, GLint, GLsizei);
	F(void, glDrawElements, GLenum, GLsizei, GLenum, const void *);
	F(void, glUseProgram, GLuint);
	uint8_t *p = fenced(16 + 12), *q = fenced(3 * 4);
	void *indices = fence("\2\1", 2);

	glUseProgram(linked("attribute vec3 a; attribute vec4 b;\n"
			    "void main() { gl_Position = vec4(a, 1) + b; }\n",
			    "void main() { gl_FragColor = vec4(1); }\n"));
	glVertexAttribPointer(0, 3, 0x1406, 0, 16, p);
	glVertexAttribPointer(1, 4, 0x1401, 1, 0, q);
	glEnableVertexAttribArray(0);
	say("fxtrace_client_array", "data", p, 28);
	glDrawArrays(0, 0, 2);
	glEnableVertexAttribArray(1);
	/* the first array is too short for these */
	glVertexAttribPointer(0, 3, 0x1406, 0, 8, p);
	say("fxtrace_client_array", "data", p + 8, 8 + 12);
	say("fxtrace_client_array", "data", q + 4, 8);
	glDrawElements(0, 2, 0x1401, indices);
	say("glDrawElements", "indices", indices, 2);
	glUseProgram(0);
}

/* Textures by their names, and bound in other units. */
static void named(void)
{
	F(void, glGenTextures, GLsizei, GLuint *);
	F(void, glTextureImage2DEXT, GLuint, GLenum, GLint, GLint, GLsizei,
	  GLsizei, GLint, GLenum, GLenum, const void *);
	F(void, glGetTextureImageEXT, GLuint, GLenum, GLint, GLenum, GLenum,
	  void *);
	F(void, glGetMultiTexImageEXT, GLenum, GLenum, GLint, GLenum, GLenum,
	  void *);
	F(void, glBindMultiTextureEXT, GLenum, GLenum, GLuint);
	void *p = fenced(48);
	GLuint name;

	glGenTextures(1, &name);
	glTextureImage2DEXT(name, 0x0de1, 0, 0x1908, 4, 3, 0, 0x1908, 0x1401,
			    p);
	say("glTextureImage2DEXT", "pixels", p, 48);
	p = fenced(12 + 12 + 12);
	glGetTextureImageEXT(name, 0x0de1, 0, 0x1907, 0x1401, p);
	say("glGetTextureImageEXT", "pixels", p, 36);
	glBindMultiTextureEXT(0x84c1, 0x0de1, name);
	p = fenced(48);
	glGetMultiTexImageEXT(0x84c1, 0x0de1, 0, 0x1908, 0x1401, p);
	say("glGetMultiTexImageEXT", "pixels", p, 48);
}

static void all(void)
{
	pixels();
	readings();
	arrays();
	buffers();
	values();
	strings();
	programs();
	messages();
	named();
}

int main(int argc, char **argv)
{
	int is_es = argc > 1 && !strcmp(argv[1], "es");

	if (!start(is_es)) {
		printf("no context\n");
		return 77;
	}
	if (is_es)
		attributes();
	else
		all();
	printf("error %x\n", ((GLenum(*)(void))find("glGetError"))());
	return 0;
}
