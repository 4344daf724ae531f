/* SPDX-License-Identifier: MIT */
/*
 * Draws two halves, which should look like grass and like brick, without a
 * display. In one frame the second one looks like grass, too.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

/* How many frames there are, and the wrong one. */
#ifndef FRAMES
#define FRAMES 2
#define WRONG 1
#endif

typedef unsigned GLenum, GLuint;
typedef int GLint, GLsizei;

static void *(*find)(const char *name);

#define F(ret, name, ...)                                                      \
	ret (*name)(__VA_ARGS__) = (ret(*)(__VA_ARGS__))find(#name)

/* Surfaceless Mesa, and a pbuffer of 96 x 64. Returns the surface. */
static void *begin(void **display)
{
	const int config_list[] = {0x3040, 8, 0x3033, 1, 0x3038};
	const int sizes[] = {0x3057, 96, 0x3056, 64, 0x3038};
	void *egl = dlopen("libEGL.so.1", RTLD_NOW), *config, *surface;
	int n = 0;

	if (!egl)
		return NULL;
	find = (void *(*)(const char *))dlsym(egl, "eglGetProcAddress");
	F(void *, eglGetPlatformDisplay, GLenum, void *, const intptr_t *);
	F(unsigned, eglInitialize, void *, int *, int *);
	F(unsigned, eglChooseConfig, void *, const int *, void **, int, int *);
	F(unsigned, eglBindAPI, GLenum);
	F(void *, eglCreateContext, void *, void *, void *, const int *);
	F(void *, eglCreatePbufferSurface, void *, void *, const int *);
	F(unsigned, eglMakeCurrent, void *, void *, void *, void *);
	*display = eglGetPlatformDisplay(0x31dd, NULL, NULL);
	if (!*display || !eglInitialize(*display, NULL, NULL) ||
	    !eglChooseConfig(*display, config_list, &config, 1, &n) || !n ||
	    !eglBindAPI(0x30a2))
		return NULL;
	surface = eglCreatePbufferSurface(*display, config, sizes);
	return eglMakeCurrent(*display, surface, surface,
			      eglCreateContext(*display, config, NULL, NULL))
		       ? surface
		       : NULL;
}

/* A texture of 2 x 2, with a name. */
static void make_texture(GLuint name, const char *label, GLuint a, GLuint b)
{
	F(void, glBindTexture, GLenum, GLuint);
	F(void, glTexParameteri, GLenum, GLenum, GLint);
	F(void, glTexImage2D, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	  GLenum, GLenum, const void *);
	F(void, glObjectLabel, GLenum, GLuint, GLsizei, const char *);
	const GLuint pixels[] = {a, b, b, a};

	glBindTexture(0x0de1, name);
	glTexParameteri(0x0de1, 0x2801, 0x2600);
	glTexParameteri(0x0de1, 0x2800, 0x2600);
	glTexImage2D(0x0de1, 0, 0x8058, 2, 2, 0, 0x1908, 0x1401, pixels);
	glObjectLabel(0x1702, name, -1, label);
}

static void draw(float left, float right)
{
	F(void, glBegin, GLenum);
	F(void, glEnd, void);
	F(void, glTexCoord2f, float, float);
	F(void, glVertex2f, float, float);

	glBegin(5); /* a strip of triangles */
	for (int i = 0; i < 4; i++) {
		glTexCoord2f((float)(i / 2), (float)(i % 2));
		glVertex2f(i / 2 ? right : left, i % 2 ? 0.9f : -0.9f);
	}
	glEnd();
}

int main(void)
{
	void *display, *surface = begin(&display);

	if (!surface) {
		puts("no OpenGL here");
		return 77;
	}
	F(void, glEnable, GLenum);
	F(void, glBindTexture, GLenum, GLuint);
	F(unsigned, eglSwapBuffers, void *, void *);
	make_texture(1, "grass", 0xff208030, 0xff40c050);
	make_texture(2, "brick", 0xff3040b0, 0xff5060d0);
	for (int frame = 0; frame < FRAMES; frame++) {
		glEnable(0x0de1);
		glBindTexture(0x0de1, 1);
		draw(-0.9f, 0);
		glBindTexture(0x0de1, frame == WRONG ? 1 : 2);
		draw(0, 0.9f);
		eglSwapBuffers(display, surface);
	}
	return 0;
}
