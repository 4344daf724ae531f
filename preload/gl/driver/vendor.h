/* SPDX-License-Identifier: MIT */
/*
 * Whose OpenGL it is, where drivers differ from each other's documents.
 */
#ifndef PRELOAD_GL_DRIVER_VENDOR_H
#define PRELOAD_GL_DRIVER_VENDOR_H

#include <stdbool.h>

/* Whether it is Mesa's, by the libraries that are loaded: found out once. Any
 * thread and handler; allocates nothing, errno stays. In a sandbox, where it
 * cannot be found out any more, it is. */
bool fxp_gl_is_mesa(void);

#endif
