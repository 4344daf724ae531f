/* SPDX-License-Identifier: MIT */
/*
 * Which images OpenGL takes for textures.
 */
#include "preload/gl/driver/const.h"
#include "preload/gl/size/image.h"
#include "tests/tap.h"

#define R FXP_GL_REFUSED
#define D FXP_GL_DOUBTED
#define T FXP_GL_TAKEN
#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

static void sizes(void)
{
	static const struct {
		struct fxp_gl_image image;
		enum fxp_gl_verdict is;
	} rows[] = {
		{{FXP_GL_2D, .n_sizes = 2, .size = {8, 0, 1}}, T},
		{{FXP_GL_2D, .n_sizes = 2, .size = {16384, 16384, 1}}, T},
		{{FXP_GL_2D, .n_sizes = 2, .size = {16385, 1, 1}}, D},
		{{FXP_GL_2D, .n_sizes = 2, .size = {8, -1, 1}}, R},
		{{FXP_GL_2D, .n_sizes = 2, .size = {65537, 1, 1}}, R},
		{{FXP_GL_2D, .level = 4, .n_sizes = 2, .size = {4097, 1, 1}},
		 R},
		{{FXP_GL_2D, .level = 16, .n_sizes = 2, .size = {1, 1, 1}}, T},
		{{FXP_GL_2D, .level = 17, .n_sizes = 2, .size = {1, 1, 1}}, R},
		{{FXP_GL_2D, .level = -1u, .n_sizes = 2, .size = {1, 1, 1}}, R},
		{{FXP_GL_2D, .n_sizes = 3, .size = {8, 8, 8}}, R},
		{{FXP_GL_1D, .n_sizes = 1, .size = {8, 1, 1}}, T},
		{{FXP_GL_1D_ARRAY, .level = 9, .n_sizes = 2, .size = {8, 2000}},
		 T},
		{{FXP_GL_1D_ARRAY, .n_sizes = 2, .size = {8, 2049, 1}}, D},
		{{FXP_GL_3D, .n_sizes = 3, .size = {8, 2049, 1}}, D},
		{{FXP_GL_3D, .n_sizes = 3, .size = {2048, 2048, 2048}}, D},
		{{FXP_GL_RECTANGLE, .n_sizes = 2, .size = {8, 8, 1}}, T},
		{{FXP_GL_RECTANGLE, .level = 1, .n_sizes = 2, .size = {8, 8}},
		 R},
		{{FXP_GL_CUBE, .is_face = true, .n_sizes = 2, .size = {8, 8}},
		 T},
		{{FXP_GL_CUBE, .n_sizes = 2, .size = {8, 8, 1}}, R},
		{{FXP_GL_CUBE, .is_face = true, .n_sizes = 2, .size = {8, 9}},
		 R},
		{{FXP_GL_CUBE_ARRAY, .n_sizes = 3, .size = {8, 8, 12}}, T},
		{{FXP_GL_CUBE_ARRAY, .n_sizes = 3, .size = {8, 8, 11}}, R},
		{{FXP_GL_N_KINDS, .n_sizes = 3, .size = {8, 8, 11}}, R},
		{{FXP_GL_2D, .n_sizes = 2, .size = {8, 8}, .border = 1}, D},
		{{FXP_GL_2D, .is_plain = true, .n_sizes = 2, .border = 1}, R},
		{{FXP_GL_2D, .n_sizes = 2, .size = {8, 8}, .border = 2}, R},
	};

	for (unsigned i = 0; i < COUNT(rows); i++)
		ok(fxp_gl_image_fits(&rows[i].image) == rows[i].is, "row %u",
		   i);
}

static void levels(void)
{
	struct fxp_gl_image image = {FXP_GL_2D, .n_sizes = 2,
				     .size = {8, 5, 1}};

	ok(fxp_gl_image_levels(&image, 0) == R, "none");
	ok(fxp_gl_image_levels(&image, 4) == T, "down to a pixel");
	ok(fxp_gl_image_levels(&image, 5) == R, "and one more");
	ok(fxp_gl_image_levels(&image, 100) == R, "and many");
	image.kind = FXP_GL_1D_ARRAY;
	image.size[1] = 500;
	ok(fxp_gl_image_levels(&image, 5) == R, "layers have no levels");
	image.size[0] = 0;
	ok(fxp_gl_image_levels(&image, 1) == R, "nothing");
	image.size[0] = 20000;
	ok(fxp_gl_image_levels(&image, 1) == D, "large");
	image.kind = FXP_GL_CUBE;
	image.size[0] = image.size[1] = 4;
	ok(fxp_gl_image_levels(&image, 3) == T, "of cubes");
	image.is_face = true;
	ok(fxp_gl_image_levels(&image, 3) == R, "not of faces");
}

