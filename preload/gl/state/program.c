/* SPDX-License-Identifier: MIT */
/*
 * How many values programs and formats have, see program.h.
 */
#include "preload/gl/state/program.h"

#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "writer/bytes.h"

/* More than any GL has of everything that is counted here. */
#define MAX_VALUES (1 << 24)

/* The number is not known. */
#define UNKNOWN (-1)

/* A query about a program in its current link state. */
static struct fxp_gl_question question_of(const struct fxp_gl_context *c,
					  uint32_t program, uint32_t space,
					  uint32_t index, uint32_t name)
{
	const struct fxp_gl_program *p =
		fxp_gl_find(&c->group->programs, program);

	return (struct fxp_gl_question){program, p ? p->era : 0, space, index,
					name};
}

/* A value of 4 bytes that a call has written, or 0. */
static int32_t written_value(uint64_t address)
{
	const void *p = (const void *)(uintptr_t)address;

	return p && fxp_gl_is_there(p, 4) ? (int32_t)fxw_load4(p) : 0;
}

static int64_t answer_of(const struct fxp_gl_context *c,
			 const struct fxp_gl_question *question)
{
	int32_t value;

	return fxp_gl_answer_find(c->group, question, &value) ? value : UNKNOWN;
}

/* The program has just queried it. */
static void add_answer(const struct fxp_gl_context *c,
		       const struct fxp_gl_question *question, uint64_t address)
{
	int32_t value = written_value(address);

	if (address && value >= 0)
		fxp_gl_answer_keep(c->group, question, value);
}

/* Whether it is certainly no program's name: the call has failed. */
static bool is_missing(const struct fxp_gl_context *c, uint32_t name)
{
	const struct fxp_gl_program *p = fxp_gl_find(&c->group->programs, name);

	return p ? p->is_shader : c->is_seen;
}

/* n values. If n is unknown: as many as there is space for in readable memory.
 */
static int64_t at_most(int64_t n, int64_t space, int64_t width,
		       uint64_t address)
{
	const void *p = (const void *)(uintptr_t)address;

	if (n < 0 || n > space)
		n = space;
	return p && n > 0 && n <= MAX_VALUES &&
			       fxp_gl_is_there(p, (uint64_t)(n * width))
		       ? n
		       : 0;
}

int64_t fxp_gl_attached_values(uint32_t program, uint64_t said, int64_t space,
			       uint64_t shaders)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	const struct fxp_gl_program *p =
		c ? fxp_gl_find(&c->group->programs, program) : NULL;
	struct fxp_gl_question question;
	int64_t n;

	if (!c || c->in_begin || is_missing(c, program))
		return 0;
	if (said) {
		n = written_value(said);
	} else {
		question =
			(struct fxp_gl_question){.object = program,
						 .era = p ? p->n_attachings : 0,
						 .name = GL_ATTACHED_SHADERS};
		n = p && !p->is_crowded ? p->n_shaders
					: answer_of(c, &question);
	}
	return at_most(n, space, 4, shaders);
}

int64_t fxp_gl_binary_bytes(uint32_t program, uint64_t said, int64_t space,
			    uint64_t binary)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_question question;
	int64_t n;

	if (!c || c->in_begin || is_missing(c, program))
		return 0;
	question = question_of(c, program, 0, 0, GL_PROGRAM_BINARY_LENGTH);
	n = said ? written_value(said) : answer_of(c, &question);
	/* if the space is too small, GL writes nothing */
	return n > space ? 0 : at_most(n, space, 1, binary);
}

/* The name of the number of these values; 0: there is one value. */
static unsigned count_of(unsigned name)
{
	switch (name) {
	case GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES:
	case GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES:
	case GL_ACTIVE_VARIABLES:
		return GL_NUM_ACTIVE_VARIABLES;
	case GL_COMPATIBLE_SUBROUTINES:
		return GL_NUM_COMPATIBLE_SUBROUTINES;
	default:
		return 0;
	}
}

/* Whether a name is such a number, and of which values; 0: it is none. */
static unsigned counted_by(unsigned name)
{
	switch (name) {
	case GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS:
	case GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS:
	case GL_NUM_ACTIVE_VARIABLES:
		return GL_NUM_ACTIVE_VARIABLES;
	case GL_NUM_COMPATIBLE_SUBROUTINES:
		return GL_NUM_COMPATIBLE_SUBROUTINES;
	default:
		return 0;
	}
}

/* A call without an argument for the space. */
static int64_t unbounded_values(const struct fxp_gl_context *c,
				struct fxp_gl_question question, unsigned pname,
				uint64_t params)
{
	unsigned by = counted_by(pname), of = count_of(pname);
	int64_t n;

	if (by) {
		question.name = by;
		add_answer(c, &question, params);
	}
	if (!of)
		return 1;
	question.name = of;
	n = answer_of(c, &question);
	return n > 0 ? at_most(n, n, 4, params) : 0;
}

