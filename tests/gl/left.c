/* SPDX-License-Identifier: MIT */
/*
 * Objects of OpenGL, of which some are deleted, in two contexts that do not
 * share; the second one's go with it. See ../cli/leaks.t, which wants 2
 * textures, a buffer, a shader, a list and the context itself to be left. Which
 * lists there are is up to the driver: it prints the one that is left.
 */
#include "tests/gl/gl.h"

static void make_objects(void)
{
	F(void, glGenTextures, GLsizei, GLuint *);
	F(void, glDeleteTextures, GLsizei, const GLuint *);
	F(void, glGenBuffers, GLsizei, GLuint *);
	F(GLuint, glCreateShader, GLenum);
	F(void, glDeleteShader, GLuint);
	F(GLuint, glGenLists, GLsizei);
	F(void, glDeleteLists, GLuint, GLsizei);
	GLuint textures[3], buffer, list;

	glGenTextures(3, textures);
	glDeleteTextures(1, &textures[1]);
	glGenBuffers(1, &buffer);
	glCreateShader(0x8b31);
	glDeleteShader(glCreateShader(0x8b30));
	list = glGenLists(3);
	glDeleteLists(list, 2);
	printf("list %u\n", list + 2);
}

/* The first context and its objects are left; with an argument they are
 * destroyed, too. */
int main(int argc, char **argv)
{
	unsigned (*destroy)(void *, void *),
		(*make)(void *, void *, void *, void *);
	void *first, *second, *egl;

	first = start(0);
	if (!first) {
		printf("no context\n");
		return 77;
	}
	(void)argv;
	make_objects();
	second = start(0);
	make_objects();
	egl = dlopen("libEGL.so.1", RTLD_NOW);
	destroy = dlsym(egl, "eglDestroyContext");
	make = dlsym(egl, "eglMakeCurrent");
	make(egl_display, NULL, NULL, NULL);
	destroy(egl_display, second);
	if (argc > 1)
		destroy(egl_display, first);
	return 0;
}
