/* SPDX-License-Identifier: MIT */
/* The functions of EGL that a stage needs, from libEGL.so.1. */
#ifndef STAGE_EGL_H
#define STAGE_EGL_H

#include <stdbool.h>

#include "gl_registry.h"

struct stage_egl {
	void *library;
	void *(*get_proc)(const char *name);
	EGLint (*get_error)(void);
	EGLDisplay (*get_display)(void *native);
	/* of EGL 1.5: NULL where the library is older */
	EGLDisplay (*get_platform_display)(EGLenum platform, void *native,
					   const EGLAttrib *attributes);
	EGLBoolean (*initialize)(EGLDisplay display, EGLint *major,
				 EGLint *minor);
	EGLBoolean (*terminate)(EGLDisplay display);
	const char *(*query_string)(EGLDisplay display, EGLint name);
	EGLBoolean (*get_configs)(EGLDisplay display, EGLConfig *configs,
				  EGLint room, EGLint *n);
	EGLBoolean (*get_config_attrib)(EGLDisplay display, EGLConfig config,
					EGLint name, EGLint *value);
	EGLBoolean (*bind_api)(EGLenum api);
	EGLContext (*create_context)(EGLDisplay display, EGLConfig config,
				     EGLContext share,
				     const EGLint *attributes);
	EGLBoolean (*destroy_context)(EGLDisplay display, EGLContext context);
	EGLSurface (*create_pbuffer)(EGLDisplay display, EGLConfig config,
				     const EGLint *attributes);
	EGLSurface (*create_window)(EGLDisplay display, EGLConfig config,
				    XID window, const EGLint *attributes);
	EGLBoolean (*destroy_surface)(EGLDisplay display, EGLSurface surface);
	EGLBoolean (*query_surface)(EGLDisplay display, EGLSurface surface,
				    EGLint name, EGLint *value);
	EGLBoolean (*make_current)(EGLDisplay display, EGLSurface draw,
				   EGLSurface read, EGLContext context);
	EGLContext (*get_current_context)(void);
	EGLSurface (*get_current_surface)(EGLint which);
	EGLBoolean (*swap_interval)(EGLDisplay display, EGLint interval);
	EGLBoolean (*swap_buffers)(EGLDisplay display, EGLSurface surface);
	EGLBoolean (*release_thread)(void);
};

/* Opens the library. Returns false, with the reason in `note`, if it is not
 * there or lacks a function. Nothing is to be undone then. */
bool stage_egl_load(struct stage_egl *egl, char *note);

/* Whether a list of extensions has this one. NULL-safe. */
bool stage_egl_has(const char *extensions, const char *name);

/* The thread's last error: "EGL_BAD_MATCH". Forgets it. */
const char *stage_egl_error(const struct stage_egl *egl);

#endif
