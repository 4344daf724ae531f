/* SPDX-License-Identifier: MIT */
/*
 * Textures of every sized format are read as they were uploaded, in contexts of
 * each kind, and nothing else changes.
 */
#include "tools/replay/look/texture.h"

#include <stdlib.h>

#include "tests/everything.h"
#include "tests/offscreen.h"
#include "tests/tap.h"

/* Odd, so that rows are no multiple of any word. */
#define W 13
#define H 7
#define MAX_PIXELS (W * H * 5)

/* The part of random bytes that is uploaded. */
enum values {
	ANY,
	SIGNED,	  /* not the least number, which means the second */
	POSITIVE, /* floats that each format has */
	UNIT,	  /* floats from 0 to 1 */
	DEPTH24,  /* in 32 bits */
};

static const struct sort {
	const char *name;
	GLenum internal, format, type;
	const char *channels;
	enum image_number number;
	enum values values;
	unsigned gl, es;  /* versions from which it can be read; 0 none */
	uint8_t bits[4];  /* of packed channels, from the highest one on */
	bool is_reversed; /* from the lowest one on */
} sorts[] = {
#define SORT(internal, format, type, channels, number, values, gl, es)         \
	{                                                                      \
#internal, internal, format, type, channels, number, values,   \
			gl, es, {0 }, false                                    \
	}
#define PACKED(internal, format, type, number, gl, es, is_reversed, ...)       \
	{                                                                      \
#internal, internal, format, type, "RGBA", number, ANY, gl,    \
			es, {__VA_ARGS__ }, is_reversed                        \
	}
#define SHORT_PACKED(internal, type, gl, es, ...)                              \
	{                                                                      \
#internal, internal, GL_RGB, type, "RGB", IMAGE_U8, ANY, gl,   \
			es, {__VA_ARGS__ }, false                              \
	}
	SORT(GL_R8, GL_RED, GL_UNSIGNED_BYTE, "R", IMAGE_U8, ANY, 30, 30),
	SORT(GL_RG8, GL_RG, GL_UNSIGNED_BYTE, "RG", IMAGE_U8, ANY, 30, 30),
	SORT(GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, "RGB", IMAGE_U8, ANY, 11, 30),
	SORT(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, "RGBA", IMAGE_U8, ANY, 11,
	     30),
	SORT(GL_SRGB8, GL_RGB, GL_UNSIGNED_BYTE, "RGB", IMAGE_U8, ANY, 21, 0),
	SORT(GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, "RGBA", IMAGE_U8, ANY,
	     21, 30),
	SORT(GL_R16, GL_RED, GL_UNSIGNED_SHORT, "R", IMAGE_U16, ANY, 30, 0),
	SORT(GL_RG16, GL_RG, GL_UNSIGNED_SHORT, "RG", IMAGE_U16, ANY, 30, 0),
	SORT(GL_RGB16, GL_RGB, GL_UNSIGNED_SHORT, "RGB", IMAGE_U16, ANY, 11, 0),
	SORT(GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, "RGBA", IMAGE_U16, ANY, 11,
	     0),
	SORT(GL_R8_SNORM, GL_RED, GL_BYTE, "R", IMAGE_I8, SIGNED, 31, 0),
	SORT(GL_RG8_SNORM, GL_RG, GL_BYTE, "RG", IMAGE_I8, SIGNED, 31, 0),
	SORT(GL_RGB8_SNORM, GL_RGB, GL_BYTE, "RGB", IMAGE_I8, SIGNED, 31, 0),
	SORT(GL_RGBA8_SNORM, GL_RGBA, GL_BYTE, "RGBA", IMAGE_I8, SIGNED, 31, 0),
	SORT(GL_R16_SNORM, GL_RED, GL_SHORT, "R", IMAGE_I16, SIGNED, 31, 0),
	SORT(GL_RGBA16_SNORM, GL_RGBA, GL_SHORT, "RGBA", IMAGE_I16, SIGNED, 31,
	     0),
	SORT(GL_R8I, GL_RED_INTEGER, GL_BYTE, "R", IMAGE_I32, ANY, 30, 30),
	SORT(GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, "R", IMAGE_U32, ANY, 30,
	     30),
	SORT(GL_RG16I, GL_RG_INTEGER, GL_SHORT, "RG", IMAGE_I32, ANY, 30, 30),
	SORT(GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, "RGBA", IMAGE_I32, ANY, 30,
	     30),
	SORT(GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, "RGBA", IMAGE_U32,
	     ANY, 30, 30),
	SORT(GL_R32I, GL_RED_INTEGER, GL_INT, "R", IMAGE_I32, ANY, 30, 30),
	SORT(GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, "RG", IMAGE_U32, ANY,
	     30, 30),
	SORT(GL_RGB32I, GL_RGB_INTEGER, GL_INT, "RGB", IMAGE_I32, ANY, 30, 0),
	SORT(GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, "RGBA", IMAGE_U32,
	     ANY, 30, 30),
	SORT(GL_R16F, GL_RED, GL_FLOAT, "R", IMAGE_F32, POSITIVE, 30, 32),
	SORT(GL_RGBA16F, GL_RGBA, GL_FLOAT, "RGBA", IMAGE_F32, POSITIVE, 30,
	     32),
	SORT(GL_R32F, GL_RED, GL_FLOAT, "R", IMAGE_F32, UNIT, 30, 32),
	SORT(GL_RG32F, GL_RG, GL_FLOAT, "RG", IMAGE_F32, UNIT, 30, 32),
	SORT(GL_RGB32F, GL_RGB, GL_FLOAT, "RGB", IMAGE_F32, UNIT, 30, 0),
	SORT(GL_RGBA32F, GL_RGBA, GL_FLOAT, "RGBA", IMAGE_F32, UNIT, 30, 32),
	SORT(GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT, "RGB", IMAGE_F32, POSITIVE,
	     30, 32),
	SORT(GL_RGB9_E5, GL_RGB, GL_FLOAT, "RGB", IMAGE_F32, POSITIVE, 30, 0),
	SHORT_PACKED(GL_R3_G3_B2, GL_UNSIGNED_BYTE_3_3_2, 12, 0, 3, 3, 2),
	SHORT_PACKED(GL_RGB565, GL_UNSIGNED_SHORT_5_6_5, 41, 30, 5, 6, 5),
	PACKED(GL_RGBA4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, IMAGE_U8, 12, 30,
	       false, 4, 4, 4, 4),
	PACKED(GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, IMAGE_U8, 12, 30,
	       false, 5, 5, 5, 1),
	PACKED(GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, IMAGE_U16,
	       12, 30, true, 10, 10, 10, 2),
	PACKED(GL_RGB10_A2UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV,
	       IMAGE_U32, 33, 30, true, 10, 10, 10, 2),
	SORT(GL_LUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE, "L", IMAGE_U8, ANY,
	     PROCS_OLD | 11, 0),
	SORT(GL_LUMINANCE16, GL_LUMINANCE, GL_UNSIGNED_SHORT, "L", IMAGE_U16,
	     ANY, PROCS_OLD | 11, 0),
	SORT(GL_SLUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE, "L", IMAGE_U8, ANY,
	     PROCS_OLD | 21, 0),
	SORT(GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, "LA",
	     IMAGE_U8, ANY, PROCS_OLD | 11, 0),
	SORT(GL_ALPHA8, GL_ALPHA, GL_UNSIGNED_BYTE, "A", IMAGE_U8, ANY,
	     PROCS_OLD | 11, 0),
	SORT(GL_ALPHA16, GL_ALPHA, GL_UNSIGNED_SHORT, "A", IMAGE_U16, ANY,
	     PROCS_OLD | 11, 0),
	SORT(GL_INTENSITY8, GL_RED, GL_UNSIGNED_BYTE, "I", IMAGE_U8, ANY,
	     PROCS_OLD | 11, 0),
	SORT(GL_LUMINANCE32F_ARB, GL_LUMINANCE, GL_FLOAT, "L", IMAGE_F32, UNIT,
	     PROCS_OLD | 30, 0),
	SORT(GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, "D",
	     IMAGE_U16, ANY, 14, 0),
	SORT(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, "D",
	     IMAGE_U32, DEPTH24, 14, 0),
	SORT(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, "D",
	     IMAGE_F32, UNIT, 30, 32),
};
#define N_SORTS (sizeof(sorts) / sizeof(sorts[0]))

