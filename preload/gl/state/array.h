/* SPDX-License-Identifier: MIT */
/*
 * Vertex arrays: the places of attributes, and which are enabled. See state.h
 * for threads and handlers.
 */
#ifndef PRELOAD_GL_STATE_ARRAY_H
#define PRELOAD_GL_STATE_ARRAY_H

#include "preload/gl/state/state.h"

/* The arguments of gl*Pointer for one array. */
struct fxp_gl_pointer {
	unsigned array; /* enum fxp_gl_array_index, or an attribute's number */
	int32_t size;
	uint32_t type;
	int32_t stride;
	uint64_t pointer;
};

/* Sets the begin of an array of `vao`: an offset into the buffer, or an address
 * without one. Does nothing if GL rejects it. */
void fxp_gl_point_to(struct fxp_gl_vao *vao, uint32_t buffer,
		     const struct fxp_gl_pointer *p);

/* gl*Pointer; does nothing if GL rejects it. */
void fxp_gl_point(struct fxp_gl_context *c, const struct fxp_gl_pointer *p);

/* glInterleavedArrays. */
void fxp_gl_interleave(struct fxp_gl_context *c, unsigned format,
		       int32_t stride, uint64_t pointer);

/* The array with GL's name (GL_VERTEX_ARRAY ...), of the active unit;
 * FXP_GL_N_ARRAYS: none. */
unsigned fxp_gl_array_of(unsigned array, unsigned unit);

/* Enables or disables an array. */
void fxp_gl_enable(struct fxp_gl_vao *vao, unsigned array, bool is_on);

/* The enabled arrays in the program's memory, one bit each. */
uint64_t fxp_gl_client_arrays(struct fxp_gl_vao *vao);

/* An existing vertex array object, or NULL; 0: the default one. */
struct fxp_gl_vao *fxp_gl_vao_find(struct fxp_gl_context *c, uint32_t name);

/* The part of the arrays that a draw reads: elements first to last. Arrays with
 * a divisor: as many as n_instances need. */
struct fxp_gl_draw {
	int64_t first, last; /* last < first: none */
	/* instances: the most of one draw (0: no draw), the least and greatest
	 * base instance, and the greatest number of all */
	int64_t n_instances, base_instance, max_base, last_instance;
	/* why this is incomplete, and because of which buffer; NULL: complete
	 */
	const char *unknown;
	uint32_t unknown_buffer;
};
void fxp_gl_emit_arrays(struct fxp_gl_context *c,
			const struct fxp_gl_draw *draw);

#endif
