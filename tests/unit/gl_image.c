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

/* What pixels a texture of that format gets: one letter, 0: unknown. */
static char content(unsigned internal)
{
	static const struct {
		unsigned format, type;
		char letter;
	} kinds[] = {
		{GL_RGBA, GL_UNSIGNED_BYTE, 'c'},
		{GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 'i'},
		{GL_DEPTH_COMPONENT, GL_FLOAT, 'd'},
		{GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, 's'},
	};

	for (unsigned i = 0; i < COUNT(kinds); i++)
		if (fxp_gl_image_pixels(FXP_GL_2D, internal, kinds[i].format,
					kinds[i].type) == T)
			return kinds[i].letter;
	return 0;
}

/* The first and last formats of each range, and their neighbours, by the names
 * that the registry has for them. */
static const struct {
	unsigned internal;
	char content;
	bool is_sized;
} range_rows[] = {
	{0, 0, false},	      {1, 'c', false},
	{4, 'c', false},      {5, 0, false},
	{0x1900, 0, false},   /* COLOR_INDEX */
	{0x1901, 's', false}, /* STENCIL_INDEX */
	{0x1902, 'd', false}, /* DEPTH_COMPONENT */
	{0x1903, 'c', false}, /* RED */
	{0x1904, 0, false},   /* GREEN */
	{0x1905, 0, false},   /* BLUE */
	{0x1906, 'c', false}, /* ALPHA */
	{0x190a, 'c', false}, /* LUMINANCE_ALPHA */
	{0x190b, 0, false},   {0x2a0f, 0, false},
	{0x2a10, 'c', true},			   /* R3_G3_B2 */
	{0x2a11, 0, false},   {0x803a, 0, false},  /* RESCALE_NORMAL */
	{0x803b, 'c', true},			   /* ALPHA4 */
	{0x8048, 'c', true},			   /* LUMINANCE16_ALPHA16 */
	{0x8049, 'c', false},			   /* INTENSITY */
	{0x804a, 'c', true},			   /* INTENSITY4 */
	{0x805b, 'c', true},			   /* RGBA16 */
	{0x805c, 0, false},			   /* TEXTURE_RED_SIZE */
	{0x81a4, 0, false},   {0x81a5, 'd', true}, /* DEPTH_COMPONENT16 */
	{0x81a7, 'd', true},			   /* DEPTH_COMPONENT32 */
	{0x81a8, 0, false}, /* ARRAY_ELEMENT_LOCK_FIRST */
	{0x8224, 0, false},   {0x8225, 'c', false}, /* COMPRESSED_RED */
	{0x8227, 'c', false},			    /* RG */
	{0x8228, 0, false},			    /* RG_INTEGER */
	{0x8229, 'c', true},			    /* R8 */
	{0x8230, 'c', true},			    /* RG32F */
	{0x8231, 'i', true},			    /* R8I */
	{0x823c, 'i', true},			    /* RG32UI */
	{0x823d, 0, false},   {0x84e8, 0, false},   /* MAX_RENDERBUFFER_SIZE */
	{0x84e9, 'c', false},			    /* COMPRESSED_ALPHA */
	{0x84ee, 'c', false},			    /* COMPRESSED_RGBA */
	{0x84ef, 0, false},   /* TEXTURE_COMPRESSION_HINT */
	{0x84f8, 0, false},   /* MAX_RECTANGLE_TEXTURE_SIZE */
	{0x84f9, 'd', false}, /* DEPTH_STENCIL */
	{0x84fa, 0, false},   /* UNSIGNED_INT_24_8 */
	{0x8813, 0, false},   {0x8814, 'c', true}, /* RGBA32F */
	{0x881f, 'c', true},			   /* LUMINANCE_ALPHA16F */
	{0x8820, 0, false},			   /* RGBA_FLOAT_MODE */
	{0x88ef, 0, false},  /* PIXEL_UNPACK_BUFFER_BINDING */
	{0x88f0, 'd', true}, /* DEPTH24_STENCIL8 */
	{0x88f1, 0, false},  /* TEXTURE_STENCIL_SIZE */
	{0x8c39, 0, false},   {0x8c3a, 'c', true}, /* R11F_G11F_B10F */
	{0x8c3b, 0, false}, /* UNSIGNED_INT_10F_11F_11F_REV */
	{0x8c3c, 0, false},   {0x8c3d, 'c', true}, /* RGB9_E5 */
	{0x8c3e, 0, false}, /* UNSIGNED_INT_5_9_9_9_REV */
	{0x8c3f, 0, false},   {0x8c40, 'c', false}, /* SRGB */
	{0x8c41, 'c', true},			    /* SRGB8 */
	{0x8c42, 'c', false},			    /* SRGB_ALPHA */
	{0x8c43, 'c', true},			    /* SRGB8_ALPHA8 */
	{0x8c44, 'c', false},			    /* SLUMINANCE_ALPHA */
	{0x8c45, 'c', true},			    /* SLUMINANCE8_ALPHA8 */
	{0x8c46, 'c', false},			    /* SLUMINANCE */
	{0x8c47, 'c', true},			    /* SLUMINANCE8 */
	{0x8c48, 'c', false},			    /* COMPRESSED_SRGB */
	{0x8c4b, 'c', false}, /* COMPRESSED_SLUMINANCE_ALPHA */
	{0x8cab, 0, false},   /* RENDERBUFFER_SAMPLES */
	{0x8cac, 'd', true},  /* DEPTH_COMPONENT32F */
	{0x8cad, 'd', true},  /* DEPTH32F_STENCIL8 */
	{0x8cae, 0, false},   {0x8d45, 0, false},
	{0x8d46, 's', true},			  /* STENCIL_INDEX1 */
	{0x8d49, 's', true},			  /* STENCIL_INDEX16 */
	{0x8d4a, 0, false},   {0x8d61, 0, false}, /* HALF_FLOAT_OES */
	{0x8d62, 'c', true},			  /* RGB565 */
	{0x8d63, 0, false},   {0x8d6f, 0, false},
	{0x8d70, 'i', true},			   /* RGBA32UI */
	{0x8d93, 'i', true},			   /* LUMINANCE_ALPHA8I */
	{0x8d94, 0, false},			   /* RED_INTEGER */
	{0x8daa, 0, false},   {0x8dab, 'd', true}, /* DEPTH_COMPONENT32F_NV */
	{0x8dac, 'd', true},			   /* DEPTH32F_STENCIL8_NV */
	{0x8dad, 0, false},  /* FLOAT_32_UNSIGNED_INT_24_8_REV */
	{0x8f93, 0, false},  /* RGBA_SNORM */
	{0x8f94, 'c', true}, /* R8_SNORM */
	{0x8f9b, 'c', true}, /* RGBA16_SNORM */
	{0x8f9c, 0, false},  /* SIGNED_NORMALIZED */
	{0x906e, 0, false},  /* IMAGE_BINDING_FORMAT */
	{0x906f, 'i', true}, /* RGB10_A2UI */
	{0x9070, 0, false},
};

static void ranges(void)
{
	for (unsigned i = 0; i < COUNT(range_rows); i++) {
		unsigned internal = range_rows[i].internal;

		ok(content(internal) == range_rows[i].content, "%#x", internal);
		ok(fxp_gl_image_storage(FXP_GL_2D, internal) ==
			   (range_rows[i].is_sized  ? T
			    : range_rows[i].content ? R
						    : D),
		   "storage of %#x", internal);
	}
}

static const struct tap_test tests[] = {
	{"an image has the sizes that its kind of texture allows", sizes},
	{"storage has as many levels as its size allows", levels},
	{"pixels and the texture are of formats that belong together", pixels},
	{"each range of formats begins and ends where the registry has it",
	 ranges},
	{"storage, copies and blocks have formats of their own", formats},
};

TAP_MAIN(tests)
