/* SPDX-License-Identifier: MIT */
/*
 * Indices of draws, see index.h: in the program's memory, or in a buffer if
 * there is a copy of it.
 */
#include "preload/gl/track/index.h"

#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/state/copy.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/size/size.h"
#include "writer/bytes.h"

/* The index that ends a primitive; larger than any: there is none. */
static uint64_t restart_of(const struct fxp_gl_context *c, unsigned width)
{
	if (c->restarts_fixed)
		return UINT64_MAX >> (64 - 8 * width);
	if (c->restarts || c->restarts_nv)
		return c->restart_index;
	return UINT64_MAX;
}

static uint32_t index_at(const uint8_t *p, int64_t i, unsigned width)
{
	if (width == 1)
		return p[i];
	return width == 2 ? fxw_load2(p + i * 2) : fxw_load4(p + i * 4);
}

/* The address of the indices, or NULL. */
static const uint8_t *find_indices(struct fxp_gl_context *c,
				   const struct fxp_gl_indexed *d,
				   int64_t n_bytes)
{
	const void *p = (const void *)(uintptr_t)d->indices;
	uint32_t name = c->vao->element_buffer;

	if (!name)
		return p && fxp_gl_is_there(p, (uint64_t)n_bytes) ? p : NULL;
	return fxp_gl_buffer_bytes(c, GL_ELEMENT_ARRAY_BUFFER,
				   (int64_t)d->indices, n_bytes);
}

void fxp_gl_add_unknown(struct fxp_gl_context *c, unsigned target,
			uint64_t offset, int64_t n_bytes,
			struct fxp_gl_draw *draw)
{
	const char *why =
		fxp_gl_buffer_why(c, target, (int64_t)offset, n_bytes);

	if (!why)
		return;
	draw->unknown = why;
	draw->unknown_buffer = fxp_gl_bound(c, fxp_gl_target_of(target));
}

/* Unreadable indices in the program's memory are not emitted. */
static void add_unread(struct fxp_gl_context *c, const struct fxp_gl_indexed *d,
		       int64_t n_bytes, struct fxp_gl_draw *draw)
{
	if (d->start <= d->end)
		fxp_gl_add_range(draw, d->start + d->base_vertex,
				 d->end + d->base_vertex);
	else if (c->vao->element_buffer)
		fxp_gl_add_unknown(c, GL_ELEMENT_ARRAY_BUFFER, d->indices,
				   n_bytes, draw);
}

void fxp_gl_add_indices(struct fxp_gl_context *c,
			const struct fxp_gl_indexed *d,
			struct fxp_gl_draw *draw)
{
	unsigned width = (unsigned)fxp_gl_index_bytes(d->type);
	int64_t first = INT64_MAX, last = INT64_MIN;
	uint64_t restart;
	const uint8_t *p;

	if (!width || d->count <= 0)
		return;
	restart = restart_of(c, width);
	fxp_gl_copy_enter(c->group);
	p = find_indices(c, d, d->count * width);
	if (!p)
		add_unread(c, d, d->count * width, draw);
	for (int64_t i = 0; p && i < d->count; i++) {
		uint32_t index = index_at(p, i, width);

		if (index == restart)
			continue;
		if (index < first)
			first = index;
		if (index > last)
			last = index;
	}
	fxp_gl_copy_leave(c->group);
	if (first <= last)
		fxp_gl_add_range(draw, first + d->base_vertex,
				 last + d->base_vertex);
}
