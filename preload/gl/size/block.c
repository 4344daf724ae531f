/* SPDX-License-Identifier: MIT */
/*
 * Blocks of compressed formats, see block.h.
 */
#include "preload/gl/size/block.h"

/* A range of formats with blocks of one size. */
static const struct row {
	uint16_t first, last;
	struct fxp_gl_block block;
} rows[] = {
	{0x83f0, 0x83f1, {4, 4, 1, 8}},	 /* S3TC: DXT1 */
	{0x83f2, 0x83f3, {4, 4, 1, 16}}, /* DXT3, DXT5 */
	{0x86b0, 0x86b1, {8, 4, 1, 16}}, /* FXT1 */
	{0x8837, 0x8837, {4, 4, 1, 16}}, /* 3DC */
	{0x8c4c, 0x8c4d, {4, 4, 1, 8}},	 /* DXT1 of sRGB */
	{0x8c4e, 0x8c4f, {4, 4, 1, 16}},
	{0x8c70, 0x8c71, {4, 4, 1, 8}}, /* LATC */
	{0x8c72, 0x8c73, {4, 4, 1, 16}},
	{0x8d64, 0x8d64, {4, 4, 1, 8}}, /* ETC1 */
	{0x8dbb, 0x8dbc, {4, 4, 1, 8}}, /* RGTC */
	{0x8dbd, 0x8dbe, {4, 4, 1, 16}},
	{0x8e8c, 0x8e8f, {4, 4, 1, 16}}, /* BPTC */
	{0x9270, 0x9271, {4, 4, 1, 8}},	 /* EAC of one channel, of two */
	{0x9272, 0x9273, {4, 4, 1, 16}},
	{0x9274, 0x9277, {4, 4, 1, 8}}, /* ETC2 without and with alpha */
	{0x9278, 0x9279, {4, 4, 1, 16}},
};

/* ASTC: of linear color, and, 0x20 later, the same of sRGB. */
#define ASTC_2D 0x93b0u
#define ASTC_3D 0x93c0u
#define SRGB 0x20u

static struct fxp_gl_block astc(unsigned format)
{
	static const uint8_t flat[][2] = {{4, 4},   {5, 4},  {5, 5},  {6, 5},
					  {6, 6},   {8, 5},  {8, 6},  {8, 8},
					  {10, 5},  {10, 6}, {10, 8}, {10, 10},
					  {12, 10}, {12, 12}};
	static const uint8_t solid[][3] = {
		{3, 3, 3}, {4, 3, 3}, {4, 4, 3}, {4, 4, 4}, {5, 4, 4},
		{5, 5, 4}, {5, 5, 5}, {6, 5, 5}, {6, 6, 5}, {6, 6, 6}};
	unsigned i;

	if (format >= ASTC_2D + SRGB)
		format -= SRGB;
	i = format - ASTC_2D;
	if (i < sizeof(flat) / sizeof(flat[0]))
		return (struct fxp_gl_block){flat[i][0], flat[i][1], 1, 16};
	i = format - ASTC_3D;
	if (i < sizeof(solid) / sizeof(solid[0]))
		return (struct fxp_gl_block){solid[i][0], solid[i][1],
					     solid[i][2], 16};
	return (struct fxp_gl_block){0};
}

struct fxp_gl_block fxp_gl_block_of(unsigned format)
{
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (format >= rows[i].first && format <= rows[i].last)
			return rows[i].block;
	return astc(format);
}

bool fxp_gl_block_is_chosen(unsigned format)
{
	/* first and last: red, RG; alpha to RGBA; of sRGB; then formats of
	 * phones: PVRTC, ATC, palettes */
	static const uint16_t ranges[][2] = {
		{0, 0},		  {0x8225, 0x8226}, {0x84e9, 0x84ee},
		{0x8c48, 0x8c4b}, {0x8c00, 0x8c03}, {0x8a54, 0x8a57},
		{0x9137, 0x9138}, {0x93f0, 0x93f1}, {0x87ee, 0x87ee},
		{0x8c92, 0x8c93}, {0x8b90, 0x8b99}};

	for (unsigned i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (format >= ranges[i][0] && format <= ranges[i][1])
			return true;
	return false;
}

int64_t fxp_gl_block_bytes(const struct fxp_gl_block *block, int64_t width,
			   int64_t height, int64_t depth)
{
	int64_t n;

	if (!block->bytes || width <= 0 || height <= 0 || depth <= 0)
		return 0;
	width = (width + block->width - 1) / block->width;
	height = (height + block->height - 1) / block->height;
	depth = (depth + block->depth - 1) / block->depth;
	if (__builtin_mul_overflow(width, height, &n) ||
	    __builtin_mul_overflow(n, depth, &n) ||
	    __builtin_mul_overflow(n, (int64_t)block->bytes, &n))
		return 0;
	return n;
}