static void pixels(void)
{
	static const struct {
		unsigned internal, format, type;
		enum fxp_gl_verdict is;
	} rows[] = {
		{GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, T},
		{4, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, T},
		{0x8058, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, T},
		{GL_RGBA, GL_COLOR_INDEX, GL_BITMAP, D},
		{GL_RGBA, GL_RGBA, GL_BITMAP, R},
		{GL_RGBA, GL_RGBA, GL_RGBA, R},
		{GL_RGBA, GL_UNSIGNED_BYTE, GL_UNSIGNED_BYTE, R},
		{GL_RGBA, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5, R},
		{GL_RGBA, GL_RGB, GL_UNSIGNED_INT_8_8_8_8, R},
		{0x8d7c, GL_RGBA, GL_UNSIGNED_BYTE, R},
		{0x8d7c, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, T},
		{0x8d7c, GL_RGBA_INTEGER, GL_FLOAT, R},
		{GL_RGBA, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, R},
		{GL_RGBA, GL_DEPTH_COMPONENT, GL_FLOAT, R},
		{0x81a6, GL_DEPTH_COMPONENT, GL_FLOAT, T},
		{0x81a6, GL_RGBA, GL_FLOAT, R},
		{0x88f0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, T},
		{0x88f0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT, R},
		{0x88f0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8, R},
		{0x83f1, GL_RGBA, GL_UNSIGNED_BYTE, T},
		{0x83f1, GL_DEPTH_COMPONENT, GL_FLOAT, R},
		{0x93b0, GL_RGBA, GL_UNSIGNED_BYTE, D},
		{0x7777, GL_RGBA, GL_UNSIGNED_BYTE, D},
		{0, GL_RGBA, GL_UNSIGNED_BYTE, D},
	};

	for (unsigned i = 0; i < COUNT(rows); i++)
		ok(fxp_gl_image_pixels(FXP_GL_2D, rows[i].internal,
				       rows[i].format,
				       rows[i].type) == rows[i].is,
		   "row %u", i);
	ok(fxp_gl_image_pixels(FXP_GL_3D, 0x81a6, GL_DEPTH_COMPONENT,
			       GL_FLOAT) == R,
	   "no solid has depths");
}

static void formats(void)
{
	ok(fxp_gl_image_storage(FXP_GL_2D, 0x8058) == T, "sized");
	ok(fxp_gl_image_storage(FXP_GL_2D, 0x83f1) == T, "blocks");
	ok(fxp_gl_image_storage(FXP_GL_3D, 0x83f1) == D, "solid blocks");
	ok(fxp_gl_image_storage(FXP_GL_2D, GL_RGBA) == R, "not sized");
	ok(fxp_gl_image_storage(FXP_GL_2D, 0x84ee) == R, "chosen blocks");
	ok(fxp_gl_image_storage(FXP_GL_2D, 0x7777) == D, "unknown");
	ok(fxp_gl_image_blocks(FXP_GL_2D, 0x83f1) == T, "blocks");
	ok(fxp_gl_image_blocks(FXP_GL_1D, 0x83f1) == D, "rows of blocks");
	ok(fxp_gl_image_blocks(FXP_GL_2D, 0x8058) == R, "no blocks");
	ok(fxp_gl_image_blocks(FXP_GL_2D, 0x84ee) == R, "chosen blocks");
	ok(fxp_gl_image_blocks(FXP_GL_2D, 0x8c00) == T, "of phones");
	ok(fxp_gl_image_blocks(FXP_GL_2D, 0x7777) == D, "unknown");
	ok(fxp_gl_image_copy(GL_RGBA) == T, "copied");
	ok(fxp_gl_image_copy(0x7777) == D, "unknown");
}

static const struct tap_test tests[] = {
	{"an image has the sizes that its kind of texture allows", sizes},
	{"storage has as many levels as its size allows", levels},
	{"pixels and the texture are of formats that belong together", pixels},
	{"storage, copies and blocks have formats of their own", formats},
};

TAP_MAIN(tests)
