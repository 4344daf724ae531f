/* SPDX-License-Identifier: MIT */
/* LINK: tests/double/gl_events.c */
/*
 * Arrays of vertex array objects that are named, and where they begin.
 */
#include "preload/gl/driver/const.h"
#include "tests/double/gl_events.h"
#include "tests/tap.h"

#define VAO 8
#define BUFFER 5

static float memory[256];

static const struct fxp_gl_binding *binding(unsigned array)
{
	return &fxp_gl_current()->vao->bindings[array];
}

static void is_bound(unsigned array, uint32_t buffer, uint64_t offset,
		     int32_t stride)
{
	is_u64(binding(array)->buffer, buffer);
	is_u64(binding(array)->offset, offset);
	is_i64(binding(array)->stride, stride);
}

static void begin(void)
{
	uint32_t vao = VAO, buffer = BUFFER;

	gl_begin_compat(1, 0);
	GL(CREATE_BUFFERS, 1, AT(&buffer));
	GL(CREATE_VAOS, 1, AT(&vao));
	GL(BIND_VAO, VAO);
}

static void old_arrays(void)
{
	begin();
	GL(VAO_VERTEX_OFFSET, VAO, BUFFER, 3, GL_FLOAT, 0, 100);
	is_bound(FXP_GL_A_VERTEX, BUFFER, 100, 12);
	GL(VAO_COLOR_OFFSET, VAO, BUFFER, 4, GL_UNSIGNED_BYTE, 8, 0);
	is_bound(FXP_GL_A_COLOR, BUFFER, 0, 8);
	GL(VAO_SECONDARY_COLOR_OFFSET, VAO, BUFFER, 3, GL_UNSIGNED_BYTE, 0, 1);
	is_bound(FXP_GL_A_SECONDARY, BUFFER, 1, 3);
	GL(VAO_NORMAL_OFFSET, VAO, BUFFER, GL_FLOAT, 0, 4);
	is_bound(FXP_GL_A_NORMAL, BUFFER, 4, 12);
	GL(VAO_INDEX_OFFSET, VAO, BUFFER, GL_SHORT, 0, 6);
	is_bound(FXP_GL_A_INDEX, BUFFER, 6, 2);
	GL(VAO_FOG_COORD_OFFSET, VAO, BUFFER, GL_FLOAT, 0, 7);
	is_bound(FXP_GL_A_FOG_COORD, BUFFER, 7, 4);
	GL(VAO_EDGE_FLAG_OFFSET, VAO, BUFFER, 0, 9);
	is_bound(FXP_GL_A_EDGE_FLAG, BUFFER, 9, 1);
	GL(VAO_MULTI_TEX_COORD_OFFSET, VAO, BUFFER, GL_TEXTURE0 + 2, 2,
	   GL_FLOAT, 0, 16);
	is_bound(FXP_GL_A_TEXTURE + 2, BUFFER, 16, 8);
	GL(CLIENT_ACTIVE_TEXTURE, GL_TEXTURE0 + 1);
	GL(VAO_TEX_COORD_OFFSET, VAO, BUFFER, 2, GL_FLOAT, 20, 16);
	is_bound(FXP_GL_A_TEXTURE + 1, BUFFER, 16, 20);
	is_bound(FXP_GL_A_TEXTURE, 0, 0, 0);
}

static void attributes(void)
{
	begin();
	GL(VAO_ATTRIB_OFFSET, VAO, BUFFER, 3, 2, GL_FLOAT, 0, 0, 64);
	is_bound(3, BUFFER, 64, 8);
	GL(VAO_ATTRIB_I_OFFSET, VAO, BUFFER, 4, 2, GL_INT, 12, 32);
	is_bound(4, BUFFER, 32, 12);
	GL(VAO_ATTRIB_DIVISOR, VAO, 4, 2);
	is_u64(binding(4)->divisor, 2);
	/* none such, and what GL refuses */
	GL(VAO_ATTRIB_OFFSET, VAO, BUFFER, 99, 2, GL_FLOAT, 0, 0, 64);
	GL(VAO_ATTRIB_OFFSET, 77, BUFFER, 3, 2, GL_FLOAT, 0, 0, 1);
	GL(VAO_ATTRIB_OFFSET, VAO, BUFFER, 3, 2, GL_FLOAT, 0, 0, (uint64_t)-8);
	is_bound(3, BUFFER, 64, 8);
}

/* What was in the program's memory is in a buffer now. */
static void moved(void)
{
	begin();
	GL(BIND_VAO, 0);
	GL(VERTEX_POINTER, 2, GL_FLOAT, 0, AT(memory));
	GL(ENABLE_VAO_ARRAY, 0, GL_VERTEX_ARRAY);
	GL(ENABLE_VAO_ARRAY, VAO, GL_TEXTURE0 + 3);
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	is_u64(n_gl_events, 1);
	GL(VAO_VERTEX_OFFSET, 0, BUFFER, 2, GL_FLOAT, 0, 0);
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	is_u64(n_gl_events, 1);
	GL(VERTEX_POINTER, 2, GL_FLOAT, 0, AT(memory));
	GL(DISABLE_VAO_ARRAY, 0, GL_VERTEX_ARRAY);
	BEFORE(DRAW_ARRAYS, GL_TRIANGLES, 0, 3);
	is_u64(n_gl_events, 1);
	GL(BIND_VAO, VAO);
	is_u64(fxp_gl_current()->vao->enabled, 1ull << (FXP_GL_A_TEXTURE + 3));
}

static const struct tap_test tests[] = {
	{"arrays of old begin in the buffer that is named", old_arrays},
	{"as do attributes", attributes},
	{"what moves into a buffer is recorded no more", moved},
};

TAP_MAIN(tests)
