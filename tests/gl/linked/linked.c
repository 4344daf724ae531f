/* SPDX-License-Identifier: MIT */
/*
 * Draws by functions of the libraries that it is linked with, and prints the
 * name of each that it calls. It is built by ../../gl-linked.t, once for each
 * library, with its header in front. LINKED_GLX: with a display, by GLX.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALL(f) (puts(#f), f)

#ifdef LINKED_GLX
#include <GL/glx.h>
#include <X11/Xlib.h>

static int start(void)
{
	int list[] = {GLX_RGBA, GLX_DEPTH_SIZE, 16, None};
	Display *display = XOpenDisplay(NULL);
	XVisualInfo *visual;
	GLXContext context;
	Window root, window;
	XSetWindowAttributes set = {0};
	int major, minor;

	if (!display || !CALL(glXQueryVersion)(display, &major, &minor))
		return 0;
	visual = CALL(glXChooseVisual)(display, DefaultScreen(display), list);
	if (!visual)
		return 0;
	root = RootWindow(display, visual->screen);
	set.colormap =
		XCreateColormap(display, root, visual->visual, AllocNone);
	window = XCreateWindow(display, root, 0, 0, 64, 64, 0, visual->depth,
			       InputOutput, visual->visual, CWColormap, &set);
	context = CALL(glXCreateContext)(display, visual, NULL, True);
	return context && CALL(glXMakeCurrent)(display, window, context);
}
#else
#include <EGL/egl.h>
#include <EGL/eglext.h>

#ifdef LINKED_ES
#define API EGL_OPENGL_ES_API
#define BITS (LINKED_ES == 1 ? EGL_OPENGL_ES_BIT : EGL_OPENGL_ES2_BIT)
#define VERSION LINKED_ES
#else
#define API EGL_OPENGL_API
#define BITS EGL_OPENGL_BIT
#define VERSION 2
#endif

static int start(void)
{
	const EGLint config_list[] = {EGL_RENDERABLE_TYPE, BITS,
				      EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
				      EGL_NONE};
	const EGLint size_list[] = {EGL_WIDTH, 64, EGL_HEIGHT, 64, EGL_NONE};
	const EGLint list[] = {EGL_CONTEXT_MAJOR_VERSION, VERSION, EGL_NONE};
	EGLDisplay display = CALL(eglGetPlatformDisplay)(
		EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
	EGLSurface surface;
	EGLContext context;
	EGLConfig config;
	EGLint n = 0;

	if (!CALL(eglInitialize)(display, NULL, NULL) ||
	    !CALL(eglChooseConfig)(display, config_list, &config, 1, &n) || !n)
		return 0;
	CALL(eglBindAPI)(API);
	surface = CALL(eglCreatePbufferSurface)(display, config, size_list);
	context = CALL(eglCreateContext)(display, config, NULL, list);
	return context &&
	       CALL(eglMakeCurrent)(display, surface, surface, context);
}
#endif

static void read_back(void)
{
	unsigned char pixel[4] = {0};

	CALL(glReadPixels)(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
	for (int i = 0; i < 4; i++)
		fprintf(stderr, "%02x", pixel[i]);
	fprintf(stderr, " %x\n", CALL(glGetError)());
}

int main(void)
{
	if (!start()) {
		fprintf(stderr, "no context\n");
		return 77;
	}
	fprintf(stderr, "%s\n", (const char *)CALL(glGetString)(GL_VERSION));
#if defined LINKED_ES && LINKED_ES == 1
	/* names that no other version has */
	CALL(glClearColorx)(0x8000, 0, 0x10000, 0x10000);
	CALL(glClear)(GL_COLOR_BUFFER_BIT);
	CALL(glAlphaFuncx)(GL_ALWAYS, 0);
	CALL(glOrthof)(0, 64, 0, 64, -1, 1);
#else
	CALL(glClearColor)(0, .5f, 1, 1);
	CALL(glClear)(GL_COLOR_BUFFER_BIT);
#endif
	read_back();
	CALL(glScissor)(0, 0, 8, 8);
	CALL(glEnable)(GL_SCISSOR_TEST);
	CALL(glClearColor)(1, 0, 0, 1);
	CALL(glClear)(GL_COLOR_BUFFER_BIT);
	read_back();
	CALL(glFinish)();
	return 0;
}
