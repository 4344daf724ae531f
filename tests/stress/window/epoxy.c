/* SPDX-License-Identifier: MIT */
/*
 * What libepoxy finds of GLX, for a window, or of EGL, for a buffer of its own.
 *	epoxy glx|egl
 */
#include <epoxy/egl.h>
#include <epoxy/glx.h>
#include <stdio.h>
#include <string.h>

#include "tests/stress/window/scene.h"

enum { N_PICTURES = 6, WIDTH = 120, HEIGHT = 90 };

static void draw_all(const char *version, void (*swap)(void))
{
	printf("%s, %d\n", glGetString(GL_VERSION), epoxy_gl_version());
	if (!scene_begin(version))
		return;
	for (unsigned i = 0; i < N_PICTURES; i++) {
		scene_draw(i);
		swap();
	}
}

static Display *x_display;
static Window x_window;

static void swap_window(void)
{
	glXSwapBuffers(x_display, x_window);
}

static int draw_glx(void)
{
	int list[] = {GLX_RGBA, GLX_RED_SIZE, 8, GLX_DOUBLEBUFFER, None};
	XSetWindowAttributes attributes = {0};
	XVisualInfo *visual;
	GLXContext context;

	x_display = XOpenDisplay(NULL);
	visual = x_display ? glXChooseVisual(x_display, 0, list) : NULL;
	if (!visual)
		return 77;
	attributes.colormap =
		XCreateColormap(x_display, DefaultRootWindow(x_display),
				visual->visual, AllocNone);
	x_window = XCreateWindow(x_display, DefaultRootWindow(x_display), 0, 0,
				 WIDTH, HEIGHT, 0, visual->depth, InputOutput,
				 visual->visual, CWColormap | CWBorderPixel,
				 &attributes);
	XMapWindow(x_display, x_window);
	context = glXCreateContext(x_display, visual, NULL, True);
	if (!glXMakeCurrent(x_display, x_window, context))
		return 1;
	printf("GLX %d, it has create_context: %d\n",
	       epoxy_glx_version(x_display, 0),
	       epoxy_has_glx_extension(x_display, 0, "GLX_ARB_create_context"));
	draw_all("120", swap_window);
	glXMakeCurrent(x_display, None, NULL);
	glXDestroyContext(x_display, context);
	XFree(visual);
	XCloseDisplay(x_display);
	return 0;
}

static EGLDisplay egl_display;
static EGLSurface surface;

static void swap_surface(void)
{
	eglSwapBuffers(egl_display, surface);
}

static int draw_egl(void)
{
	const EGLint of_config[] = {EGL_RENDERABLE_TYPE,
				    EGL_OPENGL_ES2_BIT,
				    EGL_SURFACE_TYPE,
				    EGL_PBUFFER_BIT,
				    EGL_RED_SIZE,
				    8,
				    EGL_NONE};
	const EGLint of_context[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
	const EGLint of_surface[] = {EGL_WIDTH, WIDTH, EGL_HEIGHT, HEIGHT,
				     EGL_NONE};
	EGLConfig config;
	EGLContext context;
	EGLint n = 0;

	egl_display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA,
					       NULL, NULL);
	if (!eglInitialize(egl_display, NULL, NULL) ||
	    !eglChooseConfig(egl_display, of_config, &config, 1, &n) || !n)
		return 77;
	eglBindAPI(EGL_OPENGL_ES_API);
	context = eglCreateContext(egl_display, config, NULL, of_context);
	surface = eglCreatePbufferSurface(egl_display, config, of_surface);
	if (!eglMakeCurrent(egl_display, surface, surface, context))
		return 1;
	printf("EGL %d, for OpenGL: %d\n", epoxy_egl_version(egl_display),
	       epoxy_is_desktop_gl());
	draw_all("100", swap_surface);
	eglMakeCurrent(egl_display, EGL_NO_SURFACE, EGL_NO_SURFACE,
		       EGL_NO_CONTEXT);
	eglTerminate(egl_display);
	return 0;
}

int main(int argc, char **argv)
{
	return argc > 1 && !strcmp(argv[1], "egl") ? draw_egl() : draw_glx();
}
