/* SPDX-License-Identifier: MIT */
/*
 * Contexts for tests, see offscreen.h.
 */
#include "tests/offscreen.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tests/tap.h"

#ifdef __SANITIZE_THREAD__
/* Drivers are built without the sanitizer, which takes their own threads for
 * careless. */
__attribute__((visibility("default"))) const char *__tsan_default_suppressions(
	void);
const char *__tsan_default_suppressions(void)
{
	return "race:_dri.so\nrace:libEGL_mesa.so\nrace:libGLX_mesa.so\n"
	       "mutex:_dri.so\ndeadlock:_dri.so\n";
}
#endif

const char *const offscreen_names[OFFSCREEN_KINDS] = {
	"compat", "core", "ES2", "ES3", "ES1", "bare",
};

int offscreen_samples;

static void *(*get_address)(const char *name);

#define EGL(name, result, ...)                                                 \
	((result(*)(__VA_ARGS__))get_address("egl" #name))

void *offscreen_find(void *context, const char *name)
{
	(void)context;
	return get_address(name);
}

static EGLDisplay open_display(void)
{
	static EGLDisplay display;
	void *egl = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);

	if (display)
		return display;
	if (!egl)
		skip("there is no libEGL");
	*(void **)&get_address = dlsym(egl, "eglGetProcAddress");
	/* a test needs no graphics card, and is to be the same on each */
	setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
	if (!get_address || !get_address("eglGetPlatformDisplay"))
		skip("libEGL is older than 1.5");
	display = EGL(GetPlatformDisplay, EGLDisplay, EGLenum, void *,
		      const EGLAttrib *)(EGL_PLATFORM_SURFACELESS_MESA, NULL,
					 NULL);
	if (!display || !EGL(Initialize, EGLBoolean, EGLDisplay, EGLint *,
			     EGLint *)(display, NULL, NULL))
		skip("EGL has no surfaceless platform");
	return display;
}

/* NULL: there is none. */
static EGLConfig find_config(EGLDisplay display)
{
	const EGLint wanted[] = {
		EGL_SURFACE_TYPE, EGL_PBUFFER_BIT,
		EGL_RED_SIZE,	  8,
		EGL_GREEN_SIZE,	  8,
		EGL_BLUE_SIZE,	  8,
		EGL_ALPHA_SIZE,	  8,
		EGL_DEPTH_SIZE,	  24,
		EGL_STENCIL_SIZE, 8,
		EGL_SAMPLES,	  offscreen_samples,
		EGL_NONE,
	};
	EGLConfig config = NULL;
	EGLint n = 0;

	EGL(ChooseConfig, EGLBoolean, EGLDisplay, const EGLint *, EGLConfig *,
	    EGLint, EGLint *)
	(display, wanted, &config, 1, &n);
	return n ? config : NULL;
}

static EGLConfig choose_config(EGLDisplay display)
{
	EGLConfig config = find_config(display);

	if (!config)
		skip("EGL has no such configuration");
	return config;
}

static EGLContext make_context(EGLDisplay display, EGLConfig config,
			       enum offscreen kind)
{
	static const EGLint es_versions[OFFSCREEN_KINDS] = {
		[OFFSCREEN_ES1] = 1,
		[OFFSCREEN_ES2] = 2,
		[OFFSCREEN_ES3] = 3,
	};
	EGLint es = es_versions[kind];
	const EGLint plain[] = {EGL_NONE};
	const EGLint es_list[] = {EGL_CONTEXT_MAJOR_VERSION, es, EGL_NONE};
	const EGLint core[] = {
		EGL_CONTEXT_MAJOR_VERSION,
		3,
		EGL_CONTEXT_MINOR_VERSION,
		3,
		EGL_CONTEXT_OPENGL_PROFILE_MASK,
		1,
		EGL_NONE,
	};

	EGL(BindAPI, EGLBoolean, EGLenum)
	(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
	return EGL(CreateContext, EGLContext, EGLDisplay, EGLConfig, EGLContext,
		   const EGLint *)(display, config, EGL_NO_CONTEXT,
				   es			    ? es_list
				   : kind == OFFSCREEN_CORE ? core
							    : plain);
}

bool offscreen_has(enum offscreen kind)
{
	EGLDisplay display = open_display();
	EGLContext context =
		make_context(display, choose_config(display), kind);

	return context && EGL(DestroyContext, EGLBoolean, EGLDisplay,
			      EGLContext)(display, context);
}

bool offscreen_has_srgb(void)
{
	const EGLint list[] = {
		EGL_WIDTH,
		OFFSCREEN_WIDTH,
		EGL_HEIGHT,
		OFFSCREEN_HEIGHT,
		EGL_GL_COLORSPACE_KHR,
		EGL_GL_COLORSPACE_SRGB_KHR,
		EGL_NONE,
	};
	EGLDisplay display = open_display();
	EGLSurface surface =
		EGL(CreatePbufferSurface, EGLSurface, EGLDisplay, EGLConfig,
		    const EGLint *)(display, choose_config(display), list);

	return surface && EGL(DestroySurface, EGLBoolean, EGLDisplay,
			      EGLSurface)(display, surface);
}

void offscreen_begin(enum offscreen kind)
{
	EGLDisplay display = open_display();
	EGLConfig config = choose_config(display);
	const EGLint size[] = {
		EGL_WIDTH,	  OFFSCREEN_WIDTH, EGL_HEIGHT,
		OFFSCREEN_HEIGHT, EGL_NONE,
	};
	EGLContext context;
	EGLSurface surface = EGL_NO_SURFACE;

	context = make_context(display, config, kind);
	if (kind != OFFSCREEN_BARE)
		surface = EGL(CreatePbufferSurface, EGLSurface, EGLDisplay,
			      EGLConfig, const EGLint *)(display, config, size);
	if (!context ||
	    !EGL(MakeCurrent, EGLBoolean, EGLDisplay, EGLSurface, EGLSurface,
		 EGLContext)(display, surface, surface, context))
		skip("EGL makes no such context");
}

bool offscreen_has_samples(void)
{
	int samples = offscreen_samples;
	uint32_t pixel;
	bool has;

	offscreen_samples = 4;
	if (!find_config(open_display())) {
		offscreen_samples = samples;
		return false;
	}
	offscreen_begin(OFFSCREEN_COMPAT);
	offscreen_samples = samples;
	GL(ReadPixels, void, GLint, GLint, GLsizei, GLsizei, GLenum, GLenum,
	   void *)
	(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
	has = GL(GetError, GLenum, void)() == GL_NO_ERROR;
	EGL(MakeCurrent, EGLBoolean, EGLDisplay, EGLSurface, EGLSurface,
	    EGLContext)
	(open_display(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
	return has;
}
