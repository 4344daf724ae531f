/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl -lpthread */
/*
 * Frames and what goes with them, without a display: two threads with a
 * context and a drawable each, swaps, fences, queries, labels, messages. It
 * prints what the archive must hold, see ../frames.t.
 *	frames [FRAMES]
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { NO_OPENGL = 77 };

typedef unsigned GLenum, GLuint;
typedef int GLint, GLsizei;

static void *(*find)(const char *name);
static void *display, *config;
static unsigned n_frames = 5;

#define F(ret, name, ...)                                                      \
	ret (*name)(__VA_ARGS__) = (ret(*)(__VA_ARGS__))find(#name)

static int open_display(void)
{
	void *egl = dlopen("libEGL.so.1", RTLD_NOW);
	const int config_list[] = {0x3040, 8, 0x3033, 1, 0x3038};
	int n = 0;

	if (!egl)
		return 0;
	find = (void *(*)(const char *))dlsym(egl, "eglGetProcAddress");
	F(void *, eglGetPlatformDisplay, GLenum, void *, const intptr_t *);
	F(unsigned, eglInitialize, void *, int *, int *);
	F(unsigned, eglChooseConfig, void *, const int *, void **, int, int *);
	display = eglGetPlatformDisplay(0x31dd, NULL, NULL); /* surfaceless */
	return display && eglInitialize(display, NULL, NULL) &&
	       eglChooseConfig(display, config_list, &config, 1, &n) && n;
}

/* A context for messages of a drawable of its own; that, or NULL. */
static void *make_current(void)
{
	F(unsigned, eglBindAPI, GLenum);
	F(void *, eglCreateContext, void *, void *, void *, const int *);
	F(void *, eglCreatePbufferSurface, void *, void *, const int *);
	F(unsigned, eglMakeCurrent, void *, void *, void *, void *);
	const int sizes[] = {0x3057, 64, 0x3056, 64, 0x3038};
	const int list[] = {0x31b0, 1, 0x3038}; /* debug */
	void *context, *surface;

	if (!eglBindAPI(0x30a2))
		return NULL;
	context = eglCreateContext(display, config, NULL, list);
	surface = eglCreatePbufferSurface(display, config, sizes);
	return context && surface &&
			       eglMakeCurrent(display, surface, surface,
					      context)
		       ? surface
		       : NULL;
}

static void draw_frames(void *surface)
{
	F(unsigned, eglSwapBuffers, void *, void *);
	F(void, glClear, GLenum);

	for (unsigned i = 0; i < n_frames; i++) {
		glClear(0x4000);
		eglSwapBuffers(display, surface);
	}
	glClear(0x4000);
	printf("drawable %#lx\n", (unsigned long)(uintptr_t)surface);
}

static void *other_thread(void *unused)
{
	void *surface = make_current();

	(void)unused;
	if (surface)
		draw_frames(surface);
	return surface;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	void *surface, *other = NULL;

	if (argc > 1)
		n_frames = (unsigned)atoi(argv[1]);
	surface = open_display() ? make_current() : NULL;
	if (!surface) {
		printf("no context\n");
		return NO_OPENGL;
	}
	draw_frames(surface);
	if (pthread_create(&thread, NULL, other_thread, NULL))
		return 1;
	pthread_join(thread, &other);
	return !other;
}
