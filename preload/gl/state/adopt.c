/* SPDX-License-Identifier: MIT */
/*
 * Reading state from GL, see adopt.h.
 */
#include "preload/gl/state/adopt.h"

#include "preload/gl/state/array.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/state/fact.h"
#include "preload/gl/state/query.h"
#include "preload/gl/size/size.h"
#include "preload/gl/state/call_id.h"
#include "writer/bytes.h"

/* A value of the context that is queried from GL. It has the versions of GL and
 * of ES that have the query (0: none). It also says whether the query needs the
 * deprecated functions. */
struct row {
	uint16_t name;
	uint8_t gl, es;
	bool is_old;
	uint32_t off;
};

#define AT(member) offsetof(struct fxp_gl_context, member)
static const struct row rows[] = {
	{GL_UNPACK_ALIGNMENT, 10, 10, false, AT(unpack.alignment)},
	{GL_UNPACK_ROW_LENGTH, 10, 30, false, AT(unpack.row_length)},
	{GL_UNPACK_SKIP_ROWS, 10, 30, false, AT(unpack.skip_rows)},
	{GL_UNPACK_SKIP_PIXELS, 10, 30, false, AT(unpack.skip_pixels)},
	{GL_UNPACK_IMAGE_HEIGHT, 12, 30, false, AT(unpack.image_height)},
	{GL_UNPACK_SKIP_IMAGES, 12, 30, false, AT(unpack.skip_images)},
	{GL_UNPACK_COMPRESSED_BLOCK_WIDTH, 42, 0, false,
	 AT(unpack.block_width)},
	{GL_UNPACK_COMPRESSED_BLOCK_HEIGHT, 42, 0, false,
	 AT(unpack.block_height)},
	{GL_UNPACK_COMPRESSED_BLOCK_DEPTH, 42, 0, false,
	 AT(unpack.block_depth)},
	{GL_UNPACK_COMPRESSED_BLOCK_SIZE, 42, 0, false, AT(unpack.block_size)},
	{GL_PACK_ALIGNMENT, 10, 10, false, AT(pack.alignment)},
	{GL_PACK_ROW_LENGTH, 10, 30, false, AT(pack.row_length)},
	{GL_PACK_SKIP_ROWS, 10, 30, false, AT(pack.skip_rows)},
	{GL_PACK_SKIP_PIXELS, 10, 30, false, AT(pack.skip_pixels)},
	{GL_PACK_IMAGE_HEIGHT, 12, 0, false, AT(pack.image_height)},
	{GL_PACK_SKIP_IMAGES, 12, 0, false, AT(pack.skip_images)},
	{GL_PACK_COMPRESSED_BLOCK_WIDTH, 42, 0, false, AT(pack.block_width)},
	{GL_PACK_COMPRESSED_BLOCK_HEIGHT, 42, 0, false, AT(pack.block_height)},
	{GL_PACK_COMPRESSED_BLOCK_DEPTH, 42, 0, false, AT(pack.block_depth)},
	{GL_PACK_COMPRESSED_BLOCK_SIZE, 42, 0, false, AT(pack.block_size)},
	{GL_ARRAY_BUFFER_BINDING, 15, 11, false, AT(bound[FXP_GL_T_ARRAY])},
	{GL_PIXEL_PACK_BUFFER_BINDING, 21, 30, false, AT(bound[FXP_GL_T_PACK])},
	{GL_PIXEL_UNPACK_BUFFER_BINDING, 21, 30, false,
	 AT(bound[FXP_GL_T_UNPACK])},
	{GL_DRAW_INDIRECT_BUFFER_BINDING, 40, 31, false,
	 AT(bound[FXP_GL_T_DRAW_INDIRECT])},
	{GL_DISPATCH_INDIRECT_BUFFER_BINDING, 43, 31, false,
	 AT(bound[FXP_GL_T_DISPATCH_INDIRECT])},
	{GL_PARAMETER_BUFFER_BINDING, 46, 0, false,
	 AT(bound[FXP_GL_T_PARAMETER])},
	{GL_QUERY_BUFFER_BINDING, 44, 0, false, AT(bound[FXP_GL_T_QUERY])},
	{GL_COPY_READ_BUFFER, 42, 30, false, AT(bound[FXP_GL_T_COPY_READ])},
	{GL_COPY_WRITE_BUFFER, 42, 30, false, AT(bound[FXP_GL_T_COPY_WRITE])},
	{GL_UNIFORM_BUFFER_BINDING, 31, 30, false, AT(bound[FXP_GL_T_UNIFORM])},
	{GL_SHADER_STORAGE_BUFFER_BINDING, 43, 31, false,
	 AT(bound[FXP_GL_T_STORAGE])},
	{GL_ATOMIC_COUNTER_BUFFER_BINDING, 42, 31, false,
	 AT(bound[FXP_GL_T_ATOMIC])},
	{GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 30, 30, false,
	 AT(bound[FXP_GL_T_FEEDBACK])},
	{GL_CURRENT_PROGRAM, 20, 20, false, AT(program)},
	{GL_FRAMEBUFFER_BINDING, 30, 20, false, AT(framebuffer)},
	{GL_NUM_COMPRESSED_TEXTURE_FORMATS, 13, 10, false, AT(n_formats[0])},
	{GL_NUM_PROGRAM_BINARY_FORMATS, 41, 30, false, AT(n_formats[1])},
	{GL_NUM_SHADER_BINARY_FORMATS, 41, 20, false, AT(n_formats[2])},
	{GL_PRIMITIVE_RESTART_INDEX, 31, 0, false, AT(restart_index)},
	{GL_LIST_MODE, 10, 0, true, AT(list_mode)},
	{GL_RENDER_MODE, 10, 0, true, AT(render_mode)},
};

