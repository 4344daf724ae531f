/* SPDX-License-Identifier: MIT */
/*
 * Programs and shaders, and how many values OpenGL has of what belongs to them:
 * as their calls say it, and as the program was told by calls of its own. See
 * state.h for threads and handlers.
 */
#ifndef PRELOAD_GL_STATE_PROGRAM_H
#define PRELOAD_GL_STATE_PROGRAM_H

#include "preload/gl/state/queried.h"

/*
 * What calls have written, in values of their own, after the call; 0: nothing,
 * or it is not known how much. Where nobody was told how many there are it is
 * as much as the call has room for, if that is memory; `said`: the address of
 * where it says so itself, or 0.
 */
int64_t fxp_gl_attached_values(uint32_t program, uint64_t said, int64_t space,
			       uint64_t shaders);
int64_t fxp_gl_binary_bytes(uint32_t program, uint64_t said, int64_t space,
			    uint64_t binary);

/* glGetActiveUniformBlockiv, glGetActiveAtomicCounterBufferiv; of them and
 * those that follow the program hears how many there are. */
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

/* glGetInternalformat*v. n_wide: how many values a size of 64 bits has, whose
 * values have `width` bytes. */
struct fxp_gl_format {
	unsigned target, format, pname;
	int64_t space, n_wide;
	uint64_t params;
};
int64_t fxp_gl_format_values(const struct fxp_gl_format *f);

/* How many there are of GL_COMPRESSED_TEXTURE_FORMATS ..., by the name of their
 * number, which the program hears of by another glGet*v. */
void fxp_gl_queried_formats(unsigned pname, uint64_t value);
int64_t fxp_gl_formats(unsigned pname);

#endif
