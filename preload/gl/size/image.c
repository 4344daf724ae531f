/* SPDX-License-Identifier: MIT */
/*
 * Rules for images of textures, see image.h.
 */
#include "preload/gl/size/image.h"

#include "preload/gl/size/block.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/size/pixel.h"

/* More than any GL accepts, and as many as each current one does. */
#define MAX_SIZE 65536
#define MANY 16384
#define MANY_LAYERS 2048
#define MANY_PIXELS (1ll << 28)
/* Levels of an image of MAX_SIZE. */
#define MAX_LEVELS 17u

static enum fxp_gl_verdict least_of(enum fxp_gl_verdict a,
				    enum fxp_gl_verdict b)
{
	return a < b ? a : b;
}

/* How many sizes a call has for textures of that kind. */
static unsigned dimensions(enum fxp_gl_kind kind)
{
	switch (kind) {
	case FXP_GL_1D:
		return 1;
	case FXP_GL_3D:
	case FXP_GL_2D_ARRAY:
	case FXP_GL_CUBE_ARRAY:
		return 3;
	default:
		return 2;
	}
}

static bool has_layers(enum fxp_gl_kind kind, unsigned i)
{
	return i == (kind == FXP_GL_1D_ARRAY ? 1 : 2) && kind != FXP_GL_3D;
}

static enum fxp_gl_verdict judge_sizes(const struct fxp_gl_image *image)
{
	enum fxp_gl_verdict verdict = FXP_GL_TAKEN;
	int64_t n = 1;

	for (unsigned i = 0; i < image->n_sizes; i++) {
		bool is_layers = has_layers(image->kind, i);
		int32_t size = image->size[i];

		if (size < 0 ||
		    size > MAX_SIZE >> (is_layers ? 0 : image->level))
			return FXP_GL_REFUSED;
		if (size > (is_layers || image->kind == FXP_GL_3D ? MANY_LAYERS
								  : MANY))
			verdict = FXP_GL_DOUBTED;
		n *= size;
	}
	return n > MANY_PIXELS ? FXP_GL_DOUBTED : verdict;
}

static bool is_cube(const struct fxp_gl_image *image)
{
	if (image->kind != FXP_GL_CUBE && image->kind != FXP_GL_CUBE_ARRAY)
		return true;
	return image->size[0] == image->size[1] &&
	       (image->kind == FXP_GL_CUBE || image->size[2] % 6 == 0);
}

/* GLs differ in how they count a border. */
static enum fxp_gl_verdict judge_border(const struct fxp_gl_image *image)
{
	if (!image->border)
		return FXP_GL_TAKEN;
	return image->border != 1 || image->is_plain ||
			       image->kind == FXP_GL_RECTANGLE
		       ? FXP_GL_REFUSED
		       : FXP_GL_DOUBTED;
}

enum fxp_gl_verdict fxp_gl_image_fits(const struct fxp_gl_image *image)
{
	if (image->n_sizes != dimensions(image->kind) ||
	    (image->kind == FXP_GL_CUBE && !image->is_face) ||
	    image->level >= MAX_LEVELS ||
	    (image->kind == FXP_GL_RECTANGLE && image->level) ||
	    !is_cube(image))
		return FXP_GL_REFUSED;
	return least_of(judge_sizes(image), judge_border(image));
}

enum fxp_gl_verdict fxp_gl_image_levels(const struct fxp_gl_image *image,
					uint32_t n_levels)
{
	int32_t largest = 0;

	if (image->n_sizes != dimensions(image->kind) || image->is_face ||
	    !is_cube(image) || n_levels < 1 || n_levels > MAX_LEVELS ||
	    (image->kind == FXP_GL_RECTANGLE && n_levels > 1))
		return FXP_GL_REFUSED;
	for (unsigned i = 0; i < image->n_sizes; i++) {
		if (image->size[i] < 1)
			return FXP_GL_REFUSED;
		if (image->size[i] > largest && !has_layers(image->kind, i))
			largest = image->size[i];
	}
	return largest >> (n_levels - 1) ? judge_sizes(image) : FXP_GL_REFUSED;
}

