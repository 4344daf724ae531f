/* SPDX-License-Identifier: MIT */
/*
 * A context without a display, and what the programs of ../gl.t print of the
 * memory that they hand to OpenGL: function, parameter, size and checksum.
 */
#ifndef TESTS_GL_GL_H
#define TESTS_GL_GL_H

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef unsigned GLenum, GLuint, GLbitfield;
typedef int GLint, GLsizei;
typedef float GLfloat;
typedef unsigned char GLboolean, GLubyte;

static void *(*find)(const char *name);
static void *egl_display, *egl_context;

#define F(ret, name, ...)                                                      \
	ret (*name)(__VA_ARGS__) = (ret(*)(__VA_ARGS__))find(#name)

static inline uint32_t crc(const void *bytes, size_t n)
{
	const uint8_t *p = bytes;
	uint32_t c = ~0u;

	while (n--) {
		c ^= *p++;
		for (int i = 0; i < 8; i++)
			c = c >> 1 ^ (c & 1 ? 0xedb88320 : 0);
	}
	return ~c;
}

static inline void say(const char *function, const char *parameter,
		       const void *bytes, size_t n)
{
	printf("%s %s %zu %08x\n", function, parameter, n, crc(bytes, n));
}

static inline uint8_t *noise(size_t n)
{
	static uint32_t seed = 1;
	uint8_t *p = malloc(n);

	for (size_t i = 0; i < n; i++) {
		seed = seed * 1664525 + 1013904223;
		p[i] = seed >> 24;
	}
	return p;
}

#define PAGE_BYTES 4096u

/* n bytes in front of such a page, of noise. */
static inline void *fenced(size_t n)
{
	size_t all = (n + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
	uint8_t *p = mmap(NULL, all + PAGE_BYTES, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	mprotect(p + all, PAGE_BYTES, PROT_NONE);
	return memcpy(p + all - n, noise(n), n);
}

/* The same of what is there already. */
static inline void *fence(const void *bytes, size_t n)
{
	return memcpy(fenced(n), bytes, n);
}

static inline void *start(int is_es)
{
	void *egl = dlopen("libEGL.so.1", RTLD_NOW);
	void *(*display_of)(GLenum, void *, const intptr_t *);
	unsigned (*initialize)(void *, int *, int *);
	unsigned (*choose)(void *, const int *, void **, int, int *);
	unsigned (*bind_api)(GLenum);
	void *(*create)(void *, void *, void *, const int *);
	void *(*pbuffer)(void *, void *, const int *);
	unsigned (*make_current)(void *, void *, void *, void *);
	int size_list[] = {0x3057, 64, 0x3056, 64, 0x3038};
	int config_list[] = {0x3040, is_es ? 4 : 8, 0x3033, 1, 0x3038};
	int es_list[] = {0x3098, 2, 0x3038}, gl_list[] = {0x3038};
	int major, minor, n;
	void *display, *config, *context, *surface;

	if (!egl)
		return NULL;
	find = (void *(*)(const char *))dlsym(egl, "eglGetProcAddress");
	display_of = dlsym(egl, "eglGetPlatformDisplay");
	initialize = dlsym(egl, "eglInitialize");
	choose = dlsym(egl, "eglChooseConfig");
	bind_api = dlsym(egl, "eglBindAPI");
	create = dlsym(egl, "eglCreateContext");
	pbuffer = dlsym(egl, "eglCreatePbufferSurface");
	make_current = dlsym(egl, "eglMakeCurrent");
	display = display_of(0x31dd, NULL, NULL); /* surfaceless */
	if (!display || !initialize(display, &major, &minor) ||
	    !choose(display, fence(config_list, sizeof(config_list)), &config,
		    1, &n) ||
	    !n)
		return NULL;
	bind_api(is_es ? 0x30a0 : 0x30a2);
	context = create(display, config, NULL,
			 is_es ? fence(es_list, sizeof(es_list))
			       : fence(gl_list, sizeof(gl_list)));
	surface = pbuffer(display, config, fence(size_list, sizeof(size_list)));
	if (!context || !make_current(display, surface, surface, context))
		return NULL;
	egl_display = display;
	egl_context = context;
	return context;
}

#endif
