/* SPDX-License-Identifier: MIT */
/*
 * Asking GL, see gl_ask.h.
 */
#include "preload/gl_ask.h"

#include "preload/gl_api.h"
#include "preload/gl_const.h"
#include "preload/gl_real.h"

/* Every implementation has that many levels of every kind of texture. */
#define SURE_LEVELS 6

typedef uint8_t is_name(unsigned name);
typedef const char *get_string(unsigned name);
typedef void get_integer(unsigned pname, int *value);
typedef void get_of_target(unsigned target, unsigned pname, int *value);
typedef void get_of_level(unsigned target, int level, unsigned pname,
			  int *value);
typedef void get_of_format(unsigned target, unsigned format, unsigned pname,
			   int room, int *value);
typedef void get_bytes(unsigned target, intptr_t offset, intptr_t n_bytes,
		       void *to);

int64_t fxp_gl_ask_count(unsigned pname)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	get_integer *get =
		(get_integer *)fxp_gl_ask_real(FXP_FN_gl_glGetIntegerv);
	int n = 0;

	if (!c || c->in_begin || !get)
		return 0;
	get(pname, &n);
	return n;
}

/* "4.5 (Compatibility Profile) Mesa", "OpenGL ES 3.2 Mesa" */
static unsigned version_in(const char *text)
{
	while (*text && (*text < '0' || *text > '9'))
		text++;
	if (!*text || text[1] != '.' || text[2] < '0' || text[2] > '9')
		return 0;
	return (unsigned)(*text - '0') * 10 + (unsigned)(text[2] - '0');
}

unsigned fxp_gl_ask_version(struct fxp_gl_context *c)
{
	get_string *get;
	const char *text;

	if (c->is_asked || c->in_begin)
		return c->version;
	get = (get_string *)fxp_gl_ask_real(FXP_FN_gl_glGetString);
	text = get ? get(GL_VERSION) : NULL;
	if (text)
		c->version = version_in(text);
	c->is_asked = true;
	return c->version;
}

static bool is_desktop(struct fxp_gl_context *c, unsigned version)
{
	return !c->in_begin && c->api == FXP_GL_API_GL &&
	       fxp_gl_ask_version(c) >= version;
}

/* What is bound to a target, and the version that has had it at the latest. */
static unsigned binding_of(unsigned target, unsigned *version)
{
	bool is_indirect = target == GL_DRAW_INDIRECT_BUFFER;

	*version = is_indirect ? 40 : 15;
	return is_indirect ? GL_DRAW_INDIRECT_BUFFER_BINDING
			   : GL_ELEMENT_ARRAY_BUFFER_BINDING;
}

/* Of a target that extensions have had long before GL: by its name. */
static bool ask_named(struct fxp_gl_context *c, uint32_t name, int64_t n_bytes,
		      void *to)
{
	is_name *is_there = (is_name *)fxp_gl_ask_real(FXP_FN_gl_glIsBuffer);
	get_of_target *get_size = (get_of_target *)fxp_gl_ask_real(
		FXP_FN_gl_glGetNamedBufferParameteriv);
	get_bytes *get =
		(get_bytes *)fxp_gl_ask_real(FXP_FN_gl_glGetNamedBufferSubData);
	int size = 0;

	if (!is_there || !get_size || !get || !is_desktop(c, 45) ||
	    !is_there(name))
		return false;
	get_size(name, GL_BUFFER_SIZE, &size);
	if (size != n_bytes)
		return false;
	get(name, 0, n_bytes, to);
	return true;
}

bool fxp_gl_ask_buffer(struct fxp_gl_context *c, unsigned target,
		       int64_t n_bytes, void *to)
{
	get_of_target *get_size;
	get_bytes *get;
	unsigned version, binding = binding_of(target, &version);
	int size = 0;

	if (target == GL_PARAMETER_BUFFER)
		return ask_named(c, c->bound[FXP_GL_T_PARAMETER], n_bytes, to);
	if (!is_desktop(c, version))
		return false;
	get_size = (get_of_target *)fxp_gl_ask_real(
		FXP_FN_gl_glGetBufferParameteriv);
	get = (get_bytes *)fxp_gl_ask_real(FXP_FN_gl_glGetBufferSubData);
	if (!get_size || !get || !fxp_gl_ask_count(binding))
		return false;
	get_size(target, GL_BUFFER_SIZE, &size);
	if (size != n_bytes)
		return false;
	get(target, 0, n_bytes, to);
	return true;
}

