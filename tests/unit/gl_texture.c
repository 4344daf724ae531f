/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * How large textures' levels are, as their calls say it.
 */
#include "preload/gl/driver/const.h"
#include "preload/gl/measure/state_size.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"

static int64_t level(unsigned target, int64_t i)
{
	return fxp_gl_level_bytes(target, i, GL_RGBA, GL_UNSIGNED_BYTE, 0);
}

static int64_t named(uint32_t name, int64_t i)
{
	return fxp_gl_named_level_bytes(name, i, GL_RGBA, GL_UNSIGNED_BYTE, 0);
}

static void images(void)
{
	uint32_t name = 3;

	is_i64(level(GL_TEXTURE_2D, 0), 0);
	gl_begin_compat(1, 0);
	is_i64(level(GL_TEXTURE_2D, 0), 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 5, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 0), 80);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 3);
	is_i64(level(GL_TEXTURE_2D, 0), 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 2, GL_RGBA, 2, 2, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 2), 16);
	is_i64(named(3, 2), 16);
	GL(ACTIVE_TEXTURE, GL_TEXTURE0 + 1);
	is_i64(level(GL_TEXTURE_2D, 0), 80);
	GL(BIND_TEXTURE_UNIT, 1, 3);
	is_i64(level(GL_TEXTURE_2D, 2), 16);
	GL(DELETE_TEXTURES, 1, AT(&name));
	is_i64(level(GL_TEXTURE_2D, 2), 4);
	is_i64(level(GL_TEXTURE_2D, 0), 80);
	is_i64(level(GL_TEXTURE_2D, -1), 0);
	is_i64(level(GL_TEXTURE_2D, 1000), 0);
	is_i64(level(0x1234, 0), 0);
}

static void layers(void)
{
	gl_begin_compat(1, 0);
	GL(TEX_IMAGE3D, GL_TEXTURE_3D, 0, GL_RGBA, 2, 3, 4, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_3D, 0), 96);
	GL(PIXEL_STORE_I, GL_PACK_IMAGE_HEIGHT, 5);
	is_i64(level(GL_TEXTURE_3D, 0), 3 * 40 + 24);
	GL(TEX_IMAGE2D, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA, 2, 2, 0,
	   GL_RGBA, GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_CUBE_MAP_POSITIVE_X + 3, 0), 16);
	GL(PIXEL_STORE_I, GL_PACK_IMAGE_HEIGHT, 0);
	GL(TEX_IMAGE1D, GL_TEXTURE_1D, 0, GL_RGBA, 7, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_1D, 0), 28);
	GL(BIND_BUFFER, GL_PIXEL_PACK_BUFFER, 5);
	is_i64(level(GL_TEXTURE_1D, 0), 0);
}

static void levels(void)
{
	uint32_t name = 8;

	gl_begin_compat(1, 0);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 7);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 3, 0x8058, 8, 2);
	is_i64(level(GL_TEXTURE_2D, 1), 16);
	is_i64(level(GL_TEXTURE_2D, 2), 8);
	is_i64(level(GL_TEXTURE_2D, 3), 0);
	GL(BIND_TEXTURE, GL_TEXTURE_2D_ARRAY, 9);
	GL(TEX_IMAGE3D, GL_TEXTURE_2D_ARRAY, 0, GL_RGBA, 4, 4, 3, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	GL(GENERATE_MIPMAP, GL_TEXTURE_2D_ARRAY);
	is_i64(level(GL_TEXTURE_2D_ARRAY, 1), 48);
	is_i64(level(GL_TEXTURE_2D_ARRAY, 2), 12);
	is_i64(level(GL_TEXTURE_2D_ARRAY, 3), 0);
	GL(CREATE_TEXTURES, GL_TEXTURE_CUBE_MAP, 1, AT(&name));
	GL(TEXTURE_STORAGE2D, 8, 2, 0x8058, 4, 4);
	is_i64(named(8, 0), 6 * 64);
	is_i64(named(8, 1), 6 * 16);
	GL(GENERATE_TEXTURE_MIPMAP, 8);
	is_i64(named(8, 2), 0);
	GL(TEXTURE_STORAGE2D, 77, 2, 0x8058, 4, 4);
	is_i64(named(77, 0), 0);
}

