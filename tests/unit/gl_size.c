/* SPDX-License-Identifier: MIT */
/*
 * Sizes that follow from a call's own arguments.
 */
#include "preload/gl/size/size.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "preload/gl/driver/const.h"
#include "tests/guard.h"
#include "tests/tap.h"

static void types(void)
{
	is_i64(fxp_gl_type_bytes(GL_DOUBLE), 8);
	is_i64(fxp_gl_type_bytes(GL_HALF_FLOAT), 2);
	is_i64(fxp_gl_type_bytes(GL_RGBA), 0);
	is_i64(fxp_gl_index_bytes(GL_UNSIGNED_SHORT), 2);
	is_i64(fxp_gl_index_bytes(GL_SHORT), 0);
	is_i64(fxp_gl_element_bytes(3, GL_FLOAT), 12);
	is_i64(fxp_gl_element_bytes(GL_BGRA, GL_UNSIGNED_BYTE), 4);
	is_i64(fxp_gl_element_bytes(4, GL_INT_2_10_10_10_REV), 4);
	is_i64(fxp_gl_element_bytes(5, GL_FLOAT), 0);
	is_i64(fxp_gl_element_bytes(-1, GL_FLOAT), 0);
	is_i64(fxp_gl_list_name_bytes(GL_3_BYTES), 3);
	is_i64(fxp_gl_list_name_bytes(GL_DOUBLE), 0);
}

static void evaluators(void)
{
	is_i64(fxp_gl_map_values(GL_MAP1_VERTEX_3), 3);
	is_i64(fxp_gl_map_values(GL_MAP2_VERTEX_4), 4);
	is_i64(fxp_gl_map_values(GL_MAP1_INDEX), 1);
	is_i64(fxp_gl_map_values(GL_MAP2_TEXTURE_COORD_2), 2);
	is_i64(fxp_gl_map_values(GL_MAP1_VERTEX_4 + 1), 0);
	is_i64(fxp_gl_map_values(0), 0);
	is_i64(fxp_gl_map1_values(GL_MAP1_VERTEX_3, 5, 4), 18);
	is_i64(fxp_gl_map1_values(GL_MAP1_VERTEX_3, 5, 0), 0);
	is_i64(fxp_gl_map1_values(GL_MAP1_VERTEX_3, 2, 4), 0);
	is_i64(fxp_gl_map2_values(GL_MAP2_VERTEX_3, 3, 2, 6, 4), 3 + 3 + 18);
}

static void commands(void)
{
	is_i64(fxp_gl_commands_bytes(16, 3, 0), 48);
	is_i64(fxp_gl_commands_bytes(20, 3, 32), 84);
	is_i64(fxp_gl_commands_bytes(20, 0, 32), 0);
	is_i64(fxp_gl_commands_bytes(20, -5, 32), 0);
	is_i64(fxp_gl_commands_bytes(20, 2, -4), 0);
	is_i64(fxp_gl_commands_bytes(20, 2, 3), 0);
}

static void names(void)
{
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_GET, GL_VIEWPORT), 4);
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_GET, GL_MODELVIEW_MATRIX), 16);
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_GET, GL_MAX_TEXTURE_SIZE), 1);
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_GET, 0x12345678), 1);
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_GET,
				   GL_COMPRESSED_TEXTURE_FORMATS),
	       -GL_NUM_COMPRESSED_TEXTURE_FORMATS);
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_INDEXED, GL_DEPTH_RANGE), 2);
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_OBJECT,
				   GL_TEXTURE_BORDER_COLOR),
	       4);
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_OBJECT, GL_SPOT_DIRECTION), 3);
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_OBJECT, GL_TEXTURE_WRAP_S), 1);
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_PROGRAM,
				   GL_COMPUTE_WORK_GROUP_SIZE),
	       3);
	is_i64(fxp_gl_pname_values(FXP_GL_PNAMES_ATTRIB,
				   GL_CURRENT_VERTEX_ATTRIB),
	       4);
}

#define N(table, name, number, n) {FXP_GL_PNAMES_##table, number, n},
#define BY(table, name, number, other, other_number)                           \
	{FXP_GL_PNAMES_##table, number, -(other_number)},
static const struct {
	enum fxp_gl_pnames table;
	unsigned number;
	int n;
} all_names[] = {
#include "gen/api/gl/pnames.def"
};

static void every_name(void)
{
	for (unsigned i = 0; i < sizeof(all_names) / sizeof(*all_names); i++)
		is_i64(fxp_gl_pname_values(all_names[i].table,
					   all_names[i].number),
		       all_names[i].n);
}

static unsigned n_checks;

static bool everything(const void *p, uint64_t n)
{
	(void)p;
	(void)n;
	n_checks++;
	return true;
}

static bool nothing(const void *p, uint64_t n)
{
	(void)p;
	(void)n;
	return false;
}

static void lists(void)
{
	static const int32_t visual[] = {GLX_RGBA, GLX_DEPTH_SIZE, 0,
					 GLX_DOUBLEBUFFER, 0};
	static const int32_t pairs[] = {GLX_RGBA, GLX_DEPTH_SIZE, 0};
	static const int32_t egl[] = {EGL_NONE + 1, EGL_NONE, 0x3040, 0,
				      EGL_NONE};
	static const int64_t egl64[] = {0x3040, EGL_NONE, EGL_NONE};
	int32_t *guarded = guard_copy(visual, sizeof(visual));

	is_i64(fxp_gl_list_length(guarded, FXP_GL_LIST_VISUAL, everything), 5);
	is_i64(fxp_gl_list_length(pairs, FXP_GL_LIST_GLX, everything), 3);
	guarded = guard_copy(egl, sizeof(egl));
	is_i64(fxp_gl_list_length(guarded, FXP_GL_LIST_EGL, everything), 5);
	is_i64(fxp_gl_list_length(egl64, FXP_GL_LIST_EGL64, everything), 3);
	is_i64(fxp_gl_list_length(NULL, FXP_GL_LIST_EGL, everything), 0);
	is_i64(fxp_gl_list_length((void *)8, FXP_GL_LIST_EGL, nothing), 0);
}

/* It ends where memory does, and each page is checked once. */
static void endless_lists(void)
{
	int32_t *list = calloc(4096, sizeof(*list));

	for (int i = 0; i < 4096; i++)
		list[i] = 1;
	ok(fxp_gl_list_length(list, FXP_GL_LIST_EGL, everything) < 4096);
	ok(n_checks <= 3);
	free(list);
}

static void transformations(void)
{
	is_i64(fxp_gl_transform_values(0), 0);
	is_i64(fxp_gl_transform_values(GL_TRANSLATE_X_NV), 1);
	is_i64(fxp_gl_transform_values(GL_TRANSLATE_3D_NV), 3);
	is_i64(fxp_gl_transform_values(GL_AFFINE_2D_NV), 6);
	is_i64(fxp_gl_transform_values(GL_AFFINE_2D_NV + 1), 0);
	is_i64(fxp_gl_transform_values(GL_TRANSPOSE_AFFINE_3D_NV), 12);
	is_i64(fxp_gl_transform_values(GL_TRANSPOSE_AFFINE_3D_NV + 1), 0);
}

static const struct tap_test tests[] = {
	{"values, indices and names have the bytes of their type", types},
	{"evaluators read to their last control point", evaluators},
	{"commands in memory lie close or by their stride", commands},
	{"a parameter's name says how many values it has", names},
	{"every row of the names is found", every_name},
	{"a list of attributes ends at its terminator", lists},
	{"a list without end ends", endless_lists},
	{"a path's transformation has as many values as its kind",
	 transformations},
};

TAP_MAIN(tests)
