/* SPDX-License-Identifier: MIT */
/* BUILD: -ldl */
/*
 * Contexts, windows and pbuffers of GLX: what a replay needs to know of them.
 * Either the program itself has said it or finds it by queries, one line each.
 * See ../facts.t.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/gl/glx.h"

#define NO_OPENGL 77

static unsigned long window(unsigned width, unsigned height)
{
	unsigned long root =
		X(unsigned long, XDefaultRootWindow, void *)(display);
	unsigned long name =
		X(unsigned long, XCreateSimpleWindow, void *, unsigned long,
		  int, int, unsigned, unsigned, unsigned, unsigned long,
		  unsigned long)(display, root, 0, 0, width, height, 0, 0, 0);

	X(int, XMapWindow, void *, unsigned long)(display, name);
	X(int, XSync, void *, int)(display, 0);
	return name;
}

static int make_current(unsigned long drawable, void *context)
{
	return GLX(int, glXMakeCurrent, void *, unsigned long,
		   void *)(display, drawable, context);
}

static void say_drawable(unsigned long drawable, const char *rest)
{
	printf("fxtrace_glx_drawable drawable=%lu %s\n", drawable, rest);
}

static void say_context(void *context, void *share, void *config,
			const char *rest)
{
	printf("fxtrace_context context=%p config=%p share=%p api=%s "
	       "render_type=GLX_RGBA_TYPE version=(nil) %s\n",
	       context, config, share, "EGL_OPENGL_API", rest);
}

static void say_config(void *config)
{
	printf("fxtrace_glx_config config=%p id=%d visual=%d red=%d "
	       "green=%d blue=%d alpha=%d depth=%d stencil=%d "
	       "samples=%d double_buffer=%d\n",
	       config, attribute_of(config, 0x8013),
	       attribute_of(config, 0x800b), attribute_of(config, 8),
	       attribute_of(config, 9), attribute_of(config, 10),
	       attribute_of(config, 11), attribute_of(config, 12),
	       attribute_of(config, 13), attribute_of(config, 100001),
	       attribute_of(config, 5));
}

static void resize(unsigned long drawable)
{
	X(int, XResizeWindow, void *, unsigned long, unsigned, unsigned)
	(display, drawable, 320, 240);
	X(int, XSync, void *, int)(display, 0);
	GLX(void, glViewport, int, int, int, int)(0, 0, 320, 240);
	GLX(void, glXSwapBuffers, void *, unsigned long)(display, drawable);
}

static void *old_context(void *config, void *share)
{
	void *visual = GLX(void *, glXGetVisualFromFBConfig, void *,
			   void *)(display, config);

	return visual ? GLX(void *, glXCreateContext, void *, void *, void *,
			    int)(display, visual, share, 1)
		      : NULL;
}

/* As Xlib has them. */
struct visual_info {
	void *visual;
	unsigned long id;
	int screen, depth, kind;
	unsigned long masks[3];
};
struct window_attributes {
	long unused[3];
	unsigned long border_pixel, unused_2[8], colormap, cursor;
};

static unsigned long window_of(const struct visual_info *info)
{
	unsigned long root =
		X(unsigned long, XDefaultRootWindow, void *)(display);
	struct window_attributes attributes = {
		.colormap =
			X(unsigned long, XCreateColormap, void *, unsigned long,
			  void *, int)(display, root, info->visual, 0)};

	/* of its own border and colours, as other visuals must be */
	return X(unsigned long, XCreateWindow, void *, unsigned long, int, int,
		 unsigned, unsigned, unsigned, int, unsigned, void *,
		 unsigned long, struct window_attributes *)(
		display, root, 0, 0, 40, 30, 0, info->depth, 1, info->visual,
		1 << 3 | 1 << 13, &attributes);
}

static int config_of(const struct visual_info *info, int name)
{
	int value = -1;

	GLX(int, glXGetConfig, void *, const struct visual_info *, int, int *)
	(display, info, name, &value);
	return value;
}

/* A visual that is chosen: what was requested and what was returned is known.
 */
static int chosen_visual(void *share)
{
	static int list[] = {4, 5, 8, 1, 12, 1, 13, 8, 0};
	struct visual_info *info = GLX(struct visual_info *, glXChooseVisual,
				       void *, int, int *)(display, 0, list);
	unsigned long drawable;
	void *context;
	int alpha;

	if (!info)
		return 0;
	alpha = config_of(info, 11);
	context = GLX(void *, glXCreateContext, void *, struct visual_info *,
		      void *, int)(display, info, share, 1);
	drawable = window_of(info);
	if (!context || !make_current(drawable, context))
		return 0;
	say_context(context, share, NULL, "major=0 minor=0 profile=0 flags=0");
	printf("fxtrace_framebuffer context=%p red=%d green=%d blue=%d "
	       "alpha=%d depth=-1 stencil=8 samples=0 double_buffer=1 "
	       "stereo=0\n",
	       context, config_of(info, 8), config_of(info, 9),
	       config_of(info, 10), alpha);
	say_drawable(drawable, "width=40 height=30 known=FXTRACE_SIZE_ASKED");
	return 1;
}

/* With all that an attribute list can say. */
static int listed_context(void *config)
{
	/* 3.2, compatible, a debug context that is robust */
	static const int list[] = {0x2091, 3,	   0x2092, 2, 0x9126,
				   2,	   0x2094, 5,	   0};
	void *context =
		GLX(void *, glXCreateContextAttribsARB, void *, void *, void *,
		    int, const int *)(display, config, NULL, 1, list);

	if (!context || !make_current(0, context))
		return 0;
	say_context(context, NULL, config,
		    "major=3 minor=2 "
		    "profile=GL_CONTEXT_COMPATIBILITY_PROFILE_BIT "
		    "flags=GL_CONTEXT_FLAG_DEBUG_BIT|"
		    "GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT");
	return 1;
}

int main(void)
{
	static const int sizes[] = {0x8041, 90, 0x8040, 70, 0};
	unsigned long first, second, pbuffer;
	void *config, *context, *other;

	x11 = dlopen("libX11.so.6", RTLD_NOW);
	gl = dlopen("libGL.so.1", RTLD_NOW);
	if (x11 && gl)
		display = X(void *, XOpenDisplay, const char *)(NULL);
	config = display ? choose(1 | 4) : NULL;
	if (!config)
		return NO_OPENGL;
	context = GLX(void *, glXCreateNewContext, void *, void *, int, void *,
		      int)(display, config, 0x8014, NULL, 1);
	first = window(200, 100);
	second = window(60, 60);
	pbuffer = GLX(unsigned long, glXCreatePbuffer, void *, void *,
		      const int *)(display, config, sizes);
	if (!context || !make_current(first, context))
		return NO_OPENGL;
	say_context(context, NULL, config, "major=0 minor=0 flags=0");
	say_config(config);
	say_drawable(first, "width=200 height=100 known=FXTRACE_SIZE_ASKED");
	resize(first);
	say_drawable(first, "width=320 height=240 known=FXTRACE_SIZE_ASKED");
	make_current(pbuffer, context);
	say_drawable(pbuffer, "width=90 height=70 known=FXTRACE_SIZE_CREATED");
	make_current(second, context);
	say_drawable(second, "width=60 height=60 known=FXTRACE_SIZE_ASKED");
	other = old_context(config, context);
	if (!other || !make_current(second, other))
		return 1;
	say_context(other, context, config, "major=0 minor=0 flags=0");
	if (!chosen_visual(context) || !listed_context(config))
		return 1;
	make_current(first, context); /* all of it is known */
	return GLX(unsigned, glGetError, void)() != 0;
}
