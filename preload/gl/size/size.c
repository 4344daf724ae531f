/* SPDX-License-Identifier: MIT */
/*
 * Sizes that follow from arguments alone, see size.h.
 */
#include "preload/gl/size/size.h"

#include "preload/gl/driver/const.h"
#include "writer/bytes.h"

#define PAGE_BYTES 4096u
/* More pairs than any list has. */
#define LIST_MAX 1024

struct row {
	uint16_t pname;
	uint16_t n;
	uint8_t table;
	uint8_t is_name; /* n is a name, whose value is the number of values */
};

#define N(table, name, number, n) {number, n, FXP_GL_PNAMES_##table, 0},
#define BY(table, name, number, other, other_number)                           \
	{number, other_number, FXP_GL_PNAMES_##table, 1},
static const struct row rows[] = {
#include "gen/api/gl/pnames.def"
};
#undef N
#undef BY

int64_t fxp_gl_pname_values(enum fxp_gl_pnames table, unsigned pname)
{
	uint32_t low = 0, high = sizeof(rows) / sizeof(rows[0]);
	uint64_t key = (uint64_t)table << 32 | pname;

	while (low < high) {
		uint32_t i = (low + high) / 2;
		uint64_t at = (uint64_t)rows[i].table << 32 | rows[i].pname;

		if (at == key)
			return rows[i].is_name ? -rows[i].n : rows[i].n;
		if (at < key)
			low = i + 1;
		else
			high = i;
	}
	return 1;
}

int64_t fxp_gl_type_bytes(unsigned type)
{
	switch (type) {
	case GL_BYTE:
	case GL_UNSIGNED_BYTE:
		return 1;
	case GL_SHORT:
	case GL_UNSIGNED_SHORT:
	case GL_HALF_FLOAT:
	case GL_HALF_FLOAT_OES:
		return 2;
	case GL_INT:
	case GL_UNSIGNED_INT:
	case GL_FLOAT:
	case GL_FIXED:
		return 4;
	case GL_DOUBLE:
	case GL_INT64_ARB:
	case GL_UNSIGNED_INT64_ARB:
		return 8;
	default:
		return 0;
	}
}

int64_t fxp_gl_index_bytes(unsigned type)
{
	switch (type) {
	case GL_UNSIGNED_BYTE:
		return 1;
	case GL_UNSIGNED_SHORT:
		return 2;
	case GL_UNSIGNED_INT:
		return 4;
	default:
		return 0;
	}
}

int64_t fxp_gl_element_bytes(int64_t size, unsigned type)
{
	switch (type) {
	case GL_INT_2_10_10_10_REV:
	case GL_UNSIGNED_INT_2_10_10_10_REV:
	case GL_UNSIGNED_INT_10F_11F_11F_REV:
	case GL_UNSIGNED_INT_10_10_10_2_OES:
	case GL_INT_10_10_10_2_OES:
		return 4;
	}
	if (size == GL_BGRA)
		size = 4;
	return size >= 1 && size <= 4 ? size * fxp_gl_type_bytes(type) : 0;
}

int64_t fxp_gl_list_name_bytes(unsigned type)
{
	switch (type) {
	case GL_BYTE:
	case GL_UNSIGNED_BYTE:
		return 1;
	case GL_SHORT:
	case GL_UNSIGNED_SHORT:
	case GL_2_BYTES:
		return 2;
	case GL_3_BYTES:
		return 3;
	case GL_INT:
	case GL_UNSIGNED_INT:
	case GL_FLOAT:
	case GL_4_BYTES:
		return 4;
	default:
		return 0;
	}
}

int64_t fxp_gl_map_values(unsigned target)
{
	/* both kinds of targets are in the same order */
	unsigned i = target >= GL_MAP2_COLOR_4 ? target - GL_MAP2_COLOR_4
					       : target - GL_MAP1_COLOR_4;
	static const uint8_t values[] = {4, 1, 3, 1, 2, 3, 4, 3, 4};

	return i < sizeof(values) ? values[i] : 0;
}

int64_t fxp_gl_map1_values(unsigned target, int64_t stride, int64_t order)
{
	int64_t values = fxp_gl_map_values(target);

	if (!values || order < 1 || stride < values)
		return 0;
	return values + stride * (order - 1);
}

int64_t fxp_gl_map2_values(unsigned target, int64_t u_stride, int64_t u_order,
			   int64_t v_stride, int64_t v_order)
{
	int64_t values = fxp_gl_map_values(target);

	if (!values || u_order < 1 || v_order < 1 || u_stride < values ||
	    v_stride < values)
		return 0;
	return values + u_stride * (u_order - 1) + v_stride * (v_order - 1);
}

int64_t fxp_gl_commands_bytes(int64_t command_bytes, int64_t n, int64_t stride)
{
	if (n <= 0 || stride < 0 || stride % 4)
		return 0;
	return (n - 1) * (stride ? stride : command_bytes) + command_bytes;
}

int64_t fxp_gl_transform_values(unsigned type)
{
	/* from GL_TRANSLATE_X_NV on */
	static const uint8_t values[] = {1, 1, 2, 3, 6, 0, 12, 0, 6, 0, 12};
	unsigned i = type - GL_TRANSLATE_X_NV;

	return i < sizeof(values) ? values[i] : 0;
}

bool fxp_gl_is_single(enum fxp_gl_list kind, uint64_t key)
{
	return kind == FXP_GL_LIST_VISUAL &&
	       (key == GLX_USE_GL || key == GLX_RGBA ||
		key == GLX_DOUBLEBUFFER || key == GLX_STEREO);
}

int64_t fxp_gl_list_length(const void *p, enum fxp_gl_list kind,
			   bool (*is_there)(const void *p, uint64_t n))
{
	uint64_t end = kind >= FXP_GL_LIST_EGL ? EGL_NONE : 0;
	unsigned width = kind == FXP_GL_LIST_EGL64 ? 8 : 4;
	bool is_value = false;
	const char *at = p;
	uintptr_t page = 0;
	int64_t n = 0;

	while (at && n < LIST_MAX) {
		uint64_t word;

		if (!page || ((uintptr_t)at + width - 1) / PAGE_BYTES != page) {
			if (!is_there(at, width))
				break;
			page = ((uintptr_t)at + width - 1) / PAGE_BYTES;
		}
		word = width == 8 ? fxw_load8(at) : fxw_load4(at);
		at += width;
		n++;
		if (!is_value && word == end)
			break;
		is_value = !is_value && !fxp_gl_is_single(kind, word);
	}
	return n;
}