/* Fixed-function arrays: the names of their queries; 0: the value is constant.
 */
static const struct old_array {
	uint16_t array, size, type, stride, buffer, pointer;
	uint8_t always_size;
	uint16_t always_type;
	uint8_t gl;
	bool is_es;
} old_arrays[] = {
	{GL_VERTEX_ARRAY, 0x807a, 0x807b, 0x807c, 0x8896, 0x808e, 0, 0, 11,
	 true},
	{GL_NORMAL_ARRAY, 0, 0x807e, 0x807f, 0x8897, 0x808f, 3, 0, 11, true},
	{GL_COLOR_ARRAY, 0x8081, 0x8082, 0x8083, 0x8898, 0x8090, 0, 0, 11,
	 true},
	{GL_INDEX_ARRAY, 0, 0x8085, 0x8086, 0x8899, 0x8091, 1, 0, 11, false},
	{GL_TEXTURE_COORD_ARRAY, 0x8088, 0x8089, 0x808a, 0x889a, 0x8092, 0, 0,
	 11, true},
	{GL_EDGE_FLAG_ARRAY, 0, 0, 0x808c, 0x889b, 0x8093, 1, GL_UNSIGNED_BYTE,
	 11, false},
	{GL_FOG_COORD_ARRAY, 0, 0x8454, 0x8455, 0x889d, 0x8456, 1, 0, 14,
	 false},
	{GL_SECONDARY_COLOR_ARRAY, 0x845a, 0x845b, 0x845c, 0x889c, 0x845d, 0, 0,
	 14, false},
};

static bool is_es(const struct fxp_gl_context *c)
{
	return c->api != FXP_GL_API_GL;
}

static bool has_old(const struct fxp_gl_context *c)
{
	/* 3.1: unknown without its list of extensions */
	return is_es(c) ? c->api == FXP_GL_API_ES1
			: !c->is_core && c->version != 31;
}

static bool is_since(const struct fxp_gl_context *c, unsigned gl, unsigned es)
{
	unsigned since = is_es(c) ? es : gl;

	return since && c->version >= since;
}

static int32_t query_value(const struct fxp_gl_context *c, unsigned name)
{
	int32_t value[4] = {0};

	(void)fxp_gl_query_values(c, name, value);
	return value[0];
}

static void adopt_rows(struct fxp_gl_context *c)
{
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (is_since(c, rows[i].gl, rows[i].es) &&
		    (!rows[i].is_old || has_old(c)))
			*(int32_t *)((char *)c + rows[i].off) =
				query_value(c, rows[i].name);
	if (is_since(c, 13, 10))
		c->texture_unit = (uint32_t)query_value(c, GL_ACTIVE_TEXTURE) -
				  GL_TEXTURE0;
	if (is_since(c, 13, 10) && has_old(c))
		c->active_unit =
			(uint32_t)query_value(c, GL_CLIENT_ACTIVE_TEXTURE) -
			GL_TEXTURE0;
	if (is_since(c, 31, 0))
		c->restarts = query_value(c, GL_PRIMITIVE_RESTART);
	if (is_since(c, 43, 30))
		c->restarts_fixed =
			query_value(c, GL_PRIMITIVE_RESTART_FIXED_INDEX);
}

/* Bound names exist, but their contents are unknown. */
static void adopt_buffer(struct fxp_gl_context *c, uint32_t name)
{
	struct fxp_gl_buffer *b =
		fxp_gl_make(&c->group->buffers, name, sizeof(*b));

	if (b)
		b->object.is_given = b->object.is_there = true;
}

static void adopt_array(struct fxp_gl_vao *vao, const struct fxp_gl_pointer *p,
			uint32_t buffer, uint32_t divisor)
{
	vao->arrays[p->array] = (struct fxp_gl_array){
		.size = p->size, .type = p->type, .binding = (uint8_t)p->array};
	vao->bindings[p->array] = (struct fxp_gl_binding){
		.offset = p->pointer,
		.buffer = buffer,
		.stride = p->stride ? p->stride
				    : (int32_t)fxp_gl_element_bytes(p->size,
								    p->type),
		.divisor = divisor};
}

