/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Reads back what OpenGL has, into memory that ends at an unmapped page. Uses
 * the calls that say how much space there is, and names. Writes to buffers by
 * their names. Prints what shapes.c prints.
 */
#include "tests/gl/gl.h"

static void pixels(void)
{
	F(void, glPixelStorei, GLenum, GLint);
	F(void, glReadnPixels, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum,
	  GLsizei, void *);
	F(void, glPolygonStipple, const GLubyte *);
	F(void, glGetPolygonStipple, GLubyte *);
	F(void, glGetnPolygonStipple, GLsizei, GLubyte *);
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	void *p = fenced(24 + 21);

	glReadnPixels(0, 0, 7, 2, 0x1907, 0x1401, 24 + 21, p);
	say("glReadnPixels", "data", p, 24 + 21);
	glPixelStorei(0x0d05, 1);
	glReadnPixels(0, 0, 7, 2, 0x1907, 0x1401, 5000, p);
	say("glReadnPixels", "data", p, 42);
	glPixelStorei(0x0d05, 4);
	/* no space for that: nothing is written, and the memory is there */
	glReadnPixels(0, 0, 7, 2, 0x1907, 0x1401, 8, p);
	say("glReadnPixels", "data", p, 8);
	p = fenced(128);
	glPolygonStipple(p);
	say("glPolygonStipple", "mask", p, 128);
	glGetPolygonStipple(p);
	say("glGetPolygonStipple", "mask", p, 128);
	glGetnPolygonStipple(5000, p);
	say("glGetnPolygonStipple", "pattern", p, 128);
	glBindBuffer(0x88eb, 970);
	glBufferData(0x88eb, 4000, NULL, 0x88e4);
	glReadnPixels(0, 0, 7, 2, 0x1907, 0x1401, 3000, (void *)16);
	glGetnPolygonStipple(128, (void *)16);
	glBindBuffer(0x88eb, 0);
}

static void levels(void)
{
	F(void, glCreateTextures, GLenum, GLsizei, GLuint *);
	F(void, glTextureStorage2D, GLuint, GLsizei, GLenum, GLsizei, GLsizei);
	F(void, glTextureSubImage2D, GLuint, GLint, GLint, GLint, GLsizei,
	  GLsizei, GLenum, GLenum, const void *);
	F(void, glGetTextureImage, GLuint, GLint, GLenum, GLenum, GLsizei,
	  void *);
	F(void, glGetTextureSubImage, GLuint, GLint, GLint, GLint, GLint,
	  GLsizei, GLsizei, GLsizei, GLenum, GLenum, GLsizei, void *);
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glGetnTexImage, GLenum, GLint, GLenum, GLenum, GLsizei, void *);
	GLuint names[2];
	void *p = fenced(9 * 5 * 4);

	glCreateTextures(0x0de1, 1, names);
	say("glCreateTextures", "textures", names, 4);
	glTextureStorage2D(names[0], 2, 0x8058, 9, 5);
	glTextureSubImage2D(names[0], 0, 0, 0, 9, 5, 0x1908, 0x1401, p);
	say("glTextureSubImage2D", "pixels", p, 180);
	glGetTextureImage(names[0], 0, 0x1908, 0x1401, 180, p);
	say("glGetTextureImage", "pixels", p, 180);
	p = fenced(8 + 6);
	glGetTextureSubImage(names[0], 0, 1, 1, 0, 2, 2, 1, 0x1907, 0x1401, 99,
			     p);
	say("glGetTextureSubImage", "pixels", p, 14);
	glBindTexture(0x0de1, names[0]);
	p = fenced(4 * 2 * 4);
	glGetnTexImage(0x0de1, 1, 0x1908, 0x1401, 3000, p);
	say("glGetnTexImage", "pixels", p, 32);
	/* a cube by its name has six faces */
	glCreateTextures(0x8513, 1, names + 1);
	say("glCreateTextures", "textures", names + 1, 4);
	glTextureStorage2D(names[1], 1, 0x8058, 2, 2);
	p = fenced(6 * 16);
	glGetTextureImage(names[1], 0, 0x1908, 0x1401, 96, p);
	say("glGetTextureImage", "pixels", p, 96);
}

static void compressed(void)
{
	F(void, glCreateTextures, GLenum, GLsizei, GLuint *);
	F(void, glTextureStorage2D, GLuint, GLsizei, GLenum, GLsizei, GLsizei);
	F(void, glCompressedTextureSubImage2D, GLuint, GLint, GLint, GLint,
	  GLsizei, GLsizei, GLenum, GLsizei, const void *);
	F(void, glGetCompressedTextureImage, GLuint, GLint, GLsizei, void *);
	F(void, glGetCompressedTextureSubImage, GLuint, GLint, GLint, GLint,
	  GLint, GLsizei, GLsizei, GLsizei, GLsizei, void *);
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glGetnCompressedTexImage, GLenum, GLint, GLsizei, void *);
	void *p = fenced(32);
	GLuint name;

	glCreateTextures(0x0de1, 1, &name);
	say("glCreateTextures", "textures", &name, 4);
	glTextureStorage2D(name, 1, 0x8e8c, 10, 6); /* 3 x 2 blocks of 16 */
	glCompressedTextureSubImage2D(name, 0, 0, 0, 8, 4, 0x8e8c, 32, p);
	say("glCompressedTextureSubImage2D", "data", p, 32);
	glGetCompressedTextureSubImage(name, 0, 0, 0, 0, 8, 4, 1, 5000, p);
	say("glGetCompressedTextureSubImage", "pixels", p, 32);
	p = fenced(96);
	glGetCompressedTextureSubImage(name, 0, 0, 0, 0, 10, 6, 1, 96, p);
	say("glGetCompressedTextureSubImage", "pixels", p, 96);
	glGetCompressedTextureImage(name, 0, 5000, p);
	say("glGetCompressedTextureImage", "pixels", p, 96);
	glBindTexture(0x0de1, name);
	glGetnCompressedTexImage(0x0de1, 0, 96, p);
	say("glGetnCompressedTexImage", "pixels", p, 96);
}