/* The version that has had such textures at the latest. */
static unsigned version_of(unsigned target)
{
	switch (target) {
	case GL_TEXTURE_1D:
	case GL_TEXTURE_2D:
		return 11;
	case GL_TEXTURE_3D:
		return 12;
	case GL_TEXTURE_RECTANGLE:
		return 31;
	case GL_TEXTURE_1D_ARRAY:
	case GL_TEXTURE_2D_ARRAY:
		return 30;
	case GL_TEXTURE_CUBE_MAP_ARRAY:
		return 40;
	default: /* a face; a cube has no levels of its own */
		return target - GL_TEXTURE_CUBE_MAP_POSITIVE_X < 6 ? 13 : 99;
	}
}

int64_t fxp_gl_ask_level(struct fxp_gl_context *c, unsigned target,
			 uint32_t texture, int64_t level, unsigned pname)
{
	unsigned function = target ? FXP_FN_gl_glGetTexLevelParameteriv
				   : FXP_FN_gl_glGetTextureLevelParameteriv;
	get_of_level *get;
	int value = 0;

	if (level < 0 || level > SURE_LEVELS ||
	    (target == GL_TEXTURE_RECTANGLE && level) ||
	    !is_desktop(c, target ? version_of(target) : 45))
		return 0;
	get = (get_of_level *)fxp_gl_ask_real(function);
	if (get)
		get(target ? target : texture, (int)level, pname, &value);
	return value;
}

/* Any format may be asked about, since which version. */
#define FORMATS_VERSION 43

int64_t fxp_gl_ask_format(unsigned target, unsigned format, unsigned pname,
			  int64_t room, int64_t n_wide)
{
	struct fxp_gl_context *c = fxp_gl_current();
	get_of_format *get;
	int n = 0;

	switch (pname) {
	case GL_MAX_COMBINED_DIMENSIONS:
		return n_wide;
	case GL_VIRTUAL_PAGE_SIZE_X:
	case GL_VIRTUAL_PAGE_SIZE_Y:
	case GL_VIRTUAL_PAGE_SIZE_Z:
	case GL_TILING_TYPES:
		return room;
	case GL_SAMPLES:
		break;
	default:
		return 1;
	}
	if (target != GL_RENDERBUFFER && target != GL_TEXTURE_2D_MULTISAMPLE &&
	    target != GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
		return 0;
	get = (get_of_format *)fxp_gl_ask_real(FXP_FN_gl_glGetInternalformativ);
	if (!c || !get || !is_desktop(c, FORMATS_VERSION))
		return room;
	get(target, format, GL_NUM_SAMPLE_COUNTS, 1, &n);
	return n;
}

bool fxp_gl_ask_blocks(struct fxp_gl_context *c, unsigned target,
		       unsigned format, struct fxp_gl_blocks *blocks)
{
	get_of_format *get = (get_of_format *)fxp_gl_ask_real(
		FXP_FN_gl_glGetInternalformativ);

	if (!get || !is_desktop(c, FORMATS_VERSION))
		return false;
	*blocks = (struct fxp_gl_blocks){0};
	get(target, format, GL_TEXTURE_COMPRESSED_BLOCK_WIDTH, 1,
	    &blocks->width);
	get(target, format, GL_TEXTURE_COMPRESSED_BLOCK_HEIGHT, 1,
	    &blocks->height);
	get(target, format, GL_TEXTURE_COMPRESSED_BLOCK_SIZE, 1,
	    &blocks->bytes);
	return blocks->width > 0 && blocks->height > 0 && blocks->bytes > 0;
}