static struct procs gl;
static struct image image;
static uint32_t seed;
static uint8_t sent[MAX_PIXELS * 16];

static uint32_t chance(void)
{
	seed = seed * 1664525 + 1013904223;
	return seed >> 8;
}

static void begin(enum offscreen kind)
{
	offscreen_begin(kind);
	ok(procs_open(&gl, offscreen_find, NULL), "%s", offscreen_names[kind]);
	gl.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
}

static unsigned number_bytes(const struct sort *sort)
{
	switch (sort->type) {
	case GL_UNSIGNED_BYTE:
	case GL_BYTE:
	case GL_UNSIGNED_BYTE_3_3_2:
		return 1;
	case GL_UNSIGNED_SHORT:
	case GL_SHORT:
	case GL_UNSIGNED_SHORT_5_6_5:
	case GL_UNSIGNED_SHORT_4_4_4_4:
	case GL_UNSIGNED_SHORT_5_5_5_1:
		return 2;
	default:
		return 4;
	}
}

static void put_float(uint8_t *at, float value)
{
	memcpy(at, &value, sizeof(value));
}

static void put_word(const struct sort *sort, uint8_t *at)
{
	unsigned bytes = number_bytes(sort);
	uint32_t word = chance() ^ chance() << 8;

	switch (sort->values) {
	case DEPTH24:
		word = (word & 0xffffff00) | word >> 24;
		break;
	case POSITIVE:
		put_float(at, (float)(word & 31));
		return;
	case UNIT:
		put_float(at, (float)(word >> 9) / (1 << 23));
		return;
	case SIGNED:
		if ((word & 0x7f) == 0 && (bytes == 1 || !(word & 0x7f00)))
			word++;
		break;
	case ANY:
		break;
	}
	memcpy(at, &word, bytes);
}

