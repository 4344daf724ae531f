/* SPDX-License-Identifier: MIT */
#include "tools/replay/stage_egl.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "tools/replay/stage_type.h"

static const struct {
	const char *name;
	size_t offset; /* in struct stage_egl */
	bool is_needed;
} functions[] = {
#define FUNCTION(name, field)                                                  \
	{                                                                      \
#name, offsetof(struct stage_egl, field), true                 \
	}
	FUNCTION(eglGetProcAddress, get_proc),
	FUNCTION(eglGetError, get_error),
	FUNCTION(eglGetDisplay, get_display),
	FUNCTION(eglInitialize, initialize),
	FUNCTION(eglTerminate, terminate),
	FUNCTION(eglQueryString, query_string),
	FUNCTION(eglGetConfigs, get_configs),
	FUNCTION(eglGetConfigAttrib, get_config_attrib),
	FUNCTION(eglBindAPI, bind_api),
	FUNCTION(eglCreateContext, create_context),
	FUNCTION(eglDestroyContext, destroy_context),
	FUNCTION(eglCreatePbufferSurface, create_pbuffer),
	FUNCTION(eglCreateWindowSurface, create_window),
	FUNCTION(eglDestroySurface, destroy_surface),
	FUNCTION(eglQuerySurface, query_surface),
	FUNCTION(eglMakeCurrent, make_current),
	FUNCTION(eglGetCurrentContext, get_current_context),
	FUNCTION(eglGetCurrentSurface, get_current_surface),
	FUNCTION(eglSwapInterval, swap_interval),
	FUNCTION(eglSwapBuffers, swap_buffers),
	FUNCTION(eglReleaseThread, release_thread),
#undef FUNCTION
	{"eglGetPlatformDisplay",
	 offsetof(struct stage_egl, get_platform_display), false},
};

bool stage_egl_load(struct stage_egl *egl, char *note)
{
	egl->library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!egl->library) {
		stage_note(note, "%s", dlerror());
		return false;
	}
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++) {
		void *at = dlsym(egl->library, functions[i].name);

		if (!at && functions[i].is_needed) {
			stage_note(note, "libEGL.so.1 has no %s",
				   functions[i].name);
			dlclose(egl->library);
			return false;
		}
		memcpy((char *)egl + functions[i].offset, &at, sizeof(at));
	}
	return true;
}

bool stage_egl_has(const char *extensions, const char *name)
{
	size_t n = strlen(name);

	while (extensions && *extensions) {
		size_t word = strcspn(extensions, " ");

		if (word == n && !memcmp(extensions, name, n))
			return true;
		extensions += word;
		extensions += strspn(extensions, " ");
	}
	return false;
}

const char *stage_egl_error(const struct stage_egl *egl)
{
	static const char *const names[] = {
		"no error",
		"EGL_NOT_INITIALIZED",
		"EGL_BAD_ACCESS",
		"EGL_BAD_ALLOC",
		"EGL_BAD_ATTRIBUTE",
		"EGL_BAD_CONFIG",
		"EGL_BAD_CONTEXT",
		"EGL_BAD_CURRENT_SURFACE",
		"EGL_BAD_DISPLAY",
		"EGL_BAD_MATCH",
		"EGL_BAD_NATIVE_PIXMAP",
		"EGL_BAD_NATIVE_WINDOW",
		"EGL_BAD_PARAMETER",
		"EGL_BAD_SURFACE",
		"EGL_CONTEXT_LOST",
	};
	unsigned i = (unsigned)egl->get_error() - EGL_SUCCESS;

	return i < sizeof(names) / sizeof(*names) ? names[i] : "unknown error";
}
