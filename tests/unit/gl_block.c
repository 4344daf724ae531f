/* SPDX-License-Identifier: MIT */
/*
 * Sizes of compressed images.
 */
#include "preload/gl/size/block.h"
#include "tests/tap.h"

static int64_t bytes(unsigned format, int64_t width, int64_t height,
		     int64_t depth)
{
	struct fxp_gl_block block = fxp_gl_block_of(format);

	return fxp_gl_block_bytes(&block, width, height, depth);
}

static void whole_blocks(void)
{
	is_i64(bytes(0x83f0, 1, 1, 1), 8);
	is_i64(bytes(0x83f0, 5, 4, 1), 16);
	is_i64(bytes(0x83f3, 8, 9, 2), 2 * 6 * 16);
	is_i64(bytes(0x86b1, 9, 4, 1), 32);
	is_i64(bytes(0x8e8c, 10, 6, 1), 96);
	is_i64(bytes(0x9277, 8, 8, 1), 32);
	is_i64(bytes(0x9278, 8, 8, 1), 64);
}

static void astc(void)
{
	is_i64(bytes(0x93b0, 8, 8, 1), 64);
	is_i64(bytes(0x93bd, 13, 12, 1), 32);
	is_i64(bytes(0x93dd, 13, 12, 1), 32);
	is_i64(bytes(0x93c0, 3, 3, 4), 32);
	is_i64(bytes(0x93e9, 6, 6, 6), 16);
	is_i64(bytes(0x93be, 4, 4, 1), 0);
	is_i64(bytes(0x93ca, 4, 4, 1), 0);
	is_i64(bytes(0x93ea, 4, 4, 1), 0);
}

static void others(void)
{
	is_i64(bytes(0x8058, 8, 8, 1), 0);
	is_i64(bytes(0x84ee, 8, 8, 1), 0);
	is_i64(bytes(0x83f0, 0, 4, 1), 0);
	is_i64(bytes(0x83f0, -4, 4, 1), 0);
	is_i64(bytes(0x83f0, INT64_MAX - 9, 8, INT32_MAX), 0);
	ok(fxp_gl_block_is_chosen(0x84ee));
	ok(fxp_gl_block_is_chosen(0));
	ok(!fxp_gl_block_is_chosen(0x8058));
	ok(!fxp_gl_block_is_chosen(0x83f0));
}

static const struct tap_test tests[] = {
	{"an image is whole blocks", whole_blocks},
	{"ASTC has blocks of many sizes", astc},
	{"nothing is said of other formats and sizes", others},
};

TAP_MAIN(tests)
