/* SPDX-License-Identifier: MIT */
/*
 * The vertices that a draw reads. If they are in the program's memory, they are
 * emitted before it (preload/gl/state/array.h). Indices come from the program's
 * memory, too, or from the copy of their buffer.
 */
#include "preload/gl/state/array.h"
#include "preload/gl/state/buffer.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/state/copy.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/track/index.h"
#include "preload/gl/size/size.h"
#include "preload/gl/track/track.h"
#include "writer/bytes.h"

/* No vertices yet. */
#define NO_DRAW                                                                \
	((struct fxp_gl_draw){.first = INT64_MAX,                              \
			      .last = INT64_MIN,                               \
			      .base_instance = INT64_MAX})

static void add_instances(struct fxp_gl_draw *draw, int64_t base, int64_t n)
{
	if (n <= 0)
		return;
	if (n > draw->n_instances)
		draw->n_instances = n;
	if (base < draw->base_instance)
		draw->base_instance = base;
	if (base > draw->max_base)
		draw->max_base = base;
	if (base + n - 1 > draw->last_instance)
		draw->last_instance = base + n - 1;
}

static int64_t i32(uint64_t word)
{
	return (int32_t)word;
}

static bool draw_arrays(unsigned what, const uint64_t *slot,
			struct fxp_gl_draw *draw)
{
	int64_t base = 0, n = 1;

	switch (what) {
	case FXP_GL_W_DRAW_ARRAYS_INSTANCED_BASE:
		base = (uint32_t)slot[4];
		/* fall through */
	case FXP_GL_W_DRAW_ARRAYS_INSTANCED:
		n = i32(slot[3]);
		/* fall through */
	case FXP_GL_W_DRAW_ARRAYS:
		fxp_gl_add_range(draw, i32(slot[1]),
				 i32(slot[1]) + i32(slot[2]) - 1);
		break;
	case FXP_GL_W_ARRAY_ELEMENT:
		fxp_gl_add_range(draw, i32(slot[0]), i32(slot[0]));
		break;
	case FXP_GL_W_LOCKING_ARRAYS:
		fxp_gl_add_range(draw, i32(slot[0]),
				 i32(slot[0]) + i32(slot[1]) - 1);
		break;
	default:
		return false;
	}
	add_instances(draw, base, n);
	return true;
}

static bool draw_elements(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot, struct fxp_gl_draw *draw)
{
	struct fxp_gl_indexed d = {.start = 1};
	int64_t base = 0, n = 1;

	if (what < FXP_GL_W_DRAW_ELEMENTS ||
	    what > FXP_GL_W_DRAW_ELEMENTS_INSTANCED_BASE_BOTH)
		return false;
	d.count = i32(slot[1]);
	d.type = (unsigned)slot[2];
	d.indices = slot[3];
	switch (what) {
	case FXP_GL_W_DRAW_ELEMENTS:
		break;
	case FXP_GL_W_DRAW_ELEMENTS_BASE:
		d.base_vertex = i32(slot[4]);
		break;
	case FXP_GL_W_DRAW_ELEMENTS_INSTANCED_BASE_BOTH:
		base = (uint32_t)slot[6];
		/* fall through */
	case FXP_GL_W_DRAW_ELEMENTS_INSTANCED_BASE:
		d.base_vertex = i32(slot[5]);
		n = i32(slot[4]);
		break;
	case FXP_GL_W_DRAW_ELEMENTS_INSTANCED_BASE_INSTANCE:
		base = (uint32_t)slot[5];
		/* fall through */
	case FXP_GL_W_DRAW_ELEMENTS_INSTANCED:
		n = i32(slot[4]);
		break;
	default:
		return false;
	}
	add_instances(draw, base, n);
	fxp_gl_add_indices(c, &d, draw);
	return true;
}

static bool draw_range(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot, struct fxp_gl_draw *draw)
{
	bool has_base = what == FXP_GL_W_DRAW_RANGE_ELEMENTS_BASE;
	struct fxp_gl_indexed d;

	if (!has_base && what != FXP_GL_W_DRAW_RANGE_ELEMENTS)
		return false;
	add_instances(draw, 0, 1);
	d = (struct fxp_gl_indexed){.count = i32(slot[3]),
				    .type = (unsigned)slot[4],
				    .indices = slot[5],
				    .start = (uint32_t)slot[1],
				    .end = (uint32_t)slot[2],
				    .base_vertex = has_base ? i32(slot[6]) : 0};
	fxp_gl_add_indices(c, &d, draw);
	return true;
}

