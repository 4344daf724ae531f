/* SPDX-License-Identifier: MIT */
/*
 * How large uniforms are, which no call of the program's tells: GL is asked
 * (gl_ask.h).
 */
#ifndef GL_UNIFORM_H
#define GL_UNIFORM_H

#include <stdint.h>

/*
 * Values of the uniform at a location of a program, 0 if there is none. Only
 * programs that are there and are linked are asked about, and nothing
 * between Begin and End.
 */
int64_t fxp_gl_uniform_of(uint32_t program, int32_t location);

#endif
