/* SPDX-License-Identifier: MIT */
/*
 * gl*Pointer in all its forms, see preload/gl/state/array.h.
 */
#include "preload/gl/state/array.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/track/track.h"

/* Parameters in this order: [size,] [type,] stride, [count,] pointer. An array
 * with a fixed size or type lacks that parameter. */
struct shape {
	uint8_t array;
	uint8_t size;  /* fixed; 0: the first parameter */
	uint16_t type; /* fixed; 0: the next parameter */
	uint8_t has_count;
};

/* From vertex_pointer on, in the order of the call numbers. */
static const struct shape shapes[] = {
	{FXP_GL_A_VERTEX, 0, 0, 0},
	{FXP_GL_A_COLOR, 0, 0, 0},
	{FXP_GL_A_SECONDARY, 0, 0, 0},
	{FXP_GL_A_TEXTURE, 0, 0, 0},
	{FXP_GL_A_TEXTURE, 0, 0, 0}, /* its unit is the first parameter */
	{FXP_GL_A_NORMAL, 3, 0, 0},
	{FXP_GL_A_INDEX, 1, 0, 0},
	{FXP_GL_A_FOG_COORD, 1, 0, 0},
	{FXP_GL_A_POINT_SIZE, 1, 0, 0},
	{FXP_GL_A_EDGE_FLAG, 1, GL_UNSIGNED_BYTE, 0},
	{FXP_GL_A_VERTEX, 0, 0, 1},
	{FXP_GL_A_COLOR, 0, 0, 1},
	{FXP_GL_A_TEXTURE, 0, 0, 1},
	{FXP_GL_A_NORMAL, 3, 0, 1},
	{FXP_GL_A_INDEX, 1, 0, 1},
	{FXP_GL_A_EDGE_FLAG, 1, GL_UNSIGNED_BYTE, 1},
};
_Static_assert(sizeof(shapes) / sizeof(shapes[0]) ==
		       FXP_GL_W_EDGE_FLAG_POINTER_EXT -
			       FXP_GL_W_VERTEX_POINTER + 1,
	       "one for each number");

static void point_old(struct fxp_gl_context *c, unsigned what,
		      const uint64_t *slot)
{
	const struct shape *s = &shapes[what - FXP_GL_W_VERTEX_POINTER];
	struct fxp_gl_pointer p = {.array = s->array};

	if (what == FXP_GL_W_MULTI_TEX_COORD_POINTER)
		p.array = fxp_gl_array_of(GL_TEXTURE_COORD_ARRAY,
					  (unsigned)*slot++ - GL_TEXTURE0);
	else if (s->array == FXP_GL_A_TEXTURE)
		p.array += c->active_unit;
	p.size = s->size ? s->size : (int32_t)*slot++;
	p.type = s->type ? s->type : (uint32_t)*slot++;
	p.stride = (int32_t)*slot++;
	p.pointer = slot[s->has_count];
	fxp_gl_point(c, &p);
}

/* The same for a named vertex array object, each with its buffer. The unit or
 * number, if there is one, comes first. Also in the order of the call numbers.
 */
static const struct shape named_shapes[] = {
	{FXP_GL_A_VERTEX, 0, 0, 0},
	{FXP_GL_A_COLOR, 0, 0, 0},
	{FXP_GL_A_SECONDARY, 0, 0, 0},
	{FXP_GL_A_TEXTURE, 0, 0, 0},
	{FXP_GL_A_TEXTURE, 0, 0, 0},
	{FXP_GL_A_NORMAL, 3, 0, 0},
	{FXP_GL_A_INDEX, 1, 0, 0},
	{FXP_GL_A_FOG_COORD, 1, 0, 0},
	{FXP_GL_A_EDGE_FLAG, 1, GL_UNSIGNED_BYTE, 0},
};
_Static_assert(sizeof(named_shapes) / sizeof(named_shapes[0]) ==
		       FXP_GL_W_VAO_EDGE_FLAG_OFFSET -
			       FXP_GL_W_VAO_VERTEX_OFFSET + 1,
	       "one for each number");

