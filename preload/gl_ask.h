/* SPDX-License-Identifier: MIT */
/*
 * What only GL itself knows. It is asked past our wrappers, and only what
 * cannot fail, changes nothing and is allowed where the program is: no error of
 * ours may ever be seen by it. Outside of glBegin, with a context; not in
 * signal handlers' own time but in a call that the program makes of GL, so GL
 * is entered once.
 */
#ifndef GL_ASK_H
#define GL_ASK_H

#include <stdbool.h>
#include <stdint.h>

#include "preload/gl_state.h"

/* The value of glGetIntegerv, which must be one that this GL knows; 0: it
 * cannot be asked now. */
int64_t fxp_gl_ask_count(unsigned pname);

/* Major * 10 + minor; 0: not known. Asked once a context. */
unsigned fxp_gl_ask_version(struct fxp_gl_context *c);

/* What the buffer holds that is bound there, if n_bytes are all of it. False:
 * it cannot be asked. target: GL_ELEMENT_ARRAY_BUFFER, GL_DRAW_INDIRECT_BUFFER
 * or GL_PARAMETER_BUFFER. */
bool fxp_gl_ask_buffer(struct fxp_gl_context *c, unsigned target,
		       int64_t n_bytes, void *to);

/* Of a level of the texture that is bound to the target, or with target 0 of
 * the texture of that name, a value of glGetTexLevelParameteriv; 0: it cannot
 * be asked. Of the name only what exists. */
int64_t fxp_gl_ask_level(struct fxp_gl_context *c, unsigned target,
			 uint32_t texture, int64_t level, unsigned pname);

/* Values that glGetActiveUniformBlockiv or glGetActiveAtomicCounterBufferiv
 * writes; 0: the call fails, or it is not known. */
int64_t fxp_gl_ask_block(bool is_atomic, uint32_t program, uint32_t index,
			 unsigned pname);

/* The same of glGetActiveSubroutineUniformiv. */
int64_t fxp_gl_ask_subroutine(uint32_t program, unsigned stage, uint32_t index,
			      unsigned pname);

/* Whether there is a program of that name. */
bool fxp_gl_ask_is_program(struct fxp_gl_context *c, uint32_t name);

/* Values that glGetAttachedShaders has, with room for all of them. */
int64_t fxp_gl_ask_attached(uint32_t program);

/* Bytes that glGetProgramBinary has, likewise. */
int64_t fxp_gl_ask_binary(uint32_t program);

/* Values of glGetInternalformat*v: as many as a size of 64 bits has, or at most
 * as there is room for, if nobody can know it. */
int64_t fxp_gl_ask_format(unsigned target, unsigned format, unsigned pname,
			  int64_t room, int64_t n_wide);

/* The sizes of a compressed format's blocks and the bytes of one. False:
 * it cannot be asked, or is not compressed. */
struct fxp_gl_blocks {
	int width, height, bytes;
};
bool fxp_gl_ask_blocks(struct fxp_gl_context *c, unsigned target,
		       unsigned format, struct fxp_gl_blocks *blocks);

/* The same of glGetProgramResourceiv, unless it fails for its properties. */
struct fxp_gl_resource {
	uint32_t program;
	unsigned interface;
	uint32_t index;
	int64_t n_props;
	const void *props;
};
int64_t fxp_gl_ask_resource(const struct fxp_gl_resource *r);

#endif
