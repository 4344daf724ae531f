/* SPDX-License-Identifier: MIT */
/*
 * A display, and libX11 and libGL as a program finds them that is linked with
 * neither.
 */
#ifndef TESTS_GL_GLX_H
#define TESTS_GL_GLX_H

#include <dlfcn.h>
#include <stddef.h>

static void *x11, *gl, *display;

#define X(ret, name, ...) ((ret(*)(__VA_ARGS__))dlsym(x11, #name))
#define GLX(ret, name, ...) ((ret(*)(__VA_ARGS__))dlsym(gl, #name))

static int attribute_of(void *config, int name)
{
	int value = -1;

	GLX(int, glXGetFBConfigAttrib, void *, void *, int, int *)
	(display, config, name, &value);
	return value;
}

/* One that the default visual belongs to, and drawables of these kinds can be
 * made with. */
static void *choose(int kinds)
{
	const int list[] = {0x8010, kinds, 0};
	int n = 0, i;
	void **configs,
		*visual = X(void *, XDefaultVisual, void *, int)(display, 0);
	int id = (int)X(unsigned long, XVisualIDFromVisual, void *)(visual);

	configs = GLX(void **, glXChooseFBConfig, void *, int, const int *,
		      int *)(display, 0, list, &n);
	for (i = 0; i < n; i++)
		if (attribute_of(configs[i], 0x800b) == id)
			return configs[i];
	return NULL;
}

#endif