static void adopt_attribs(struct fxp_gl_context *c)
{
	int32_t n =
		is_since(c, 20, 20) ? query_value(c, GL_MAX_VERTEX_ATTRIBS) : 0;

	for (unsigned i = 0; i < FXP_GL_N_ATTRIBS && (int32_t)i < n; i++) {
		struct fxp_gl_pointer p = {
			.array = i,
			.size = fxp_gl_query_attrib(
				c, i, GL_VERTEX_ATTRIB_ARRAY_SIZE),
			.type = (uint32_t)fxp_gl_query_attrib(
				c, i, GL_VERTEX_ATTRIB_ARRAY_TYPE),
			.stride = fxp_gl_query_attrib(
				c, i, GL_VERTEX_ATTRIB_ARRAY_STRIDE),
			.pointer = fxp_gl_query_attrib_pointer(c, i)};
		int32_t divisor = 0;

		if (is_since(c, 33, 30))
			divisor = fxp_gl_query_attrib(
				c, i, GL_VERTEX_ATTRIB_ARRAY_DIVISOR);
		adopt_array(
			c->vao, &p,
			(uint32_t)fxp_gl_query_attrib(
				c, i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING),
			(uint32_t)divisor);
		fxp_gl_enable(c->vao, i,
			      fxp_gl_query_attrib(
				      c, i, GL_VERTEX_ATTRIB_ARRAY_ENABLED));
	}
}

static void adopt_old_array(struct fxp_gl_context *c, const struct old_array *a)
{
	struct fxp_gl_pointer p = {
		.array = fxp_gl_array_of(a->array, c->active_unit),
		.size = a->size ? query_value(c, a->size) : a->always_size,
		.type = a->type ? (uint32_t)query_value(c, a->type)
				: a->always_type,
		.stride = query_value(c, a->stride)};
	bool is_on = query_value(c, a->array);

	if (p.array >= FXP_GL_N_ARRAYS || !is_since(c, 15, 11))
		return;
	p.pointer = fxp_gl_query_pointer(c, a->pointer);
	adopt_array(c->vao, &p, (uint32_t)query_value(c, a->buffer), 0);
	fxp_gl_enable(c->vao, p.array, is_on);
}

static void adopt_arrays(struct fxp_gl_context *c)
{
	uint32_t name = 0;

	if (is_since(c, 30, 30))
		name = (uint32_t)query_value(c, GL_VERTEX_ARRAY_BINDING);
	c->vao = name ? fxp_gl_make(&c->vaos, name, sizeof(*c->vao)) : NULL;
	if (!c->vao)
		c->vao = &c->default_vao;
	fxp_gl_vao_reset(c->vao);
	c->vao->object.is_given = c->vao->object.is_there = true;
	if (is_since(c, 15, 11))
		c->vao->element_buffer = (uint32_t)query_value(
			c, GL_ELEMENT_ARRAY_BUFFER_BINDING);
	adopt_buffer(c, c->vao->element_buffer);
	adopt_attribs(c);
	for (unsigned i = 0; i < sizeof(old_arrays) / sizeof(old_arrays[0]);
	     i++)
		if (has_old(c) && (!is_es(c) || old_arrays[i].is_es) &&
		    (is_es(c) || c->version >= old_arrays[i].gl))
			adopt_old_array(c, &old_arrays[i]);
}

void fxp_gl_adopt(struct fxp_gl_context *c)
{
	struct fxp_gl_self self;

	if (c->in_begin || !fxp_gl_facts_self(c, &self))
		return;
	adopt_rows(c);
	for (unsigned i = 0; i < FXP_GL_N_TARGETS; i++)
		adopt_buffer(c, c->bound[i]);
	adopt_arrays(c);
}

struct fxp_gl_context *fxp_gl_adopt_unseen(void)
{
	struct fxp_gl_context *c = fxp_gl_current();

	if ((c && !c->is_unseen) || *fxp_gl_unseen_begin())
		return c;
	if (!fxp_gl_query_text(c, GL_VERSION)) {
		if (c)
			fxp_gl_context_use(0, false);
		return NULL;
	}
	if (!c) {
		/* by a handle that no other thread has */
		fxp_gl_context_use((uint64_t)(uintptr_t)fxp_gl_unseen_begin(),
				   false);
		c = fxp_gl_current();
	}
	if (!c)
		return NULL;
	c->is_unseen = true;
	fxp_gl_adopt(c);
	return c;
}

void fxp_gl_adopt_note(unsigned what)
{
	if (what == FXP_GL_W_BEGIN || what == FXP_GL_W_END)
		*fxp_gl_unseen_begin() = what == FXP_GL_W_BEGIN;
}
