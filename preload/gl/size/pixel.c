/* SPDX-License-Identifier: MIT */
/*
 * Sizes of pixel rectangles, see pixel.h.
 */
#include "preload/gl/size/pixel.h"

#include <stdbool.h>

#include "preload/gl/driver/const.h"
#include "preload/gl/size/size.h"

/* The number of a pixel's values; 0: not a format of pixels. */
static int64_t n_channels(unsigned format)
{
	switch (format) {
	case GL_COLOR_INDEX:
	case GL_STENCIL_INDEX:
	case GL_DEPTH_COMPONENT:
	case GL_RED:
	case GL_GREEN:
	case GL_BLUE:
	case GL_ALPHA:
	case GL_LUMINANCE:
	case GL_INTENSITY:
	case GL_RED_INTEGER:
	case GL_GREEN_INTEGER:
	case GL_BLUE_INTEGER:
	case GL_ALPHA_INTEGER_EXT:
	case GL_LUMINANCE_INTEGER_EXT:
	case GL_SLUMINANCE:
		return 1;
	case GL_RG:
	case GL_RG_INTEGER:
	case GL_LUMINANCE_ALPHA:
	case GL_LUMINANCE_ALPHA_INTEGER_EXT:
	case GL_SLUMINANCE_ALPHA:
	case GL_DEPTH_STENCIL:
	case GL_422_EXT:
	case GL_422_REV_EXT:
	case GL_422_AVERAGE_EXT:
	case GL_422_REV_AVERAGE_EXT:
	case GL_YCBCR_422_APPLE:
	case GL_YCBCR_MESA:
	case GL_RGB_422_APPLE:
	case GL_HILO_NV:
	case GL_DSDT_NV:
	case GL_DUDV_ATI:
		return 2;
	case GL_RGB:
	case GL_BGR:
	case GL_SRGB:
	case GL_RGB_INTEGER:
	case GL_BGR_INTEGER:
	case GL_DSDT_MAG_NV:
		return 3;
	case GL_RGBA:
	case GL_BGRA:
	case GL_ABGR_EXT:
	case GL_SRGB_ALPHA:
	case GL_RGBA_INTEGER:
	case GL_BGRA_INTEGER:
	case GL_CMYK_EXT:
	case GL_DSDT_MAG_VIB_NV:
		return 4;
	case GL_CMYKA_EXT:
		return 5;
	default:
		return 0;
	}
}

/* Bytes of a pixel whose values are packed into one word; 0: another type. */
static int64_t packed_bytes(unsigned type)
{
	switch (type) {
	case GL_UNSIGNED_BYTE_3_3_2:
	case GL_UNSIGNED_BYTE_2_3_3_REV:
		return 1;
	case GL_UNSIGNED_SHORT_4_4_4_4:
	case GL_UNSIGNED_SHORT_4_4_4_4_REV:
	case GL_UNSIGNED_SHORT_5_5_5_1:
	case GL_UNSIGNED_SHORT_1_5_5_5_REV:
	case GL_UNSIGNED_SHORT_5_6_5:
	case GL_UNSIGNED_SHORT_5_6_5_REV:
	case GL_UNSIGNED_SHORT_8_8_APPLE:
	case GL_UNSIGNED_SHORT_8_8_REV_APPLE:
		return 2;
	case GL_UNSIGNED_INT_8_8_8_8:
	case GL_UNSIGNED_INT_8_8_8_8_REV:
	case GL_UNSIGNED_INT_10_10_10_2:
	case GL_UNSIGNED_INT_2_10_10_10_REV:
	case GL_UNSIGNED_INT_24_8:
	case GL_UNSIGNED_INT_10F_11F_11F_REV:
	case GL_UNSIGNED_INT_5_9_9_9_REV:
		return 4;
	case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
		return 8;
	default:
		return 0;
	}
}

int64_t fxp_gl_pixel_bytes(unsigned format, unsigned type)
{
	int64_t n = n_channels(format), bytes = packed_bytes(type);

	return bytes && n ? bytes : n * fxp_gl_type_bytes(type);
}

/* A sum of products: after an overflow it stays 0. */
struct sum {
	int64_t bytes;
	bool is_over;
};

static int64_t product_of(struct sum *sum, int64_t a, int64_t b)
{
	int64_t bytes;

	if (!__builtin_mul_overflow(a, b, &bytes))
		return bytes;
	sum->is_over = true;
	return 0;
}

