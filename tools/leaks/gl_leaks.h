/* SPDX-License-Identifier: MIT */
/*
 * Objects of OpenGL, GLX and EGL. The types of a function's parameters say
 * which objects it makes and deletes. What contexts share ends with the last of
 * them.
 */
#ifndef TOOLS_LEAKS_GL_LEAKS_H
#define TOOLS_LEAKS_GL_LEAKS_H

#include "tools/leaks/held.h"
#include "tools/reader/calls.h"

struct gl_leaks;

struct gl_leaks *gl_leaks_open(const struct fxr_world *world,
			       struct held_table *table);
/* A successful call of OpenGL, GLX or EGL; process: the caller's. */
void gl_leaks_take(struct gl_leaks *gl, const struct fxr_call *call,
		   uint32_t process);
void gl_leaks_close(struct gl_leaks *gl);

#endif