static void multi_arrays(const uint64_t *slot, struct fxp_gl_draw *draw)
{
	const int32_t *first = (const int32_t *)(uintptr_t)slot[1];
	const int32_t *count = (const int32_t *)(uintptr_t)slot[2];
	int64_t n = i32(slot[3]);

	if (n <= 0 || !fxp_gl_is_there(first, (uint64_t)n * 4) ||
	    !fxp_gl_is_there(count, (uint64_t)n * 4))
		return;
	for (int64_t i = 0; i < n; i++)
		fxp_gl_add_range(draw, first[i],
				 (int64_t)first[i] + count[i] - 1);
}

/* The indices of draw i, if they are in the program's memory. */
static void emit_indices(struct fxp_gl_context *c, int64_t i,
			 const struct fxp_gl_indexed *d)
{
	int64_t n_bytes = d->count * fxp_gl_index_bytes(d->type);

	if (!c->vao->element_buffer && d->count > 0 && n_bytes && d->indices &&
	    fxp_gl_is_there((const void *)(uintptr_t)d->indices,
			    (uint64_t)n_bytes))
		fxp_gl_event_indices((unsigned)i, d->type, d->indices, n_bytes);
}

/* base: how many vertices are added to each draw's indices, or NULL */
static void multi_elements(struct fxp_gl_context *c, const uint64_t *slot,
			   const int32_t *base, struct fxp_gl_draw *draw)
{
	const int32_t *count = (const int32_t *)(uintptr_t)slot[1];
	const uint64_t *indices = (const uint64_t *)(uintptr_t)slot[3];
	int64_t n = i32(slot[4]);

	if (n <= 0 || !fxp_gl_is_there(count, (uint64_t)n * 4) ||
	    !fxp_gl_is_there(indices, (uint64_t)n * 8) ||
	    (base && !fxp_gl_is_there(base, (uint64_t)n * 4)))
		return;
	for (int64_t i = 0; i < n; i++) {
		struct fxp_gl_indexed d = {.count = count[i],
					   .type = (unsigned)slot[2],
					   .indices = indices[i],
					   .base_vertex = base ? base[i] : 0,
					   .start = 1};

		emit_indices(c, i, &d);
		if (fxp_gl_client_arrays(c->vao))
			fxp_gl_add_indices(c, &d, draw);
	}
}

static bool draw_multi(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot, struct fxp_gl_draw *draw)
{
	switch (what) {
	case FXP_GL_W_MULTI_DRAW_ARRAYS:
		multi_arrays(slot, draw);
		break;
	case FXP_GL_W_MULTI_DRAW_ELEMENTS:
		multi_elements(c, slot, NULL, draw);
		break;
	case FXP_GL_W_MULTI_DRAW_ELEMENTS_BASE:
		multi_elements(c, slot, (const int32_t *)(uintptr_t)slot[5],
			       draw);
		break;
	default:
		return false;
	}
	add_instances(draw, 0, 1);
	return true;
}

/* A command: count, instances, first, [base vertex,]
 * base instance. */
static void add_command(struct fxp_gl_context *c, const uint8_t *p,
			unsigned type, struct fxp_gl_draw *draw)
{
	uint32_t count = fxw_load4(p), n_instances = fxw_load4(p + 4);
	uint32_t first = fxw_load4(p + 8);
	struct fxp_gl_indexed d = {.count = count, .type = type, .start = 1};

	if (!n_instances || !count)
		return;
	add_instances(draw, fxw_load4(p + (type ? 16 : 12)), n_instances);
	if (!type) {
		fxp_gl_add_range(draw, first, (int64_t)first + count - 1);
		return;
	}
	d.indices = (uint64_t)first * (uint64_t)fxp_gl_index_bytes(type);
	d.base_vertex = (int32_t)fxw_load4(p + 12);
	fxp_gl_add_indices(c, &d, draw);
}

/* Their address, in the program's memory or in a buffer; NULL: unreadable. */
static const uint8_t *find_commands(struct fxp_gl_context *c, uint64_t at,
				    int64_t n_bytes, struct fxp_gl_draw *draw)
{
	const void *p = (const void *)(uintptr_t)at;

	if (n_bytes <= 0)
		return NULL;
	if (!c->bound[FXP_GL_T_DRAW_INDIRECT])
		return p && fxp_gl_is_there(p, (uint64_t)n_bytes) ? p : NULL;
	p = fxp_gl_buffer_bytes(c, GL_DRAW_INDIRECT_BUFFER, (int64_t)at,
				n_bytes);
	if (!p)
		fxp_gl_add_unknown(c, GL_DRAW_INDIRECT_BUFFER, at, n_bytes,
				   draw);
	return p;
}

