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

typedef const char *get_string(unsigned name);
typedef void get_integer(unsigned pname, int *value);
typedef void get_of_target(unsigned target, unsigned pname, int *value);
typedef void get_of_level(unsigned target, int level, unsigned pname,
			  int *value);
typedef void get_bytes(unsigned target, intptr_t offset, intptr_t n_bytes,
		       void *to);
typedef void get_of_program(unsigned program, unsigned pname, int *value);
typedef void get_of_index(unsigned program, unsigned index, unsigned pname,
			  int *value);
typedef void get_of_stage(unsigned program, unsigned stage, unsigned pname,
			  int *value);
typedef void get_of_uniform(unsigned program, unsigned stage, unsigned index,
			    unsigned pname, int *value);

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
	switch (target) {
	case GL_DRAW_INDIRECT_BUFFER:
		*version = 40;
		return GL_DRAW_INDIRECT_BUFFER_BINDING;
	case GL_PARAMETER_BUFFER:
		*version = 46;
		return GL_PARAMETER_BUFFER_BINDING;
	default:
		*version = 15;
		return GL_ELEMENT_ARRAY_BUFFER_BINDING;
	}
}

bool fxp_gl_ask_buffer(struct fxp_gl_context *c, unsigned target,
		       int64_t n_bytes, void *to)
{
	get_of_target *get_size;
	get_bytes *get;
	unsigned version, binding = binding_of(target, &version);
	int size = 0;

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

/* A program that is linked: then its numbers can be asked. */
static int64_t of_program(const struct fxp_gl_context *c, uint32_t program,
			  unsigned pname)
{
	get_of_program *get =
		(get_of_program *)fxp_gl_ask_real(FXP_FN_gl_glGetProgramiv);
	const struct fxp_gl_object *o =
		fxp_gl_find(&c->group->programs, program);
	int is_linked = 0, value = 0;

	if (!get || !o || !o->is_there)
		return 0;
	get(program, GL_LINK_STATUS, &is_linked);
	if (is_linked)
		get(program, pname, &value);
	return value;
}

int64_t fxp_gl_ask_block(bool is_atomic, uint32_t program, uint32_t index,
			 unsigned pname)
{
	struct fxp_gl_context *c = fxp_gl_current();
	bool is_es = c && c->api != FXP_GL_API_GL;
	get_of_index *get;
	int n = 0;

	if (pname != GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES &&
	    pname != GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES)
		return 1;
	if (!c || c->in_begin ||
	    fxp_gl_ask_version(c) < (is_es	 ? is_atomic ? 31u : 30u
				     : is_atomic ? 42u
						 : 31u) ||
	    (int64_t)index >=
		    of_program(c, program,
			       is_atomic ? GL_ACTIVE_ATOMIC_COUNTER_BUFFERS
					 : GL_ACTIVE_UNIFORM_BLOCKS))
		return 0;
	get = (get_of_index *)fxp_gl_ask_real(
		is_atomic ? FXP_FN_gl_glGetActiveAtomicCounterBufferiv
			  : FXP_FN_gl_glGetActiveUniformBlockiv);
	if (get)
		get(program, index,
		    is_atomic ? GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS
			      : GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS,
		    &n);
	return n;
}

static bool is_stage(unsigned stage)
{
	switch (stage) {
	case GL_VERTEX_SHADER:
	case GL_FRAGMENT_SHADER:
	case GL_GEOMETRY_SHADER:
	case GL_TESS_EVALUATION_SHADER:
	case GL_TESS_CONTROL_SHADER:
		return true;
	default:
		return false;
	}
}

int64_t fxp_gl_ask_subroutine(uint32_t program, unsigned stage, uint32_t index,
			      unsigned pname)
{
	struct fxp_gl_context *c = fxp_gl_current();
	get_of_uniform *get;
	get_of_stage *count;
	int n = 0;

	if (pname != GL_COMPATIBLE_SUBROUTINES)
		return 1;
	if (!c || !is_stage(stage) || !is_desktop(c, 40) ||
	    of_program(c, program, GL_LINK_STATUS) == 0)
		return 0;
	count = (get_of_stage *)fxp_gl_ask_real(FXP_FN_gl_glGetProgramStageiv);
	get = (get_of_uniform *)fxp_gl_ask_real(
		FXP_FN_gl_glGetActiveSubroutineUniformiv);
	if (!count || !get)
		return 0;
	count(program, stage, GL_ACTIVE_SUBROUTINE_UNIFORMS, &n);
	if ((int64_t)index >= n)
		return 0;
	n = 0;
	get(program, stage, index, GL_NUM_COMPATIBLE_SUBROUTINES, &n);
	return n;
}
