/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Images that OpenGL refuses, each for a texture that has had one before. What
 * is read back then is still that one, and has as many bytes. Prints what
 * shapes.c prints.
 */
#include "tests/gl/gl.h"

#define FLAT 0x0de1
#define SOLID 0x806f
#define WIDTH 5
#define HEIGHT 3

static const struct {
	const char *why;
	GLint level;
	GLint internal;
	GLsizei width, height;
	GLint border;
	GLenum format, type;
} images[] = {
	{"no format", 0, 0x1908, 64, 64, 0, 0x1234, 0x1401},
	{"no type", 0, 0x1908, 64, 64, 0, 0x1908, 0x1908},
	{"no pair", 0, 0x1908, 64, 64, 0, 0x1908, 0x8363},
	{"no border", 0, 0x1908, 64, 64, 2, 0x1908, 0x1401},
	{"no width", 0, 0x1908, -1, 64, 0, 0x1908, 0x1401},
	{"no height", 0, 0x1908, 64, -7, 0, 0x1908, 0x1401},
	{"no level", -1, 0x1908, 64, 64, 0, 0x1908, 0x1401},
	{"no level so deep", 40, 0x1908, 64, 64, 0, 0x1908, 0x1401},
	{"depth for color", 0, 0x1908, 64, 64, 0, 0x1902, 0x1406},
	{"color for depth", 0, 0x81a6, 64, 64, 0, 0x1908, 0x1401},
	{"integers for color", 0, 0x1908, 64, 64, 0, 0x8d99, 0x1401},
	{"color for integers", 0, 0x8d7c, 64, 64, 0, 0x1908, 0x1401},
	{"no such size", 0, 0x1908, 1 << 20, 64, 0, 0x1908, 0x1401},
};

/* What is there before; then comes the result of the call. */
static void *prepare(GLenum target)
{
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glTexImage3D, GLenum, GLint, GLint, GLsizei, GLsizei, GLsizei,
	  GLint, GLenum, GLenum, const void *);
	size_t n = WIDTH * HEIGHT * (target == SOLID ? 2 : 1) * 4;
	void *p = fenced(n);

	if (target == SOLID) {
		glTexImage3D(target, 0, 0x1908, WIDTH, HEIGHT, 2, 0, 0x1908,
			     0x1401, p);
		say("glTexImage3D", "pixels", p, n);
	} else {
		glTexImage2D(target, 0, 0x1908, WIDTH, HEIGHT, 0, 0x1908,
			     0x1401, p);
		say("glTexImage2D", "pixels", p, n);
	}
	return p;
}

static void check(GLenum target, const char *why, void *p)
{
	F(GLenum, glGetError, void);
	F(void, glGetTexImage, GLenum, GLint, GLenum, GLenum, void *);

	if (!glGetError())
		printf("taken: %s\n", why);
	glGetTexImage(target, 0, 0x1908, 0x1401, p);
	say("glGetTexImage", "pixels", p,
	    WIDTH * HEIGHT * (target == SOLID ? 2 : 1) * 4);
}

static void pixels(void)
{
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glTexImage3D, GLenum, GLint, GLint, GLsizei, GLsizei, GLsizei,
	  GLint, GLenum, GLenum, const void *);
	void *flat = prepare(FLAT), *solid = prepare(SOLID);

	for (size_t i = 0; i < sizeof(images) / sizeof(images[0]); i++) {
		glTexImage2D(FLAT, images[i].level, images[i].internal,
			     images[i].width, images[i].height,
			     images[i].border, images[i].format, images[i].type,
			     NULL);
		check(FLAT, images[i].why, flat);
		glTexImage3D(SOLID, images[i].level, images[i].internal,
			     images[i].width, images[i].height, 8,
			     images[i].border, images[i].format, images[i].type,
			     NULL);
		check(SOLID, images[i].why, solid);
	}
	glTexImage3D(FLAT, 0, 0x1908, 64, 64, 8, 0, 0x1908, 0x1401, NULL);
	check(FLAT, "a solid", flat);
	glTexImage2D(SOLID, 0, 0x1908, 64, 64, 0, 0x1908, 0x1401, NULL);
	check(SOLID, "a flat one", solid);
}

