/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * How many values programs have, as calls and the program itself have learned.
 */
#include "preload/gl/state/program.h"

#include "preload/gl/driver/const.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"

static int32_t space[64];

static void make(uint32_t program)
{
	GL(CREATE_PROGRAM, program);
	GL(CREATE_SHADER, GL_VERTEX_SHADER, 7);
	GL(CREATE_SHADER, GL_FRAGMENT_SHADER, 8);
}

static int64_t attached(uint32_t program, int64_t n)
{
	return fxp_gl_attached_values(program, 0, n, AT(space));
}

static void shaders(void)
{
	gl_begin_compat(1, 0);
	make(3);
	is_i64(attached(3, 9), 0);
	GL(ATTACH_SHADER, 3, 7);
	GL(ATTACH_SHADER, 3, 7); /* refused */
	GL(ATTACH_SHADER, 3, 3);
	GL(ATTACH_SHADER, 3, 99);
	GL(ATTACH_SHADER, 4, 8);
	is_i64(attached(3, 9), 1);
	GL(ATTACH_SHADER, 3, 8);
	is_i64(attached(3, 9), 2);
	is_i64(attached(3, 1), 1);
	is_i64(attached(3, 0), 0);
	GL(DELETE_SHADER, 7);
	is_i64(attached(3, 9), 2);
	GL(DETACH_SHADER, 3, 7);
	GL(DETACH_SHADER, 3, 7);
	is_i64(attached(3, 9), 1);
	is_i64(attached(4, 9), 0);
	is_i64(attached(8, 9), 0);
	GL(CREATE_PROGRAM, 3);
	is_i64(attached(3, 9), 0);
	/* the call says it itself, where that is memory */
	is_i64(fxp_gl_attached_values(3, AT((int32_t[]){5}), 9, AT(space)), 5);
	is_i64(fxp_gl_attached_values(3, 8, 9, AT(space)), 0);
	is_i64(fxp_gl_attached_values(3, AT((int32_t[]){5}), 9, 16), 0);
}

/* Of ES only one of each type. */
static void shaders_es(void)
{
	gl_begin_es2(1, 0);
	make(3);
	GL(CREATE_SHADER, GL_VERTEX_SHADER, 9);
	GL(ATTACH_SHADER, 3, 7);
	GL(ATTACH_SHADER, 3, 9);
	is_i64(attached(3, 9), 1);
}

/* More than are tracked: what the program got, or what fits. */
static void many_shaders(void)
{
	int32_t n = 10;

	gl_begin_compat(1, 0);
	make(3);
	for (uint32_t i = 10; i < 20; i++) {
		GL(CREATE_SHADER, GL_VERTEX_SHADER, i);
		GL(ATTACH_SHADER, 3, i);
	}
	is_i64(attached(3, 15), 15);
	GL(QUERIED_PROGRAM, 3, GL_ATTACHED_SHADERS, AT(&n));
	is_i64(attached(3, 15), 10);
	GL(DETACH_SHADER, 3, 11);
	is_i64(attached(3, 15), 15);
}

static int64_t binary(int64_t n)
{
	return fxp_gl_binary_bytes(3, 0, n, AT(space));
}

static void binaries(void)
{
	int32_t n = 100;

	gl_begin_compat(1, 0);
	make(3);
	GL(LINK_PROGRAM, 3);
	is_i64(binary(200), 200);
	is_i64(fxp_gl_binary_bytes(3, 0, INT32_MAX, AT(space)), 0);
	GL(QUERIED_PROGRAM, 3, GL_PROGRAM_BINARY_LENGTH, AT(&n));
	is_i64(binary(200), 100);
	is_i64(binary(99), 0);
	GL(LINK_PROGRAM, 3);
	is_i64(binary(99), 99);
	GL(BEGIN, GL_TRIANGLES);
	GL(QUERIED_PROGRAM, 3, GL_PROGRAM_BINARY_LENGTH, AT(&n));
	is_i64(binary(200), 0);
	GL(END, 0);
	is_i64(binary(200), 200);
}

static int64_t block(uint32_t index, unsigned pname)
{
	return fxp_gl_block_values(false, 3, index, pname, AT(space));
}

