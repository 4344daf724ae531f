/* SPDX-License-Identifier: MIT */
/*
 * Vertex arrays: where attributes lie and which are read. See state.h for
 * threads and handlers.
 */
#ifndef PRELOAD_GL_STATE_ARRAY_H
#define PRELOAD_GL_STATE_ARRAY_H

#include "preload/gl/state/state.h"

/* What gl*Pointer says of one array. */
struct fxp_gl_pointer {
	unsigned array; /* enum fxp_gl_array_index, or an attribute's number */
	int32_t size;
	uint32_t type;
	int32_t stride;
	uint64_t pointer;
};

/* Where an array of `vao` begins: an offset into the buffer, or without one an
 * address. What GL refuses changes nothing. */
void fxp_gl_point_to(struct fxp_gl_vao *vao, uint32_t buffer,
		     const struct fxp_gl_pointer *p);

/* gl*Pointer; what GL refuses changes nothing. */
void fxp_gl_point(struct fxp_gl_context *c, const struct fxp_gl_pointer *p);

/* glInterleavedArrays. */
void fxp_gl_interleave(struct fxp_gl_context *c, unsigned format,
		       int32_t stride, uint64_t pointer);

/* The array that GL calls so (GL_VERTEX_ARRAY ...), of the active unit;
 * FXP_GL_N_ARRAYS: none. */
unsigned fxp_gl_array_of(unsigned array, unsigned unit);

/* An array is read from now on, or is not. */
void fxp_gl_enable(struct fxp_gl_vao *vao, unsigned array, bool is_on);

/* The arrays that are read from the program's memory, bit by bit. */
uint64_t fxp_gl_client_arrays(struct fxp_gl_vao *vao);

/* A vertex array object that is there, or NULL; 0: the default one. */
struct fxp_gl_vao *fxp_gl_vao_find(struct fxp_gl_context *c, uint32_t name);

/* Tells of the arrays that a draw reads: elements first to last, and of those
 * that go on with instances as many as n_instances take. */
struct fxp_gl_draw {
	int64_t first, last; /* last < first: none */
	/* instances: the most that one draw has (0: none draws), the least and
	 * greatest number that they begin from, and the greatest of all */
	int64_t n_instances, base_instance, max_base, last_instance;
	/* why that is not all, and by which buffer; NULL: it is */
	const char *unknown;
	uint32_t unknown_buffer;
};
void fxp_gl_emit_arrays(struct fxp_gl_context *c,
			const struct fxp_gl_draw *draw);

#endif
