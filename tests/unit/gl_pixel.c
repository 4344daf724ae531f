/* SPDX-License-Identifier: MIT */
/*
 * Bytes of pixel rectangles: against a plain walk over every pixel, which finds
 * the last byte that GL touches.
 */
#include "preload/gl/size/pixel.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "preload/gl/driver/const.h"
#include "tests/guard.h"
#include "tests/tap.h"

static const struct fxp_gl_store initial = {.alignment = 4};

static int64_t image2(const struct fxp_gl_store *s, unsigned format,
		      unsigned type, int64_t w, int64_t h)
{
	struct fxp_gl_box box = {w, h, 1, 2};

	return fxp_gl_image_bytes(s, format, type, &box);
}

static void pixels(void)
{
	is_i64(fxp_gl_pixel_bytes(GL_RGBA, GL_UNSIGNED_BYTE), 4);
	is_i64(fxp_gl_pixel_bytes(GL_RGB, GL_UNSIGNED_SHORT_5_6_5), 2);
	is_i64(fxp_gl_pixel_bytes(GL_RGB, GL_FLOAT), 12);
	is_i64(fxp_gl_pixel_bytes(GL_LUMINANCE_ALPHA, GL_HALF_FLOAT), 4);
	is_i64(fxp_gl_pixel_bytes(GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), 4);
	is_i64(fxp_gl_pixel_bytes(GL_DEPTH_STENCIL,
				  GL_FLOAT_32_UNSIGNED_INT_24_8_REV),
	       8);
	is_i64(fxp_gl_pixel_bytes(GL_RGBA_INTEGER,
				  GL_UNSIGNED_INT_2_10_10_10_REV),
	       4);
	is_i64(fxp_gl_pixel_bytes(GL_RGB, GL_UNSIGNED_BYTE_3_3_2), 1);
	is_i64(fxp_gl_pixel_bytes(0x1234, GL_UNSIGNED_BYTE), 0);
	is_i64(fxp_gl_pixel_bytes(0x1234, GL_UNSIGNED_SHORT_5_6_5), 0);
	is_i64(fxp_gl_pixel_bytes(GL_RGBA, 0x1234), 0);
}

static void rows(void)
{
	struct fxp_gl_store s = {.alignment = 1};

	is_i64(image2(&initial, GL_RGB, GL_UNSIGNED_BYTE, 3, 2), 12 + 9);
	is_i64(image2(&s, GL_RGB, GL_UNSIGNED_BYTE, 3, 2), 9 + 9);
	s.alignment = 8;
	is_i64(image2(&s, GL_RGB, GL_UNSIGNED_BYTE, 3, 2), 16 + 9);
	s.row_length = 10;
	s.skip_rows = 2;
	s.skip_pixels = 3;
	is_i64(image2(&s, GL_RGB, GL_UNSIGNED_BYTE, 3, 2), 3 * 32 + 9 + 9);
	/* of two dimensions these do not count */
	s.image_height = 50;
	s.skip_images = 7;
	is_i64(image2(&s, GL_RGB, GL_UNSIGNED_BYTE, 3, 2), 3 * 32 + 9 + 9);
}

static void nothing(void)
{
	struct fxp_gl_store s = {.alignment = 1, .skip_rows = 5};

	is_i64(image2(&s, GL_RGBA, GL_FLOAT, 0, 4), 0);
	is_i64(image2(&s, GL_RGBA, GL_FLOAT, 4, 0), 0);
	is_i64(image2(&s, GL_RGBA, GL_FLOAT, -4, 4), 0);
	is_i64(image2(&s, GL_RGBA, GL_FLOAT, 4, INT64_MIN), 0);
	is_i64(image2(&s, GL_RGBA, 0, 4, 4), 0);
	is_i64(image2(&s, 0, GL_FLOAT, 4, 4), 0);
}

static void overflow(void)
{
	struct fxp_gl_box box = {INT32_MAX, INT32_MAX, INT32_MAX, 3};
	struct fxp_gl_store s = {.alignment = 8, .skip_images = INT32_MAX};

	is_i64(fxp_gl_image_bytes(&s, GL_RGBA, GL_FLOAT, &box), 0);
	box.width = box.height = 1;
	s.image_height = s.row_length = INT32_MAX;
	is_i64(fxp_gl_image_bytes(&s, GL_RGBA, GL_FLOAT, &box), 0);
	is_i64(fxp_gl_image_bytes(&initial, GL_BITMAP, GL_BITMAP, &box),
	       0 + 4 * (int64_t)(INT32_MAX - 1) + 1);
	box = (struct fxp_gl_box){INT64_MAX, 1, 1, 1};
	is_i64(fxp_gl_image_bytes(&initial, GL_RED, GL_BYTE, &box), 0);
}

