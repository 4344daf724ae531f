/* SPDX-License-Identifier: MIT */
/*
 * Objects of OpenGL, GLX and EGL: functions tell by the types of their
 * parameters which ones they make and delete. What contexts share goes with the
 * last of them.
 */
#ifndef TOOLS_LEAKS_GL_LEAKS_H
#define TOOLS_LEAKS_GL_LEAKS_H

#include "tools/leaks/held.h"
#include "tools/reader/calls.h"

struct gl_leaks;

struct gl_leaks *gl_leaks_open(const struct fxr_world *world,
			       struct held_table *table);
/* A call of OpenGL, GLX or EGL that has ended well; process: whose it is. */
void gl_leaks_take(struct gl_leaks *gl, const struct fxr_call *call,
		   uint32_t process);
void gl_leaks_close(struct gl_leaks *gl);

#endif
