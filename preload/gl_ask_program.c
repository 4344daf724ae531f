/* SPDX-License-Identifier: MIT */
/*
 * Asking GL about programs, see gl_ask.h: only those that are there are asked
 * about, and of what they have only what is there.
 */
#include "preload/gl_ask.h"

#include "preload/gl_api.h"
#include "preload/gl_const.h"
#include "preload/gl_event.h"
#include "preload/gl_real.h"
#include "writer/bytes.h"

typedef uint8_t is_name(unsigned name);
typedef void get_of_program(unsigned program, unsigned pname, int *value);
typedef void get_of_index(unsigned program, unsigned index, unsigned pname,
			  int *value);
typedef void get_of_stage(unsigned program, unsigned stage, unsigned pname,
			  int *value);
typedef void get_of_uniform(unsigned program, unsigned stage, unsigned index,
			    unsigned pname, int *value);
typedef void get_of_resource(unsigned program, unsigned interface,
			     unsigned index, int n_props, const unsigned *props,
			     int room, int *length, int *values);

bool fxp_gl_ask_is_program(struct fxp_gl_context *c, uint32_t name)
{
	const struct fxp_gl_object *o = fxp_gl_find(&c->group->programs, name);
	is_name *ask;

	if (o && o->is_there)
		return true;
	/* one that is deleted is there as long as it is used; of others the
	 * making was not seen */
	if (c->in_begin || c->api == FXP_GL_API_ES1 ||
	    fxp_gl_ask_version(c) < 20)
		return false;
	ask = (is_name *)fxp_gl_ask_real(FXP_FN_gl_glIsProgram);
	return ask && ask(name);
}

/* A program that is linked: then its numbers can be asked. */
static int64_t of_program(struct fxp_gl_context *c, uint32_t program,
			  unsigned pname)
{
	get_of_program *get =
		(get_of_program *)fxp_gl_ask_real(FXP_FN_gl_glGetProgramiv);
	int is_linked = 0, value = 0;

	if (!get || !fxp_gl_ask_is_program(c, program))
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
	if (!c || !is_stage(stage) || c->in_begin || c->api != FXP_GL_API_GL ||
	    fxp_gl_ask_version(c) < 40 ||
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

int64_t fxp_gl_ask_attached(uint32_t program)
{
	struct fxp_gl_context *c = fxp_gl_current();
	get_of_program *get =
		(get_of_program *)fxp_gl_ask_real(FXP_FN_gl_glGetProgramiv);
	int n = 0;

	if (get && c && !c->in_begin && fxp_gl_ask_is_program(c, program))
		get(program, GL_ATTACHED_SHADERS, &n);
	return n;
}

int64_t fxp_gl_ask_binary(uint32_t program)
{
	struct fxp_gl_context *c = fxp_gl_current();

	if (!c || c->in_begin || c->api == FXP_GL_API_ES1 ||
	    fxp_gl_ask_version(c) < (c->api == FXP_GL_API_GL ? 41u : 30u))
		return 0;
	return of_program(c, program, GL_PROGRAM_BINARY_LENGTH);
}

/* Whether GL of every implementation of that version has the interface. */
static bool has_interface(struct fxp_gl_context *c, unsigned interface)
{
	bool is_desktop = c->api == FXP_GL_API_GL;
	unsigned version = fxp_gl_ask_version(c);

	if (c->api == FXP_GL_API_ES1 || version < (is_desktop ? 43u : 31u))
		return false;
	if (interface - GL_VERTEX_SUBROUTINE <=
	    GL_COMPUTE_SUBROUTINE_UNIFORM - GL_VERTEX_SUBROUTINE)
		return is_desktop;
	return interface == GL_ATOMIC_COUNTER_BUFFER ||
	       interface - GL_UNIFORM <= GL_SHADER_STORAGE_BLOCK - GL_UNIFORM ||
	       interface == GL_TRANSFORM_FEEDBACK_VARYING;
}

/* What says how many values the property has; 0: it has one, or GL does not
 * take it here. */
static unsigned count_of(unsigned interface, unsigned prop)
{
	if (prop == GL_ACTIVE_VARIABLES)
		return interface == GL_UNIFORM_BLOCK ||
				       interface == GL_SHADER_STORAGE_BLOCK ||
				       interface == GL_ATOMIC_COUNTER_BUFFER
			       ? GL_NUM_ACTIVE_VARIABLES
			       : 0;
	if (prop == GL_COMPATIBLE_SUBROUTINES)
		return interface - GL_VERTEX_SUBROUTINE_UNIFORM <=
				       GL_COMPUTE_SUBROUTINE_UNIFORM -
					       GL_VERTEX_SUBROUTINE_UNIFORM
			       ? GL_NUM_COMPATIBLE_SUBROUTINES
			       : 0;
	return 0;
}

static int64_t of_properties(const struct fxp_gl_resource *r)
{
	get_of_resource *get = (get_of_resource *)fxp_gl_ask_real(
		FXP_FN_gl_glGetProgramResourceiv);
	int64_t n = 0;

	if (!get)
		return 0;
	for (int64_t i = 0; i < r->n_props; i++) {
		unsigned count =
			count_of(r->interface,
				 fxw_load4((const char *)r->props + i * 4));
		int one = 1;

		if (count)
			get(r->program, r->interface, r->index, 1, &count, 1,
			    NULL, &one);
		n += one;
	}
	return n;
}

int64_t fxp_gl_ask_resource(const struct fxp_gl_resource *r)
{
	struct fxp_gl_context *c = fxp_gl_current();
	get_of_stage *get;
	int n = 0;

	if (!c || c->in_begin || r->n_props <= 0 ||
	    !has_interface(c, r->interface) ||
	    !of_program(c, r->program, GL_LINK_STATUS) ||
	    !fxp_gl_is_there(r->props, (uint64_t)r->n_props * 4))
		return 0;
	get = (get_of_stage *)fxp_gl_ask_real(
		FXP_FN_gl_glGetProgramInterfaceiv);
	if (get)
		get(r->program, r->interface, GL_ACTIVE_RESOURCES, &n);
	return (int64_t)r->index < n ? of_properties(r) : 0;
}
