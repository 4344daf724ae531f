/* SPDX-License-Identifier: MIT */
/*
 * Levels of textures, see level.h. OpenGL says of each channel how many bits it
 * has, and what they mean. Values of eight bits or fewer are all distinct in a
 * type of eight bits, and those of up to sixteen in one of sixteen.
 */
#include "tools/replay/look/level.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

struct source {
	const struct procs *gl;
	GLenum target;
	GLint level;
};

static GLint get(const struct source *source, GLenum name)
{
	GLint value = 0;

	source->gl->GetTexLevelParameteriv(source->target, source->level, name,
					   &value);
	return value;
}

static const struct channel {
	char letter;
	bool is_old; /* not in the core profile, nor in OpenGL ES */
	GLenum size, type;
} channels[] = {
	{'R', false, GL_TEXTURE_RED_SIZE, GL_TEXTURE_RED_TYPE},
	{'G', false, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_GREEN_TYPE},
	{'B', false, GL_TEXTURE_BLUE_SIZE, GL_TEXTURE_BLUE_TYPE},
	{'L', true, GL_TEXTURE_LUMINANCE_SIZE, GL_TEXTURE_LUMINANCE_TYPE},
	{'I', true, GL_TEXTURE_INTENSITY_SIZE, GL_TEXTURE_INTENSITY_TYPE},
	{'A', false, GL_TEXTURE_ALPHA_SIZE, GL_TEXTURE_ALPHA_TYPE},
};

static void find_channels(const struct source *source, struct level *level)
{
	const struct procs *gl = source->gl;
	size_t n = 0;

	for (size_t i = 0; i < N(channels); i++) {
		GLint bits = 0;

		if (!channels[i].is_old || (!gl->is_core && !gl->is_es))
			bits = get(source, channels[i].size);
		if (!bits || n + 1 == sizeof(level->channels))
			continue;
		level->channels[n++] = channels[i].letter;
		if (bits > level->color_bits)
			level->color_bits = bits;
		if (level->color_type)
			continue;
		level->color_type = GL_UNSIGNED_NORMALIZED;
		if (gl->has_level_types)
			level->color_type =
				(GLenum)get(source, channels[i].type);
	}
}

static void find_depth(const struct source *source, struct level *level)
{
	const struct procs *gl = source->gl;

	if (gl->has_level_depth)
		level->depth_bits = get(source, GL_TEXTURE_DEPTH_SIZE);
	if (gl->has_level_stencil)
		level->stencil_bits = get(source, GL_TEXTURE_STENCIL_SIZE);
	if (!level->depth_bits)
		return;
	level->depth_type = GL_UNSIGNED_NORMALIZED;
	if (gl->has_level_types)
		level->depth_type = (GLenum)get(source, GL_TEXTURE_DEPTH_TYPE);
}

struct level level_of(const struct procs *gl, GLenum target, GLint number)
{
	struct source source = {gl, target, number};
	struct level level = {.width =
				      (uint32_t)get(&source, GL_TEXTURE_WIDTH)};
	bool has_depth = gl->is_es || gl->version >= 12;

	if (!level.width)
		return level;
	level.height = (uint32_t)get(&source, GL_TEXTURE_HEIGHT);
	level.depth = has_depth ? (uint32_t)get(&source, GL_TEXTURE_DEPTH) : 1;
	/* rows of their own are layers */
	if (target == GL_TEXTURE_1D_ARRAY) {
		level.depth = level.height;
		level.height = 1;
	}
	if (gl->has_level_samples)
		level.samples = get(&source, GL_TEXTURE_SAMPLES);
	level.internal_format =
		(GLenum)get(&source, GL_TEXTURE_INTERNAL_FORMAT);
	find_channels(&source, &level);
	find_depth(&source, &level);
	return level;
}