/* Compressed, copied, as storage, and between glBegin and glEnd. */
static void others(void)
{
	F(void, glCompressedTexImage2D, GLenum, GLint, GLenum, GLsizei, GLsizei,
	  GLint, GLsizei, const void *);
	F(void, glCopyTexImage2D, GLenum, GLint, GLenum, GLint, GLint, GLsizei,
	  GLsizei, GLint);
	F(void, glTexStorage2D, GLenum, GLsizei, GLenum, GLsizei, GLsizei);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glBegin, GLenum);
	F(void, glEnd, void);
	F(void, glGenTextures, GLsizei, GLuint *);
	F(void, glBindTexture, GLenum, GLuint);
	void *blocks = malloc(4096), *p = prepare(FLAT);
	GLuint name;

	glCompressedTexImage2D(FLAT, 0, 0x8dbb, 8, 8, 0, 31, blocks);
	check(FLAT, "some blocks", p);
	glCompressedTexImage2D(FLAT, 0, 0x8058, 8, 8, 0, 256, blocks);
	check(FLAT, "no blocks", p);
	glCompressedTexImage2D(FLAT, 0, 0x8dbb, 8, 8, 1, 32, blocks);
	check(FLAT, "blocks with a border", p);
	glCopyTexImage2D(FLAT, 0, 0x1908, 0, 0, -8, 8, 0);
	check(FLAT, "a copy of no size", p);
	glCopyTexImage2D(FLAT, 0, 0x1908, 0, 0, 8, 8, 3);
	check(FLAT, "a copy with a border", p);
	glTexStorage2D(FLAT, 1, 0x8058, 8, 8);
	check(FLAT, "storage without a name", p);
	glGenTextures(1, &name);
	say("glGenTextures", "textures", &name, 4);
	glBindTexture(FLAT, name);
	p = prepare(FLAT);
	glTexStorage2D(FLAT, 1, 0x1908, 8, 8);
	check(FLAT, "storage without a size", p);
	glTexStorage2D(FLAT, 9, 0x8058, 8, 8);
	check(FLAT, "storage of too many levels", p);
	glBegin(0);
	glTexImage2D(FLAT, 0, 0x1908, 8, 8, 0, 0x1908, 0x1401, NULL);
	glEnd();
	check(FLAT, "within a primitive", p);
}

/* Out of a buffer that has less, or that is mapped. */
static void from_buffers(void)
{
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glCompressedTexImage2D, GLenum, GLint, GLenum, GLsizei, GLsizei,
	  GLint, GLsizei, const void *);
	F(void, glBindBuffer, GLenum, GLuint);
	F(void, glBufferData, GLenum, intptr_t, const void *, GLenum);
	F(void *, glMapBuffer, GLenum, GLenum);
	void *p = prepare(FLAT);

	glBindBuffer(0x88ec, 901);
	glBufferData(0x88ec, 6 * 6 * 4, NULL, 0x88e4);
	glTexImage2D(FLAT, 0, 0x1908, 6, 7, 0, 0x1908, 0x1401, NULL);
	check(FLAT, "more than there is", p);
	glTexImage2D(FLAT, 0, 0x1908, 6, 6, 0, 0x1908, 0x1401, (void *)4);
	check(FLAT, "to behind its end", p);
	glCompressedTexImage2D(FLAT, 0, 0x8dbb, 8, 8, 0, 32, (void *)113);
	check(FLAT, "blocks to behind its end", p);
	glMapBuffer(0x88ec, 0x88b9);
	glTexImage2D(FLAT, 0, 0x1908, 2, 2, 0, 0x1908, 0x1401, NULL);
	check(FLAT, "of what is mapped", p);
	glBindBuffer(0x88ec, 0);
}

/* What OpenGL refuses by rules of its own: nothing is recorded of what has an
 * unknown size. */
static void unknown(void)
{
	F(GLenum, glGetError, void);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glGetTexImage, GLenum, GLint, GLenum, GLenum, void *);
	void *p = prepare(FLAT);

	glTexImage2D(FLAT, 0, 0x1908, 40000, 2, 0, 0x1908, 0x1401, NULL);
	if (!glGetError())
		printf("taken: a wide one\n");
	glGetTexImage(FLAT, 0, 0x1908, 0x1401, p);
	glTexImage2D(FLAT, 0, 0x1908, 10, 10, 1, 0x1908, 0x1401, NULL);
	(void)glGetError();
	p = malloc(12 * 12 * 4);
	glGetTexImage(FLAT, 0, 0x1908, 0x1401, p);
}

int main(void)
{
	if (!start(0)) {
		printf("no context\n");
		return 77;
	}
	pixels();
	others();
	from_buffers();
	unknown();
	return 0;
}
