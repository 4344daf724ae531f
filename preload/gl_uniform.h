/* SPDX-License-Identifier: MIT */
/*
 * How large uniforms are, which no call of the program's tells: GL is asked,
 * past our wrappers, what has no error to raise.
 */
#ifndef GL_UNIFORM_H
#define GL_UNIFORM_H

#include <stdint.h>

/*
 * Values of the uniform at a location of a program, 0 if there is none. Only
 * programs whose making was seen, which are there and linked, are asked about,
 * once a location, and nothing between Begin and End.
 */
int64_t fxp_gl_uniform_of(uint32_t program, int32_t location);

#endif
