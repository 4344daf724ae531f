/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Reads what only OpenGL knows the size of: after it has queried that size
 * itself, and without, into memory that ends at an unmapped page. Prints what
 * shapes.c prints.
 */
#include "tests/gl/gl.h"

/* A texture that OpenGL compresses in a way of its own. */
static void chosen(void)
{
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glGetTexLevelParameteriv, GLenum, GLint, GLenum, GLint *);
	F(void, glGetnCompressedTexImage, GLenum, GLint, GLsizei, void *);
	F(void, glGetCompressedTexImage, GLenum, GLint, void *);
	GLint n = 0;
	void *p = fenced(64);

	glBindTexture(0x0de1, 501);
	glTexImage2D(0x0de1, 0, 0x84ee, 8, 8, 0, 0x1908, 0x1401,
		     p = fenced(256));
	say("glTexImage2D", "pixels", p, 256);
	/* as much as there is space for, if there is as much */
	p = fenced(4000);
	glGetnCompressedTexImage(0x0de1, 0, 4000, p);
	say("glGetnCompressedTexImage", "pixels", p, 4000);
	glGetnCompressedTexImage(0x0de1, 0, 5000, p);
	glGetTexLevelParameteriv(0x0de1, 0, 0x86a0, &n);
	p = fenced((size_t)n);
	glGetCompressedTexImage(0x0de1, 0, p);
	say("glGetCompressedTexImage", "img", p, (size_t)n);
	glGetnCompressedTexImage(0x0de1, 0, 4000, p);
	say("glGetnCompressedTexImage", "pixels", p, (size_t)n);
}

/* A large one, whose size is unknown: its bytes are not recorded. */
static void large(void)
{
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glGetCompressedTexImage, GLenum, GLint, void *);

	glBindTexture(0x0de1, 505);
	glTexImage2D(0x0de1, 0, 0x84ee, 2048, 2048, 0, 0x1908, 0x1401, NULL);
	glGetCompressedTexImage(0x0de1, 0, malloc(2048 * 2048 * 4));
}

/* One that is compressed as its calls say it, smaller levels and all. */
static void compressed(void)
{
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glCopyTexImage2D, GLenum, GLint, GLenum, GLint, GLint, GLsizei,
	  GLsizei, GLint);
	F(void, glGenerateMipmap, GLenum);
	F(void, glGetCompressedTexImage, GLenum, GLint, void *);
	void *p = fenced(9 * 9 * 4);

	glBindTexture(0x0de1, 502);
	glTexImage2D(0x0de1, 0, 0x8dbb, 9, 9, 0, 0x1908, 0x1401, p);
	say("glTexImage2D", "pixels", p, 9 * 9 * 4);
	p = fenced(9 * 8);
	glGetCompressedTexImage(0x0de1, 0, p);
	say("glGetCompressedTexImage", "img", p, 9 * 8);
	glGenerateMipmap(0x0de1);
	p = fenced(8);
	glGetCompressedTexImage(0x0de1, 1, p);
	say("glGetCompressedTexImage", "img", p, 8);
	glCopyTexImage2D(0x0de1, 0, 0x8dbd, 0, 0, 5, 4, 0);
	p = fenced(2 * 16);
	glGetCompressedTexImage(0x0de1, 0, p);
	say("glGetCompressedTexImage", "img", p, 2 * 16);
}

static void views(void)
{
	F(void, glCreateTextures, GLenum, GLsizei, GLuint *);
	F(void, glGenTextures, GLsizei, GLuint *);
	F(void, glTextureStorage3D, GLuint, GLsizei, GLenum, GLsizei, GLsizei,
	  GLsizei);
	F(void, glTextureView, GLuint, GLenum, GLuint, GLenum, GLuint, GLuint,
	  GLuint, GLuint);
	F(void, glGetTextureImage, GLuint, GLint, GLenum, GLenum, GLsizei,
	  void *);
	GLuint from, to[2];
	void *p;

	glCreateTextures(0x8c1a, 1, &from);
	say("glCreateTextures", "textures", &from, 4);
	glTextureStorage3D(from, 3, 0x8058, 8, 4, 5);
	glGenTextures(2, to);
	say("glGenTextures", "textures", to, 8);
	glTextureView(to[0], 0x8c1a, from, 0x8058, 1, 9, 3, 7);
	p = fenced(4 * 2 * 2 * 4);
	glGetTextureImage(to[0], 0, 0x1908, 0x1401, 4000, p);
	say("glGetTextureImage", "pixels", p, 4 * 2 * 2 * 4);
	glTextureView(to[1], 0x0de1, from, 0x8058, 0, 2, 2, 1);
	p = fenced(4 * 2 * 4);
	glGetTextureImage(to[1], 1, 0x1908, 0x1401, 4000, p);
	say("glGetTextureImage", "pixels", p, 4 * 2 * 4);
}

