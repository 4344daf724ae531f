/* SPDX-License-Identifier: MIT */
/*
 * Buffer objects, see gl_buffer.h.
 */
#include "preload/gl_buffer.h"

#include "preload/gl_ask.h"
#include "preload/gl_const.h"
#include "preload/gl_event.h"
#include "writer/bytes.h"

enum fxp_gl_target fxp_gl_target_of(unsigned target)
{
	static const struct {
		uint16_t target;
		uint8_t is;
	} rows[] = {
		{GL_ARRAY_BUFFER, FXP_GL_T_ARRAY},
		{GL_ELEMENT_ARRAY_BUFFER, FXP_GL_T_ELEMENT},
		{GL_PIXEL_PACK_BUFFER, FXP_GL_T_PACK},
		{GL_PIXEL_UNPACK_BUFFER, FXP_GL_T_UNPACK},
		{GL_DRAW_INDIRECT_BUFFER, FXP_GL_T_DRAW_INDIRECT},
		{GL_DISPATCH_INDIRECT_BUFFER, FXP_GL_T_DISPATCH_INDIRECT},
		{GL_PARAMETER_BUFFER, FXP_GL_T_PARAMETER},
		{GL_QUERY_BUFFER, FXP_GL_T_QUERY},
		{GL_COPY_READ_BUFFER, FXP_GL_T_COPY_READ},
		{GL_COPY_WRITE_BUFFER, FXP_GL_T_COPY_WRITE},
		{GL_UNIFORM_BUFFER, FXP_GL_T_UNIFORM},
		{GL_SHADER_STORAGE_BUFFER, FXP_GL_T_STORAGE},
		{GL_ATOMIC_COUNTER_BUFFER, FXP_GL_T_ATOMIC},
		{GL_TEXTURE_BUFFER, FXP_GL_T_TEXTURE},
		{GL_TRANSFORM_FEEDBACK_BUFFER, FXP_GL_T_FEEDBACK},
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].target == target)
			return (enum fxp_gl_target)rows[i].is;
	return FXP_GL_NO_TARGET;
}

uint32_t fxp_gl_bound(const struct fxp_gl_context *c, enum fxp_gl_target target)
{
	if (target == FXP_GL_T_ELEMENT)
		return c->vao->element_buffer;
	return target < FXP_GL_N_TARGETS ? c->bound[target] : 0;
}

struct fxp_gl_buffer *fxp_gl_buffer_find(const struct fxp_gl_context *c,
					 uint32_t name)
{
	struct fxp_gl_buffer *b = fxp_gl_find(&c->group->buffers, name);

	return b && b->object.is_there ? b : NULL;
}

struct fxp_gl_buffer *fxp_gl_bound_buffer(const struct fxp_gl_context *c,
					  unsigned target)
{
	return fxp_gl_buffer_find(c, fxp_gl_bound(c, fxp_gl_target_of(target)));
}

/* A context whose indices nobody will ask for: its arrays are in buffers. */
static bool never_indexes(const struct fxp_gl_context *c)
{
	return c->is_core;
}

static void drop_indices(struct fxp_gl_buffer *b)
{
	uint8_t *old = b->indices;
	uint64_t room = b->indices_room;

	b->is_known = false;
	b->indices = NULL;
	b->indices_room = 0;
	fxp_gl_pages_free(old, room);
}

void fxp_gl_buffer_drop(struct fxp_gl_buffer *b)
{
	struct fxp_gl_mapping *m = &b->mapping;

	drop_indices(b);
	fxp_gl_pages_free(m->seen, (uint64_t)m->n_bytes);
	*m = (struct fxp_gl_mapping){0};
	b->object.is_there = b->object.is_given = false;
	b->n_bytes = 0;
	b->is_immutable = b->has_indices = false;
}

/* Room for all that it holds. */
static bool make_room(struct fxp_gl_buffer *b)
{
	uint64_t n_bytes = (uint64_t)b->n_bytes;

	if (b->indices && n_bytes <= b->indices_room &&
	    n_bytes >= b->indices_room / 4)
		return true;
	drop_indices(b);
	b->indices = fxp_gl_pages(n_bytes);
	b->indices_room = b->indices ? n_bytes : 0;
	return b->indices != NULL;
}

void fxp_gl_buffer_is_indices(struct fxp_gl_context *c, uint32_t name)
{
	struct fxp_gl_buffer *b = fxp_gl_buffer_find(c, name);

	if (b && !never_indexes(c))
		b->has_indices = true;
}

void fxp_gl_buffer_fill(struct fxp_gl_buffer *b, const void *bytes)
{
	b->is_known = false;
	if (!b->has_indices || !b->n_bytes || !make_room(b))
		return;
	/* what nobody has put there, nobody indexes with */
	if (!bytes)
		fxw_zero(b->indices, (size_t)b->n_bytes);
	else if (fxp_gl_is_there(bytes, (uint64_t)b->n_bytes))
		fxw_copy(b->indices, bytes, (size_t)b->n_bytes);
	else
		return;
	b->is_known = true;
}

void fxp_gl_buffer_put(struct fxp_gl_buffer *b, int64_t offset, int64_t n_bytes,
		       const void *bytes)
{
	if (!b->is_known || offset < 0 || n_bytes <= 0 ||
	    n_bytes > b->n_bytes || offset > b->n_bytes - n_bytes)
		return;
	if (bytes)
		fxw_copy(b->indices + offset, bytes, (size_t)n_bytes);
	else
		b->is_known = false;
}

const void *fxp_gl_buffer_indices(const struct fxp_gl_buffer *b, int64_t offset,
				  int64_t n_bytes)
{
	if (!b->is_known || offset < 0 || n_bytes <= 0 ||
	    n_bytes > b->n_bytes || offset > b->n_bytes - n_bytes)
		return NULL;
	return b->indices + offset;
}

/* It came by another target's name than that of indices, or was written by GL
 * itself: GL is asked for it. While it is mapped, that is not allowed. */
static void learn(struct fxp_gl_context *c, unsigned target,
		  struct fxp_gl_buffer *b)
{
	if (never_indexes(c) || b->n_bytes <= 0 ||
	    (b->mapping.address &&
	     !(b->mapping.access & GL_MAP_PERSISTENT_BIT)))
		return;
	b->has_indices = true;
	if (make_room(b))
		b->is_known =
			fxp_gl_ask_buffer(c, target, b->n_bytes, b->indices);
}

const void *fxp_gl_buffer_bytes(struct fxp_gl_context *c, unsigned target,
				int64_t offset, int64_t n_bytes)
{
	struct fxp_gl_buffer *b = fxp_gl_bound_buffer(c, target);

	if (!b)
		return NULL;
	if (!b->is_known)
		learn(c, target, b);
	return fxp_gl_buffer_indices(b, offset, n_bytes);
}
