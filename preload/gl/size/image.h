/* SPDX-License-Identifier: MIT */
/*
 * Whether OpenGL accepts an image for a texture, as far as its call's
 * parameters show it: pure functions. Any thread, any signal handler.
 */
#ifndef PRELOAD_GL_SIZE_IMAGE_H
#define PRELOAD_GL_SIZE_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

/* Kinds of textures that can be read back. */
enum fxp_gl_kind {
	FXP_GL_1D,
	FXP_GL_2D,
	FXP_GL_3D,
	FXP_GL_RECTANGLE,
	FXP_GL_CUBE,
	FXP_GL_1D_ARRAY,
	FXP_GL_2D_ARRAY,
	FXP_GL_CUBE_ARRAY,
	FXP_GL_N_KINDS,
};
/* The worst first: the least of several verdicts counts. */
enum fxp_gl_verdict {
	FXP_GL_REFUSED, /* an error by every GL's rules */
	FXP_GL_DOUBTED, /* GLs differ */
	FXP_GL_TAKEN,	/* unless it has no memory */
};

/* The place of an image, and its size. */
struct fxp_gl_image {
	enum fxp_gl_kind kind;
	bool is_face; /* one of a cube's */
	/* the context has no borders: OpenGL ES, or a core profile */
	bool is_plain;
	uint32_t level;
	unsigned n_sizes; /* that the call has */
	int32_t size[3];  /* the others are 1 */
	int32_t border;
};

enum fxp_gl_verdict fxp_gl_image_fits(const struct fxp_gl_image *image);

/* The same for n_levels levels of storage. */
enum fxp_gl_verdict fxp_gl_image_levels(const struct fxp_gl_image *image,
					uint32_t n_levels);

/* Formats: of the texture and of its pixels; of storage; of a copy from a
 * framebuffer; of compressed data. */
enum fxp_gl_verdict fxp_gl_image_pixels(enum fxp_gl_kind kind,
					unsigned internal, unsigned format,
					unsigned type);
enum fxp_gl_verdict fxp_gl_image_storage(enum fxp_gl_kind kind,
					 unsigned internal);
enum fxp_gl_verdict fxp_gl_image_copy(unsigned internal);
enum fxp_gl_verdict fxp_gl_image_blocks(enum fxp_gl_kind kind,
					unsigned internal);

#endif
