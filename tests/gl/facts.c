/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Contexts and drawables: what a replay needs to know of them. Either the
 * program itself has said it at their creation or finds it by queries, one line
 * each. See ../facts.t.
 *	facts es|gl|met|unseen|late FOLDER
 *
 * met: the context's making is not seen; unseen: nor is what makes it current.
 * FOLDER has libdeepbind.so.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_OPENGL 77

static void *egl, *(*find)(const char *name);
static void *(*find_deepbind)(const char *library, const char *name);
static int is_deepbound;

/* The library's function, by the program's way or by none that is seen. */
static void *of_egl(const char *name)
{
	return is_deepbound ? find_deepbind("libEGL.so.1", name)
			    : dlsym(egl, name);
}

#define EGL(ret, name, ...) ((ret(*)(__VA_ARGS__))of_egl(#name))
#define GL(ret, name, ...) ((ret(*)(__VA_ARGS__))find(#name))

static void *display, *config, *surface, *context;

static int attribute_of(int name)
{
	int value = -1;

	EGL(unsigned, eglGetConfigAttrib, void *, void *, int, int *)
	(display, config, name, &value);
	return value;
}

static int prepare(unsigned api)
{
	static const int config_list[] = {
		0x3040, 0x40 | 4 | 8, 0x3025, 24, 0x3033, 1, 0x3038};
	static const int size_list[] = {0x3057, 70, 0x3056, 50, 0x3038};
	static const int es_list[] = {0x3098, 2, 0x3038};
	/* 3.3, EGL_CONTEXT_OPENGL_DEBUG */
	static const int gl_list[] = {0x3098, 3, 0x30fb, 3, 0x31b0, 1, 0x3038};
	int n = 0;

	display = EGL(void *, eglGetPlatformDisplay, unsigned, void *,
		      const intptr_t *)(0x31dd, NULL, NULL);
	if (!display ||
	    !EGL(unsigned, eglInitialize, void *, int *, int *)(display, NULL,
								NULL) ||
	    !EGL(unsigned, eglBindAPI, unsigned)(api) ||
	    !EGL(unsigned, eglChooseConfig, void *, const int *, void **, int,
		 int *)(display, config_list, &config, 1, &n) ||
	    !n)
		return 0;
	surface = EGL(void *, eglCreatePbufferSurface, void *, void *,
		      const int *)(display, config, size_list);
	context = EGL(void *, eglCreateContext, void *, void *, void *,
		      const int *)(display, config, NULL,
				   api == 0x30a0 ? es_list : gl_list);
	return surface && context;
}

static unsigned make_current(void)
{
	return EGL(unsigned, eglMakeCurrent, void *, void *, void *,
		   void *)(display, surface, surface, context);
}

/* What there is to be recorded. */
static void say_facts(const char *api)
{
	printf("fxtrace_context context=%p config=%p created=1 api=EGL_%s "
	       "version=(nil) renderer=(nil)\n",
	       context, config, api);
	printf("fxtrace_egl_config config=%p id=%d red=%d green=%d blue=%d "
	       "alpha=%d depth=%d stencil=%d samples=%d buffer_size=%d "
	       "max_swap_interval=%d\n",
	       config, attribute_of(0x3028), attribute_of(0x3024),
	       attribute_of(0x3023), attribute_of(0x3022), attribute_of(0x3021),
	       attribute_of(0x3025), attribute_of(0x3026), attribute_of(0x3031),
	       attribute_of(0x3020), attribute_of(0x303c));
	printf("fxtrace_egl_surface surface=%p config_id=%d width=70 "
	       "height=50 known=FXTRACE_SIZE_ASKED "
	       "render_buffer=EGL_BACK_BUFFER\n",
	       surface, attribute_of(0x3028));
}

/* Neither library has an error except for the program's own. */
static int has_no_error(void)
{
	return EGL(int, eglGetError, void)() == 0x3000 &&
	       !GL(unsigned, glGetError, void)();
}

