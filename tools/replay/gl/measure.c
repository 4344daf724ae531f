/* SPDX-License-Identifier: MIT */
/*
 * How much memory a call reads, where that depends on the state of OpenGL: the
 * measures of gen/api/gl/measures.api, of inputs. The recorder has computed
 * them when it recorded. They are computed again since an archive may say
 * anything.
 */
#include <string.h>

#include "ids_gl.h"
#include "preload/gl/size/pixel.h"
#include "preload/gl/size/size.h"
#include "tools/replay/gl/rules.h"

/* OpenGL ES 2 has rows of other lengths by an extension only. */
static bool has_rows(struct gl *gl)
{
	struct gl_context *context = gl_current(gl);

	if (gl_has_version(gl, 0, 0, 3))
		return true;
	if (!context->knows_rows && gl->procs.glGetString) {
		const GLubyte *all = gl->procs.glGetString(GL_EXTENSIONS);

		context->has_rows = all && strstr((const char *)all,
						  "GL_EXT_unpack_subimage");
		context->knows_rows = true;
	}
	return context->has_rows;
}

static struct fxp_gl_store store_of(struct gl *gl)
{
	struct fxp_gl_store store = FXP_GL_STORE_INITIAL;

	store.alignment = gl_get(gl, GL_UNPACK_ALIGNMENT);
	if (has_rows(gl)) {
		store.row_length = gl_get(gl, GL_UNPACK_ROW_LENGTH);
		store.skip_rows = gl_get(gl, GL_UNPACK_SKIP_ROWS);
		store.skip_pixels = gl_get(gl, GL_UNPACK_SKIP_PIXELS);
	}
	if (gl_has_version(gl, 1, 2, 3)) {
		store.image_height = gl_get(gl, GL_UNPACK_IMAGE_HEIGHT);
		store.skip_images = gl_get(gl, GL_UNPACK_SKIP_IMAGES);
	}
	return store;
}

/* Blocks are of GL 4.2; no OpenGL ES has them. */
static struct fxp_gl_store blocks_of(struct gl *gl)
{
	struct fxp_gl_store store = store_of(gl);

	if (!gl_has_version(gl, 4, 2, 0))
		return store;
	store.block_width = gl_get(gl, GL_UNPACK_COMPRESSED_BLOCK_WIDTH);
	store.block_height = gl_get(gl, GL_UNPACK_COMPRESSED_BLOCK_HEIGHT);
	store.block_depth = gl_get(gl, GL_UNPACK_COMPRESSED_BLOCK_DEPTH);
	store.block_size = gl_get(gl, GL_UNPACK_COMPRESSED_BLOCK_SIZE);
	return store;
}

/* Whether pixels come from memory. */
static bool is_from_memory(struct gl *gl)
{
	return (!gl_has_version(gl, 2, 1, 3)) ||
	       !gl_get(gl, GL_PIXEL_UNPACK_BUFFER_BINDING);
}

static struct fxp_gl_box box_of(const int64_t *sizes, unsigned n)
{
	return (struct fxp_gl_box){sizes[0], n > 1 ? sizes[1] : 1,
				   n > 2 ? sizes[2] : 1, n};
}

/* format, type, sizes, pointer */
static int64_t pixels(struct gl *gl, const int64_t *args, unsigned n)
{
	struct fxp_gl_box box = box_of(args + 2, n);
	struct fxp_gl_store store;

	if (!is_from_memory(gl))
		return 0;
	store = store_of(gl);
	return fxp_gl_image_bytes(&store, (unsigned)args[0], (unsigned)args[1],
				  &box);
}

/* bytes, sizes, pointer */
static int64_t compressed(struct gl *gl, const int64_t *args, unsigned n)
{
	struct fxp_gl_box box = box_of(args + 1, n);
	struct fxp_gl_store store;

	if (!is_from_memory(gl))
		return 0;
	store = blocks_of(gl);
	return fxp_gl_compressed_bytes(&store, args[0], &box);
}