static void add_to(struct sum *sum, int64_t a, int64_t b)
{
	if (__builtin_add_overflow(sum->bytes, product_of(sum, a, b),
				   &sum->bytes))
		sum->is_over = true;
}

static int64_t result_of(const struct sum *sum)
{
	return sum->is_over || sum->bytes < 0 ? 0 : sum->bytes;
}

static int64_t round_up(int64_t n, int64_t unit)
{
	return unit > 1 ? (n + unit - 1) / unit * unit : n;
}

static int64_t one_of(int64_t wanted, int64_t otherwise)
{
	return wanted > 0 ? wanted : otherwise;
}

/* Bytes of whole images and rows in front of the last row. */
static struct sum rows_before(const struct fxp_gl_store *store,
			      const struct fxp_gl_box *box, int64_t row_bytes)
{
	struct sum sum = {0};
	int64_t height = box->height, image;

	if (box->dimensions == 3)
		height = one_of(store->image_height, height);
	image = product_of(&sum, row_bytes, height);
	if (box->dimensions == 3)
		add_to(&sum, image, store->skip_images);
	add_to(&sum, image, box->depth - 1);
	add_to(&sum, row_bytes, store->skip_rows);
	add_to(&sum, row_bytes, box->height - 1);
	return sum;
}

static int64_t bitmap_bytes(const struct fxp_gl_store *store,
			    const struct fxp_gl_box *box)
{
	int64_t length = one_of(store->row_length, box->width);
	int64_t row = round_up((length + 7) / 8, store->alignment);
	struct sum sum = rows_before(store, box, row);

	add_to(&sum, store->skip_pixels / 8, 1);
	add_to(&sum, (store->skip_pixels % 8 + box->width + 7) / 8, 1);
	return result_of(&sum);
}

int64_t fxp_gl_image_bytes(const struct fxp_gl_store *store, unsigned format,
			   unsigned type, const struct fxp_gl_box *box)
{
	int64_t pixel = fxp_gl_pixel_bytes(format, type), row;
	struct sum sum;

	if (box->width <= 0 || box->height <= 0 || box->depth <= 0)
		return 0;
	if (box->width > INT32_MAX || box->height > INT32_MAX ||
	    box->depth > INT32_MAX)
		return 0;
	if (type == GL_BITMAP)
		return bitmap_bytes(store, box);
	if (!pixel)
		return 0;
	row = round_up(one_of(store->row_length, box->width) * pixel,
		       store->alignment);
	sum = rows_before(store, box, row);
	add_to(&sum, pixel, store->skip_pixels);
	add_to(&sum, pixel, box->width);
	return result_of(&sum);
}

static int64_t n_blocks(int64_t n, int64_t block)
{
	return block > 0 ? (n + block - 1) / block : n;
}

/* The same as for pixels, counted in blocks. The part in front of the image is
 * whole blocks, too. */
int64_t fxp_gl_compressed_bytes(const struct fxp_gl_store *store,
				int64_t image_bytes,
				const struct fxp_gl_box *box)
{
	struct fxp_gl_store in_blocks = {.alignment = 1};
	struct fxp_gl_box sizes = {.dimensions = box->dimensions};
	struct sum sum;
	int64_t row;

	if (image_bytes <= 0)
		return 0;
	if (store->block_size <= 0 || store->block_width <= 0 ||
	    (box->dimensions > 1 && store->block_height <= 0) ||
	    (box->dimensions > 2 && store->block_depth <= 0))
		return image_bytes;
	sizes.width = n_blocks(box->width, store->block_width);
	sizes.height = n_blocks(box->height, store->block_height);
	sizes.depth = n_blocks(box->depth, store->block_depth);
	if (sizes.width <= 0 || sizes.height <= 0 || sizes.depth <= 0)
		return 0;
	in_blocks.image_height =
		(int32_t)n_blocks(store->image_height, store->block_height);
	if (box->dimensions > 1)
		in_blocks.skip_rows = store->skip_rows / store->block_height;
	if (box->dimensions > 2)
		in_blocks.skip_images = store->skip_images / store->block_depth;
	row = n_blocks(one_of(store->row_length, box->width),
		       store->block_width) *
	      store->block_size;
	sum = rows_before(&in_blocks, &sizes, row);
	add_to(&sum, store->skip_pixels / store->block_width,
	       store->block_size);
	add_to(&sum, sizes.width, store->block_size);
	return result_of(&sum);
}
