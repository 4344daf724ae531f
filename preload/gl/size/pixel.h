/* SPDX-License-Identifier: MIT */
/*
 * How many bytes of a program's memory OpenGL reads or writes for pixels. Pure
 * functions of a format, a type, a pixel store and the sizes: they read no
 * memory and have no state. Any thread, any signal handler.
 *
 * The result is 0 if the size is undefined, or does not fit into 63 bits: GL
 * rejects such a call and touches nothing.
 */
#ifndef PRELOAD_GL_SIZE_PIXEL_H
#define PRELOAD_GL_SIZE_PIXEL_H

#include <stdint.h>

/* One direction's parameters of glPixelStore. */
struct fxp_gl_store {
	int32_t alignment; /* 1, 2, 4 or 8 */
	int32_t row_length, image_height;
	int32_t skip_rows, skip_pixels, skip_images;
	/* GL_*_COMPRESSED_BLOCK_*: for compressed textures */
	int32_t block_width, block_height, block_depth, block_size;
};

/* The state of a new context. */
#define FXP_GL_STORE_INITIAL ((struct fxp_gl_store){.alignment = 4})

/* Sizes of an image: those that the call does not have are 1. */
struct fxp_gl_box {
	int64_t width, height, depth;
	unsigned dimensions; /* of the call, 1 to 3: only calls with 3 use
				image_height and skip_images */
};

/* Bytes of one pixel. A bitmap's pixel has none. */
int64_t fxp_gl_pixel_bytes(unsigned format, unsigned type);

/* Bytes from the pointer to the end of the last pixel. */
int64_t fxp_gl_image_bytes(const struct fxp_gl_store *store, unsigned format,
			   unsigned type, const struct fxp_gl_box *box);

/* The same for a compressed image: image_bytes, the call's argument, unless the
 * store defines the layout of blocks. */
int64_t fxp_gl_compressed_bytes(const struct fxp_gl_store *store,
				int64_t image_bytes,
				const struct fxp_gl_box *box);

#endif
