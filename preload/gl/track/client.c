/* SPDX-License-Identifier: MIT */
/*
 * The client state of a context: the pixel store, what glPushClientAttrib
 * saves, and the texture unit that arrays refer to.
 */
#include "preload/gl/state/array.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/track/track.h"
#include "writer/bytes.h"

static int32_t *unpack_field(struct fxp_gl_store *s, uint64_t pname)
{
	switch (pname) {
	case GL_UNPACK_ROW_LENGTH:
		return &s->row_length;
	case GL_UNPACK_SKIP_ROWS:
		return &s->skip_rows;
	case GL_UNPACK_SKIP_PIXELS:
		return &s->skip_pixels;
	case GL_UNPACK_IMAGE_HEIGHT:
		return &s->image_height;
	case GL_UNPACK_SKIP_IMAGES:
		return &s->skip_images;
	case GL_UNPACK_COMPRESSED_BLOCK_WIDTH:
		return &s->block_width;
	case GL_UNPACK_COMPRESSED_BLOCK_HEIGHT:
		return &s->block_height;
	case GL_UNPACK_COMPRESSED_BLOCK_DEPTH:
		return &s->block_depth;
	case GL_UNPACK_COMPRESSED_BLOCK_SIZE:
		return &s->block_size;
	default:
		return NULL;
	}
}

static int32_t *pack_field(struct fxp_gl_store *s, uint64_t pname)
{
	switch (pname) {
	case GL_PACK_ROW_LENGTH:
		return &s->row_length;
	case GL_PACK_SKIP_ROWS:
		return &s->skip_rows;
	case GL_PACK_SKIP_PIXELS:
		return &s->skip_pixels;
	case GL_PACK_IMAGE_HEIGHT:
		return &s->image_height;
	case GL_PACK_SKIP_IMAGES:
		return &s->skip_images;
	case GL_PACK_COMPRESSED_BLOCK_WIDTH:
		return &s->block_width;
	case GL_PACK_COMPRESSED_BLOCK_HEIGHT:
		return &s->block_height;
	case GL_PACK_COMPRESSED_BLOCK_DEPTH:
		return &s->block_depth;
	case GL_PACK_COMPRESSED_BLOCK_SIZE:
		return &s->block_size;
	default:
		return NULL;
	}
}

static void set_store(struct fxp_gl_context *c, uint64_t pname, int64_t value)
{
	bool is_pack = pname == GL_PACK_ALIGNMENT;
	int32_t *field;

	if (c->in_begin || value < 0 || value > INT32_MAX)
		return;
	if (is_pack || pname == GL_UNPACK_ALIGNMENT) {
		if (value == 1 || value == 2 || value == 4 || value == 8)
			(is_pack ? &c->pack : &c->unpack)->alignment =
				(int32_t)value;
		return;
	}
	if (c->api == FXP_GL_API_ES1) /* has only alignments */
		return;
	field = unpack_field(&c->unpack, pname);
	if (!field)
		field = pack_field(&c->pack, pname);
	if (field)
		*field = (int32_t)value;
}

/* Rounds a float to the nearest integer, by its bits: the processor's floating
 * point state must not change. -1: it does not fit an int. */
static int64_t nearest_int(uint32_t bits)
{
	int exponent = (int)(bits >> 23 & 0xff) - 127;
	uint64_t mantissa = (bits & 0x7fffff) | 0x800000;

	if (exponent < -1)
		return 0; /* less than a half */
	if (bits >> 31 || exponent > 30)
		return -1;
	if (exponent >= 23)
		return (int64_t)(mantissa << (exponent - 23));
	return (int64_t)((mantissa + (1ull << (22 - exponent))) >>
			 (23 - exponent));
}

/* Arrays and their state: all of it is copied, because this is rare. */
static void push_arrays(struct fxp_gl_context *c, struct fxp_gl_client *top)
{
	top->vao = c->vao->object.name;
	top->array_buffer = c->bound[FXP_GL_T_ARRAY];
	top->active_unit = c->active_unit;
	top->restarts = c->restarts;
	top->restarts_fixed = c->restarts_fixed;
	top->restarts_nv = c->restarts_nv;
	top->restart_index = c->restart_index;
	if (!top->kept)
		top->kept = fxp_gl_alloc(sizeof(*top->kept));
	if (top->kept)
		fxw_copy(top->kept, c->vao, sizeof(*top->kept));
}