/* Between a call of EGL's that fails and eglGetError, GL is called. */
static int has_own_error(void)
{
	void (*read_all)(int, int, int, int, unsigned, unsigned, void *) =
		(void (*)(int, int, int, int, unsigned, unsigned, void *))find(
			"glReadPixels");
	unsigned char pixels[16];
	int value;

	EGL(unsigned, eglQuerySurface, void *, void *, int, int *)
	(display, surface, 0x1234, &value);
	read_all(0, 0, 1, 1, 0x1908, 0x1401, pixels);
	return EGL(int, eglGetError, void)() == 0x3004;
}

static int run_egl(unsigned api, const char *name)
{
	if (!prepare(api) || !make_current())
		return NO_OPENGL;
	say_facts(name);
	return has_no_error() && has_own_error() ? 0 : 1;
}

/* Reads with a pixel store that only GL knows of; the bytes that it fills. */
static void read_pixels(void)
{
	unsigned char pixels[64];
	int i, n = 0;

	memset(pixels, 0x5a, sizeof(pixels));
	GL(void, glReadPixels, int, int, int, int, unsigned, unsigned, void *)
	(0, 0, 3, 2, 0x1907, 0x1401, pixels);
	for (i = 0; i < 64; i++)
		if (pixels[i] != 0x5a)
			n = i + 1;
	printf("glReadPixels pixels=%d\n", n);
}

static void clear(void *(*get)(const char *))
{
	((void (*)(float, float, float, float))get("glClearColor"))(1, 1, 1, 1);
	((void (*)(unsigned))get("glClear"))(0x4000);
}

static void *deepbound(const char *name)
{
	void *(*get)(const char *) = (void *(*)(const char *))find_deepbind(
		"libEGL.so.1", "eglGetProcAddress");

	return get(name);
}

static int run_met(int is_unseen)
{
	void (*store)(unsigned, int);

	is_deepbound = 1;
	if (!prepare(0x30a2) || !make_current())
		return NO_OPENGL;
	store = (void (*)(unsigned, int))deepbound("glPixelStorei");
	store(0x0d05, 1); /* packed, rows of 5 */
	store(0x0d02, 5);
	clear(deepbound);
	is_deepbound = is_unseen;
	if (!is_unseen) {
		make_current();
		printf("fxtrace_context context=%p created=0 config=(nil) "
		       "version=%s renderer=%s\n",
		       context,
		       ((char *(*)(unsigned))deepbound("glGetString"))(0x1f02),
		       ((char *(*)(unsigned))deepbound("glGetString"))(0x1f01));
		if (!has_no_error())
			return 1;
	}
	read_pixels();
	if (is_unseen) { /* and again, otherwise */
		store(0x0d02, 0);
		read_pixels();
	}
	return has_no_error() ? 0 : 1;
}

/* Reads once for each line that it is given. */
static int run_late(void)
{
	char line[8];

	if (!prepare(0x30a2) || !make_current())
		return NO_OPENGL;
	GL(void, glPixelStorei, unsigned, int)(0x0d05, 1);
	clear(find);
	for (;;) {
		printf("ready\n");
		fflush(stdout);
		if (!fgets(line, sizeof(line), stdin))
			return 0;
		read_pixels();
	}
}

int main(int argc, char **argv)
{
	char path[4096];
	void *library;

	snprintf(path, sizeof(path), "%s/libdeepbind.so",
		 argc > 2 ? argv[2] : "");
	library = dlopen(path, RTLD_NOW | RTLD_DEEPBIND);
	egl = dlopen("libEGL.so.1", RTLD_NOW);
	if (!library || !egl)
		return NO_OPENGL;
	find_deepbind = (void *(*)(const char *, const char *))dlsym(
		library, "find_deepbind");
	find = (void *(*)(const char *))dlsym(egl, "eglGetProcAddress");
	if (!strcmp(argv[1], "es"))
		return run_egl(0x30a0, "OPENGL_ES_API major=2 minor=0 "
				       "profile=0 flags=0");
	if (!strcmp(argv[1], "gl"))
		return run_egl(0x30a2, "OPENGL_API major=3 minor=3 "
				       "profile=GL_CONTEXT_CORE_PROFILE_BIT "
				       "flags=GL_CONTEXT_FLAG_DEBUG_BIT");
	if (!strcmp(argv[1], "late"))
		return run_late();
	return run_met(!strcmp(argv[1], "unseen"));
}