/* Fills `sent` with so many pixels. */
static void make(const struct sort *sort, size_t n)
{
	size_t n_words = n * (sort->bits[0] ? 1 : strlen(sort->channels));
	unsigned bytes = number_bytes(sort);

	for (size_t i = 0; i < n_words; i++)
		put_word(sort, sent + i * bytes);
}

static uint32_t channel_of(const uint8_t *at, enum image_number number)
{
	uint32_t value = 0;

	memcpy(&value, at,
	       number == IMAGE_U8    ? 1
	       : number == IMAGE_U16 ? 2
				     : 4);
	return value;
}

/* The packed word that a pixel has. */
static uint32_t packed(const struct sort *sort, const uint8_t *pixel)
{
	unsigned bytes = sort->number == IMAGE_U8    ? 1
			 : sort->number == IMAGE_U16 ? 2
						     : 4;
	double most = bytes == 1 ? 255 : 65535;
	size_t n = strlen(sort->channels);
	unsigned n_bits = 0;
	uint32_t word = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned bits = sort->bits[i];
		double value = channel_of(pixel + i * bytes, sort->number);
		uint32_t field =
			bytes == 4
				? (uint32_t)value
				: (uint32_t)(value / most * ((1u << bits) - 1) +
					     0.5);

		word = sort->is_reversed ? word | field << n_bits
					 : word << bits | field;
		n_bits += bits;
	}
	return word;
}