/* Where the pixel's last byte lies, as GL's specification says it. */
static int64_t end_of(const struct fxp_gl_store *s, int64_t bytes,
		      const struct fxp_gl_box *box, int64_t x, int64_t y,
		      int64_t z)
{
	int64_t length = s->row_length > 0 ? s->row_length : box->width;
	int64_t row = (length * bytes + s->alignment - 1) / s->alignment *
		      s->alignment;
	int64_t height = s->image_height > 0 ? s->image_height : box->height;

	if (box->dimensions == 3)
		z += s->skip_images;
	else
		height = box->height;
	return (z * height + y + s->skip_rows) * row +
	       (x + s->skip_pixels + 1) * bytes;
}

static int64_t walk(const struct fxp_gl_store *s, int64_t bytes,
		    const struct fxp_gl_box *box)
{
	int64_t end = 0;

	for (int64_t z = 0; z < box->depth; z++)
		for (int64_t y = 0; y < box->height; y++)
			for (int64_t x = 0; x < box->width; x++) {
				int64_t at = end_of(s, bytes, box, x, y, z);

				end = at > end ? at : end;
			}
	return end;
}

static void random_images(void)
{
	static const unsigned formats[] = {GL_RED, GL_RG, GL_RGB, GL_BGRA};
	static const unsigned types[] = {GL_BYTE, GL_SHORT, GL_FLOAT,
					 GL_UNSIGNED_INT_8_8_8_8};
	unsigned n_wrong = 0;

	srand(1);
	for (int i = 0; i < 20000; i++) {
		unsigned format = formats[rand() % 4], type = types[rand() % 4];
		struct fxp_gl_store s = {.alignment = 1 << rand() % 4,
					 .skip_rows = rand() % 4,
					 .skip_pixels = rand() % 5,
					 .skip_images = rand() % 3};
		struct fxp_gl_box box = {1 + rand() % 9, 1 + rand() % 6, 1,
					 2 + (unsigned)(rand() % 2)};

		if (box.dimensions == 3)
			box.depth = 1 + rand() % 4;
		if (rand() % 2)
			s.row_length = (int32_t)box.width + rand() % 5;
		if (rand() % 2)
			s.image_height = (int32_t)box.height + rand() % 5;
		if (fxp_gl_image_bytes(&s, format, type, &box) !=
		    walk(&s, fxp_gl_pixel_bytes(format, type), &box))
			n_wrong++;
	}
	is_u64(n_wrong, 0);
}

static void bitmaps(void)
{
	struct fxp_gl_store s = {.alignment = 1};

	is_i64(image2(&s, GL_COLOR_INDEX, GL_BITMAP, 9, 3), 6);
	is_i64(image2(&initial, GL_COLOR_INDEX, GL_BITMAP, 9, 3), 4 + 4 + 2);
	is_i64(image2(&initial, GL_COLOR_INDEX, GL_BITMAP, 32, 32), 128);
	s.skip_pixels = 7;
	is_i64(image2(&s, GL_COLOR_INDEX, GL_BITMAP, 9, 1), 2);
	s.skip_pixels = 8;
	is_i64(image2(&s, GL_COLOR_INDEX, GL_BITMAP, 9, 1), 3);
	s.row_length = 40;
	s.skip_rows = 1;
	is_i64(image2(&s, GL_COLOR_INDEX, GL_BITMAP, 9, 2), 5 + 5 + 1 + 2);
}

static void compressed(void)
{
	struct fxp_gl_box box = {16, 16, 1, 2};
	struct fxp_gl_store s = {.alignment = 4};

	is_i64(fxp_gl_compressed_bytes(&s, 128, &box), 128);
	is_i64(fxp_gl_compressed_bytes(&s, -128, &box), 0);
	s.row_length = 32;
	is_i64(fxp_gl_compressed_bytes(&s, 128, &box), 128);
	s.block_size = 8;
	s.block_width = s.block_height = 4;
	/* rows of 8 blocks, 4 of them used */
	is_i64(fxp_gl_compressed_bytes(&s, 128, &box), 3 * 64 + 4 * 8);
	s.skip_rows = 4;
	s.skip_pixels = 8;
	is_i64(fxp_gl_compressed_bytes(&s, 128, &box), 4 * 64 + 2 * 8 + 32);
	/* of 3 dimensions a block has a depth, too */
	box.dimensions = 3;
	box.depth = 2;
	is_i64(fxp_gl_compressed_bytes(&s, 256, &box), 256);
	s.block_depth = 1;
	s.skip_images = 1;
	s.image_height = 32;
	is_i64(fxp_gl_compressed_bytes(&s, 256, &box),
	       2 * 8 * 64 + 4 * 64 + 2 * 8 + 32);
}

static const struct tap_test tests[] = {
	{"a pixel has the bytes of its format and type", pixels},
	{"rows follow alignment, length and skips", rows},
	{"what GL refuses has no bytes", nothing},
	{"what no 63 bits hold has no bytes", overflow},
	{"an image ends with its last pixel, for 20,000 images", random_images},
	{"a bitmap's pixels are bits", bitmaps},
	{"a compressed image's rows are of blocks", compressed},
};

TAP_MAIN(tests)
