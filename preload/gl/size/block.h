/* SPDX-License-Identifier: MIT */
/*
 * Formats of compressed textures whose blocks have a size that their documents
 * say: a pure function of constants.
 */
#ifndef PRELOAD_GL_SIZE_BLOCK_H
#define PRELOAD_GL_SIZE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Pixels and bytes of a block; bytes 0: of no such format. */
struct fxp_gl_block {
	uint8_t width, height, depth, bytes;
};
struct fxp_gl_block fxp_gl_block_of(unsigned format);

/* Whether it may be compressed in another way: in one that GL chooses, or whose
 * sizes follow other rules; 0: a format that nobody knows. */
bool fxp_gl_block_is_chosen(unsigned format);

/* Bytes of an image of whole blocks; 0: none, or not to be counted. */
int64_t fxp_gl_block_bytes(const struct fxp_gl_block *block, int64_t width,
			   int64_t height, int64_t depth);

#endif
