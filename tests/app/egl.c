/* SPDX-License-Identifier: MIT */
/* EGL without a window: attributes and their values by name, in lists and
 * alone. Also what makes an image, and objects with addresses instead of names.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#include "tests/app/expect.h"

#define NO_OPENGL 77

static void *(*address_of)(const char *name);

#define EGL(result, name, ...) ((result(*)(__VA_ARGS__))address_of("egl" #name))

static void *display, *config, *context, *surface;

static int begin(void)
{
	static const int32_t list[] = {0x3040, 4,  0x3033, 1,  0x3024, -1,
				       0x3027, -1, 0x3039, -1, 0x3038, 9};
	int32_t n = 0, major = 0, minor = 0;

	display = EGL(void *, GetPlatformDisplay, unsigned, void *,
		      const intptr_t *)(0x31dd, NULL, NULL);
	if (!display ||
	    !EGL(unsigned, Initialize, void *, int32_t *,
		 int32_t *)(display, &major, &minor) ||
	    !EGL(unsigned, ChooseConfig, void *, const int32_t *, void **,
		 int32_t, int32_t *)(display, list, &config, 1, &n) ||
	    !n)
		return 0;
	expect("eglGetPlatformDisplay(platform=EGL_PLATFORM_SURFACELESS_MESA, "
	       "native_display=NULL, attrib_list=NULL) = PTR");
	expect("eglInitialize(dpy=PTR, major=%d, minor=%d) = true", major,
	       minor);
	expect("eglChooseConfig(dpy=PTR, attrib_list=["
	       "EGL_RENDERABLE_TYPE=EGL_OPENGL_ES2_BIT, "
	       "EGL_SURFACE_TYPE=EGL_PBUFFER_BIT, EGL_RED_SIZE=EGL_DONT_CARE, "
	       "EGL_CONFIG_CAVEAT=EGL_DONT_CARE, "
	       "EGL_BIND_TO_TEXTURE_RGB=EGL_DONT_CARE, EGL_NONE], "
	       "configs=[PTR], config_size=1, num_config=1) = true");
	return 1;
}

static void configs(void)
{
	int32_t (*last_error)(void) =
		(int32_t(*)(void))address_of("eglGetError");
	int32_t value = -1;

	EGL(unsigned, GetConfigAttrib, void *, void *, int32_t, int32_t *)
	(display, config, 0x3027, &value);
	expect("eglGetConfigAttrib(dpy=PTR, config=PTR, "
	       "attribute=EGL_CONFIG_CAVEAT, value=%s) = true",
	       value == 0x3038	 ? "EGL_NONE"
	       : value == 0x3050 ? "EGL_SLOW_CONFIG"
				 : "EGL_NON_CONFORMANT_CONFIG");
	EGL(unsigned, GetConfigAttrib, void *, void *, int32_t, int32_t *)
	(display, config, 0x303f, &value);
	expect("eglGetConfigAttrib(dpy=PTR, config=PTR, "
	       "attribute=EGL_COLOR_BUFFER_TYPE, value=EGL_RGB_BUFFER) = true");
	EGL(unsigned, GetConfigAttrib, void *, void *, int32_t, int32_t *)
	(display, config, 0x3025, &value);
	expect("eglGetConfigAttrib(dpy=PTR, config=PTR, "
	       "attribute=EGL_DEPTH_SIZE, value=%d) = true",
	       value);
	/* no attribute: nothing is written */
	EGL(unsigned, GetConfigAttrib, void *, void *, int32_t, int32_t *)
	(display, config, 0x1234, (int32_t *)8);
	expect("eglGetConfigAttrib(dpy=PTR, config=PTR, attribute=0x1234) "
	       "= false");
	last_error();
	expect("eglGetError() = EGL_BAD_ATTRIBUTE");
}