static void pop_arrays(struct fxp_gl_context *c,
		       const struct fxp_gl_client *top)
{
	struct fxp_gl_vao *vao = fxp_gl_vao_find(c, top->vao);
	struct fxp_gl_object object;

	c->bound[FXP_GL_T_ARRAY] = top->array_buffer;
	c->active_unit = top->active_unit;
	c->restarts = top->restarts;
	c->restarts_fixed = top->restarts_fixed;
	c->restarts_nv = top->restarts_nv;
	c->restart_index = top->restart_index;
	if (!vao || !top->kept)
		return;
	object = vao->object;
	fxw_copy(vao, top->kept, sizeof(*vao));
	vao->object = object;
	vao->is_fresh = false;
	c->vao = vao;
}

static void push_client(struct fxp_gl_context *c, uint32_t mask)
{
	struct fxp_gl_client *top;

	if (c->in_begin || c->n_pushed == FXP_GL_CLIENT_DEPTH)
		return;
	top = &c->pushed[c->n_pushed++];
	top->mask = mask;
	if (mask & GL_CLIENT_PIXEL_STORE_BIT) {
		top->pack = c->pack;
		top->unpack = c->unpack;
		top->pack_buffer = c->bound[FXP_GL_T_PACK];
		top->unpack_buffer = c->bound[FXP_GL_T_UNPACK];
	}
	if (mask & GL_CLIENT_VERTEX_ARRAY_BIT)
		push_arrays(c, top);
}

static void pop_client(struct fxp_gl_context *c)
{
	const struct fxp_gl_client *top;

	if (c->in_begin || !c->n_pushed)
		return;
	top = &c->pushed[--c->n_pushed];
	if (top->mask & GL_CLIENT_PIXEL_STORE_BIT) {
		c->pack = top->pack;
		c->unpack = top->unpack;
		c->bound[FXP_GL_T_PACK] = top->pack_buffer;
		c->bound[FXP_GL_T_UNPACK] = top->unpack_buffer;
	}
	if (top->mask & GL_CLIENT_VERTEX_ARRAY_BIT)
		pop_arrays(c, top);
}

static void set_default(struct fxp_gl_context *c, uint32_t mask)
{
	if (c->in_begin)
		return;
	if (mask & GL_CLIENT_PIXEL_STORE_BIT) {
		c->pack = c->unpack = FXP_GL_STORE_INITIAL;
		c->bound[FXP_GL_T_PACK] = c->bound[FXP_GL_T_UNPACK] = 0;
	}
	if (mask & GL_CLIENT_VERTEX_ARRAY_BIT) {
		c->bound[FXP_GL_T_ARRAY] = 0;
		c->vao = &c->default_vao;
		fxp_gl_vao_reset(c->vao);
		c->active_unit = 0;
		c->restarts = c->restarts_fixed = c->restarts_nv = false;
		c->restart_index = 0;
	}
}

bool fxp_gl_track_client(struct fxp_gl_context *c, unsigned what,
			 const uint64_t *slot)
{
	uint64_t unit;

	switch (what) {
	case FXP_GL_W_PIXEL_STORE_I:
		set_store(c, slot[0], (int32_t)slot[1]);
		return true;
	case FXP_GL_W_PIXEL_STORE_F:
		set_store(c, slot[0], nearest_int((uint32_t)slot[1]));
		return true;
	case FXP_GL_W_PUSH_CLIENT_ATTRIB:
		push_client(c, (uint32_t)slot[0]);
		return true;
	case FXP_GL_W_PUSH_CLIENT_ATTRIB_DEFAULT:
		push_client(c, (uint32_t)slot[0]);
		set_default(c, (uint32_t)slot[0]);
		return true;
	case FXP_GL_W_CLIENT_ATTRIB_DEFAULT:
		set_default(c, (uint32_t)slot[0]);
		return true;
	case FXP_GL_W_POP_CLIENT_ATTRIB:
		pop_client(c);
		return true;
	case FXP_GL_W_CLIENT_ACTIVE_TEXTURE:
		unit = slot[0] - GL_TEXTURE0;
		if (unit < FXP_GL_N_UNITS)
			c->active_unit = (uint32_t)unit;
		return true;
	default:
		return false;
	}
}