int64_t fxp_gl_block_values(bool is_atomic, uint32_t program, uint32_t index,
			    unsigned pname, uint64_t params)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	unsigned space =
		is_atomic ? GL_ATOMIC_COUNTER_BUFFER : GL_UNIFORM_BLOCK;

	return c && !c->in_begin && !is_missing(c, program)
		       ? unbounded_values(
				 c, question_of(c, program, space, index, 0),
				 pname, params)
		       : 0;
}

int64_t fxp_gl_subroutine_values(uint32_t program, unsigned stage,
				 uint32_t index, unsigned pname,
				 uint64_t values)
{
	const struct fxp_gl_context *c = fxp_gl_current();

	return c && !c->in_begin && !is_missing(c, program)
		       ? unbounded_values(
				 c, question_of(c, program, stage, index, 0),
				 pname, values)
		       : 0;
}

/* The number of adjacent values, over all properties; UNKNOWN: that of one
 * property is unknown. */
static int64_t count_props(const struct fxp_gl_context *c,
			   const struct fxp_gl_resource *r)
{
	struct fxp_gl_question question =
		question_of(c, r->program, r->interface, r->index, 0);
	int64_t n = 0, more;

	for (int64_t i = 0; i < r->n_props && n < r->space; i++) {
		unsigned prop =
			fxw_load4((const char *)(uintptr_t)r->props + i * 4);
		unsigned by = counted_by(prop), of = count_of(prop);

		if (by) {
			question.name = by;
			add_answer(c, &question, r->params + (uint64_t)n * 4);
		}
		question.name = of;
		more = of ? answer_of(c, &question) : 1;
		if (more < 0)
			return UNKNOWN;
		n += more;
	}
	return n;
}

int64_t fxp_gl_resource_values(const struct fxp_gl_resource *r)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	const void *props = (const void *)(uintptr_t)r->props;
	int64_t n;

	if (!c || c->in_begin || is_missing(c, r->program) || r->n_props <= 0 ||
	    !props || !fxp_gl_is_there(props, (uint64_t)r->n_props * 4))
		return 0;
	n = count_props(c, r);
	if (r->said)
		n = written_value(r->said);
	return at_most(n, r->space, 4, r->params);
}

/* The name of a format's number of values; 0: there is none. */
static unsigned format_count(unsigned pname)
{
	switch (pname) {
	case GL_SAMPLES:
		return GL_NUM_SAMPLE_COUNTS;
	case GL_VIRTUAL_PAGE_SIZE_X:
	case GL_VIRTUAL_PAGE_SIZE_Y:
	case GL_VIRTUAL_PAGE_SIZE_Z:
		return GL_NUM_VIRTUAL_PAGE_SIZES;
	case GL_TILING_TYPES:
		return GL_NUM_TILING_TYPES;
	default:
		return 0;
	}
}

static bool has_samples(unsigned target)
{
	return target == GL_RENDERBUFFER ||
	       target == GL_TEXTURE_2D_MULTISAMPLE ||
	       target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
}

int64_t fxp_gl_format_values(const struct fxp_gl_format *f)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_question question = {
		.object = f->target, .space = f->format, .name = f->pname};
	/* calls of 64 bits have one value for a size */
	int64_t width = f->n_wide == 1 ? 8 : 4, n = 1;

	if (!c || c->in_begin)
		return 0;
	if (f->pname == GL_NUM_SAMPLE_COUNTS ||
	    f->pname == GL_NUM_VIRTUAL_PAGE_SIZES ||
	    f->pname == GL_NUM_TILING_TYPES)
		add_answer(c, &question, f->space > 0 ? f->params : 0);
	question.name = format_count(f->pname);
	if (f->pname == GL_MAX_COMBINED_DIMENSIONS)
		n = f->n_wide;
	else if (f->pname == GL_SAMPLES && !has_samples(f->target))
		n = 0;
	else if (question.name)
		n = answer_of(c, &question);
	return at_most(n, f->space, width, f->params);
}

/* 0 to 2, or FXP_GL_N_FORMATS: it is not among them. */
static unsigned formats_of(unsigned pname)
{
	switch (pname) {
	case GL_NUM_COMPRESSED_TEXTURE_FORMATS:
		return 0;
	case GL_NUM_PROGRAM_BINARY_FORMATS:
		return 1;
	case GL_NUM_SHADER_BINARY_FORMATS:
		return 2;
	default:
		return FXP_GL_N_FORMATS;
	}
}

void fxp_gl_queried_formats(unsigned pname, uint64_t value)
{
	struct fxp_gl_context *c;
	unsigned i = formats_of(pname);

	if (i == FXP_GL_N_FORMATS)
		return;
	c = fxp_gl_current();
	if (c && !c->in_begin)
		c->n_formats[i] = written_value(value);
}

int64_t fxp_gl_formats(unsigned pname)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	unsigned i = formats_of(pname);

	return c && !c->in_begin && i < FXP_GL_N_FORMATS ? c->n_formats[i] : 0;
}