static void contexts(void)
{
	static const int32_t list[] = {0x3098, 2, 0x3038};
	static const int32_t sizes[] = {0x3057, 8, 0x3056, 9,
					0x3058, 1, 0x3038};
	int32_t value = 0;

	EGL(unsigned, BindAPI, unsigned)(0x30a0);
	expect("eglBindAPI(api=EGL_OPENGL_ES_API) = true");
	context = EGL(void *, CreateContext, void *, void *, void *,
		      const int32_t *)(display, config, NULL, list);
	expect("eglCreateContext(dpy=PTR, config=PTR, share_context=NULL, "
	       "attrib_list=[EGL_CONTEXT_MAJOR_VERSION=2, EGL_NONE]) = %s",
	       context ? "PTR" : "NULL");
	surface = EGL(void *, CreatePbufferSurface, void *, void *,
		      const int32_t *)(display, config, sizes);
	expect("eglCreatePbufferSurface(dpy=PTR, config=PTR, "
	       "attrib_list=[EGL_WIDTH=8, EGL_HEIGHT=9, "
	       "EGL_LARGEST_PBUFFER=EGL_TRUE, EGL_NONE]) = PTR");
	EGL(unsigned, MakeCurrent, void *, void *, void *, void *)
	(display, surface, surface, context);
	expect("eglMakeCurrent(dpy=PTR, draw=PTR, read=PTR, ctx=PTR) = true");
	EGL(unsigned, QueryContext, void *, void *, int32_t, int32_t *)
	(display, context, 0x3097, &value);
	expect("eglQueryContext(dpy=PTR, ctx=PTR, "
	       "attribute=EGL_CONTEXT_CLIENT_TYPE, value=EGL_OPENGL_ES_API) "
	       "= true");
	EGL(unsigned, QuerySurface, void *, void *, int32_t, int32_t *)
	(display, surface, 0x3057, &value);
	expect("eglQuerySurface(dpy=PTR, surface=PTR, attribute=EGL_WIDTH, "
	       "value=8) = true");
	EGL(unsigned, SurfaceAttrib, void *, void *, int32_t, int32_t)
	(display, surface, 0x3099, 0x309a);
	expect("eglSurfaceAttrib(dpy=PTR, surface=PTR, "
	       "attribute=EGL_MULTISAMPLE_RESOLVE, "
	       "value=EGL_MULTISAMPLE_RESOLVE_DEFAULT) = true");
}

/* Values as wide as a pointer. */
static void syncs(void)
{
	static const intptr_t list[] = {0x3038};
	intptr_t value = 0;
	void *sync = EGL(void *, CreateSync, void *, unsigned,
			 const intptr_t *)(display, 0x30f9, list);
	uint64_t forever = ~0ull;

	expect("eglCreateSync(dpy=PTR, type=EGL_SYNC_FENCE, "
	       "attrib_list=[EGL_NONE]) = PTR");
	EGL(int32_t, ClientWaitSync, void *, void *, int32_t, uint64_t)
	(display, sync, 1, forever);
	expect("eglClientWaitSync(dpy=PTR, sync=PTR, "
	       "flags=EGL_SYNC_FLUSH_COMMANDS_BIT, timeout=EGL_FOREVER) = "
	       "EGL_CONDITION_SATISFIED");
	EGL(unsigned, GetSyncAttrib, void *, void *, int32_t, intptr_t *)
	(display, sync, 0x30f1, &value);
	expect("eglGetSyncAttrib(dpy=PTR, sync=PTR, attribute=EGL_SYNC_STATUS, "
	       "value=EGL_SIGNALED) = true");
	EGL(unsigned, DestroySync, void *, void *)(display, sync);
	expect("eglDestroySync(dpy=PTR, sync=PTR) = true");
}

static void images(void)
{
	static const intptr_t list[] = {0x30bc, 0, 0x30d2, 1, 0x3038};
	void (*generate)(int, unsigned *) = address_of("glGenTextures");
	void (*bind)(unsigned, unsigned) = address_of("glBindTexture");
	void (*fill)(unsigned, int, int, int, int, int, unsigned, unsigned,
		     const void *) = address_of("glTexImage2D");
	unsigned names[1];
	void *image;

	generate(1, names);
	bind(0x0de1, names[0]);
	fill(0x0de1, 0, 0x1908, 4, 4, 0, 0x1908, 0x1401, NULL);
	image = EGL(void *, CreateImage, void *, void *, unsigned, void *,
		    const intptr_t *)(display, context, 0x30b1,
				      (void *)(uintptr_t)names[0], list);
	expect("eglCreateImage(dpy=PTR, ctx=PTR, target=EGL_GL_TEXTURE_2D, "
	       "buffer=%u, attrib_list=[EGL_GL_TEXTURE_LEVEL=0, "
	       "EGL_IMAGE_PRESERVED=EGL_TRUE, EGL_NONE]) = %s",
	       names[0], image ? "PTR" : "NULL");
}

int main(void)
{
	void *egl = dlopen("libEGL.so.1", RTLD_NOW);

	if (egl)
		address_of = (void *(*)(const char *))dlsym(
			egl, "eglGetProcAddress");
	if (!address_of || !begin())
		return NO_OPENGL;
	configs();
	contexts();
	syncs();
	images();
	return 0;
}