/* A texture made of an image, which says nothing of its size. */
static void images(void)
{
	void *(*create)(void *, void *, GLenum, void *, const intptr_t *) =
		(void *(*)(void *, void *, GLenum, void *,
			   const intptr_t *))find("eglCreateImage");
	F(void, glEGLImageTargetTexture2DOES, GLenum, void *);
	F(void, glGenTextures, GLsizei, GLuint *);
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glGetTexImage, GLenum, GLint, GLenum, GLenum, void *);
	F(void, glGetnTexImage, GLenum, GLint, GLenum, GLenum, GLsizei, void *);
	F(void, glGetTexLevelParameteriv, GLenum, GLint, GLenum, GLint *);
	F(void, glGetTexLevelParameterfv, GLenum, GLint, GLenum, GLfloat *);
	GLuint names[2];
	GLint width = 0;
	GLfloat height = 0;
	void *image, *p = fenced(6 * 7 * 4);

	glGenTextures(2, names);
	say("glGenTextures", "textures", names, 8);
	glBindTexture(0x0de1, names[0]);
	glTexImage2D(0x0de1, 0, 0x1908, 6, 7, 0, 0x1908, 0x1401, p);
	say("glTexImage2D", "pixels", p, 6 * 7 * 4);
	image = create ? create(egl_display, egl_context, 0x30b1,
				(void *)(intptr_t)names[0], NULL)
		       : NULL;
	if (!image)
		return;
	glBindTexture(0x0de1, names[1]);
	glEGLImageTargetTexture2DOES(0x0de1, image);
	glGetTexImage(0x0de1, 0, 0x1908, 0x1401, p);
	glGetnTexImage(0x0de1, 0, 0x1908, 0x1401, 6 * 7 * 4, p);
	say("glGetnTexImage", "pixels", p, 6 * 7 * 4);
	glGetTexLevelParameteriv(0x0de1, 0, 0x1000, &width);
	glGetTexLevelParameterfv(0x0de1, 0, 0x1001, &height);
	p = fenced((size_t)width * (size_t)height * 4);
	glGetTexImage(0x0de1, 0, 0x1908, 0x1401, p);
	say("glGetTexImage", "pixels", p, (size_t)width * (size_t)height * 4);
	glGetnTexImage(0x0de1, 0, 0x1908, 0x1401, 4000, p);
	say("glGetnTexImage", "pixels", p, (size_t)width * (size_t)height * 4);
}

/* Of calls that fail nothing changes what is read back. */
static void refused(void)
{
	F(void, glGenTextures, GLsizei, GLuint *);
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glTexStorage2D, GLenum, GLsizei, GLenum, GLsizei, GLsizei);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glGetTexImage, GLenum, GLint, GLenum, GLenum, void *);
	GLuint name;
	void *p = fenced(64);

	glGenTextures(1, &name);
	say("glGenTextures", "textures", &name, 4);
	glBindTexture(0x0de1, name);
	glTexStorage2D(0x0de1, 1, 0x8058, 4, 4);
	glTexStorage2D(0x0de1, 1, 0x8058, 32, 32);
	glTexImage2D(0x0de1, 0, 0x8058, 64, 64, 0, 0x1908, 0x1401, NULL);
	glGetTexImage(0x0de1, 0, 0x1908, 0x1401, p);
	say("glGetTexImage", "pixels", p, 64);
}

/* Levels that OpenGL makes of another one than the first, or does not make:
 * the program says which, by parameters that are not followed. */
static void mipmaps(void)
{
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glTexParameteri, GLenum, GLenum, GLint);
	F(void, glGenerateMipmap, GLenum);
	F(void, glGetTexImage, GLenum, GLint, GLenum, GLenum, void *);
	F(void, glGetTexLevelParameteriv, GLenum, GLint, GLenum, GLint *);
	static const GLint sizes[][2] = {
		{16, 16}, {10, 6}, {5, 3}, {2, 1}, {7, 7}};
	GLint answer;

	glBindTexture(0x0de1, 900);
	for (int i = 0; i < 5; i++)
		glTexImage2D(0x0de1, i, 0x8058, sizes[i][0], sizes[i][1], 0,
			     0x1908, 0x1401, NULL);
	glTexParameteri(0x0de1, 0x813c, 1);
	glTexParameteri(0x0de1, 0x813d, 3);
	glGenerateMipmap(0x0de1);
	for (int i = 0; i < 5; i++) {
		size_t n = (size_t)(sizes[i][0] * sizes[i][1]) * 4;
		void *p = fenced(n);

		glGetTexImage(0x0de1, i, 0x1908, 0x1401, p);
		if (i) {
			glGetTexLevelParameteriv(0x0de1, i, 0x1000, &answer);
			glGetTexLevelParameteriv(0x0de1, i, 0x1001, &answer);
			glGetTexImage(0x0de1, i, 0x1908, 0x1401, p);
		}
		say("glGetTexImage", "pixels", p, n);
	}
}