/* The content of a format. */
enum content {
	UNKNOWN,
	COLOR,
	INTEGER,
	DEPTH,
	STENCIL,
};

/* Formats of textures; sized: storage accepts it. */
static const struct row {
	uint16_t first, last;
	uint8_t content;
	bool is_sized;
} rows[] = {
	{1, 4, COLOR, false},
	{0x1901, 0x1901, STENCIL, false},
	{0x1902, 0x1902, DEPTH, false},
	{0x1903, 0x1903, COLOR, false}, /* red */
	{0x1906, 0x190a, COLOR, false}, /* alpha ... luminance alpha */
	{0x2a10, 0x2a10, COLOR, true},
	{0x803b, 0x8048, COLOR, true},	/* ALPHA4 ... LUMINANCE16_ALPHA16 */
	{0x8049, 0x8049, COLOR, false}, /* intensity */
	{0x804a, 0x805b, COLOR, true},	/* INTENSITY4 ... RGBA16 */
	{0x81a5, 0x81a7, DEPTH, true},
	{0x8225, 0x8227, COLOR, false}, /* compressed red and RG, RG */
	{0x8229, 0x8230, COLOR, true},	/* R8 ... RG32F */
	{0x8231, 0x823c, INTEGER, true},
	{0x84e9, 0x84ee, COLOR, false}, /* compressed */
	{0x84f9, 0x84f9, DEPTH, false},
	{0x8814, 0x881f, COLOR, true}, /* RGBA32F ... LUMINANCE_ALPHA16F */
	{0x88f0, 0x88f0, DEPTH, true},
	{0x8c3a, 0x8c3a, COLOR, true}, /* R11F_G11F_B10F, RGB9_E5 */
	{0x8c3d, 0x8c3d, COLOR, true},
	{0x8c40, 0x8c40, COLOR, false}, /* of sRGB, and their sized ones */
	{0x8c41, 0x8c41, COLOR, true},
	{0x8c42, 0x8c42, COLOR, false},
	{0x8c43, 0x8c43, COLOR, true},
	{0x8c44, 0x8c44, COLOR, false},
	{0x8c45, 0x8c45, COLOR, true},
	{0x8c46, 0x8c46, COLOR, false},
	{0x8c47, 0x8c47, COLOR, true},
	{0x8c48, 0x8c4b, COLOR, false}, /* compressed */
	{0x8cac, 0x8cad, DEPTH, true},
	{0x8d46, 0x8d49, STENCIL, true},
	{0x8d62, 0x8d62, COLOR, true},
	{0x8d70, 0x8d93, INTEGER, true},
	{0x8dab, 0x8dac, DEPTH, true},
	{0x8f94, 0x8f9b, COLOR, true}, /* R8_SNORM ... RGBA16_SNORM */
	{0x906f, 0x906f, INTEGER, true},
};

static struct row row_of(unsigned internal)
{
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (internal >= rows[i].first && internal <= rows[i].last)
			return rows[i];
	return (struct row){.content = UNKNOWN};
}

/* The same for a format of pixels. One without a size is no such format. */
static enum content content_of(unsigned format)
{
	switch (format) {
	case GL_STENCIL_INDEX:
		return STENCIL;
	case GL_DEPTH_COMPONENT:
	case GL_DEPTH_STENCIL:
		return DEPTH;
	case GL_RED_INTEGER:
	case GL_GREEN_INTEGER:
	case GL_BLUE_INTEGER:
	case GL_ALPHA_INTEGER_EXT:
	case GL_RG_INTEGER:
	case GL_RGB_INTEGER:
	case GL_BGR_INTEGER:
	case GL_RGBA_INTEGER:
	case GL_BGRA_INTEGER:
	case GL_LUMINANCE_INTEGER_EXT:
	case GL_LUMINANCE_ALPHA_INTEGER_EXT:
		return INTEGER;
	default:
		return COLOR;
	}
}

