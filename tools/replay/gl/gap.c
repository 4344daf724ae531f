/* SPDX-License-Identifier: MIT */
/*
 * The layout of glReadPixels' output: rows of pixels, with gaps according to
 * the pixel pack state.
 */
#include "tools/replay/call/guarded.h"
#include "tools/replay/gl/rules.h"

/* Limit of a picture's size. */
#define MAX_BYTES (1u << 30)

/* The components of one pixel of the format; 0: unknown. */
static size_t components_of(GLenum format)
{
	switch (format) {
	case GL_RGBA:
	case GL_BGRA:
	case GL_ABGR_EXT:
	case GL_RGBA_INTEGER:
	case GL_BGRA_INTEGER:
		return 4;
	case GL_RGB:
	case GL_BGR:
	case GL_RGB_INTEGER:
	case GL_BGR_INTEGER:
		return 3;
	case GL_RG:
	case GL_RG_INTEGER:
	case GL_LUMINANCE_ALPHA:
		return 2;
	default:
		return 1;
	}
}

static size_t pixel_bytes(GLenum format, GLenum type)
{
	switch (type) {
	case GL_BYTE:
	case GL_UNSIGNED_BYTE:
		return components_of(format);
	case GL_SHORT:
	case GL_UNSIGNED_SHORT:
	case GL_HALF_FLOAT:
	case GL_HALF_FLOAT_OES:
		return 2 * components_of(format);
	case GL_INT:
	case GL_UNSIGNED_INT:
	case GL_FLOAT:
		return 4 * components_of(format);
	case GL_UNSIGNED_BYTE_3_3_2:
	case GL_UNSIGNED_BYTE_2_3_3_REV:
		return 1;
	case GL_UNSIGNED_SHORT_5_6_5:
	case GL_UNSIGNED_SHORT_5_6_5_REV:
	case GL_UNSIGNED_SHORT_4_4_4_4:
	case GL_UNSIGNED_SHORT_4_4_4_4_REV:
	case GL_UNSIGNED_SHORT_5_5_5_1:
	case GL_UNSIGNED_SHORT_1_5_5_5_REV:
		return 2;
	case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
		return 8;
	case GL_BITMAP:
		return 0;
	default:
		return 4; /* packed */
	}
}

/* A size of the picture. A negative one, an error of the program, is 0. */
static size_t side_of(struct gl *gl, const struct gl_call *call,
		      const char *name)
{
	int32_t side = (int32_t)gl_number(gl, call, name);

	return side > 0 ? (size_t)side : 0;
}

struct gl_rows gl_rows_of(struct gl *gl, const struct gl_call *call)
{
	bool is_es2 = !gl_has_version(gl, 0, 0, 3);
	size_t pixel = pixel_bytes((GLenum)gl_number(gl, call, "format"),
				   (GLenum)gl_number(gl, call, "type"));
	size_t width = side_of(gl, call, "width"), align, length;
	struct gl_rows rows = {.n_bytes = width * pixel};

	align = (size_t)gl_get(gl, GL_PACK_ALIGNMENT);
	if (!align) /* between glBegin and glEnd; then nothing is read */
		return (struct gl_rows){0};
	length = is_es2 ? 0 : (size_t)gl_get(gl, GL_PACK_ROW_LENGTH);
	rows.stride = (length ? length : width) * pixel;
	rows.stride = (rows.stride + align - 1) / align * align;
	if (!is_es2)
		rows.first =
			(size_t)gl_get(gl, GL_PACK_SKIP_ROWS) * rows.stride +
			(size_t)gl_get(gl, GL_PACK_SKIP_PIXELS) * pixel;
	return rows;
}

/* In a damaged archive, the output may be larger than its recorded size. */
static bool make_space(struct gl *gl, struct gl_call *call)
{
	size_t i = gl_param(call, "pixels"), n_bytes;
	struct gl_rows rows;
	void *space;

	if (i == INVOKE_MAX || !call->args.is_out[i])
		return true;
	rows = gl_rows_of(gl, call);
	n_bytes = rows.first + rows.stride * side_of(gl, call, "height");
	if (n_bytes <= call->args.bytes[i])
		return true;
	/* more than the program had: it is written only in part, or not */
	space = n_bytes > MAX_BYTES ? guarded_memory(0, 0)
				    : fxr_arena_alloc(&gl->arena, n_bytes);
	if (!space)
		return gl_fail(gl, call, "it reads too much");
	args_set_pointer(&call->args, i, space);
	call->args.bytes[i] = n_bytes < MAX_BYTES ? n_bytes : MAX_BYTES;
	return true;
}

const struct gl_rule gl_gap_rules[] = {
	{"glReadPixels", make_space, NULL},
	{0},
};