/* So nothing is written, however much space the program has for it. */
static void no_such_level(void)
{
	static const int64_t others[] = {3, 14, 15, 16, 17, 64, 1000, -1};

	gl_begin_core(1, 0);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 3);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		is_i64(fxp_gl_level_bytes(GL_TEXTURE_2D, others[i], GL_RGBA,
					  GL_UNSIGNED_BYTE, 99),
		       0);
		is_i64(fxp_gl_named_level_bytes(3, others[i], GL_RGBA,
						GL_UNSIGNED_BYTE, 99),
		       0);
		is_i64(fxp_gl_compressed_level(GL_TEXTURE_2D, others[i], 99),
		       0);
	}
}

static int64_t in_space(int64_t i)
{
	return fxp_gl_level_bytes(GL_TEXTURE_2D, i, GL_RGBA, GL_UNSIGNED_BYTE,
				  99);
}

/* Of what is not known all the space may be written, if anything is. */
static void unknown_level(void)
{
	gl_begin_compat(1, 0);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 4);
	is_i64(in_space(0), 99);
	is_i64(in_space(1000), 99);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(in_space(0), 4);
	is_i64(in_space(1), 0);
	is_i64(in_space(1000), 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 1, GL_RGBA, 4, 4, 1, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(in_space(1), 99);
	GL(BEGIN, GL_TRIANGLES);
	is_i64(in_space(1), 0);
	GL(END, 0);
	is_i64(in_space(1), 99);
	GL(BIND_BUFFER, GL_PIXEL_PACK_BUFFER, 5);
	is_i64(in_space(1), 0);
}

/* What GL takes no second time leaves everything as it was. */
static void refused(void)
{
	gl_begin_compat(1, 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 1 << 20, 1 << 20, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 8, -1, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 3);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 1, 0x8058, 1 << 20, 4);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 1, 0x8058, 4, 4);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 64, 64, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 1, 0x8058, 32, 32);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 4);
	GL(COMPRESSED_IMAGE2D, GL_TEXTURE_2D, 0, 0x83f1, 8, 8, 0, 32, 0);
	GL(COMPRESSED_IMAGE2D, GL_TEXTURE_2D, 0, 0x83f1, 8, 8, 0, 33, 0);
	is_i64(fxp_gl_compressed_level(GL_TEXTURE_2D, 0, 0), 32);
	/* GL may not have it, and then the program takes another */
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 5);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 1, 0x83f1, 8, 8);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
}

/* A texture with one level of 4 * 4 pixels. */
static void set_image(uint32_t name)
{
	GL(BIND_TEXTURE, GL_TEXTURE_2D, name);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
}

/* If it is unknown whether GL takes it, it is unknown from there on. */
static void doubted(void)
{
	gl_begin_compat(1, 0);
	set_image(3);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 30000, 30000, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 0), 0);
	is_i64(fxp_gl_level_bytes(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE,
				  500),
	       500);
	GL(GENERATE_MIPMAP, GL_TEXTURE_2D);
	is_i64(level(GL_TEXTURE_2D, 1), 0);
	set_image(3);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 1, GL_RGBA, 4, 4, 1, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 1), 0);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 4);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 2, 0x7777, 8, 8);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 0), 0);
	is_i64(level(GL_TEXTURE_2D, 1), 0);
}

/* Nor is it if its storage, or what its kind is, does not allow it. */
static void no_storage(void)
{
	gl_begin_compat(1, 0);
	set_image(3);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 0, 0x8058, 8, 8);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 5, 0x8058, 8, 8);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 1, GL_RGBA, 8, 8);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 1, 0x8058, 8, 0);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	GL(NAMED_STORAGE3D, 3, GL_TEXTURE_3D, 1, 0x8058, 8, 8, 8);
	GL(NAMED_IMAGE2D, 3, GL_TEXTURE_RECTANGLE, 0, GL_RGBA, 8, 8, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 0);
	GL(TEX_STORAGE2D, GL_TEXTURE_2D, 1, 0x8058, 8, 8);
	is_i64(level(GL_TEXTURE_2D, 0), 0);
}

/* Pixels come from a buffer as far as it goes. */
static void from_buffer(void)
{
	gl_begin_compat(1, 0);
	set_image(3);
	GL(BIND_BUFFER, GL_PIXEL_UNPACK_BUFFER, 7);
	GL(BUFFER_DATA, GL_PIXEL_UNPACK_BUFFER, 100, 0, 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 26, 1, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE, 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 25, 1, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE, 4);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 25, 1, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE, (uint64_t)-1);
	GL(COMPRESSED_IMAGE2D, GL_TEXTURE_2D, 0, 0x83f1, 8, 8, 0, 32, 69);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 24, 1, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE, 4);
	is_i64(level(GL_TEXTURE_2D, 0), 96);
	GL(COMPRESSED_IMAGE2D, GL_TEXTURE_2D, 0, 0x83f1, 8, 8, 0, 32, 68);
	is_i64(level(GL_TEXTURE_2D, 0), 256);
}