/* The number of draws of a call with its count in a buffer, at most the call's
 * own maximum; 0: unknown. slot: the count's place, and the maximum. */
static int64_t counted_draws(struct fxp_gl_context *c, const uint64_t *slot,
			     struct fxp_gl_draw *draw)
{
	const uint8_t *p = fxp_gl_buffer_bytes(c, GL_PARAMETER_BUFFER,
					       (int64_t)slot[0], 4);
	int64_t n = p ? fxw_load4(p) : 0, most = i32(slot[1]);

	if (!p && c->bound[FXP_GL_T_PARAMETER])
		fxp_gl_add_unknown(c, GL_PARAMETER_BUFFER, slot[0], 4, draw);
	return n < most ? n : most;
}

/* The commands that an indirect draw reads. */
struct commands {
	uint64_t at;
	unsigned index_type; /* 0: of vertices */
	int64_t n, stride;
};

static bool find_indirect(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot, struct commands *commands,
			  struct fxp_gl_draw *draw)
{
	bool is_elements = what == FXP_GL_W_DRAW_ELEMENTS_INDIRECT ||
			   what == FXP_GL_W_MULTI_DRAW_ELEMENTS_INDIRECT ||
			   what == FXP_GL_W_MULTI_DRAW_ELEMENTS_INDIRECT_COUNT;
	const uint64_t *rest = slot + (is_elements ? 3 : 2);

	commands->at = rest[-1];
	commands->index_type = is_elements ? (unsigned)slot[1] : 0;
	switch (what) {
	case FXP_GL_W_DRAW_ARRAYS_INDIRECT:
	case FXP_GL_W_DRAW_ELEMENTS_INDIRECT:
		commands->n = 1;
		commands->stride = 0;
		return true;
	case FXP_GL_W_MULTI_DRAW_ARRAYS_INDIRECT:
	case FXP_GL_W_MULTI_DRAW_ELEMENTS_INDIRECT:
		commands->n = i32(rest[0]);
		commands->stride = i32(rest[1]);
		return true;
	case FXP_GL_W_MULTI_DRAW_ARRAYS_INDIRECT_COUNT:
	case FXP_GL_W_MULTI_DRAW_ELEMENTS_INDIRECT_COUNT:
		commands->n = counted_draws(c, rest, draw);
		commands->stride = i32(rest[2]);
		return true;
	default:
		return false;
	}
}

static bool read_indirect(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot, struct fxp_gl_draw *draw)
{
	struct commands commands;
	int64_t bytes;
	const uint8_t *p;

	if (!find_indirect(c, what, slot, &commands, draw))
		return false;
	bytes = commands.index_type ? 20 : 16;
	p = find_commands(
		c, commands.at,
		fxp_gl_commands_bytes(bytes, commands.n, commands.stride),
		draw);
	for (; p && commands.n > 0; commands.n--) {
		add_command(c, p, commands.index_type, draw);
		p += commands.stride ? commands.stride : bytes;
	}
	return true;
}

static bool draw_indirect(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot, struct fxp_gl_draw *draw)
{
	bool is_indirect;

	fxp_gl_copy_enter(c->group);
	is_indirect = read_indirect(c, what, slot, draw);
	fxp_gl_copy_leave(c->group);
	return is_indirect;
}

bool fxp_gl_before_draw(struct fxp_gl_context *c, unsigned what,
			const uint64_t *slot)
{
	struct fxp_gl_draw draw = NO_DRAW;

	if (what < FXP_GL_W_DRAW_ARRAYS)
		return false;
	fxp_gl_emit_writes(c, false);
	fxp_gl_buffer_draw(c, fxp_gl_client_arrays(c->vao));
	/* indices of several draws are emitted nevertheless */
	if (!fxp_gl_client_arrays(c->vao)) {
		(void)draw_multi(c, what, slot, &draw);
		return true;
	}
	if (draw_arrays(what, slot, &draw) ||
	    draw_elements(c, what, slot, &draw) ||
	    draw_range(c, what, slot, &draw) ||
	    draw_multi(c, what, slot, &draw) ||
	    draw_indirect(c, what, slot, &draw)) {
		/* a draw may read all of the locked range */
		if (draw.first <= draw.last && c->locked_count)
			fxp_gl_add_range(&draw, c->locked_first,
					 c->locked_first + c->locked_count - 1);
		fxp_gl_emit_arrays(c, &draw);
	}
	return true;
}
