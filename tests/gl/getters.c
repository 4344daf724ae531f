/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Queries values of every width of OpenGL, with and without a place for how
 * many there are, into memory that ends at an unmapped page. Prints what
 * shapes.c prints.
 */
#include "tests/gl/gl.h"

typedef double GLdouble;
typedef int64_t GLint64;
typedef unsigned short GLushort;

static GLuint compiled(GLenum type, const char *text)
{
	F(GLuint, glCreateShader, GLenum);
	F(void, glShaderSource, GLuint, GLsizei, const char *const *,
	  const GLint *);
	F(void, glCompileShader, GLuint);
	GLuint name = glCreateShader(type);

	glShaderSource(name, 1, &text, NULL);
	glCompileShader(name);
	return name;
}

static GLuint linked(const char *vertex, const char *fragment, GLuint *shaders)
{
	F(GLuint, glCreateProgram, void);
	F(void, glAttachShader, GLuint, GLuint);
	F(void, glLinkProgram, GLuint);
	F(void, glProgramParameteri, GLuint, GLenum, GLint);
	GLuint program = glCreateProgram();

	shaders[0] = compiled(0x8b31, vertex);
	shaders[1] = compiled(0x8b30, fragment);
	glAttachShader(program, shaders[0]);
	glAttachShader(program, shaders[1]);
	glProgramParameteri(program, 0x8257, 1); /* its binary is wanted */
	glLinkProgram(program);
	return program;
}

static void syncs(void)
{
	F(void *, glFenceSync, GLenum, GLbitfield);
	F(void, glGetSynciv, void *, GLenum, GLsizei, GLsizei *, GLint *);
	void *sync = glFenceSync(0x9117, 0);
	GLint *p = fenced(4);
	GLsizei n = 77;

	glGetSynciv(sync, 0x9112, 9, NULL, p);
	say("glGetSynciv", "values", p, 4);
	glGetSynciv(sync, 0x9113, 9, &n, p);
	say("glGetSynciv", "values", p, 4);
	/* no space */
	glGetSynciv(sync, 0x9113, 0, NULL, p);
}

/* What a program has, queried without how much that is, and with it. */
static void lists(GLuint program)
{
	F(void, glGetAttachedShaders, GLuint, GLsizei, GLsizei *, GLuint *);
	F(void, glGetProgramResourceiv, GLuint, GLenum, GLuint, GLsizei,
	  const GLenum *, GLsizei, GLsizei *, GLint *);
	F(void, glGetActiveUniformsiv, GLuint, GLsizei, const GLuint *, GLenum,
	  GLint *);
	const GLenum type_size[] = {0x92fa, 0x92fb};
	const GLenum block[] = {0x9303, 0x9305, 0x9302};
	const GLenum counted[] = {0x9304, 0x9305};
	const GLuint both[] = {0, 1};
	GLuint *p = fenced(8);
	GLsizei n = 77;

	glGetAttachedShaders(program, 9, NULL, p);
	say("glGetAttachedShaders", "shaders", p, 8);
	glGetAttachedShaders(program, 1, NULL, p);
	say("glGetAttachedShaders", "shaders", p, 4);
	glGetAttachedShaders(program, 9, &n, p);
	say("glGetAttachedShaders", "shaders", p, 8);
	glGetAttachedShaders(program, 0, NULL, p);
	glGetProgramResourceiv(program, 0x92e1, 0, 2, type_size, 9, NULL,
			       (GLint *)p);
	say("glGetProgramResourceiv", "params", p, 8);
	glGetProgramResourceiv(program, 0x92e1, 0, 2, type_size, 1, NULL,
			       (GLint *)p);
	say("glGetProgramResourceiv", "params", p, 4);
	p = fenced(4 * 4);
	glGetProgramResourceiv(program, 0x92e2, 0, 2, counted, 99, NULL,
			       (GLint *)p);
	say("glGetProgramResourceiv", "params", p, 4 * 4);
	p = fenced(5 * 4);
	glGetProgramResourceiv(program, 0x92e2, 0, 3, block, 99, NULL,
			       (GLint *)p);
	say("glGetProgramResourceiv", "params", p, 5 * 4);
	glGetProgramResourceiv(program, 0x92e2, 0, 3, block, 99, &n,
			       (GLint *)p);
	say("glGetProgramResourceiv", "params", p, 5 * 4);
	p = fenced(8);
	glGetActiveUniformsiv(program, 2, both, 0x8a38, (GLint *)p);
	say("glGetActiveUniformsiv", "params", p, 8);
}

