/* SPDX-License-Identifier: MIT */
/*
 * Measures that expressions of GL's descriptions need from the recorder: the
 * words of gen/api/gl/measures.api. A call that fails touches no memory. So a
 * measure of its memory is 0 if that is not readable.
 */
#include "ids_gl.h"

#include "preload/gl/state/adopt.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/measure/state_size.h"
#include "preload/gl/state/program.h"
#include "preload/gl/size/size.h"
#include "preload/runtime/readable.h"
#include "writer/bytes.h"

static int64_t text_bytes(int64_t address, uint64_t space)
{
	const char *p = (const char *)(uintptr_t)address;
	size_t n = 0;

	return p && fxp_string_length(NULL, p, space, FXP_KNOWN, &n)
		       ? (int64_t)n
		       : 0;
}

/* n_bytes if that memory is readable, else 0. */
static int64_t valid(int64_t n_bytes, int64_t address)
{
	const void *p = (const void *)(uintptr_t)address;

	return p && n_bytes > 0 && fxp_gl_is_there(p, (uint64_t)n_bytes)
		       ? n_bytes
		       : 0;
}

/* format, type, sizes, pointer */
static int64_t pixel_bytes(const int64_t *args, unsigned dimensions,
			   bool is_pack)
{
	struct fxp_gl_box box = {args[2], 1, 1, dimensions};
	unsigned format = (unsigned)args[0], type = (unsigned)args[1];

	if (dimensions > 1)
		box.height = args[3];
	if (dimensions > 2)
		box.depth = args[4];
	return valid(is_pack ? fxp_gl_pack_bytes(format, type, &box)
			     : fxp_gl_unpack_bytes(format, type, &box),
		     args[2 + dimensions]);
}

static int64_t bitmap_bytes(const int64_t *args, bool is_pack)
{
	const int64_t all[] = {GL_COLOR_INDEX, GL_BITMAP, args[0], args[1],
			       args[2]};

	return pixel_bytes(all, 2, is_pack);
}

/* bytes, sizes, pointer */
static int64_t compressed_bytes(const int64_t *args, unsigned dimensions)
{
	struct fxp_gl_box box = {args[1], 1, 1, dimensions};

	if (dimensions > 1)
		box.height = args[2];
	if (dimensions > 2)
		box.depth = args[3];
	return valid(fxp_gl_unpack_compressed(args[0], &box),
		     args[1 + dimensions]);
}

static int64_t measure_pixels(unsigned what, const int64_t *args)
{
	switch (what) {
	case FXG_MEASURE_UNPACK1D:
	case FXG_MEASURE_PACK1D:
		return pixel_bytes(args, 1, what == FXG_MEASURE_PACK1D);
	case FXG_MEASURE_UNPACK2D:
	case FXG_MEASURE_PACK2D:
		return pixel_bytes(args, 2, what == FXG_MEASURE_PACK2D);
	case FXG_MEASURE_UNPACK3D:
	case FXG_MEASURE_PACK3D:
		return pixel_bytes(args, 3, what == FXG_MEASURE_PACK3D);
	case FXG_MEASURE_UNPACK_BITMAP:
	case FXG_MEASURE_PACK_BITMAP:
		return bitmap_bytes(args, what == FXG_MEASURE_PACK_BITMAP);
	case FXG_MEASURE_UNPACK_COMPRESSED1D:
		return compressed_bytes(args, 1);
	case FXG_MEASURE_UNPACK_COMPRESSED2D:
		return compressed_bytes(args, 2);
	case FXG_MEASURE_UNPACK_COMPRESSED3D:
		return compressed_bytes(args, 3);
	case FXG_MEASURE_PIXEL:
		return valid(fxp_gl_pixel_bytes((unsigned)args[0],
						(unsigned)args[1]),
			     args[2]);
	default:
		return 0;
	}
}

/* Adjacent messages; lengths count their NULs. */
static int64_t message_bytes(const int64_t *args)
{
	const char *text = (const char *)(uintptr_t)args[0];
	const int32_t *lengths = (const int32_t *)(uintptr_t)args[3];
	int64_t space = text ? args[1] : 0, n = 0;

	for (int64_t i = 0; i < args[2] && n < space; i++) {
		if (lengths)
			n += lengths[i] > 0 ? lengths[i] : 0;
		else
			n += (int64_t)fxw_length_max(text + n,
						     (size_t)(space - n)) +
			     1;
	}
	return n < space ? n : space;
}

