/* SPDX-License-Identifier: MIT */
/*
 * OpenGL, GLES, GLX and EGL in this library: their table, and the places of
 * their real functions. A program without them must not pay for it. A program
 * may be linked with them, or load them later under any handle. It may also get
 * addresses from glXGetProcAddress and eglGetProcAddress, or all of these at
 * once. Every way leads to our wrappers.
 *
 * Any thread; not from a signal handler that interrupted the same. Nothing
 * allocates, locks or changes errno.
 */
#ifndef PRELOAD_GL_DRIVER_API_H
#define PRELOAD_GL_DRIVER_API_H

#include <stdbool.h>
#include <stdint.h>

#include "ids_gl.h"

/* At start: reserves numbers of strings and types for the table. */
void fxp_gl_reserve(void);

/* Fills fxp_gl in, so that its table can be read. Before our relocation, too.
 */
void fxp_gl_fill_in(void);

/* The recorder is running: emits the table into the archive, once. */
void fxp_gl_register(void);

/* Number of the function of this name, -1 if there is none. Fast for names that
 * begin with neither gl nor egl. */
int fxp_gl_function(const char *name);

/* How a program has found a function. */
enum fxp_gl_found {
	FXP_GL_LOOKED_UP, /* by dlsym */
	FXP_GL_GIVEN,	  /* by glXGetProcAddress or eglGetProcAddress, whose
			     results are always real */
	FXP_GL_GIVEN_BY_OTHER, /* by that of a further library */
};

/* The address that a program gets then. It is our wrapper if the name is known
 * and the function is the real one of a GL library. If the wrapper calls
 * another library's, it is an entry of it (several.h). */
void *fxp_gl_ours(void *found, const char *name, enum fxp_gl_found how);

#endif
