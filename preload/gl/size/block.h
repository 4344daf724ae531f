/* SPDX-License-Identifier: MIT */
/*
 * Compressed texture formats whose documents define the size of a block: a pure
 * function of constants.
 */
#ifndef PRELOAD_GL_SIZE_BLOCK_H
#define PRELOAD_GL_SIZE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Pixels and bytes of a block; bytes 0: no such format. */
struct fxp_gl_block {
	uint8_t width, height, depth, bytes;
};
struct fxp_gl_block fxp_gl_block_of(unsigned format);

/* Whether the format may be compressed in another way: GL selects it, or its
 * sizes follow other rules. 0: an unknown format. */
bool fxp_gl_block_is_chosen(unsigned format);

/* Bytes of an image of whole blocks; 0: none, or too many. */
int64_t fxp_gl_block_bytes(const struct fxp_gl_block *block, int64_t width,
			   int64_t height, int64_t depth);

#endif