static int64_t target_level(const int64_t *args, bool is_compressed)
{
	struct fxp_gl_where where = {.is_unit = args[0],
				     .name = (uint32_t)args[1],
				     .target = (unsigned)args[2]};

	if (is_compressed)
		return valid(fxp_gl_target_compressed(&where, args[3]),
			     args[4]);
	return valid(fxp_gl_target_level_bytes(&where, args[3],
					       (unsigned)args[4],
					       (unsigned)args[5]),
		     args[6]);
}

static int64_t measure_bytes(unsigned what, const int64_t *args)
{
	unsigned type = (unsigned)args[1];
	struct fxp_gl_box box;

	switch (what) {
	case FXG_MEASURE_INDEX_BYTES:
		return valid(fxp_gl_client_indices(args[0], type), args[2]);
	case FXG_MEASURE_CALL_LISTS:
		return valid(args[0] * fxp_gl_list_name_bytes(type), args[2]);
	case FXG_MEASURE_INDIRECT:
		return valid(fxp_gl_client_commands(args[0], args[1], args[2]),
			     args[3]);
	case FXG_MEASURE_PACK_LEVEL:
		return valid(fxp_gl_level_bytes((unsigned)args[0], args[1],
						(unsigned)args[2],
						(unsigned)args[3], args[5]),
			     args[4]);
	case FXG_MEASURE_PACK_NAMED_LEVEL:
		return valid(
			fxp_gl_named_level_bytes((uint32_t)args[0], args[1],
						 (unsigned)args[2],
						 (unsigned)args[3], args[5]),
			args[4]);
	case FXG_MEASURE_PACK_TARGET_LEVEL:
	case FXG_MEASURE_COMPRESSED_TARGET_LEVEL:
		return target_level(
			args, what == FXG_MEASURE_COMPRESSED_TARGET_LEVEL);
	case FXG_MEASURE_COMPRESSED_LEVEL:
		return valid(fxp_gl_compressed_level((unsigned)args[0], args[1],
						     args[3]),
			     args[2]);
	case FXG_MEASURE_COMPRESSED_NAMED_LEVEL:
		return valid(fxp_gl_named_compressed_level((uint32_t)args[0],
							   args[1], args[3]),
			     args[2]);
	case FXG_MEASURE_COMPRESSED_REGION:
		box = (struct fxp_gl_box){args[2], args[3], args[4], 3};
		return valid(fxp_gl_compressed_region((uint32_t)args[0],
						      args[1], &box, args[6]),
			     args[5]);
	case FXG_MEASURE_IMAGING:
		return valid(fxp_gl_imaging_bytes((unsigned)args[0], false,
						  (unsigned)args[1],
						  (unsigned)args[2]),
			     args[3]);
	case FXG_MEASURE_SEPARABLE:
		return valid(fxp_gl_imaging_bytes(GL_SEPARABLE_2D, args[0],
						  (unsigned)args[1],
						  (unsigned)args[2]),
			     args[3]);
	case FXG_MEASURE_VALUES:
		return valid(args[0] * fxp_gl_type_bytes(type), args[2]);
	case FXG_MEASURE_MESSAGES:
		return message_bytes(args);
	default:
		return measure_pixels(what, args);
	}
}

static int64_t pname_values(enum fxp_gl_pnames table, int64_t name)
{
	return fxp_gl_pname_values(table, (unsigned)name);
}

/* name, pointer, bytes of a value. The length of a list is known if the program
 * has queried it. */
static int64_t pname_get(const int64_t *args, bool is_integer)
{
	unsigned name = (unsigned)args[0];
	int64_t n = pname_values(FXP_GL_PNAMES_GET, name);

	if (is_integer)
		fxp_gl_queried_formats(name, (uint64_t)args[1]);
	return n < 0 ? valid(fxp_gl_formats((unsigned)-n) * args[2], args[1]) /
			       args[2]
		     : n;
}

static int64_t measure_names(unsigned what, const int64_t *args)
{
	switch (what) {
	case FXG_MEASURE_PNAME_GET:
	case FXG_MEASURE_PNAME_INTEGERS:
		return pname_get(args, what == FXG_MEASURE_PNAME_INTEGERS);
	case FXG_MEASURE_PNAME_INDEXED:
		return pname_values(FXP_GL_PNAMES_INDEXED, args[0]);
	case FXG_MEASURE_PNAME_OBJECT:
		return pname_values(FXP_GL_PNAMES_OBJECT, args[0]);
	case FXG_MEASURE_PNAME_ATTRIB:
		return pname_values(FXP_GL_PNAMES_ATTRIB, args[0]);
	case FXG_MEASURE_PNAME_PROGRAM:
		return pname_values(FXP_GL_PNAMES_PROGRAM, args[0]);
	default:
		return measure_bytes(what, args);
	}
}