/* Levels below the first that there is, whichever that is. */
static void base(void)
{
	gl_begin_compat(1, 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 2, GL_RGBA, 8, 8, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	GL(GENERATE_MIPMAP, GL_TEXTURE_2D);
	is_i64(level(GL_TEXTURE_2D, 3), 64);
	is_i64(level(GL_TEXTURE_2D, 5), 4);
	is_i64(level(GL_TEXTURE_2D, 6), 0);
}

/* Sizes that do not follow may be made of another level, or stay. */
static void other_base(void)
{
	gl_begin_compat(1, 0);
	set_image(3);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 1, GL_RGBA, 2, 2, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	GL(GENERATE_MIPMAP, GL_TEXTURE_2D);
	is_i64(level(GL_TEXTURE_2D, 1), 16);
	is_i64(level(GL_TEXTURE_2D, 2), 4);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 1, GL_RGBA, 8, 8, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	GL(GENERATE_MIPMAP, GL_TEXTURE_2D);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	is_i64(level(GL_TEXTURE_2D, 1), 0);
	is_i64(level(GL_TEXTURE_2D, 2), 0);
	/* what it has made before it makes again */
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 5);
	set_image(5);
	GL(GENERATE_MIPMAP, GL_TEXTURE_2D);
	is_i64(level(GL_TEXTURE_2D, 1), 16);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 16, 2, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	GL(GENERATE_MIPMAP, GL_TEXTURE_2D);
	is_i64(level(GL_TEXTURE_2D, 1), 32);
	is_i64(level(GL_TEXTURE_2D, 2), 16);
	/* none are made of a rectangle */
	GL(BIND_TEXTURE, GL_TEXTURE_RECTANGLE, 4);
	GL(TEX_IMAGE2D, GL_TEXTURE_RECTANGLE, 0, GL_RGBA, 8, 8, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	GL(GENERATE_MIPMAP, GL_TEXTURE_RECTANGLE);
	is_i64(level(GL_TEXTURE_RECTANGLE, 1), 0);
}

/* GL makes them by itself, if a parameter says so: they may be there. */
static void levels_of_old(void)
{
	gl_begin_compat(1, 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, 0x83f0, 8, 2, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 2), 8);
	is_i64(level(GL_TEXTURE_2D, 3), 4);
	is_i64(level(GL_TEXTURE_2D, 4), 0);
	is_i64(fxp_gl_compressed_level(GL_TEXTURE_2D, 1, 0), 8);
	GL(TEX_IMAGE2D, GL_TEXTURE_RECTANGLE, 0, GL_RGBA, 8, 2, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_RECTANGLE, 1), 0);
	gl_begin_core(2, 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 8, 2, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(level(GL_TEXTURE_2D, 1), 0);
}

static void compressed(void)
{
	gl_begin_compat(1, 0);
	GL(COMPRESSED_IMAGE2D, GL_TEXTURE_2D, 0, 0x83f1, 8, 8, 0, 32, 0);
	is_i64(fxp_gl_compressed_level(GL_TEXTURE_2D, 0, 0), 32);
	is_i64(fxp_gl_compressed_level(GL_TEXTURE_2D, 1, 0), 8);
	is_i64(level(GL_TEXTURE_2D, 0), 256);
	GL(COPY_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 4, 4, 0);
	is_i64(fxp_gl_compressed_level(GL_TEXTURE_2D, 0, 0), 0);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
}

static void query_level(unsigned pname, int32_t value)
{
	GL(QUERIED_LEVEL, GL_TEXTURE_2D, 0, pname, AT(&value));
}

