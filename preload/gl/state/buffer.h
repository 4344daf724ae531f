/* SPDX-License-Identifier: MIT */
/*
 * Buffer objects: which are bound, how large they are, what indices they hold
 * and where they are mapped. See state.h for threads and handlers.
 */
#ifndef PRELOAD_GL_STATE_BUFFER_H
#define PRELOAD_GL_STATE_BUFFER_H

#include "preload/gl/state/state.h"

/* What GL calls a target; FXP_GL_NO_TARGET: none. */
enum fxp_gl_target fxp_gl_target_of(unsigned target);

/* The name that is bound, 0: none. */
uint32_t fxp_gl_bound(const struct fxp_gl_context *c,
		      enum fxp_gl_target target);

/* The buffer that is bound to what GL calls `target`, or NULL. */
struct fxp_gl_buffer *fxp_gl_bound_buffer(const struct fxp_gl_context *c,
					  unsigned target);
struct fxp_gl_buffer *fxp_gl_buffer_find(const struct fxp_gl_context *c,
					 uint32_t name);

/* The buffer may be indexed from, or hold draws: from here on its contents are
 * kept. */
void fxp_gl_buffer_is_indices(struct fxp_gl_context *c, uint32_t name);

/* It is used for something else: vertices, or what a target that is not that
 * of indices stands for. */
void fxp_gl_buffer_is_vertices(struct fxp_gl_context *c, uint32_t name);
void fxp_gl_buffer_is_bound(struct fxp_gl_context *c, uint32_t name,
			    enum fxp_gl_target target);

/* A draw comes: it reads arrays in the program's memory, or only buffers. */
void fxp_gl_buffer_draw(struct fxp_gl_context *c, bool is_client);

/* All of it is new, n_bytes at `bytes`; NULL: nobody has written there. */
void fxp_gl_buffer_fill(struct fxp_gl_context *c, struct fxp_gl_buffer *buffer,
			const void *bytes);

/* New contents of a part: bytes that can be read, NULL = nobody knows. */
void fxp_gl_buffer_put(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		       int64_t offset, int64_t n_bytes, const void *bytes);

/* n_bytes at offset of an index buffer, NULL: they are not known. It is memory
 * as long as the caller looks at copies, see copy.h. */
const void *fxp_gl_buffer_indices(const struct fxp_gl_buffer *b, int64_t offset,
				  int64_t n_bytes);

/* The same of the buffer that is bound to a target for draws. */
const void *fxp_gl_buffer_bytes(const struct fxp_gl_context *c, unsigned target,
				int64_t offset, int64_t n_bytes);

/* Why not, for who reads the archive; NULL: GL refuses the draw. */
const char *fxp_gl_buffer_why(struct fxp_gl_context *c, unsigned target,
			      int64_t offset, int64_t n_bytes);

/* preload/gl/state/mapping.c: what was written to mapped memory, and is told by
 * events. */

/* It has been mapped. address 0: it has not. */
void fxp_gl_map(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		uint64_t address, int64_t offset, int64_t n_bytes,
		uint32_t access);
/* It will be unmapped: what was written becomes visible. */
void fxp_gl_unmap_before(struct fxp_gl_context *c, struct fxp_gl_buffer *b);
/* It will be deleted: from here on nobody looks at what it is mapped to. */
void fxp_gl_unwatch(struct fxp_gl_group *group, const struct fxp_gl_buffer *b);
/* It is not mapped any more. */
void fxp_gl_unmapped(struct fxp_gl_group *group, struct fxp_gl_buffer *b);
/* A part will be flushed, by its place in the mapping. */
void fxp_gl_flush(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		  int64_t offset, int64_t n_bytes);
/* What was written to persistent mappings may be seen from here on: to the
 * coherent ones, or (a barrier) to all. */
void fxp_gl_look_for_writes(struct fxp_gl_context *c, bool is_barrier);

#endif