static void names(GLuint program)
{
	F(void, glGetActiveUniform, GLuint, GLuint, GLsizei, GLsizei *, GLint *,
	  GLenum *, char *);
	F(void, glGetProgramResourceName, GLuint, GLenum, GLuint, GLsizei,
	  GLsizei *, char *);
	F(void, glGetActiveUniformBlockName, GLuint, GLuint, GLsizei, GLsizei *,
	  char *);
	F(void, glObjectLabel, GLenum, GLuint, GLsizei, const char *);
	F(void, glGetObjectLabel, GLenum, GLuint, GLsizei, GLsizei *, char *);
	F(void, glGetUniformIndices, GLuint, GLsizei, const char *const *,
	  GLuint *);
	static const char *const wanted[] = {"u", "d"};
	GLuint *indices = fenced(8);
	char *p = fenced(64);
	GLsizei n = 0;
	GLint size;
	GLenum type;

	glGetActiveUniform(program, 1, 64, NULL, &size, &type, p);
	say("glGetActiveUniform", "name", p, strlen(p));
	glGetProgramResourceName(program, 0x92e2, 0, 64, NULL, p);
	say("glGetProgramResourceName", "name", p, strlen(p));
	glGetProgramResourceName(program, 0x92e2, 0, 3, &n, p);
	say("glGetProgramResourceName", "name", p, (size_t)n);
	glGetActiveUniformBlockName(program, 0, 64, NULL, p);
	say("glGetActiveUniformBlockName", "uniformBlockName", p, strlen(p));
	glObjectLabel(0x82e2, program, -1, "a label");
	glGetObjectLabel(0x82e2, program, 64, NULL, p);
	say("glGetObjectLabel", "label", p, 7);
	glGetObjectLabel(0x82e2, program, 4, &n, p);
	say("glGetObjectLabel", "label", p, 3);
	glGetUniformIndices(program, 2, wanted, indices);
	say("glGetUniformIndices", "uniformIndices", indices, 8);
}

static void logs(void)
{
	F(void, glGetShaderInfoLog, GLuint, GLsizei, GLsizei *, char *);
	F(void, glGetProgramInfoLog, GLuint, GLsizei, GLsizei *, char *);
	F(GLuint, glCreateProgram, void);
	F(void, glAttachShader, GLuint, GLuint);
	F(void, glLinkProgram, GLuint);
	GLuint shader = compiled(0x8b31, "void main() { no; }\n");
	GLuint program = glCreateProgram();
	char *p = fenced(4000);
	GLsizei n = 0;

	glGetShaderInfoLog(shader, 4000, NULL, p);
	say("glGetShaderInfoLog", "infoLog", p, strlen(p));
	glGetShaderInfoLog(shader, 9, &n, p);
	say("glGetShaderInfoLog", "infoLog", p, (size_t)n);
	glAttachShader(program, shader);
	glLinkProgram(program);
	glGetProgramInfoLog(program, 4000, NULL, p);
	say("glGetProgramInfoLog", "infoLog", p, strlen(p));
	glGetProgramInfoLog(program, 4000, &n, p);
	say("glGetProgramInfoLog", "infoLog", p, (size_t)n);
}

