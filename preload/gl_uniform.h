/* SPDX-License-Identifier: MIT */
/*
 * Counts that no call of the program's tells, so that GL is asked: what cannot
 * raise an error where it is asked, and changes nothing.
 */
#ifndef GL_UNIFORM_H
#define GL_UNIFORM_H

#include <stdint.h>

/*
 * Values of the uniform at a location of a program, 0 if there is none. Only
 * programs whose making was seen, that are linked, are asked about, and nothing
 * between Begin and End.
 */
int64_t fxp_gl_uniform_of(uint32_t program, int32_t location);

/* What glGetIntegerv says of GL_NUM_COMPRESSED_TEXTURE_FORMATS and the like,
 * after a call that was about the formats themselves. */
int64_t fxp_gl_asked_count(unsigned pname);

#endif
