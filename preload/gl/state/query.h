/* SPDX-License-Identifier: MIT */
/*
 * What GL, GLX and EGL are asked past our wrappers: only what can raise no
 * error that the program might see, what no server has to be asked for, and
 * nothing between glBegin and glEnd. errno stays as it was.
 */
#ifndef PRELOAD_GL_STATE_QUERY_H
#define PRELOAD_GL_STATE_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/gl/state/state.h"

/* glGetString of the thread's context, which may be one that we know nothing
 * of (c NULL); NULL: it has none. */
const char *fxp_gl_query_text(const struct fxp_gl_context *c, unsigned name);

/* glGetIntegerv of the thread's context, which must take the name. False:
 * values stay as they are. */
bool fxp_gl_query_values(const struct fxp_gl_context *c, unsigned name,
			 int32_t *values);

/* Of a vertex attribute, and the address of its array: GL 2.0, ES 2. */
int32_t fxp_gl_query_attrib(const struct fxp_gl_context *c, unsigned index,
			    unsigned name);
uint64_t fxp_gl_query_attrib_pointer(const struct fxp_gl_context *c,
				     unsigned index);

/* The address of an array of old (GL_VERTEX_ARRAY_POINTER ...). */
uint64_t fxp_gl_query_pointer(const struct fxp_gl_context *c, unsigned name);

/* An attribute of a configuration that a context or drawable was made with;
 * -1: it has none such. EGL: only where the program has just called EGL with
 * success, since this is what eglGetError speaks of afterwards. */
int32_t fxp_gl_query_config(bool is_egl, uint64_t display, uint64_t config,
			    int32_t attribute);

/* The same of an EGLSurface. */
int32_t fxp_gl_query_surface(uint64_t display, uint64_t surface,
			     int32_t attribute);

#endif