static void binaries(GLuint program)
{
	F(void, glGetProgramiv, GLuint, GLenum, GLint *);
	F(void, glGetProgramBinary, GLuint, GLsizei, GLsizei *, GLenum *,
	  void *);
	F(void, glProgramBinary, GLuint, GLenum, const void *, GLsizei);
	F(GLuint, glCreateProgram, void);
	F(void, glGetIntegerv, GLenum, GLint *);
	GLint n_formats = 0, n = 0;
	GLenum format = 0;
	void *p;

	glGetIntegerv(0x87fe, &n_formats);
	glGetProgramiv(program, 0x8741, &n);
	if (!n_formats || n <= 0)
		return;
	p = fenced((size_t)n);
	glGetProgramBinary(program, n + 1000, NULL, &format, p);
	say("glGetProgramBinary", "binary", p, (size_t)n);
	glGetProgramBinary(program, n, &n, &format, p);
	say("glGetProgramBinary", "binary", p, (size_t)n);
	glProgramBinary(glCreateProgram(), format, p, n);
	say("glProgramBinary", "binary", p, (size_t)n);
	/* too small: nothing is written */
	n = 0;
	glGetProgramBinary(program, 8, &n, &format, p);
}

static void uniforms(GLuint program)
{
	F(GLint, glGetUniformLocation, GLuint, const char *);
	F(void, glUseProgram, GLuint);
	F(void, glUniform3dv, GLint, GLsizei, const GLdouble *);
	F(void, glGetUniformdv, GLuint, GLint, GLdouble *);
	F(void, glGetnUniformfv, GLuint, GLint, GLsizei, GLfloat *);
	F(void, glGetUniformiv, GLuint, GLint, GLint *);
	F(void, glDeleteProgram, GLuint);
	const GLdouble values[] = {1 / 3., -2.5, 1e300};
	GLint d = glGetUniformLocation(program, "d");
	GLint u = glGetUniformLocation(program, "u");
	GLdouble *p = fenced(24);
	void *q = fenced(16);

	glUseProgram(program);
	glUniform3dv(d, 1, values);
	say("glUniform3dv", "value", values, 24);
	glGetUniformdv(program, d, p);
	say("glGetUniformdv", "params", p, 24);
	glGetnUniformfv(program, u, 16, q);
	say("glGetnUniformfv", "params", q, 16);
	/* deleted, but there while it is used */
	glDeleteProgram(program);
	glGetUniformiv(program, u, q);
	say("glGetUniformiv", "params", q, 16);
}

static void state(void)
{
	F(void, glGetDoublev, GLenum, GLdouble *);
	F(void, glGetDoublei_v, GLenum, GLuint, GLdouble *);
	F(void, glGetInteger64v, GLenum, GLint64 *);
	F(void, glGetBooleanv, GLenum, GLboolean *);
	F(void, glGetVertexAttribdv, GLuint, GLenum, GLdouble *);
	F(void, glGetVertexAttribdvARB, GLuint, GLenum, GLdouble *);
	F(void, glGetVertexAttribIiv, GLuint, GLenum, GLint *);
	F(void, glGetInternalformativ, GLenum, GLenum, GLenum, GLsizei,
	  GLint *);
	F(void, glGetShaderPrecisionFormat, GLenum, GLenum, GLint *, GLint *);
	GLint counts[99], n = 0, precision;
	void *p = fenced(128);

	glGetDoublev(0x0ba6, p);
	say("glGetDoublev", "data", p, 128);
	p = fenced(16);
	glGetDoublei_v(0x0b70, 0, p);
	say("glGetDoublei_v", "data", p, 16);
	glGetInteger64v(0x0d3a, p); /* the largest viewport */
	say("glGetInteger64v", "data", p, 16);
	p = fenced(4);
	glGetBooleanv(0x0c23, p);
	say("glGetBooleanv", "data", p, 4);
	p = fenced(32);
	glGetVertexAttribdv(1, 0x8626, p);
	say("glGetVertexAttribdv", "params", p, 32);
	p = fenced(8);
	glGetVertexAttribdv(1, 0x8623, p);
	say("glGetVertexAttribdv", "params", p, 8);
	glGetVertexAttribdvARB(1, 0x8624, p);
	say("glGetVertexAttribdvARB", "params", p, 8);
	p = fenced(16);
	glGetVertexAttribIiv(1, 0x8626, p);
	say("glGetVertexAttribIiv", "params", p, 16);
	glGetInternalformativ(0x8d41, 0x8058, 0x9380, 1, &n);
	say("glGetInternalformativ", "params", &n, 4);
	glGetInternalformativ(0x8d41, 0x8058, 0x80a9, 99, counts);
	say("glGetInternalformativ", "params", counts, (size_t)n * 4);
	/* Mesa fills what there is space for, GL says one */
	p = fenced(36);
	glGetInternalformativ(0x0de1, 0x8058, 0x827f, 9, p);
	say("glGetInternalformativ", "params", p, 4);
	p = fenced(8);
	glGetShaderPrecisionFormat(0x8b31, 0x8df2, p, &precision);
	say("glGetShaderPrecisionFormat", "range", p, 8);
}