/* Whether values of that type can hold pixels of that format. */
static bool is_pair(unsigned format, unsigned type)
{
	switch (type) {
	case GL_UNSIGNED_BYTE_3_3_2:
	case GL_UNSIGNED_BYTE_2_3_3_REV:
	case GL_UNSIGNED_SHORT_5_6_5:
	case GL_UNSIGNED_SHORT_5_6_5_REV:
	case GL_UNSIGNED_INT_10F_11F_11F_REV:
	case GL_UNSIGNED_INT_5_9_9_9_REV:
		return format == GL_RGB || format == GL_RGB_INTEGER;
	case GL_UNSIGNED_SHORT_4_4_4_4:
	case GL_UNSIGNED_SHORT_4_4_4_4_REV:
	case GL_UNSIGNED_SHORT_5_5_5_1:
	case GL_UNSIGNED_SHORT_1_5_5_5_REV:
	case GL_UNSIGNED_INT_8_8_8_8:
	case GL_UNSIGNED_INT_8_8_8_8_REV:
	case GL_UNSIGNED_INT_10_10_10_2:
		return fxp_gl_pixel_bytes(format, GL_UNSIGNED_BYTE) == 4;
	case GL_UNSIGNED_INT_24_8:
	case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
		return format == GL_DEPTH_STENCIL;
	case GL_FLOAT:
	case GL_HALF_FLOAT:
		return content_of(format) != INTEGER &&
		       format != GL_DEPTH_STENCIL;
	default:
		return format != GL_DEPTH_STENCIL;
	}
}

/* Blocks in an image of that kind: GLs differ if it is not flat. */
static enum fxp_gl_verdict judge_block(enum fxp_gl_kind kind)
{
	switch (kind) {
	case FXP_GL_1D:
	case FXP_GL_1D_ARRAY:
	case FXP_GL_RECTANGLE:
	case FXP_GL_3D:
		return FXP_GL_DOUBTED;
	default:
		return FXP_GL_TAKEN;
	}
}

enum fxp_gl_verdict fxp_gl_image_pixels(enum fxp_gl_kind kind,
					unsigned internal, unsigned format,
					unsigned type)
{
	enum content has = (enum content)row_of(internal).content;
	enum content gets = content_of(format);

	if (format == GL_COLOR_INDEX)
		return FXP_GL_DOUBTED;
	if (!fxp_gl_pixel_bytes(format, type) || !is_pair(format, type))
		return FXP_GL_REFUSED;
	/* some GLs cannot compress to ASTC */
	if (fxp_gl_block_of(internal).bytes)
		return gets != COLOR	    ? FXP_GL_REFUSED
		       : internal >= 0x93b0 ? FXP_GL_DOUBTED
					    : judge_block(kind);
	if (has == UNKNOWN)
		return FXP_GL_DOUBTED;
	if (has == DEPTH && kind == FXP_GL_3D)
		return FXP_GL_REFUSED;
	return has == gets || (has == STENCIL && format == GL_DEPTH_STENCIL)
		       ? FXP_GL_TAKEN
		       : FXP_GL_REFUSED;
}

enum fxp_gl_verdict fxp_gl_image_storage(enum fxp_gl_kind kind,
					 unsigned internal)
{
	struct row row = row_of(internal);

	if (fxp_gl_block_of(internal).bytes)
		return judge_block(kind);
	if (row.content == UNKNOWN)
		return FXP_GL_DOUBTED;
	return row.is_sized && !(row.content == DEPTH && kind == FXP_GL_3D)
		       ? FXP_GL_TAKEN
		       : FXP_GL_REFUSED;
}

enum fxp_gl_verdict fxp_gl_image_copy(unsigned internal)
{
	return fxp_gl_block_of(internal).bytes ||
			       row_of(internal).content != UNKNOWN
		       ? FXP_GL_TAKEN
		       : FXP_GL_DOUBTED;
}

enum fxp_gl_verdict fxp_gl_image_blocks(enum fxp_gl_kind kind,
					unsigned internal)
{
	if (fxp_gl_block_of(internal).bytes)
		return judge_block(kind);
	if (row_of(internal).content != UNKNOWN)
		return FXP_GL_REFUSED;
	return internal && fxp_gl_block_is_chosen(internal) ? FXP_GL_TAKEN
							    : FXP_GL_DOUBTED;
}
