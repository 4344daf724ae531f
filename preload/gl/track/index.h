/* SPDX-License-Identifier: MIT */
/*
 * Indices of draws: the vertices that they select. See
 * preload/gl/state/state.h for threads and handlers.
 */
#ifndef PRELOAD_GL_TRACK_INDEX_H
#define PRELOAD_GL_TRACK_INDEX_H

#include "preload/gl/state/array.h"

/* One draw by indices. */
struct fxp_gl_indexed {
	int64_t count;
	unsigned type;
	uint64_t indices; /* address, or offset into a buffer */
	int64_t base_vertex;
	/* of glDrawRangeElements; start > end: not given */
	int64_t start, end;
};

/* The draw reads elements first to last, if there are any. */
static inline void fxp_gl_add_range(struct fxp_gl_draw *draw, int64_t first,
				    int64_t last)
{
	if (last < first)
		return;
	if (first < draw->first)
		draw->first = first;
	if (last > draw->last)
		draw->last = last;
}

/* The draw reads the vertices of these indices. */
void fxp_gl_add_indices(struct fxp_gl_context *c,
			const struct fxp_gl_indexed *d,
			struct fxp_gl_draw *draw);

/* The draw reads unknown vertices: they depend on n_bytes at offset of the
 * buffer that is bound to the target. */
void fxp_gl_add_unknown(struct fxp_gl_context *c, unsigned target,
			uint64_t offset, int64_t n_bytes,
			struct fxp_gl_draw *draw);

#endif