/* What was sent, as 32 bits, if it is read as that. */
static void widen(const struct sort *sort, size_t n)
{
	unsigned bytes = number_bytes(sort);
	uint32_t *wide = malloc(4 * n);

	for (size_t i = 0; i < n && bytes < 4; i++) {
		int32_t value = 0;

		memcpy(&value, sent + i * bytes, bytes);
		wide[i] = (uint32_t)(sort->type == GL_BYTE    ? (int8_t)value
				     : sort->type == GL_SHORT ? (int16_t)value
							      : value);
	}
	if (bytes < 4 && sort->number >= IMAGE_U32)
		memcpy(sent, wide, 4 * n);
	free(wide);
}

static void is_as_sent(const struct sort *sort, size_t n)
{
	unsigned bytes = number_bytes(sort), pixel_bytes;

	if (!is_str(image.form.channels, sort->channels) ||
	    !is_u64(image.form.number, sort->number))
		return;
	pixel_bytes = image_form_pixel_bytes(image.form);
	is_u64(image.n_bytes, n * pixel_bytes);
	if (!sort->bits[0]) {
		widen(sort, n * strlen(sort->channels));
		ok(!memcmp(image.bytes, sent, image.n_bytes), "%s", sort->name);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t word = 0;

		memcpy(&word, sent + i * bytes, bytes);
		if (!is_u64(packed(sort, image.bytes + i * pixel_bytes), word))
			break;
	}
}

static GLuint bind_new(GLenum target)
{
	GLuint texture;

	GL(GenTextures, void, GLsizei, GLuint *)(1, &texture);
	gl.BindTexture(target, texture);
	return texture;
}

