/* SPDX-License-Identifier: MIT */
/*
 * The real functions that queries of GL, GLX and EGL call, without our
 * wrappers. Any thread; nothing allocates, locks or changes errno.
 */
#ifndef PRELOAD_GL_DRIVER_REAL_H
#define PRELOAD_GL_DRIVER_REAL_H

#include <stdint.h>

/* The real function behind our wrapper, by its number: one of those that
 * queries use. NULL: it is not known yet. */
void *fxp_gl_query_real(unsigned function);

/* The program has just called EGL with success: looks up the functions that
 * only eglGetProcAddress finds. That call changes the result of eglGetError,
 * too. */
void fxp_gl_query_prepare(void);

#endif
