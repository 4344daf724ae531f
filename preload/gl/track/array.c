/* SPDX-License-Identifier: MIT */
/*
 * Calls that make, bind and change vertex array objects, see
 * preload/gl/state/array.h.
 */
#include "preload/gl/state/array.h"
#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/vendor.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/query.h"
#include "preload/gl/track/track.h"
#include "writer/bytes.h"

static void generate_names(struct fxp_gl_context *c, const uint64_t *slot,
			   bool is_there)
{
	const uint32_t *names = fxp_gl_names_at(slot[0], slot[1]);
	struct fxp_gl_vao *vao;

	for (int32_t i = 0; names && i < (int32_t)slot[0]; i++) {
		vao = fxp_gl_make_own(&c->vaos, names[i], sizeof(*vao));
		if (!vao)
			continue;
		vao->object.is_given = true;
		if (is_there && !vao->object.is_there) {
			fxp_gl_vao_reset(vao);
			vao->object.is_there = true;
		}
	}
}

/* Other threads read it, see fxp_gl_is_bound. */
static void set_vao(struct fxp_gl_context *c, struct fxp_gl_vao *vao)
{
	__atomic_store_n(&c->vao, vao, __ATOMIC_RELAXED);
}

static void bind_vao(struct fxp_gl_context *c, uint32_t name)
{
	struct fxp_gl_vao *vao;

	if (c->in_begin)
		return;
	if (!name) {
		set_vao(c, &c->default_vao);
		return;
	}
	vao = fxp_gl_find(&c->vaos, name);
	if (!vao || !vao->object.is_given)
		return; /* GL accepts only generated names */
	if (!vao->object.is_there)
		fxp_gl_vao_reset(vao);
	vao->object.is_there = true;
	set_vao(c, vao);
}

static void delete_vaos(struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[0], slot[1]);

	for (int32_t i = 0; names && i < (int32_t)slot[0]; i++) {
		struct fxp_gl_vao *vao = fxp_gl_find(&c->vaos, names[i]);

		if (!vao)
			continue;
		vao->object.is_given = vao->object.is_there = false;
		if (c->vao == vao)
			set_vao(c, &c->default_vao);
		fxp_gl_vacate(&vao->object);
	}
}

static void set_format(struct fxp_gl_vao *vao, const uint64_t *slot,
		       uint64_t offset)
{
	if (!vao || slot[0] >= FXP_GL_N_ATTRIBS)
		return;
	vao->arrays[slot[0]].size = (int32_t)slot[1];
	vao->arrays[slot[0]].type = (uint32_t)slot[2];
	vao->arrays[slot[0]].relative_offset = (uint32_t)offset;
	vao->is_fresh = false;
}

static void set_binding(struct fxp_gl_vao *vao, const uint64_t *slot)
{
	if (!vao || slot[0] >= FXP_GL_N_ATTRIBS || slot[1] >= FXP_GL_N_ATTRIBS)
		return;
	vao->arrays[slot[0]].binding = (uint8_t)slot[1];
	vao->is_fresh = false;
}

static void set_vertex_buffer(struct fxp_gl_vao *vao, uint64_t i,
			      uint64_t buffer, uint64_t offset, int32_t stride)
{
	if (!vao || i >= FXP_GL_N_ATTRIBS || stride < 0 || (int64_t)offset < 0)
		return;
	fxp_gl_set_bound(&vao->bindings[i].buffer, (uint32_t)buffer);
	vao->bindings[i].offset = offset;
	vao->bindings[i].stride = stride;
	vao->is_fresh = false;
}

/* first, count, buffers, offsets, strides */
static void set_vertex_buffers(struct fxp_gl_vao *vao, const uint64_t *slot)
{
	const uint32_t *buffers = fxp_gl_names_at(slot[1], slot[2]);
	const uint64_t *offsets = (const uint64_t *)(uintptr_t)slot[3];
	const int32_t *strides = (const int32_t *)(uintptr_t)slot[4];
	uint64_t n = (uint32_t)slot[1];

	if (!slot[2]) { /* unbinds them */
		for (uint64_t i = 0; i < n && i < FXP_GL_N_ATTRIBS; i++)
			set_vertex_buffer(vao, slot[0] + i, 0, 0, 16);
		return;
	}
	if (!buffers || !fxp_gl_is_there(offsets, n * 8) ||
	    !fxp_gl_is_there(strides, n * 4))
		return;
	for (uint64_t i = 0; i < n; i++)
		set_vertex_buffer(vao, slot[0] + i, buffers[i], offsets[i],
				  strides[i]);
}

static void set_divisor(struct fxp_gl_vao *vao, uint64_t i, uint64_t divisor)
{
	if (vao && i < FXP_GL_N_ATTRIBS)
		vao->bindings[i].divisor = (uint32_t)divisor;
}

/* glVertexAttribDivisor gives the attribute its own binding. */
static void set_own_divisor(struct fxp_gl_vao *vao, const uint64_t *slot)
{
	const uint64_t own[2] = {slot[0], slot[0]};

	set_binding(vao, own);
	set_divisor(vao, slot[0], slot[1]);
}

