/* SPDX-License-Identifier: MIT */
/*
 * Programs and shaders, and how many values OpenGL has for their properties: as
 * their calls show it, and as the program has queried it. See state.h for
 * threads and handlers.
 */
#ifndef PRELOAD_GL_STATE_PROGRAM_H
#define PRELOAD_GL_STATE_PROGRAM_H

#include "preload/gl/state/queried.h"

/*
 * The number of values that calls have written, after the call; 0: none, or it
 * is unknown. If the program has not queried how many there are, it is the
 * call's space, if that is readable. `said`: where the call itself stores the
 * number, or 0.
 */
int64_t fxp_gl_attached_values(uint32_t program, uint64_t said, int64_t space,
			       uint64_t shaders);
int64_t fxp_gl_binary_bytes(uint32_t program, uint64_t said, int64_t space,
			    uint64_t binary);

/* glGetActiveUniformBlockiv, glGetActiveAtomicCounterBufferiv. By these and the
 * following calls the program queries numbers of values. */
int64_t fxp_gl_block_values(bool is_atomic, uint32_t program, uint32_t index,
			    unsigned pname, uint64_t params);
int64_t fxp_gl_subroutine_values(uint32_t program, unsigned stage,
				 uint32_t index, unsigned pname,
				 uint64_t values);

struct fxp_gl_resource {
	uint32_t program;
	unsigned interface;
	uint32_t index;
	int64_t n_props;
	uint64_t props, said;
	int64_t space;
	uint64_t params;
};
int64_t fxp_gl_resource_values(const struct fxp_gl_resource *r);

/* glGetInternalformat*v. n_wide: the number of values of a 64-bit size, if
 * values have `width` bytes. */
struct fxp_gl_format {
	unsigned target, format, pname;
	int64_t space, n_wide;
	uint64_t params;
};
int64_t fxp_gl_format_values(const struct fxp_gl_format *f);

/* How many GL_COMPRESSED_TEXTURE_FORMATS ... there are, by the name of their
 * number, which the program queries by another glGet*v. */
void fxp_gl_queried_formats(unsigned pname, uint64_t value);
int64_t fxp_gl_formats(unsigned pname);

#endif