/* Mapped by their names: what was written there. */
static void named_maps(void)
{
	F(void, glCreateBuffers, GLsizei, GLuint *);
	F(void, glNamedBufferData, GLuint, intptr_t, const void *, GLenum);
	F(void, glNamedBufferSubData, GLuint, intptr_t, intptr_t, const void *);
	F(void *, glMapNamedBuffer, GLuint, GLenum);
	F(void *, glMapNamedBufferRange, GLuint, intptr_t, intptr_t,
	  GLbitfield);
	F(void, glFlushMappedNamedBufferRange, GLuint, intptr_t, intptr_t);
	F(GLboolean, glUnmapNamedBuffer, GLuint);
	F(void, glGetNamedBufferSubData, GLuint, intptr_t, intptr_t, void *);
	uint8_t *p = noise(600), *m;
	GLuint name;

	glCreateBuffers(1, &name);
	say("glCreateBuffers", "buffers", &name, 4);
	glNamedBufferData(name, 600, p, 0x88e4);
	say("glNamedBufferData", "data", p, 600);
	glNamedBufferSubData(name, 5, 90, p + 7);
	say("glNamedBufferSubData", "data", p + 7, 90);
	m = glMapNamedBuffer(name, 0x88b9);
	memcpy(m, p, 600);
	say("memcpy", "src", p, 600);
	glUnmapNamedBuffer(name);
	m = glMapNamedBufferRange(name, 10, 300, 2);
	memcpy(m, p + 9, 300);
	say("memcpy", "src", p + 9, 300);
	glUnmapNamedBuffer(name);
	m = glMapNamedBufferRange(name, 10, 300, 2 | 0x10);
	memcpy(m + 20, p + 50, 30);
	say("memcpy", "src", p + 50, 30);
	glFlushMappedNamedBufferRange(name, 20, 30);
	glUnmapNamedBuffer(name);
	p = fenced(200);
	glGetNamedBufferSubData(name, 5, 200, p);
	say("glGetNamedBufferSubData", "data", p, 200);
}

static void named_coherent(void)
{
	F(void, glCreateBuffers, GLsizei, GLuint *);
	F(void, glNamedBufferStorage, GLuint, intptr_t, const void *,
	  GLbitfield);
	F(void *, glMapNamedBufferRange, GLuint, intptr_t, intptr_t,
	  GLbitfield);
	F(GLboolean, glUnmapNamedBuffer, GLuint);
	F(void, glFinish, void);
	uint8_t *p = fenced(9000), *m;
	GLuint name;

	glCreateBuffers(1, &name);
	say("glCreateBuffers", "buffers", &name, 4);
	glNamedBufferStorage(name, 9000, p, 0xc2);
	say("glNamedBufferStorage", "data", p, 9000);
	m = glMapNamedBufferRange(name, 0, 9000, 0xc2);
	for (int i = 0; i < 30; i++)
		m[8000 + i] ^= 0xff;
	say("memcpy", "src", m + 8000, 30);
	glFinish();
	glFinish();
	glUnmapNamedBuffer(name);
}

/* The names that these had before. */
static void named_ext(void)
{
	F(void, glGenBuffers, GLsizei, GLuint *);
	F(void, glNamedBufferDataEXT, GLuint, intptr_t, const void *, GLenum);
	F(void *, glMapNamedBufferEXT, GLuint, GLenum);
	F(void *, glMapNamedBufferRangeEXT, GLuint, intptr_t, intptr_t,
	  GLbitfield);
	F(GLboolean, glUnmapNamedBufferEXT, GLuint);
	F(void, glGetNamedBufferSubDataEXT, GLuint, intptr_t, intptr_t, void *);
	uint8_t *p = fenced(60), *m;
	GLuint name;

	glGenBuffers(1, &name);
	say("glGenBuffers", "buffers", &name, 4);
	glNamedBufferDataEXT(name, 60, p, 0x88e4);
	say("glNamedBufferDataEXT", "data", p, 60);
	m = glMapNamedBufferEXT(name, 0x88ba);
	memset(m, 7, 60);
	say("memcpy", "src", m, 60);
	glUnmapNamedBufferEXT(name);
	m = glMapNamedBufferRangeEXT(name, 8, 20, 2);
	memset(m, 9, 20);
	say("memcpy", "src", m, 20);
	glUnmapNamedBufferEXT(name);
	glGetNamedBufferSubDataEXT(name, 0, 60, p);
	say("glGetNamedBufferSubDataEXT", "data", p, 60);
}

int main(void)
{
	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	pixels();
	levels();
	compressed();
	named_maps();
	named_coherent();
	named_ext();
	printf("error %x\n", ((GLenum(*)(void))find("glGetError"))());
	return 0;
}