/* Made of an image: only the program's own questions say how large it is. */
static void queried(void)
{
	float height = 3;

	gl_begin_compat(1, 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 4, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	query_level(GL_TEXTURE_WIDTH, 77);
	is_i64(level(GL_TEXTURE_2D, 0), 64);
	GL(EGL_IMAGE_TARGET, GL_TEXTURE_2D, 0x1000);
	is_i64(level(GL_TEXTURE_2D, 0), 0);
	is_i64(fxp_gl_level_bytes(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE,
				  99),
	       99);
	query_level(GL_TEXTURE_WIDTH, 5);
	is_i64(level(GL_TEXTURE_2D, 0), 0);
	GL(QUERIED_LEVEL_F, GL_TEXTURE_2D, 0, GL_TEXTURE_HEIGHT, AT(&height));
	is_i64(level(GL_TEXTURE_2D, 0), 60);
	is_i64(fxp_gl_level_bytes(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE,
				  99),
	       60);
	/* nothing was written there */
	GL(QUERIED_LEVEL, GL_TEXTURE_2D, 3, GL_TEXTURE_WIDTH, 0);
	GL(QUERIED_LEVEL, GL_TEXTURE_2D, 3, GL_TEXTURE_WIDTH, 8);
	is_i64(level(GL_TEXTURE_2D, 3), 0);
	/* a texture that is not there, one of a kind that cannot be read */
	GL(QUERIED_NAMED_LEVEL, 66, 0, GL_TEXTURE_WIDTH, AT(&height));
	GL(QUERIED_LEVEL, 0x8063, 0, GL_TEXTURE_WIDTH, AT(&height));
	is_i64(named(66, 0), 0);
}

static int64_t block(int64_t space)
{
	return fxp_gl_compressed_level(GL_TEXTURE_2D, 0, space);
}

/* Compressed by GL, in the way that was requested or in one of its own. */
static void by_format(void)
{
	struct fxp_gl_box part = {8, 4, 1, 3};

	gl_begin_compat(1, 0);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 3);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, 0x83f1, 9, 9, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(block(0), 72);
	is_i64(fxp_gl_compressed_region(3, 0, &part, 0), 16);
	GL(GENERATE_MIPMAP, GL_TEXTURE_2D);
	is_i64(fxp_gl_compressed_level(GL_TEXTURE_2D, 1, 0), 8);
	is_i64(fxp_gl_named_compressed_level(4, 0, 50), 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 8, 8, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(block(50), 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, 0x84ee, 8, 8, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(block(0), 0);
	is_i64(block(50), 50);
	is_i64(fxp_gl_compressed_region(3, 0, &part, 51), 51);
	query_level(GL_TEXTURE_INTERNAL_FORMAT, 0x83f3);
	is_i64(block(50), 64);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, 0x84ee, 8, 8, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	query_level(GL_TEXTURE_COMPRESSED, 0);
	is_i64(block(50), 0);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, 0x84ee, 8, 8, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	query_level(GL_TEXTURE_COMPRESSED_IMAGE_SIZE, 32);
	is_i64(block(50), 32);
	/* a row of blocks each 32 bytes, of 8 each */
	GL(PIXEL_STORE_I, GL_PACK_COMPRESSED_BLOCK_WIDTH, 4);
	GL(PIXEL_STORE_I, GL_PACK_COMPRESSED_BLOCK_HEIGHT, 4);
	GL(PIXEL_STORE_I, GL_PACK_COMPRESSED_BLOCK_SIZE, 8);
	GL(PIXEL_STORE_I, GL_PACK_ROW_LENGTH, 16);
	is_i64(block(0), 32 + 16);
	GL(BIND_BUFFER, GL_PIXEL_PACK_BUFFER, 5);
	is_i64(block(50), 0);
}

/* Of other kinds and with less than they show. */
static void views(void)
{
	gl_begin_compat(1, 0);
	GL(NAMED_STORAGE3D, 5, GL_TEXTURE_2D_ARRAY, 4, 0x8058, 16, 8, 7);
	GL(TEXTURE_VIEW, 6, GL_TEXTURE_2D_ARRAY, 5, GL_RGBA, 1, 9, 4, 9);
	is_i64(named(6, 0), 8 * 4 * 3 * 4);
	is_i64(named(6, 2), 2 * 1 * 3 * 4);
	is_i64(named(6, 3), 0);
	GL(TEXTURE_VIEW, 7, GL_TEXTURE_2D, 5, GL_RGBA, 0, 1, 6, 1);
	is_i64(named(7, 0), 16 * 8 * 4);
	is_i64(named(7, 1), 0);
	GL(TEXTURE_VIEW, 8, GL_TEXTURE_CUBE_MAP, 5, GL_RGBA, 0, 1, 0, 6);
	is_i64(named(8, 0), 16 * 8 * 4 * 6);
	/* of layers that are not there */
	GL(TEXTURE_VIEW, 9, GL_TEXTURE_2D, 5, GL_RGBA, 0, 1, 7, 1);
	is_i64(named(9, 0), 0);
}

static int64_t of_target(uint32_t name, bool is_unit, unsigned target)
{
	struct fxp_gl_where where = {name, is_unit, target};

	return fxp_gl_target_level_bytes(&where, 0, GL_RGBA, GL_UNSIGNED_BYTE);
}

static void by_name_and_target(void)
{
	struct fxp_gl_where where = {5, false, GL_TEXTURE_2D};

	gl_begin_compat(1, 0);
	GL(NAMED_IMAGE2D, 5, GL_TEXTURE_2D, 0, GL_RGBA, 4, 5, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	is_i64(of_target(5, false, GL_TEXTURE_2D), 80);
	is_i64(of_target(6, false, GL_TEXTURE_2D), 0);
	GL(NAMED_COMPRESSED2D, 5, GL_TEXTURE_2D, 0, 0x83f1, 8, 8, 0, 32, 0);
	is_i64(fxp_gl_target_compressed(&where, 0), 32);
	GL(NAMED_STORAGE2D, 7, GL_TEXTURE_CUBE_MAP, 2, 0x8058, 4, 4);
	is_i64(of_target(7, false, GL_TEXTURE_CUBE_MAP_POSITIVE_X), 64);
	GL(UNIT_IMAGE1D, GL_TEXTURE0 + 2, GL_TEXTURE_1D, 0, GL_RGBA, 9, 0,
	   GL_RGBA, GL_UNSIGNED_BYTE);
	is_i64(of_target(GL_TEXTURE0 + 2, true, GL_TEXTURE_1D), 36);
	GL(NAMED_COPY2D, 5, GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 3, 3, 0);
	is_i64(named(5, 0), 36);
	is_i64(fxp_gl_target_compressed(&where, 0), 0);
}

static void several_units(void)
{
	uint32_t names[] = {5, 6, 0};

	gl_begin_compat(1, 0);
	GL(BIND_TEXTURE, GL_TEXTURE_2D, 5);
	GL(TEX_IMAGE2D, GL_TEXTURE_2D, 0, GL_RGBA, 4, 5, 0, GL_RGBA,
	   GL_UNSIGNED_BYTE);
	GL(BIND_MULTI_TEXTURE, GL_TEXTURE0 + 1, GL_TEXTURE_2D, 6);
	is_i64(level(GL_TEXTURE_2D, 0), 80);
	GL(UNIT_IMAGE2D, GL_TEXTURE0 + 1, GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0,
	   GL_RGBA, GL_UNSIGNED_BYTE);
	is_i64(named(6, 0), 16);
	/* of another kind than it is: refused */
	GL(BIND_TEXTURE, GL_TEXTURE_3D, 5);
	is_i64(level(GL_TEXTURE_3D, 0), 0);
	GL(ACTIVE_TEXTURE, GL_TEXTURE0 + 3);
	GL(BIND_TEXTURES, 2, 3, AT(names));
	is_i64(level(GL_TEXTURE_2D, 0), 16);
	GL(BIND_TEXTURES, 2, 3, 0);
	is_i64(level(GL_TEXTURE_2D, 0), 0);
	GL(BIND_TEXTURE_UNIT, 3, 5);
	is_i64(level(GL_TEXTURE_2D, 0), 80);
	GL(BIND_TEXTURE_UNIT, 3, 0);
	is_i64(level(GL_TEXTURE_2D, 0), 0);
}

static const struct tap_test tests[] = {
	{"a level is as large as its image", images},
	{"layers and faces are read as images", layers},
	{"smaller levels follow from the first", levels},
	{"a level that is not there has no size", no_such_level},
	{"a level that is not known may need all the space", unknown_level},
	{"what may be made of another level has no size", other_base},
	{"smaller levels may be there without a word", levels_of_old},
	{"what OpenGL has refused changes no level", refused},
	{"of what OpenGL may have refused nothing is known", doubted},
	{"storage that OpenGL has refused is none", no_storage},
	{"an image has no more pixels than the buffer that it comes from",
	 from_buffer},
	{"smaller levels follow from the first that there is", base},
	{"a compressed level has the bytes that it came with", compressed},
	{"of a level that is not known, what the program's query returned "
	 "counts",
	 queried},
	{"a format says how many bytes blocks have", by_format},
	{"a view has the sizes of what it shows", views},
	{"a texture may be named with its target", by_name_and_target},
	{"textures are bound in several units", several_units},
};

TAP_MAIN(tests)