static int64_t bitmap(struct gl *gl, const int64_t *args)
{
	const int64_t all[] = {GL_COLOR_INDEX, GL_BITMAP, args[0], args[1]};

	return pixels(gl, all, 2);
}

static int64_t product(int64_t a, int64_t b)
{
	int64_t n;

	return __builtin_mul_overflow(a, b, &n) ? INT64_MAX : n;
}

/* count, type, pointer: unless they are in a buffer */
static int64_t indices(struct gl *gl, const int64_t *args)
{
	if (gl_get(gl, GL_ELEMENT_ARRAY_BUFFER_BINDING))
		return 0;
	return product(args[0], fxp_gl_index_bytes((unsigned)args[1]));
}

/* bytes of a command, how many, stride, pointer */
static int64_t commands(struct gl *gl, const int64_t *args)
{
	if (gl_get(gl, GL_DRAW_INDIRECT_BUFFER_BINDING))
		return 0;
	return fxp_gl_commands_bytes(args[0], args[1], args[2]);
}

/* Some have as many values as another state says. */
static int64_t parameters(struct gl *gl, int64_t name)
{
	int64_t n = fxp_gl_pname_values(FXP_GL_PNAMES_OBJECT, (unsigned)name);

	return n < 0 ? gl_get(gl, (GLenum)-n) : n;
}

/* Of a negative length the text ends at its NUL, which it has. */
static int64_t text(const int64_t *args)
{
	return args[0] < 0 ? 0 : args[0];
}

static bool measure_maps(unsigned what, const int64_t *args, int64_t *value)
{
	if (what == FXG_MEASURE_MAP1)
		*value =
			fxp_gl_map1_values((unsigned)args[0], args[1], args[2]);
	else if (what == FXG_MEASURE_MAP2)
		*value = fxp_gl_map2_values((unsigned)args[0], args[1], args[2],
					    args[3], args[4]);
	else
		return false; /* of outputs */
	return true;
}

bool gl_measure(void *context, unsigned what, const int64_t *args, unsigned n,
		int64_t *value)
{
	struct gl *gl = context;

	(void)n;
	switch (what) {
	case FXG_MEASURE_STRLEN_OR:
		*value = text(args);
		return true;
	case FXG_MEASURE_UNPACK1D:
	case FXG_MEASURE_UNPACK2D:
	case FXG_MEASURE_UNPACK3D:
		*value = pixels(gl, args, what - FXG_MEASURE_UNPACK1D + 1);
		return true;
	case FXG_MEASURE_UNPACK_BITMAP:
		*value = bitmap(gl, args);
		return true;
	case FXG_MEASURE_UNPACK_COMPRESSED1D:
	case FXG_MEASURE_UNPACK_COMPRESSED2D:
	case FXG_MEASURE_UNPACK_COMPRESSED3D:
		*value = compressed(gl, args,
				    what - FXG_MEASURE_UNPACK_COMPRESSED1D + 1);
		return true;
	case FXG_MEASURE_PIXEL:
		*value = fxp_gl_pixel_bytes((unsigned)args[0],
					    (unsigned)args[1]);
		return true;
	case FXG_MEASURE_INDEX_BYTES:
		*value = indices(gl, args);
		return true;
	case FXG_MEASURE_CALL_LISTS:
		*value = product(args[0],
				 fxp_gl_list_name_bytes((unsigned)args[1]));
		return true;
	case FXG_MEASURE_VALUES:
		*value = product(args[0], fxp_gl_type_bytes((unsigned)args[1]));
		return true;
	case FXG_MEASURE_INDIRECT:
		*value = commands(gl, args);
		return true;
	case FXG_MEASURE_TRANSFORM_VALUES:
		*value = fxp_gl_transform_values((unsigned)args[0]);
		return true;
	case FXG_MEASURE_PNAME_OBJECT:
		*value = parameters(gl, args[0]);
		return true;
	case FXG_MEASURE_CLEAR_VALUES:
		*value = args[0] == GL_COLOR ? 4 : 1;
		return true;
	default:
		return measure_maps(what, args, value);
	}
}
