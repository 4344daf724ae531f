/* SPDX-License-Identifier: MIT */
/*
 * Vertex arrays, see array.h.
 */
#include "preload/gl/state/array.h"

#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/size/size.h"

struct fxp_gl_vao *fxp_gl_vao_find(struct fxp_gl_context *c, uint32_t name)
{
	struct fxp_gl_vao *vao =
		name ? fxp_gl_find(&c->vaos, name) : &c->default_vao;

	return vao && vao->object.is_there ? vao : NULL;
}

/* GL rejects an address for an array of a named object, and every address in a
 * core profile. */
static bool may_point(const struct fxp_gl_context *c, uint64_t pointer)
{
	if (c->bound[FXP_GL_T_ARRAY])
		return true;
	return !pointer || (!c->is_core && c->vao == &c->default_vao);
}

void fxp_gl_point_to(struct fxp_gl_vao *vao, uint32_t buffer,
		     const struct fxp_gl_pointer *p)
{
	int64_t element = fxp_gl_element_bytes(p->size, p->type);

	if (p->array >= FXP_GL_N_ARRAYS || !element || p->stride < 0)
		return;
	vao->arrays[p->array] = (struct fxp_gl_array){
		.size = p->size, .type = p->type, .binding = (uint8_t)p->array};
	vao->bindings[p->array].offset = p->pointer;
	fxp_gl_set_bound(&vao->bindings[p->array].buffer, buffer);
	vao->bindings[p->array].stride =
		p->stride ? p->stride : (int32_t)element;
	vao->is_fresh = false;
}

void fxp_gl_point(struct fxp_gl_context *c, const struct fxp_gl_pointer *p)
{
	uint32_t buffer = c->bound[FXP_GL_T_ARRAY];

	if (!may_point(c, p->pointer))
		return;
	fxp_gl_point_to(c->vao, buffer, p);
	if (buffer)
		fxp_gl_buffer_is_vertices(c, buffer);
}

/* The layout of an interleaved vertex; a part of size 0 does not exist. */
struct layout {
	uint8_t texture_size, color_size, color_at, is_color_float;
	uint8_t normal_at, vertex_size, vertex_at, bytes;
};

static const struct layout *layout_of(unsigned format)
{
	/* texture, color: size, at, float; normal at; vertex: size, at; all */
	static const struct layout layouts[] = {
		{0, 0, 0, 0, 0, 2, 0, 8},     /* V2F */
		{0, 0, 0, 0, 0, 3, 0, 12},    /* V3F */
		{0, 4, 0, 0, 0, 2, 4, 12},    /* C4UB_V2F */
		{0, 4, 0, 0, 0, 3, 4, 16},    /* C4UB_V3F */
		{0, 3, 0, 1, 0, 3, 12, 24},   /* C3F_V3F */
		{0, 0, 0, 0, 1, 3, 12, 24},   /* N3F_V3F */
		{0, 4, 0, 1, 17, 3, 28, 40},  /* C4F_N3F_V3F */
		{2, 0, 0, 0, 0, 3, 8, 20},    /* T2F_V3F */
		{4, 0, 0, 0, 0, 4, 16, 32},   /* T4F_V4F */
		{2, 4, 8, 0, 0, 3, 12, 24},   /* T2F_C4UB_V3F */
		{2, 3, 8, 1, 0, 3, 20, 32},   /* T2F_C3F_V3F */
		{2, 0, 0, 0, 9, 3, 20, 32},   /* T2F_N3F_V3F */
		{2, 4, 8, 1, 25, 3, 36, 48},  /* T2F_C4F_N3F_V3F */
		{4, 4, 16, 1, 33, 4, 44, 60}, /* T4F_C4F_N3F_V4F */
	};
	unsigned i = format - GL_V2F;

	return i < sizeof(layouts) / sizeof(layouts[0]) ? &layouts[i] : NULL;
}

/* Sets one part, or disables it if its size is 0. */
static void place_part(struct fxp_gl_context *c, struct fxp_gl_pointer p,
		       unsigned at)
{
	fxp_gl_enable(c->vao, p.array, p.size != 0);
	if (!p.size)
		return;
	p.pointer += at;
	fxp_gl_point(c, &p);
}

void fxp_gl_interleave(struct fxp_gl_context *c, unsigned format,
		       int32_t stride, uint64_t pointer)
{
	const struct layout *l = layout_of(format);
	struct fxp_gl_pointer p = {.type = GL_FLOAT, .pointer = pointer};

	if (!l || stride < 0)
		return;
	p.stride = stride ? stride : l->bytes;
	fxp_gl_enable(c->vao, FXP_GL_A_EDGE_FLAG, false);
	fxp_gl_enable(c->vao, FXP_GL_A_INDEX, false);
	p.array = fxp_gl_array_of(GL_TEXTURE_COORD_ARRAY, c->active_unit);
	p.size = l->texture_size;
	place_part(c, p, 0);
	p.array = FXP_GL_A_NORMAL;
	p.size = l->normal_at ? 3 : 0;
	/* 0 means no normal, so its offset is one more */
	place_part(c, p, l->normal_at ? l->normal_at - 1u : 0);
	p.array = FXP_GL_A_VERTEX;
	p.size = l->vertex_size;
	place_part(c, p, l->vertex_at);
	p.array = FXP_GL_A_COLOR;
	p.size = l->color_size;
	p.type = l->is_color_float ? GL_FLOAT : GL_UNSIGNED_BYTE;
	place_part(c, p, l->color_at);
}