static int64_t resource_values(const int64_t *args)
{
	return fxp_gl_resource_values(
		&(struct fxp_gl_resource){.program = (uint32_t)args[0],
					  .interface = (unsigned)args[1],
					  .index = (uint32_t)args[2],
					  .n_props = (int32_t)args[3],
					  .props = (uint64_t)args[4],
					  .said = (uint64_t)args[5],
					  .space = args[6],
					  .params = (uint64_t)args[7]});
}

static int64_t format_values(const int64_t *args)
{
	return fxp_gl_format_values(
		&(struct fxp_gl_format){.target = (unsigned)args[0],
					.format = (unsigned)args[1],
					.pname = (unsigned)args[2],
					.space = args[3],
					.n_wide = args[4],
					.params = (uint64_t)args[5]});
}

/* Lists of numbers that the program passes. */
static int64_t measure_lists(unsigned what, const int64_t *args)
{
	uint32_t program = (uint32_t)args[0];

	switch (what) {
	case FXG_MEASURE_SAID_OR:
		return args[0] ? args[1] : args[2];
	case FXG_MEASURE_BINARY_BYTES:
		return fxp_gl_binary_bytes(program, (uint64_t)args[1], args[2],
					   (uint64_t)args[3]);
	case FXG_MEASURE_FORMAT_VALUES:
		return format_values(args);
	case FXG_MEASURE_ATTACHED:
		return fxp_gl_attached_values(program, (uint64_t)args[1],
					      args[2], (uint64_t)args[3]);
	case FXG_MEASURE_RESOURCE_VALUES:
		return resource_values(args);
	case FXG_MEASURE_BLOCK_VALUES:
	case FXG_MEASURE_COUNTER_VALUES:
		return fxp_gl_block_values(what == FXG_MEASURE_COUNTER_VALUES,
					   program, (uint32_t)args[1],
					   (unsigned)args[2],
					   (uint64_t)args[3]);
	case FXG_MEASURE_TRANSFORM_VALUES:
		return fxp_gl_transform_values((unsigned)args[0]);
	case FXG_MEASURE_SUBROUTINE_VALUES:
		return fxp_gl_subroutine_values(
			program, (unsigned)args[1], (uint32_t)args[2],
			(unsigned)args[3], (uint64_t)args[4]);
	default:
		return measure_names(what, args);
	}
}

static int64_t measure_maps(unsigned what, const int64_t *args)
{
	switch (what) {
	case FXG_MEASURE_MAP1:
		return fxp_gl_map1_values((unsigned)args[0], args[1], args[2]);
	case FXG_MEASURE_MAP2:
		return fxp_gl_map2_values((unsigned)args[0], args[1], args[2],
					  args[3], args[4]);
	case FXG_MEASURE_GET_MAP:
		return fxp_gl_get_map_values((unsigned)args[0],
					     (unsigned)args[1]);
	case FXG_MEASURE_PIXEL_MAP:
		return fxp_gl_get_pixel_map_values((unsigned)args[0]);
	default:
		return measure_lists(what, args);
	}
}

/* Whether the measure follows from memory alone. */
static bool is_plain(unsigned what)
{
	return what == FXG_MEASURE_STRLEN_OR || what == FXG_MEASURE_TEXT_IN ||
	       what == FXG_MEASURE_ATTRIB_LIST;
}

int64_t fxp_gl_measure(unsigned what, const int64_t *args)
{
	if (!is_plain(what))
		(void)fxp_gl_adopt_unseen();
	switch (what) {
	case FXG_MEASURE_STRLEN_OR:
		return args[0] < 0 ? text_bytes(args[1], SIZE_MAX) : args[0];
	case FXG_MEASURE_TEXT_IN:
		return args[1] > 0 ? text_bytes(args[0], (uint64_t)args[1]) : 0;
	case FXG_MEASURE_ATTRIB_LIST:
		return fxp_gl_list_length((const void *)(uintptr_t)args[0],
					  (enum fxp_gl_list)args[1],
					  fxp_gl_is_there);
	case FXG_MEASURE_CLEAR_VALUES:
		return args[0] == GL_COLOR ? 4 : 1;
	case FXG_MEASURE_QUERY_VALUES:
		return args[0] && !fxp_gl_bound_name(GL_QUERY_BUFFER);
	default:
		return measure_maps(what, args);
	}
}
