/* SPDX-License-Identifier: MIT */
/*
 * State of a context that is neither buffers nor arrays: modes, evaluators,
 * programs.
 */
#include "preload/gl/state/array.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/size/size.h"
#include "preload/gl/track/track.h"
#include "preload/gl/state/viewport.h"
#include "writer/bytes.h"

/* The number of values in the selection buffer. Each hit begins with its number
 * of names, followed by two values and the names. */
static int64_t n_selected(const struct fxp_gl_context *c, int64_t n_hits)
{
	const char *p = (const char *)(uintptr_t)c->select_buffer;
	int64_t n = 0;

	if (n_hits < 0) /* an overflow of its space */
		return c->select_size;
	while (n_hits-- > 0 && n < c->select_size) {
		if (!fxp_gl_is_there(p + n * 4, 4))
			return n;
		n += 3 + (int64_t)fxw_load4(p + n * 4);
	}
	return n < c->select_size ? n : c->select_size;
}

/* The old mode has filled its buffer. */
static void leave_mode(struct fxp_gl_context *c, uint64_t mode, int32_t ret)
{
	if (c->in_begin ||
	    (mode != GL_RENDER && mode != GL_SELECT && mode != GL_FEEDBACK))
		return;
	if ((mode == GL_SELECT && !c->select_size) ||
	    (mode == GL_FEEDBACK && !c->feedback_size))
		return;
	if (c->render_mode == GL_SELECT && c->select_buffer)
		fxp_gl_event_unwound(GL_SELECT, c->select_buffer,
				     n_selected(c, ret));
	if (c->render_mode == GL_FEEDBACK && c->feedback_buffer)
		fxp_gl_event_unwound(GL_FEEDBACK, c->feedback_buffer,
				     ret < 0 || ret > c->feedback_size
					     ? c->feedback_size
					     : ret);
	c->render_mode = (uint32_t)mode;
}

static void set_buffer(struct fxp_gl_context *c, uint32_t mode, int32_t size,
		       uint64_t buffer)
{
	if (c->render_mode == mode || size < 0 || c->in_begin)
		return;
	if (mode == GL_SELECT) {
		c->select_size = size;
		c->select_buffer = buffer;
	} else {
		c->feedback_size = size;
		c->feedback_buffer = buffer;
	}
}

static bool track_render(struct fxp_gl_context *c, unsigned what,
			 const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_BEGIN:
		if (slot[0] <= GL_PATCHES)
			c->in_begin = true;
		return true;
	case FXP_GL_W_END:
		c->in_begin = false;
		return true;
	case FXP_GL_W_RENDER_MODE:
		leave_mode(c, slot[0], (int32_t)slot[1]);
		return true;
	case FXP_GL_W_SELECT_BUFFER:
		set_buffer(c, GL_SELECT, (int32_t)slot[0], slot[1]);
		return true;
	case FXP_GL_W_FEEDBACK_BUFFER:
		set_buffer(c, GL_FEEDBACK, (int32_t)slot[0], slot[2]);
		return true;
	default:
		return false;
	}
}

static void set_enabled(struct fxp_gl_context *c, uint64_t what, bool is_on)
{
	unsigned array;

	if (c->in_begin)
		return;
	if (what == GL_PRIMITIVE_RESTART)
		c->restarts = is_on;
	else if (what == GL_PRIMITIVE_RESTART_FIXED_INDEX)
		c->restarts_fixed = is_on;
	else if (what >= GL_VERTEX_ARRAY && what <= GL_SECONDARY_COLOR_ARRAY) {
		/* Mesa accepts arrays, too */
		array = fxp_gl_array_of((unsigned)what, c->active_unit);
		if (array < FXP_GL_N_ARRAYS)
			fxp_gl_enable(c->vao, array, is_on);
	}
}

static void set_map1(struct fxp_gl_context *c, uint64_t target, int64_t order)
{
	uint64_t i = target - GL_MAP1_COLOR_4;

	if (i < FXP_GL_N_MAPS && order > 0)
		c->map1_order[i] = (int32_t)order;
}

static void set_map2(struct fxp_gl_context *c, uint64_t target, int64_t u_order,
		     int64_t v_order)
{
	uint64_t i = target - GL_MAP2_COLOR_4;

	if (i >= FXP_GL_N_MAPS || u_order <= 0 || v_order <= 0)
		return;
	c->map2_order[i][0] = (int32_t)u_order;
	c->map2_order[i][1] = (int32_t)v_order;
}

static void set_pixel_map(struct fxp_gl_context *c, uint64_t map, int64_t size)
{
	uint64_t i = map - GL_PIXEL_MAP_I_TO_I;

	if (i < FXP_GL_N_PIXEL_MAPS && size > 0)
		c->pixel_map_size[i] = (int32_t)size;
}

/* While arrays are locked, they cannot be locked again. */
static void lock_arrays(struct fxp_gl_context *c, int32_t first, int32_t count)
{
	if (c->in_begin || c->locked_count || first < 0 || count <= 0)
		return;
	c->locked_first = first;
	c->locked_count = count;
}

/* A deleted framebuffer is unbound. */
static void delete_framebuffers(struct fxp_gl_context *c, const uint64_t *slot)
{
	const uint32_t *names = fxp_gl_names_at(slot[0], slot[1]);

	for (int32_t i = 0; names && i < (int32_t)slot[0]; i++)
		if (names[i] == c->framebuffer)
			c->framebuffer = 0;
}

static bool track_objects(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_USE_PROGRAM:
		c->program = (uint32_t)slot[0];
		return true;
	case FXP_GL_W_BIND_FRAMEBUFFER:
		if (!c->in_begin && (slot[0] == GL_FRAMEBUFFER ||
				     slot[0] == GL_DRAW_FRAMEBUFFER)) {
			fxp_gl_view_leave(c, (uint32_t)slot[1]);
			c->framebuffer = (uint32_t)slot[1];
		}
		return true;
	case FXP_GL_W_DELETE_FRAMEBUFFERS:
		delete_framebuffers(c, slot);
		return true;
	default:
		return track_render(c, what, slot);
	}
}

bool fxp_gl_track_mode(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_ENABLE:
	case FXP_GL_W_DISABLE:
		set_enabled(c, slot[0], what == FXP_GL_W_ENABLE);
		return true;
	case FXP_GL_W_PRIMITIVE_RESTART_INDEX:
		/* NVIDIA's call, and so Mesa's, goes into no list */
		if (!c->in_begin)
			c->restart_index = (uint32_t)slot[0];
		return true;
	case FXP_GL_W_LOCK_ARRAYS:
		lock_arrays(c, (int32_t)slot[0], (int32_t)slot[1]);
		return true;
	case FXP_GL_W_UNLOCK_ARRAYS:
		if (!c->in_begin)
			c->locked_count = 0;
		return true;
	case FXP_GL_W_MAP1:
		set_map1(c, slot[0], (int32_t)slot[4]);
		return true;
	case FXP_GL_W_MAP2:
		set_map2(c, slot[0], (int32_t)slot[4], (int32_t)slot[8]);
		return true;
	case FXP_GL_W_PIXEL_MAP:
		set_pixel_map(c, slot[0], (int32_t)slot[1]);
		return true;
	default:
		return track_objects(c, what, slot);
	}
}
