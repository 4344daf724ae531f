/* SPDX-License-Identifier: MIT */
/*
 * The libraries that define GL, GLX and EGL: linked, or loaded later.
 *
 * Any thread; not from a signal handler that interrupted the same. Nothing
 * allocates, locks or changes errno.
 */
#ifndef PRELOAD_GL_DRIVER_LIBRARY_H
#define PRELOAD_GL_DRIVER_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The real definition of a function: the next one in link order, or else that
 * of a library that was loaded later. Otherwise it is the address that the
 * program got from a lookup. NULL: there is none yet.
 * stays  whether its library cannot be unloaded
 */
void *fxp_gl_real(unsigned function, bool *stays);

/* A library was unloaded: invalidates the knowledge of loaded ones. */
void fxp_gl_unloaded(void);

/* How often libraries were unloaded. */
uint32_t fxp_gl_unloads(void);

/* The definition in a library that was loaded after the program's start,
 * perhaps just now. NULL: there is none. */
void *fxp_gl_find_later(const char *name, uint32_t hash);

/* Whether that is the definition of the name in any loaded library of GL. */
bool fxp_gl_is_defined(const char *name, uint32_t hash, const void *found);

/* Whether that is a function of libGLdispatch, through which all libraries of
 * libglvnd call the current context's driver. */
bool fxp_gl_is_dispatched(const void *function);

#endif
