/* SPDX-License-Identifier: MIT */
/*
 * How many values a uniform has, see gl_uniform.h.
 */
#include "preload/gl_uniform.h"

#include "preload/gl_api.h"
#include "preload/gl_ask.h"
#include "preload/gl_const.h"
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

int64_t fxp_gl_uniform_of(uint32_t program, int32_t location)
{
	struct fxp_gl_context *c = fxp_gl_current();
	get_program *get =
		(get_program *)fxp_gl_ask_real(FXP_FN_gl_glGetProgramiv);
	int is_linked = 0, n = 0;

	if (!c || c->in_begin || location < 0 || !get ||
	    !fxp_gl_ask_is_program(c, program))
		return 0;
	get(program, GL_LINK_STATUS, &is_linked);
	if (!is_linked)
		return 0;
	get(program, GL_ACTIVE_UNIFORMS, &n);
	return find_values(program, location, n < MAX_UNIFORMS ? n : 0);
}
