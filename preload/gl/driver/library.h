/* SPDX-License-Identifier: MIT */
/*
 * The libraries that define GL, GLX and EGL: linked, or loaded since.
 *
 * Any thread; not from a signal handler that interrupted the same. Nothing
 * allocates, locks or changes errno.
 */
#ifndef PRELOAD_GL_DRIVER_LIBRARY_H
#define PRELOAD_GL_DRIVER_LIBRARY_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The real definition of a function: the next in link order, else that of a
 * library that has been loaded since, else what the program was given when it
 * asked for the address. NULL: there is none yet.
 * stays  whether its library cannot be unloaded
 */
void *fxp_gl_real(unsigned function, bool *stays);

/* A library has been unloaded: what is known of loaded ones is void. */
void fxp_gl_unloaded(void);

/* How many times that has been so. */
uint32_t fxp_gl_unloads(void);

/* The definition in a library that has been loaded since the program's start,
 * maybe just now. NULL: there is none. */
void *fxp_gl_find_later(const char *name, uint32_t hash);

#endif
