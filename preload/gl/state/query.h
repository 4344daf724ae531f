/* SPDX-License-Identifier: MIT */
/*
 * Our own queries of GL, GLX and EGL, without our wrappers. No query can raise
 * an error that the program might see, or needs a server. None is made between
 * glBegin and glEnd. errno does not change.
 */
#ifndef PRELOAD_GL_STATE_QUERY_H
#define PRELOAD_GL_STATE_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/gl/state/state.h"

/* glGetString of the thread's context, which may be unknown (c NULL); NULL: it
 * has none. */
const char *fxp_gl_query_text(const struct fxp_gl_context *c, unsigned name);

/* glGetIntegerv of the thread's context, which must accept the name. False:
 * values do not change. */
bool fxp_gl_query_values(const struct fxp_gl_context *c, unsigned name,
			 int32_t *values);

/* A value of a vertex attribute, and the address of its array: GL 2.0, ES 2. */
int32_t fxp_gl_query_attrib(const struct fxp_gl_context *c, unsigned index,
			    unsigned name);
uint64_t fxp_gl_query_attrib_pointer(const struct fxp_gl_context *c,
				     unsigned index);

/* The address of a fixed-function array (GL_VERTEX_ARRAY_POINTER ...). */
uint64_t fxp_gl_query_pointer(const struct fxp_gl_context *c, unsigned name);

/* An attribute of a configuration that a context or drawable was made with; -1:
 * it has no such attribute. EGL: only if the program has just called EGL with
 * success, because the query changes the result of eglGetError. */
int32_t fxp_gl_query_config(bool is_egl, uint64_t display, uint64_t config,
			    int32_t attribute);

/* The same for an EGLSurface. */
int32_t fxp_gl_query_surface(uint64_t display, uint64_t surface,
			     int32_t attribute);

#endif
