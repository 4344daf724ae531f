/* SPDX-License-Identifier: MIT */
/*
 * Memory for the shadow of OpenGL's state: our own mappings. Any thread, any
 * signal handler. No memory once the program has forbidden system calls.
 */
#ifndef PRELOAD_GL_DRIVER_PAGES_H
#define PRELOAD_GL_DRIVER_PAGES_H

#include <stddef.h>
#include <stdint.h>

/* Permanent memory, zero. NULL: there is none. */
void *fxp_gl_alloc(size_t n_bytes);

/* Memory of whole pages, zero; frees it. NULL: there is none. */
void *fxp_gl_pages(uint64_t n_bytes);
void fxp_gl_pages_free(void *p, uint64_t n_bytes);

#endif