/* slot: behind the object and the buffer */
static struct fxp_gl_pointer named_old(const struct fxp_gl_context *c,
				       unsigned what, const uint64_t *slot)
{
	const struct shape *s =
		&named_shapes[what - FXP_GL_W_VAO_VERTEX_OFFSET];
	struct fxp_gl_pointer p = {.array = s->array};

	if (what == FXP_GL_W_VAO_MULTI_TEX_COORD_OFFSET)
		p.array = fxp_gl_array_of(GL_TEXTURE_COORD_ARRAY,
					  (unsigned)*slot++ - GL_TEXTURE0);
	else if (s->array == FXP_GL_A_TEXTURE)
		p.array += c->active_unit;
	p.size = s->size ? s->size : (int32_t)*slot++;
	p.type = s->type ? s->type : (uint32_t)*slot++;
	p.stride = (int32_t)slot[0];
	p.pointer = slot[1];
	return p;
}

/* slot: index, size, type, [normalized,] stride, offset */
static struct fxp_gl_pointer named_attribute(const uint64_t *slot,
					     unsigned n_before_stride)
{
	return (struct fxp_gl_pointer){.array = slot[0] < FXP_GL_N_ATTRIBS
							? (unsigned)slot[0]
							: FXP_GL_N_ARRAYS,
				       .size = (int32_t)slot[1],
				       .type = (uint32_t)slot[2],
				       .stride = (int32_t)slot[n_before_stride],
				       .pointer = slot[n_before_stride + 1]};
}

static bool track_named(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot)
{
	struct fxp_gl_pointer p;
	struct fxp_gl_vao *vao;

	if (what < FXP_GL_W_VAO_VERTEX_OFFSET ||
	    what > FXP_GL_W_VAO_ATTRIB_I_OFFSET)
		return false;
	vao = fxp_gl_vao_find(c, (uint32_t)slot[0]);
	if (what == FXP_GL_W_VAO_ATTRIB_OFFSET)
		p = named_attribute(slot + 2, 4);
	else if (what == FXP_GL_W_VAO_ATTRIB_I_OFFSET)
		p = named_attribute(slot + 2, 3);
	else
		p = named_old(c, what, slot + 2);
	if (vao && (int64_t)p.pointer >= 0)
		fxp_gl_point_to(vao, (uint32_t)slot[1], &p);
	return true;
}

/* rest: stride and pointer */
static void point_attribute(struct fxp_gl_context *c, const uint64_t *slot,
			    const uint64_t *rest)
{
	struct fxp_gl_pointer p = {.array = (unsigned)slot[0],
				   .size = (int32_t)slot[1],
				   .type = (uint32_t)slot[2],
				   .stride = (int32_t)rest[0],
				   .pointer = rest[1]};

	if (p.array < FXP_GL_N_ATTRIBS)
		fxp_gl_point(c, &p);
}

bool fxp_gl_track_pointer(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot)
{
	if (what >= FXP_GL_W_VERTEX_POINTER &&
	    what <= FXP_GL_W_EDGE_FLAG_POINTER_EXT) {
		point_old(c, what, slot);
		return true;
	}
	switch (what) {
	case FXP_GL_W_VERTEX_ATTRIB_POINTER:
		point_attribute(c, slot, slot + 4); /* [3]: normalized */
		return true;
	case FXP_GL_W_VERTEX_ATTRIB_I_POINTER:
		point_attribute(c, slot, slot + 3);
		return true;
	case FXP_GL_W_INTERLEAVED_ARRAYS:
		fxp_gl_interleave(c, (unsigned)slot[0], (int32_t)slot[1],
				  slot[2]);
		return true;
	default:
		return track_named(c, what, slot);
	}
}