static void send(const struct sort *sort, GLenum target, GLint level,
		 GLsizei width, GLsizei height)
{
	make(sort, (size_t)width * (size_t)height);
	GL(TexImage2D, void, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	   GLenum, GLenum, const void *)
	(target, level, (GLint)sort->internal, width, height, 0, sort->format,
	 sort->type, sent);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static void send_layers(const struct sort *sort, GLenum target, GLsizei width,
			GLsizei height, GLsizei depth)
{
	make(sort, (size_t)width * (size_t)height * (size_t)depth);
	GL(TexImage3D, void, GLenum, GLint, GLint, GLsizei, GLsizei, GLsizei,
	   GLint, GLenum, GLenum, const void *)
	(target, 0, (GLint)sort->internal, width, height, depth, 0,
	 sort->format, sort->type, sent);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static const struct sort *sort_of(GLenum internal)
{
	for (size_t i = 0; i < N_SORTS; i++)
		if (sorts[i].internal == internal)
			return &sorts[i];
	return NULL;
}

static void is_read(const struct sort *sort, const struct texture_part *part,
		    size_t n)
{
	is_str(texture_read(&image, &gl, part), NULL);
	is_as_sent(sort, n);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static enum image_aspect aspect_of(const struct sort *sort)
{
	return sort->channels[0] == 'D' ? IMAGE_DEPTH : IMAGE_COLOR;
}

/* What needs an extension for depth that ES may lack. */
static bool can_read(const struct sort *sort)
{
	if (!procs_is_since(&gl, sort->gl, sort->es))
		return false;
	return sort->channels[0] != 'D' || !gl.is_es ||
	       procs_has(&gl, "GL_NV_read_depth");
}

static void every_format(void)
{
	for (int kind = 0; kind < OFFSCREEN_ES1; kind++) {
		size_t n = 0;

		begin((enum offscreen)kind);
		if (!gl.GetTexLevelParameteriv)
			continue;
		for (size_t i = 0; i < N_SORTS; i++) {
			struct texture_part part = {
				.target = GL_TEXTURE_2D,
				.aspect = aspect_of(&sorts[i]),
			};

			if (!can_read(&sorts[i]))
				continue;
			part.name = bind_new(GL_TEXTURE_2D);
			send(&sorts[i], GL_TEXTURE_2D, 0, W, H);
			is_read(&sorts[i], &part, W * H);
			n++;
		}
		ok(n > 15, "%zu formats", n);
	}
}

static void mark_srgb(void)
{
	struct texture_part part = {.target = GL_TEXTURE_2D};

	begin(OFFSCREEN_COMPAT);
	part.name = bind_new(GL_TEXTURE_2D);
	send(sort_of(GL_SRGB8_ALPHA8), GL_TEXTURE_2D, 0, W, H);
	is_str(texture_read(&image, &gl, &part), NULL);
	ok(image.form.is_srgb && image.form.is_normalized);
	send(sort_of(GL_RGBA8), GL_TEXTURE_2D, 0, W, H);
	is_str(texture_read(&image, &gl, &part), NULL);
	ok(!image.form.is_srgb && image.form.is_normalized);
	send(sort_of(GL_RGBA32F), GL_TEXTURE_2D, 0, W, H);
	is_str(texture_read(&image, &gl, &part), NULL);
	ok(!image.form.is_normalized);
}

static void each_level(void)
{
	const struct sort *sort = sort_of(GL_RGBA8);

	for (int kind = 0; kind < OFFSCREEN_ES1; kind++) {
		struct texture_part part = {.target = GL_TEXTURE_2D};
		uint32_t start;

		begin((enum offscreen)kind);
		if (!gl.GetTexLevelParameteriv)
			continue;
		part.name = bind_new(GL_TEXTURE_2D);
		start = seed;
		for (int i = 0; W >> i; i++)
			send(sort, GL_TEXTURE_2D, i, W >> i, H >> i ?: 1);
		seed = start;
		for (int i = 0; W >> i; i++) {
			size_t n = (size_t)((W >> i) * (H >> i ?: 1));

			make(sort, n);
			part.level = i;
			is_read(sort, &part, n);
		}
		part.level = 9;
		is_str(texture_read(&image, &gl, &part),
		       "this level has no image");
		is_u64(image.n_bytes, 0);
	}
}

static void each_face(void)
{
	const struct sort *sort = sort_of(GL_RGBA8);

	for (int kind = 0; kind < OFFSCREEN_ES1; kind++) {
		struct texture_part part = {.target = GL_TEXTURE_CUBE_MAP};
		uint32_t start;

		begin((enum offscreen)kind);
		if (!gl.GetTexLevelParameteriv)
			continue;
		part.name = bind_new(GL_TEXTURE_CUBE_MAP);
		start = seed;
		for (GLenum i = 0; i < 6; i++)
			send(sort, GL_TEXTURE_CUBE_MAP_POSITIVE_X + i, 0, W, W);
		seed = start;
		for (part.face = 0; part.face < 6; part.face++) {
			make(sort, (size_t)W * W);
			is_read(sort, &part, (size_t)W * W);
		}
	}
}

static void has_layers(const struct sort *sort, GLenum target, GLsizei width,
		       GLsizei height, GLsizei depth)
{
	struct texture_part part = {.target = target, .name = bind_new(target)};

	send_layers(sort, target, width, height, depth);
	is_read(sort, &part, (size_t)(width * height * depth));
	is_u64(image.width, (uint32_t)width);
	is_u64(image.height, (uint32_t)height);
	is_u64(image.depth, (uint32_t)depth);
}

static void each_layer(void)
{
	for (int kind = 0; kind < OFFSCREEN_ES1; kind++) {
		begin((enum offscreen)kind);
		if (!gl.GetTexLevelParameteriv)
			continue;
		has_layers(sort_of(GL_RGBA8), GL_TEXTURE_3D, W, H, 5);
		has_layers(sort_of(GL_R8), GL_TEXTURE_2D_ARRAY, W, H, 5);
		has_layers(sort_of(GL_RG32UI), GL_TEXTURE_2D_ARRAY, W, H, 3);
		if (procs_is_since(&gl, 40, 32))
			has_layers(sort_of(GL_RGB565),
				   GL_TEXTURE_CUBE_MAP_ARRAY, 3, 3, 12);
	}
}

static void rows_and_rectangles(void)
{
	const struct sort *sort = sort_of(GL_RGB8);
	struct texture_part part = {.target = GL_TEXTURE_1D};

	begin(OFFSCREEN_CORE);
	part.name = bind_new(GL_TEXTURE_1D);
	make(sort, W);
	GL(TexImage1D, void, GLenum, GLint, GLint, GLsizei, GLint, GLenum,
	   GLenum, const void *)
	(GL_TEXTURE_1D, 0, GL_RGB8, W, 0, GL_RGB, GL_UNSIGNED_BYTE, sent);
	is_read(sort, &part, W);
	part.target = GL_TEXTURE_1D_ARRAY;
	part.name = bind_new(GL_TEXTURE_1D_ARRAY);
	send(sort, GL_TEXTURE_1D_ARRAY, 0, W, H);
	is_read(sort, &part, W * H);
	is_u64(image.height, 1);
	is_u64(image.depth, H);
	part.target = GL_TEXTURE_RECTANGLE;
	part.name = bind_new(GL_TEXTURE_RECTANGLE);
	send(sort, GL_TEXTURE_RECTANGLE, 0, W, H);
	is_read(sort, &part, W * H);
}

static void is_plane(const struct texture_part *part, const char *channels,
		     enum image_number number)
{
	is_str(texture_read(&image, &gl, part), NULL);
	is_str(image.form.channels, channels);
	is_u64(image.form.number, number);
	is_u64(image.n_bytes, W * H * image_form_pixel_bytes(image.form));
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static void fixed_depth_and_stencil(void)
{
	static const struct sort sort =
		SORT(GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL,
		     GL_UNSIGNED_INT_24_8, "D", IMAGE_U32, ANY, 30, 0);
	struct texture_part part = {.target = GL_TEXTURE_2D,
				    .aspect = IMAGE_DEPTH};
	uint32_t word, depth;
	bool is_same = true;

	begin(OFFSCREEN_CORE);
	part.name = bind_new(GL_TEXTURE_2D);
	send(&sort, GL_TEXTURE_2D, 0, W, H);
	is_plane(&part, "D", IMAGE_U32);
	for (size_t i = 0; i < W * H; i++) {
		memcpy(&word, sent + 4 * i, 4);
		memcpy(&depth, image.bytes + 4 * i, 4);
		is_same &= depth >> 8 == word >> 8;
	}
	ok(is_same);
	part.aspect = IMAGE_STENCIL;
	is_plane(&part, "S", IMAGE_U8);
	for (size_t i = 0; i < W * H; i++)
		is_same &= image.bytes[i] == sent[4 * i];
	ok(is_same);
}

static void floating_depth_and_stencil(void)
{
	struct texture_part part = {.target = GL_TEXTURE_2D,
				    .aspect = IMAGE_DEPTH};
	bool is_same = true;

	begin(OFFSCREEN_CORE);
	part.name = bind_new(GL_TEXTURE_2D);
	for (size_t i = 0; i < W * H; i++) {
		put_float(sent + 8 * i, (float)i / (W * H));
		sent[8 * i + 4] = (uint8_t)i;
	}
	GL(TexImage2D, void, GLenum, GLint, GLint, GLsizei, GLsizei, GLint,
	   GLenum, GLenum, const void *)
	(GL_TEXTURE_2D, 0, GL_DEPTH32F_STENCIL8, W, H, 0, GL_DEPTH_STENCIL,
	 GL_FLOAT_32_UNSIGNED_INT_24_8_REV, sent);
	is_plane(&part, "D", IMAGE_F32);
	for (size_t i = 0; i < W * H; i++)
		is_same &= !memcmp(image.bytes + 4 * i, sent + 8 * i, 4);
	ok(is_same);
	part.aspect = IMAGE_STENCIL;
	is_plane(&part, "S", IMAGE_U8);
	for (size_t i = 0; i < W * H; i++)
		is_same &= image.bytes[i] == (uint8_t)i;
	ok(is_same);
}

/* One color, in a block that both ends of it have. */
static void blocks(void)
{
	static const uint8_t red[8] = {0x00, 0xf8, 0x00, 0xf8};
	struct texture_part part = {.target = GL_TEXTURE_2D};

	begin(OFFSCREEN_COMPAT);
	if (!procs_has(&gl, "GL_EXT_texture_compression_s3tc")) {
		skip("no compressed textures here");
		return;
	}
	part.name = bind_new(GL_TEXTURE_2D);
	GL(CompressedTexImage2D, void, GLenum, GLint, GLenum, GLsizei, GLsizei,
	   GLint, GLsizei, const void *)
	(GL_TEXTURE_2D, 0, GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 4, 0, 8, red);
	is_str(texture_read(&image, &gl, &part), NULL);
	is_str(image.form.channels, "RGB");
	is_u64(image.n_bytes, 48);
	for (size_t i = 0; i < image.n_bytes; i++)
		is_u64(image.bytes[i], i % 3 ? 0 : 255);
}

static void nothing_changes(void)
{
	const struct sort *sort = sort_of(GL_RGBA8);

	for (int kind = 0; kind < OFFSCREEN_ES1; kind++) {
		struct texture_part part = {.target = GL_TEXTURE_2D};
		struct everything *before;

		begin((enum offscreen)kind);
		if (!gl.GetTexLevelParameteriv)
			continue;
		part.name = bind_new(GL_TEXTURE_2D);
		send(sort, GL_TEXTURE_2D, 0, W, H);
		/* another one is bound, on another unit */
		gl.ActiveTexture(GL_TEXTURE2);
		bind_new(GL_TEXTURE_2D);
		everything_store_oddly(&gl);
		before = everything_query(&gl);
		is_read(sort, &part, W * H);
		everything_is_same(&gl, before);
	}
}

static void errors_stay(void)
{
	struct texture_part part = {.target = GL_TEXTURE_2D};

	begin(OFFSCREEN_COMPAT);
	part.name = bind_new(GL_TEXTURE_2D);
	send(sort_of(GL_RGBA8), GL_TEXTURE_2D, 0, W, H);
	gl.Enable(0xdead);
	is_str(texture_read(&image, &gl, &part), NULL);
	is_u64(gl.GetError(), GL_INVALID_ENUM);
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static void reasons(void)
{
	struct texture_part part = {.target = GL_TEXTURE_2D, .name = 1234};

	begin(OFFSCREEN_COMPAT);
	is_str(texture_read(&image, &gl, &part), "it was deleted");
	part.name = bind_new(GL_TEXTURE_2D);
	is_str(texture_read(&image, &gl, &part), "this level has no image");
	send(sort_of(GL_RGBA8), GL_TEXTURE_2D, 0, W, H);
	part.aspect = IMAGE_DEPTH;
	ok(!texture_has(&gl, &part));
	is_str(texture_read(&image, &gl, &part), "it has no depth");
	part.aspect = IMAGE_STENCIL;
	is_str(texture_read(&image, &gl, &part), "it has no stencil");
	part.target = GL_TEXTURE_BUFFER;
	is_str(texture_read(&image, &gl, &part),
	       "textures of this kind cannot be read");
	is_u64(gl.GetError(), GL_NO_ERROR);
}

static const struct tap_test tests[] = {
	{"each sized format is read as it was uploaded", every_format},
	{"sRGB and normalized numbers are marked", mark_srgb},
	{"each level is read", each_level},
	{"each face of a cube map is read", each_face},
	{"each layer of volumes and arrays is read", each_layer},
	{"rows, arrays of them and rectangles are read", rows_and_rectangles},
	{"depth and stencil in one word are two images",
	 fixed_depth_and_stencil},
	{"so are floating depth and stencil", floating_depth_and_stencil},
	{"compressed blocks are read as colors", blocks},
	{"nothing of the context changes, however pixels are stored",
	 nothing_changes},
	{"a pending error stays", errors_stay},
	{"there is a reason where there is no image", reasons},
};
TAP_MAIN(tests)
