/* SPDX-License-Identifier: MIT */
/*
 * Buffer objects: their bindings, sizes, contents for indices, and mappings.
 * See state.h for threads and handlers.
 */
#ifndef PRELOAD_GL_STATE_BUFFER_H
#define PRELOAD_GL_STATE_BUFFER_H

#include "preload/gl/state/state.h"

/* GL's target; FXP_GL_NO_TARGET: none. */
enum fxp_gl_target fxp_gl_target_of(unsigned target);

/* The bound name, 0: none. */
uint32_t fxp_gl_bound(const struct fxp_gl_context *c,
		      enum fxp_gl_target target);

/* The buffer that is bound to GL's `target`, or NULL. */
struct fxp_gl_buffer *fxp_gl_bound_buffer(const struct fxp_gl_context *c,
					  unsigned target);
struct fxp_gl_buffer *fxp_gl_buffer_find(const struct fxp_gl_context *c,
					 uint32_t name);

/* The buffer may have indices, or commands of draws: from now on its contents
 * are copied. */
void fxp_gl_buffer_is_indices(struct fxp_gl_context *c, uint32_t name);

/* It has another use: vertices, or that of a target that is not for indices.
 */
void fxp_gl_buffer_is_vertices(struct fxp_gl_context *c, uint32_t name);
void fxp_gl_buffer_is_bound(struct fxp_gl_context *c, uint32_t name,
			    enum fxp_gl_target target);

/* A draw reads arrays in the program's memory, or only buffers. */
void fxp_gl_buffer_draw(struct fxp_gl_context *c, bool is_client);

/* All of it is new, n_bytes at `bytes`; NULL: it is not written yet. */
void fxp_gl_buffer_fill(struct fxp_gl_context *c, struct fxp_gl_buffer *buffer,
			const void *bytes);

/* New contents of a part: readable bytes, NULL = unknown. */
void fxp_gl_buffer_put(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		       int64_t offset, int64_t n_bytes, const void *bytes);

/* n_bytes at offset of an index buffer, NULL: unknown. They are valid until the
 * caller leaves copies, see copy.h. */
const void *fxp_gl_buffer_indices(const struct fxp_gl_buffer *b, int64_t offset,
				  int64_t n_bytes);

/* The same for the buffer that is bound to a target for draws. */
const void *fxp_gl_buffer_bytes(const struct fxp_gl_context *c, unsigned target,
				int64_t offset, int64_t n_bytes);

/* Why they are unknown, for the archive; NULL: GL rejects the draw. */
const char *fxp_gl_buffer_why(struct fxp_gl_context *c, unsigned target,
			      int64_t offset, int64_t n_bytes);

/* preload/gl/state/mapping.c: writes to mapped memory, which are emitted as
 * events. */

/* It has been mapped. address 0: that has failed. */
void fxp_gl_map(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		uint64_t address, int64_t offset, int64_t n_bytes,
		uint32_t access);
/* It will be unmapped: written bytes become visible. */
void fxp_gl_unmap_before(struct fxp_gl_context *c, struct fxp_gl_buffer *b);
/* It will be deleted: from now on its mapping is not watched. */
void fxp_gl_unwatch(struct fxp_gl_group *group, const struct fxp_gl_buffer *b);
/* It is not mapped any more. */
void fxp_gl_unmapped(struct fxp_gl_group *group, struct fxp_gl_buffer *b);
/* A part will be flushed, by its offset in the mapping. */
void fxp_gl_flush(struct fxp_gl_context *c, struct fxp_gl_buffer *b,
		  int64_t offset, int64_t n_bytes);
/* Writes to persistent mappings become visible: to coherent ones, or (a
 * barrier) to all. */
void fxp_gl_emit_writes(struct fxp_gl_context *c, bool is_barrier);

#endif