unsigned fxp_gl_array_of(unsigned array, unsigned unit)
{
	switch (array) {
	case GL_VERTEX_ARRAY:
		return FXP_GL_A_VERTEX;
	case GL_NORMAL_ARRAY:
		return FXP_GL_A_NORMAL;
	case GL_COLOR_ARRAY:
		return FXP_GL_A_COLOR;
	case GL_INDEX_ARRAY:
		return FXP_GL_A_INDEX;
	case GL_EDGE_FLAG_ARRAY:
		return FXP_GL_A_EDGE_FLAG;
	case GL_FOG_COORD_ARRAY:
		return FXP_GL_A_FOG_COORD;
	case GL_SECONDARY_COLOR_ARRAY:
		return FXP_GL_A_SECONDARY;
	case GL_POINT_SIZE_ARRAY_OES:
		return FXP_GL_A_POINT_SIZE;
	case GL_TEXTURE_COORD_ARRAY:
		return unit < FXP_GL_N_UNITS ? FXP_GL_A_TEXTURE + unit
					     : FXP_GL_N_ARRAYS;
	default:
		return FXP_GL_N_ARRAYS;
	}
}

void fxp_gl_enable(struct fxp_gl_vao *vao, unsigned array, bool is_on)
{
	uint64_t bit = array < FXP_GL_N_ARRAYS ? 1ull << array : 0;

	vao->enabled = is_on ? vao->enabled | bit : vao->enabled & ~bit;
	vao->is_fresh = false;
}

uint64_t fxp_gl_client_arrays(struct fxp_gl_vao *vao)
{
	uint64_t left = vao->enabled;

	if (vao->is_fresh)
		return vao->client;
	/* attribute 0 replaces the fixed-function vertices */
	if (left & 1)
		left &= ~(1ull << FXP_GL_A_VERTEX);
	vao->client = 0;
	for (; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);
		const struct fxp_gl_binding *b =
			&vao->bindings[vao->arrays[i].binding];

		if (!b->buffer && b->offset)
			vao->client |= 1ull << i;
	}
	vao->is_fresh = true;
	return vao->client;
}

/* Sets GL's name of the array. */
static void name_array(struct fxp_gl_elements *e, unsigned i)
{
	static const uint16_t names[] = {
		GL_VERTEX_ARRAY,	  GL_NORMAL_ARRAY,
		GL_COLOR_ARRAY,		  GL_INDEX_ARRAY,
		GL_EDGE_FLAG_ARRAY,	  GL_FOG_COORD_ARRAY,
		GL_SECONDARY_COLOR_ARRAY, GL_POINT_SIZE_ARRAY_OES};

	if (i < FXP_GL_A_VERTEX) {
		e->array = GL_VERTEX_ATTRIB_ARRAY_POINTER;
		e->index = i;
	} else if (i < FXP_GL_A_TEXTURE) {
		e->array = names[i - FXP_GL_A_VERTEX];
	} else {
		e->array = GL_TEXTURE_COORD_ARRAY;
		e->index = i - FXP_GL_A_TEXTURE;
	}
}

static void emit_array(const struct fxp_gl_vao *vao, unsigned i,
		       const struct fxp_gl_draw *draw)
{
	const struct fxp_gl_array *a = &vao->arrays[i];
	const struct fxp_gl_binding *b = &vao->bindings[a->binding];
	int64_t element = fxp_gl_element_bytes(a->size, a->type);
	struct fxp_gl_elements e = {.size = a->size,
				    .type = a->type,
				    .stride = b->stride,
				    .divisor = b->divisor,
				    .first = draw->first,
				    .count = draw->last - draw->first + 1,
				    .pointer = b->offset + a->relative_offset};

	if (b->divisor) {
		int64_t last =
			draw->max_base + (draw->n_instances - 1) / b->divisor;

		if (last > draw->last_instance)
			last = draw->last_instance;
		e.first = draw->base_instance;
		e.count = last - e.first + 1;
	}
	if (__builtin_mul_overflow(e.count - 1, (int64_t)b->stride,
				   &e.n_bytes) ||
	    __builtin_add_overflow(e.n_bytes, element, &e.n_bytes))
		return;
	name_array(&e, i);
	fxp_gl_event_array(&e);
}

void fxp_gl_emit_arrays(struct fxp_gl_context *c,
			const struct fxp_gl_draw *draw)
{
	uint64_t left = fxp_gl_client_arrays(c->vao);

	if (draw->unknown)
		fxp_gl_event_unknown(draw->unknown_buffer, draw->unknown);
	if (draw->last < draw->first || draw->n_instances <= 0)
		return;
	for (; left; left &= left - 1)
		emit_array(c->vao, (unsigned)__builtin_ctzll(left), draw);
}
