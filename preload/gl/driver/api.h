/* SPDX-License-Identifier: MIT */
/*
 * OpenGL, GLES, GLX and EGL in this library: their table, which a program
 * without them must not pay for, and where their functions really are. A
 * program may be linked with them, load them later under any handle, or be
 * given addresses by glXGetProcAddress and eglGetProcAddress, all of it at
 * once; every way leads to our wrappers.
 *
 * Any thread; not from a signal handler that interrupted the same. Nothing
 * allocates, locks or changes errno.
 */
#ifndef PRELOAD_GL_DRIVER_API_H
#define PRELOAD_GL_DRIVER_API_H

#include <stdbool.h>
#include <stdint.h>

#include "ids_gl.h"

/* At start: numbers of strings and types for the table. */
void fxp_gl_reserve(void);

/* Fills fxp_gl in, so that its table can be read. Before our relocation, too.
 */
void fxp_gl_fill_in(void);

/* The recorder is up: tells the archive of the table, once. */
void fxp_gl_register(void);

/* Number of the function of this name, -1 if there is none. Quick for names
 * that begin with neither gl nor egl. */
int fxp_gl_function(const char *name);

/* What a program is handed for what dlsym or glXGetProcAddress found under a
 * name: our wrapper, if the name is known and what was found is the real one
 * of a GL library. given: by glXGetProcAddress or eglGetProcAddress, whose
 * answer is real whatever it is. */
void *fxp_gl_ours(void *found, const char *name, bool given);

#endif