/* For the object in use; or for a named one, with `slot` behind the name. */
static bool track_format(struct fxp_gl_vao *vao, unsigned what,
			 const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_ATTRIB_FORMAT:
		set_format(vao, slot, slot[4]);
		return true;
	case FXP_GL_W_ATTRIB_I_FORMAT:
		set_format(vao, slot, slot[3]);
		return true;
	case FXP_GL_W_ATTRIB_BINDING:
		set_binding(vao, slot);
		return true;
	case FXP_GL_W_BIND_VERTEX_BUFFER:
		set_vertex_buffer(vao, slot[0], slot[1], slot[2],
				  (int32_t)slot[3]);
		return true;
	case FXP_GL_W_BIND_VERTEX_BUFFERS:
		set_vertex_buffers(vao, slot);
		return true;
	case FXP_GL_W_BINDING_DIVISOR:
		set_divisor(vao, slot[0], slot[1]);
		return true;
	case FXP_GL_W_ATTRIB_DIVISOR:
		set_own_divisor(vao, slot);
		return true;
	case FXP_GL_W_ENABLE_ATTRIB:
	case FXP_GL_W_DISABLE_ATTRIB:
		if (vao && slot[0] < FXP_GL_N_ATTRIBS)
			fxp_gl_enable(vao, (unsigned)slot[0],
				      what == FXP_GL_W_ENABLE_ATTRIB);
		return true;
	default:
		return false;
	}
}

/* The same call for the object in use. */
static unsigned call_in_use(unsigned what)
{
	switch (what) {
	case FXP_GL_W_VAO_ATTRIB_FORMAT:
		return FXP_GL_W_ATTRIB_FORMAT;
	case FXP_GL_W_VAO_ATTRIB_I_FORMAT:
		return FXP_GL_W_ATTRIB_I_FORMAT;
	case FXP_GL_W_VAO_ATTRIB_BINDING:
		return FXP_GL_W_ATTRIB_BINDING;
	case FXP_GL_W_VAO_VERTEX_BUFFER:
		return FXP_GL_W_BIND_VERTEX_BUFFER;
	case FXP_GL_W_VAO_VERTEX_BUFFERS:
		return FXP_GL_W_BIND_VERTEX_BUFFERS;
	case FXP_GL_W_VAO_BINDING_DIVISOR:
		return FXP_GL_W_BINDING_DIVISOR;
	case FXP_GL_W_VAO_ATTRIB_DIVISOR:
		return FXP_GL_W_ATTRIB_DIVISOR;
	case FXP_GL_W_ENABLE_VAO_ATTRIB:
		return FXP_GL_W_ENABLE_ATTRIB;
	case FXP_GL_W_DISABLE_VAO_ATTRIB:
		return FXP_GL_W_DISABLE_ATTRIB;
	default:
		return FXP_GL_W_NONE;
	}
}

/* Restart by client state is NVIDIA's; its enum is no array. NVIDIA's document
 * has separate flags for state and client state. Mesa has one flag for both. */
static void enable_old(struct fxp_gl_context *c, uint64_t array, unsigned unit,
		       bool is_on)
{
	if (array == GL_PRIMITIVE_RESTART_NV && !c->in_begin)
		*(fxp_gl_is_mesa() ? &c->restarts : &c->restarts_nv) = is_on;
	else
		fxp_gl_enable(c->vao, fxp_gl_array_of((unsigned)array, unit),
			      is_on);
}

static bool track_old(struct fxp_gl_context *c, unsigned what,
		      const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_ENABLE_CLIENT_STATE:
	case FXP_GL_W_DISABLE_CLIENT_STATE:
		enable_old(c, slot[0], c->active_unit,
			   what == FXP_GL_W_ENABLE_CLIENT_STATE);
		return true;
	case FXP_GL_W_ENABLE_CLIENT_STATE_I:
	case FXP_GL_W_DISABLE_CLIENT_STATE_I:
		enable_old(c, slot[0], (unsigned)slot[1],
			   what == FXP_GL_W_ENABLE_CLIENT_STATE_I);
		return true;
	case FXP_GL_W_BIND_VAO:
		bind_vao(c, (uint32_t)slot[0]);
		return true;
	case FXP_GL_W_GEN_VAOS:
	case FXP_GL_W_CREATE_VAOS:
		generate_names(c, slot, what == FXP_GL_W_CREATE_VAOS);
		return true;
	case FXP_GL_W_DELETE_VAOS:
		delete_vaos(c, slot);
		return true;
	default:
		return false;
	}
}

/* A texture unit means its array. */
static void enable_named(const struct fxp_gl_context *c, struct fxp_gl_vao *vao,
			 uint64_t array, bool is_on)
{
	unsigned unit = c->active_unit;

	if (array - GL_TEXTURE0 < FXP_GL_N_UNITS) {
		unit = (unsigned)array - GL_TEXTURE0;
		array = GL_TEXTURE_COORD_ARRAY;
	}
	if (vao)
		fxp_gl_enable(vao, fxp_gl_array_of((unsigned)array, unit),
			      is_on);
}

bool fxp_gl_track_array(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot)
{
	unsigned same = call_in_use(what);
	struct fxp_gl_vao *vao;

	if (track_old(c, what, slot) || track_format(c->vao, what, slot))
		return true;
	vao = fxp_gl_vao_find(c, (uint32_t)slot[0]);
	if (same)
		return track_format(vao, same, slot + 1);
	if (what == FXP_GL_W_ENABLE_VAO_ARRAY ||
	    what == FXP_GL_W_DISABLE_VAO_ARRAY) {
		enable_named(c, vao, slot[1],
			     what == FXP_GL_W_ENABLE_VAO_ARRAY);
		return true;
	}
	if (what != FXP_GL_W_VAO_ELEMENT_BUFFER)
		return false;
	if (vao) {
		fxp_gl_set_bound(&vao->element_buffer, (uint32_t)slot[1]);
		fxp_gl_buffer_is_indices(c, vao->element_buffer);
	}
	return true;
}
