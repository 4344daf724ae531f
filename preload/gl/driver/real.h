/* SPDX-License-Identifier: MIT */
/*
 * The real functions that GL, GLX and EGL are asked by, past our wrappers. Any
 * thread; nothing allocates, locks or changes errno.
 */
#ifndef PRELOAD_GL_DRIVER_REAL_H
#define PRELOAD_GL_DRIVER_REAL_H

#include <stdint.h>

/* The real function that stands behind ours, by its number: one of those that
 * are asked. NULL: it is not to be had, yet. */
void *fxp_gl_query_real(unsigned function);

/* The program has just called EGL with success: looks for those that only
 * eglGetProcAddress knows, since this, too, is what eglGetError speaks of
 * afterwards. */
void fxp_gl_query_prepare(void);

#endif