static void blocks(void)
{
	gl_begin_compat(1, 0);
	make(3);
	space[0] = 6;
	is_i64(block(0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES), 0);
	is_i64(block(0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS), 1);
	is_i64(block(0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES), 6);
	is_i64(block(1, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES), 0);
	is_i64(fxp_gl_block_values(true, 3, 0, 0x92c6, AT(space)), 0);
	is_i64(fxp_gl_subroutine_values(3, 1, 0, GL_COMPATIBLE_SUBROUTINES,
					AT(space)),
	       0);
	is_i64(fxp_gl_subroutine_values(3, 1, 0, GL_NUM_COMPATIBLE_SUBROUTINES,
					AT(space)),
	       1);
	is_i64(fxp_gl_subroutine_values(3, 1, 0, GL_COMPATIBLE_SUBROUTINES,
					AT(space)),
	       6);
	GL(LINK_PROGRAM, 3);
	is_i64(block(0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES), 0);
}

static int64_t resource(const uint32_t *props, int64_t n, int64_t fits)
{
	return fxp_gl_resource_values(
		&(struct fxp_gl_resource){.program = 3,
					  .interface = GL_UNIFORM_BLOCK,
					  .n_props = n,
					  .props = AT(props),
					  .space = fits,
					  .params = AT(space)});
}

static void resources(void)
{
	const uint32_t size_list[] = {0x9303, GL_ACTIVE_VARIABLES, 0x9302};
	const uint32_t number_list[] = {0x9303, GL_NUM_ACTIVE_VARIABLES,
					GL_ACTIVE_VARIABLES};

	gl_begin_compat(1, 0);
	make(3);
	is_i64(resource(size_list, 1, 9), 1);
	is_i64(resource(size_list, 3, 9), 9);
	space[1] = 4;
	is_i64(resource(number_list, 3, 99), 6);
	is_i64(resource(size_list, 3, 9), 6);
	is_i64(resource(size_list, 3, 2), 2);
	is_i64(resource(size_list, 0, 9), 0);
	is_i64(resource((const uint32_t *)8, 3, 9), 0);
	GL(CREATE_SHADER, GL_VERTEX_SHADER, 3);
	is_i64(resource(size_list, 3, 9), 0);
	GL(CREATE_PROGRAM, 3);
	space[0] = 4;
	is_i64(block(0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS), 1);
	/* a block's uniforms are its variables */
	is_i64(block(0, GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES), 4);
}

static int64_t format(unsigned pname, int64_t fits)
{
	return fxp_gl_format_values(
		&(struct fxp_gl_format){.target = GL_RENDERBUFFER,
					.format = GL_RGBA,
					.pname = pname,
					.space = fits,
					.n_wide = 2,
					.params = AT(space)});
}

static void formats(void)
{
	gl_begin_compat(1, 0);
	is_i64(format(GL_SAMPLES, 5), 5);
	space[0] = 3;
	is_i64(format(GL_NUM_SAMPLE_COUNTS, 1), 1);
	is_i64(format(GL_SAMPLES, 5), 3);
	is_i64(format(GL_SAMPLES, 2), 2);
	/* no space for the number: nothing is written */
	is_i64(format(GL_NUM_SAMPLE_COUNTS, 0), 0);
	is_i64(format(GL_SAMPLES, 5), 3);
	is_i64(format(0x827f, 9), 1);
	is_i64(format(GL_MAX_COMBINED_DIMENSIONS, 9), 2);
	is_i64(fxp_gl_formats(GL_NUM_COMPRESSED_TEXTURE_FORMATS), 0);
	fxp_gl_queried_formats(GL_NUM_COMPRESSED_TEXTURE_FORMATS, AT(space));
	is_i64(fxp_gl_formats(GL_NUM_COMPRESSED_TEXTURE_FORMATS), 3);
	is_i64(fxp_gl_formats(GL_NUM_SHADER_BINARY_FORMATS), 0);
}

static const struct tap_test tests[] = {
	{"shaders are attached until they are detached", shaders},
	{"of ES one shader of a type is attached", shaders_es},
	{"of many shaders the program learns how many there are", many_shaders},
	{"a binary is as long as the program's query said, up to the next link",
	 binaries},
	{"lists of blocks and subroutines are as long as was returned", blocks},
	{"values of a resource follow each other", resources},
	{"formats have as many values as was returned", formats},
};

TAP_MAIN(tests)