static bool is_srgb(GLenum internal_format)
{
	static const GLenum formats[] = {
		GL_SRGB,
		GL_SRGB8,
		GL_SRGB_ALPHA,
		GL_SRGB8_ALPHA8,
		GL_SLUMINANCE,
		GL_SLUMINANCE8,
		GL_SLUMINANCE_ALPHA,
		GL_SLUMINANCE8_ALPHA8,
		GL_SR8_EXT,
		GL_SRG8_EXT,
		GL_COMPRESSED_SRGB,
		GL_COMPRESSED_SRGB_ALPHA,
		GL_COMPRESSED_SLUMINANCE,
		GL_COMPRESSED_SLUMINANCE_ALPHA,
		GL_COMPRESSED_SRGB_S3TC_DXT1_EXT,
		GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT,
		GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT,
		GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT,
		GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM,
		GL_COMPRESSED_SRGB8_ETC2,
		GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2,
		GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC,
	};

	for (size_t i = 0; i < N(formats); i++)
		if (internal_format == formats[i])
			return true;
	return internal_format >= GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR &&
	       internal_format <= GL_COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR;
}

static const GLenum types[IMAGE_N_NUMBERS] = {
	[IMAGE_U8] = GL_UNSIGNED_BYTE,	 [IMAGE_I8] = GL_BYTE,
	[IMAGE_U16] = GL_UNSIGNED_SHORT, [IMAGE_I16] = GL_SHORT,
	[IMAGE_U32] = GL_UNSIGNED_INT,	 [IMAGE_I32] = GL_INT,
	[IMAGE_F32] = GL_FLOAT,
};

static enum image_number number_of(GLenum type, GLint bits)
{
	switch (type) {
	case GL_INT:
		return IMAGE_I32;
	case GL_UNSIGNED_INT:
		return IMAGE_U32;
	case GL_UNSIGNED_NORMALIZED:
		return bits <= 8    ? IMAGE_U8
		       : bits <= 16 ? IMAGE_U16
				    : IMAGE_F32;
	case GL_SIGNED_NORMALIZED:
		return bits <= 8    ? IMAGE_I8
		       : bits <= 16 ? IMAGE_I16
				    : IMAGE_F32;
	default:
		return IMAGE_F32;
	}
}

static void set_number(struct level_form *form, enum image_number number)
{
	form->form.number = (uint8_t)number;
	form->type = types[number];
}

static const struct format {
	char channels[5];
	GLenum format, of_integers;
} formats[] = {
	{"R", GL_RED, GL_RED_INTEGER},
	{"RG", GL_RG, GL_RG_INTEGER},
	{"RGB", GL_RGB, GL_RGB_INTEGER},
	{"RGBA", GL_RGBA, GL_RGBA_INTEGER},
	{"A", GL_ALPHA, GL_ALPHA_INTEGER},
	{"L", GL_LUMINANCE, GL_LUMINANCE_INTEGER_EXT},
	{"LA", GL_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA_INTEGER_EXT},
	/* it is its red */
	{"I", GL_RED, GL_RED_INTEGER},
};

struct level_form level_color_form(const struct level *level)
{
	bool is_integer = level->color_type == GL_INT ||
			  level->color_type == GL_UNSIGNED_INT;
	struct level_form form = {
		.form = {.channels = "RGBA",
			 .is_srgb = is_srgb(level->internal_format)},
		.format = is_integer ? GL_RGBA_INTEGER : GL_RGBA,
	};

	set_number(&form, number_of(level->color_type, level->color_bits));
	form.form.is_normalized = !is_integer && form.form.number != IMAGE_F32;
	for (size_t i = 0; i < N(formats); i++) {
		if (strcmp(level->channels, formats[i].channels))
			continue;
		memcpy(form.form.channels, formats[i].channels,
		       sizeof(form.form.channels));
		form.format =
			is_integer ? formats[i].of_integers : formats[i].format;
	}
	return form;
}

struct level_form level_depth_form(const struct level *level)
{
	bool is_float = level->depth_type == GL_FLOAT;
	struct level_form form = {.form = {.channels = "D"},
				  .format = GL_DEPTH_COMPONENT};

	form.form.is_normalized = !is_float;
	set_number(&form, is_float		    ? IMAGE_F32
			  : level->depth_bits <= 16 ? IMAGE_U16
						    : IMAGE_U32);
	if (!level->stencil_bits)
		return form;
	form.format = GL_DEPTH_STENCIL;
	form.type = is_float ? GL_FLOAT_32_UNSIGNED_INT_24_8_REV
			     : GL_UNSIGNED_INT_24_8;
	return form;
}

void level_widen_depths(uint32_t *depths, size_t n)
{
	for (size_t i = 0; i < n; i++)
		depths[i] = (depths[i] & ~0xffu) | depths[i] >> 24;
}
