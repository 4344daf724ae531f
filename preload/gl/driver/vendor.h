/* SPDX-License-Identifier: MIT */
/*
 * The vendor of OpenGL, for cases where drivers differ from the documents.
 */
#ifndef PRELOAD_GL_DRIVER_VENDOR_H
#define PRELOAD_GL_DRIVER_VENDOR_H

#include <stdbool.h>

/* Whether the driver is Mesa's, by the loaded libraries; decided once. Any
 * thread and handler; allocates nothing and keeps errno. True if a sandbox
 * prevents the check. */
bool fxp_gl_is_mesa(void);

#endif