static GLuint program_of(const char *vertex)
{
	F(GLuint, glCreateShader, GLenum);
	F(void, glShaderSource, GLuint, GLsizei, const char *const *,
	  const GLint *);
	F(void, glCompileShader, GLuint);
	F(GLuint, glCreateProgram, void);
	F(void, glAttachShader, GLuint, GLuint);
	F(void, glDetachShader, GLuint, GLuint);
	F(void, glDeleteShader, GLuint);
	F(void, glLinkProgram, GLuint);
	F(void, glGetAttachedShaders, GLuint, GLsizei, GLsizei *, GLuint *);
	F(void, glProgramParameteri, GLuint, GLenum, GLint);
	GLuint program = glCreateProgram(), shader = glCreateShader(0x8b31);
	void *p = fenced(4);

	glShaderSource(shader, 1, &vertex, NULL);
	glCompileShader(shader);
	glAttachShader(program, shader);
	glAttachShader(program, shader); /* refused */
	glProgramParameteri(program, 0x8257, 1);
	glLinkProgram(program);
	glDeleteShader(shader);
	/* it is attached all the same */
	glGetAttachedShaders(program, 9, NULL, p);
	say("glGetAttachedShaders", "shaders", p, 4);
	glDetachShader(program, shader);
	glGetAttachedShaders(program, 9, NULL, p);
	return program;
}

static void programs(void)
{
	F(void, glGetProgramBinary, GLuint, GLsizei, GLsizei *, GLenum *,
	  void *);
	F(void, glGetProgramiv, GLuint, GLenum, GLint *);
	F(void, glLinkProgram, GLuint);
	GLuint program = program_of("void main() { gl_Position = vec4(0); }");
	GLint n = 0;
	GLenum format;
	void *p = fenced(100000);

	glGetProgramBinary(program, 100000, NULL, &format, p);
	say("glGetProgramBinary", "binary", p, 100000);
	glGetProgramiv(program, 0x8741, &n);
	if (!n) /* the driver makes no binaries */
		return;
	p = fenced((size_t)n);
	glGetProgramBinary(program, 100000, NULL, &format, p);
	say("glGetProgramBinary", "binary", p, (size_t)n);
	/* linked again it may have another size */
	glLinkProgram(program);
	glGetProgramBinary(program, n, NULL, &format, p);
	say("glGetProgramBinary", "binary", p, (size_t)n);
}

static void formats(void)
{
	F(void, glGetIntegerv, GLenum, GLint *);
	F(void, glGetFloatv, GLenum, GLfloat *);
	F(void, glGetInternalformativ, GLenum, GLenum, GLenum, GLsizei,
	  GLint *);
	GLint n = 0;
	void *p = fenced(4000);

	glGetIntegerv(0x86a3, p);
	glGetIntegerv(0x86a2, &n);
	say("glGetIntegerv", "data", &n, 4);
	p = fenced((size_t)n * 4);
	glGetFloatv(0x86a3, p);
	say("glGetFloatv", "data", p, (size_t)n * 4);
	p = fenced(40);
	glGetInternalformativ(0x8d41, 0x8058, 0x80a9, 10, p);
	say("glGetInternalformativ", "params", p, 40);
}

/* With another viewport than before: then the size of a surface is queried. */
static void swaps(void)
{
	F(void *, eglGetCurrentSurface, int);
	F(unsigned, eglSwapBuffers, void *, void *);
	F(void, glViewport, GLint, GLint, GLsizei, GLsizei);

	for (int i = 0; i < 3; i++) {
		glViewport(0, 0, i ? 9 : 8, 9);
		eglSwapBuffers(egl_display, eglGetCurrentSurface(0x3059));
	}
}

int main(void)
{
	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	chosen();
	large();
	compressed();
	views();
	refused();
	mipmaps();
	images();
	programs();
	formats();
	swaps();
	printf("error %x\n", ((GLenum(*)(void))find("glGetError"))());
	return 0;
}
