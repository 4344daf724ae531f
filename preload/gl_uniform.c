/* SPDX-License-Identifier: MIT */
/*
 * How many values a uniform has, see gl_uniform.h.
 */
#include "preload/gl_uniform.h"

#include "preload/gl_api.h"
#include "preload/gl_const.h"
#include "preload/gl_program.h"
#include "preload/gl_real.h"
#include "preload/gl_size.h"
#include "preload/gl_state.h"

/* Uniforms that are looked through, and locations of each. */
#define MAX_UNIFORMS 4096
#define NAME_BYTES 120

typedef void get_program(unsigned program, unsigned pname, int *value);
typedef void get_uniform(unsigned program, unsigned index, int room,
			 int *length, int *size, unsigned *type, char *name);
typedef int get_location(unsigned program, const char *name);

/* Whether the location is one of this uniform's: its elements follow each
 * other. */
static bool is_at(unsigned program, const char *name, int size, int location)
{
	get_location *find =
		(get_location *)fxp_gl_ask_real(FXP_FN_gl_glGetUniformLocation);
	int first = find ? find(program, name) : -1;

	return first >= 0 && location >= first && location < first + size;
}

static int64_t find_values(unsigned program, int location, int n)
{
	get_uniform *get =
		(get_uniform *)fxp_gl_ask_real(FXP_FN_gl_glGetActiveUniform);
	char name[NAME_BYTES];

	for (unsigned i = 0; get && i < (unsigned)n; i++) {
		int size = 0, length = 0;
		unsigned type = 0;

		get(program, i, NAME_BYTES, &length, &size, &type, name);
		if (length > 0 && length < NAME_BYTES - 1 &&
		    is_at(program, name, size, location))
			return fxp_gl_uniform_values(type);
	}
	return 0;
}

/* Whether it is linked: as the program was told, or as GL says. */
static bool is_linked(const struct fxp_gl_context *c, uint32_t program,
		      get_program *get)
{
	struct fxp_gl_question question =
		fxp_gl_program_question(c, program, 0, 0, GL_LINK_STATUS);
	int32_t status = 0;

	if (!fxp_gl_answer_find(c->group, &question, &status)) {
		get(program, GL_LINK_STATUS, &status);
		fxp_gl_answer_keep(c->group, &question, status);
	}
	return status;
}

/* apart: the names' room is in no other frame */
static __attribute__((noinline)) int64_t ask(const struct fxp_gl_context *c,
					     uint32_t program, int32_t location)
{
	get_program *get =
		(get_program *)fxp_gl_ask_real(FXP_FN_gl_glGetProgramiv);
	int n = 0;

	/* only one that is surely there: GL must have no error to tell of */
	if (!get || !fxp_gl_program_find(c, program) ||
	    !is_linked(c, program, get))
		return 0;
	get(program, GL_ACTIVE_UNIFORMS, &n);
	return find_values(program, location, n < MAX_UNIFORMS ? n : 0);
}

int64_t fxp_gl_uniform_of(uint32_t program, int32_t location)
{
	const struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_question question;
	int32_t n = 0;

	if (!c || c->in_begin || location < 0)
		return 0;
	question = fxp_gl_program_question(c, program, GL_UNIFORM,
					   (uint32_t)location, GL_UNIFORM);
	if (!fxp_gl_answer_find(c->group, &question, &n)) {
		n = (int32_t)ask(c, program, location);
		if (n)
			fxp_gl_answer_keep(c->group, &question, n);
	}
	return n;
}