static void maps(void)
{
	F(void, glPixelMapfv, GLenum, GLsizei, const GLfloat *);
	F(void, glPixelMapuiv, GLenum, GLsizei, const GLuint *);
	F(void, glPixelMapusv, GLenum, GLsizei, const GLushort *);
	F(void, glGetPixelMapfv, GLenum, GLfloat *);
	F(void, glGetPixelMapuiv, GLenum, GLuint *);
	F(void, glGetPixelMapusv, GLenum, GLushort *);
	F(void, glGetnPixelMapfv, GLenum, GLsizei, GLfloat *);
	F(void, glMap1d, GLenum, GLdouble, GLdouble, GLint, GLint,
	  const GLdouble *);
	F(void, glGetMapdv, GLenum, GLenum, GLdouble *);
	F(void, glGetnMapdv, GLenum, GLenum, GLsizei, GLdouble *);
	const GLfloat f[4] = {0, .25, .5, 1};
	const GLuint u[2] = {7, 4000000000};
	const GLushort s[8] = {0, 1, 65535};
	GLdouble points[9] = {1 / 7., 2, 3};
	void *p = fence(f, 16);

	glPixelMapfv(0x0c76, 4, p);
	say("glPixelMapfv", "values", p, 16);
	glGetPixelMapfv(0x0c76, p);
	say("glGetPixelMapfv", "values", p, 16);
	glGetnPixelMapfv(0x0c76, 16, p);
	say("glGetnPixelMapfv", "values", p, 16);
	p = fence(u, 8);
	glPixelMapuiv(0x0c70, 2, p);
	say("glPixelMapuiv", "values", p, 8);
	glGetPixelMapuiv(0x0c70, p);
	say("glGetPixelMapuiv", "values", p, 8);
	p = fence(s, 16);
	glPixelMapusv(0x0c77, 8, p);
	say("glPixelMapusv", "values", p, 16);
	glGetPixelMapusv(0x0c77, p);
	say("glGetPixelMapusv", "values", p, 16);
	p = fence(points, 72);
	glMap1d(0x0d97, 0, 1, 3, 3, p);
	say("glMap1d", "points", p, 72);
	glGetMapdv(0x0d97, 0x0a00, p);
	say("glGetMapdv", "v", p, 72);
	p = fenced(16);
	glGetnMapdv(0x0d97, 0x0a02, 16, p);
	say("glGetnMapdv", "v", p, 16);
}

int main(void)
{
	GLuint shaders[2], program;

	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	program = linked("#version 400\nuniform block { vec4 a; float b; "
			 "mat4 c; };\n"
			 "uniform vec4 u; uniform dvec3 d;\n"
			 "void main() { gl_Position = c * a * b + u + "
			 "vec4(vec3(d), 0); }\n",
			 "#version 400\nout vec4 color;\n"
			 "void main() { color = vec4(1); }\n",
			 shaders);
	syncs();
	lists(program);
	names(program);
	logs();
	binaries(program);
	state();
	maps();
	uniforms(program);
	printf("error %x\n", ((GLenum(*)(void))find("glGetError"))());
	return 0;
}
