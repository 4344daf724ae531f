/* SPDX-License-Identifier: MIT */
/*
 * Sizes that depend on the state of the thread's context, see
 * preload/gl/state/state.h. Without a context GL reads nothing, and all of them
 * are 0.
 */
#ifndef PRELOAD_GL_MEASURE_STATE_SIZE_H
#define PRELOAD_GL_MEASURE_STATE_SIZE_H

#include <stdbool.h>

#include "preload/gl/size/pixel.h"

/* Bytes of pixels in the program's memory: 0 if they are in a buffer. */
int64_t fxp_gl_unpack_bytes(unsigned format, unsigned type,
			    const struct fxp_gl_box *box);
int64_t fxp_gl_pack_bytes(unsigned format, unsigned type,
			  const struct fxp_gl_box *box);
int64_t fxp_gl_unpack_compressed(int64_t n_bytes, const struct fxp_gl_box *box);

/* Bytes of a level of the texture that is bound to the target, or that is
 * named. If the level is unknown: `space`, as much as the call may write.
 * Compressed: as stored. */
int64_t fxp_gl_level_bytes(unsigned target, int64_t level, unsigned format,
			   unsigned type, int64_t space);
int64_t fxp_gl_named_level_bytes(uint32_t texture, int64_t level,
				 unsigned format, unsigned type, int64_t space);
int64_t fxp_gl_compressed_level(unsigned target, int64_t level, int64_t space);
int64_t fxp_gl_named_compressed_level(uint32_t texture, int64_t level,
				      int64_t space);
/* The same for a part of it. */
int64_t fxp_gl_compressed_region(uint32_t texture, int64_t level,
				 const struct fxp_gl_box *box, int64_t space);

/* A target of a texture, by the texture's name, or of the one that is bound to
 * a unit (GL_TEXTURE0 ...). */
struct fxp_gl_where {
	uint32_t name; /* or unit */
	bool is_unit;
	unsigned target;
};
int64_t fxp_gl_target_level_bytes(const struct fxp_gl_where *where,
				  int64_t level, unsigned format,
				  unsigned type);
int64_t fxp_gl_target_compressed(const struct fxp_gl_where *where,
				 int64_t level);

/* Bytes of a color table, histogram, filter or minimum and maximum. For a
 * separable filter, of its row or of its column. */
int64_t fxp_gl_imaging_bytes(unsigned target, bool is_column, unsigned format,
			     unsigned type);

/* The buffer that is bound, 0: none. target: GL_ARRAY_BUFFER ... */
int64_t fxp_gl_bound_name(unsigned target);

/* Bytes of indices in the program's memory. */
int64_t fxp_gl_client_indices(int64_t count, unsigned type);

/* Bytes of commands in the program's memory. */
int64_t fxp_gl_client_commands(int64_t command_bytes, int64_t n,
			       int64_t stride);

/* Values that glGetMap*v and glGetPixelMap*v write. */
int64_t fxp_gl_get_map_values(unsigned target, unsigned query);
int64_t fxp_gl_get_pixel_map_values(unsigned map);

#endif
