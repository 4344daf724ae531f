/* SPDX-License-Identifier: MIT */
/*
 * Tracks the first viewport, see viewport.h.
 */
#include "preload/gl/state/viewport.h"

#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/call_id.h"
#include "writer/bytes.h"

/* No window is larger: X has 16 bits for a size. */
#define MAX_SIZE 65535

/* Rounds to the nearest integer, by the bits: floating point is the program's.
 * Larger values become the largest integer. */
static int32_t round_float(uint32_t bits)
{
	int exponent = (int)(bits >> 23 & 0xff) - 127;
	uint32_t word = (bits & 0x7fffff) | 0x800000;
	int32_t value;

	if (exponent < -1)
		return 0;
	if (exponent > 30)
		value = INT32_MAX;
	else if (exponent >= 23)
		value = (int32_t)(word << (exponent - 23));
	else
		value = (int32_t)(((word >> (22 - exponent)) + 1) >> 1);
	return bits >> 31 ? -value : value;
}

static void round_all(uint64_t *values)
{
	for (unsigned i = 0; i < 4; i++)
		values[i] = (uint32_t)round_float((uint32_t)values[i]);
}

/* Reads the first viewport's values, if they are readable. */
static bool load_viewport(uint64_t address, uint64_t *values)
{
	const uint8_t *p = (const uint8_t *)(uintptr_t)address;

	if (!fxp_gl_is_there(p, 16))
		return false;
	for (unsigned i = 0; i < 4; i++)
		values[i] = fxw_load4(p + 4 * i);
	return true;
}

static bool set_by(unsigned what, const uint64_t *slot, uint64_t *values)
{
	bool sets = !(uint32_t)slot[0]; /* it is about the first one */

	if (what == FXP_GL_W_VIEWPORT_INDEXED)
		for (unsigned i = 0; i < 4; i++)
			values[i] = slot[1 + i];
	else if (what == FXP_GL_W_VIEWPORT_INDEXED_V)
		sets = sets && load_viewport(slot[1], values);
	else
		sets = sets && (int32_t)slot[1] > 0 &&
		       load_viewport(slot[2], values);
	if (sets)
		round_all(values);
	return sets;
}

bool fxp_gl_viewport_of(unsigned what, const uint64_t *slot, uint64_t *values,
			bool *sets)
{
	if (what < FXP_GL_W_VIEWPORT || what > FXP_GL_W_VIEWPORT_ARRAY)
		return false;
	*sets = true;
	if (what != FXP_GL_W_VIEWPORT)
		*sets = set_by(what, slot, values);
	else
		for (unsigned i = 0; i < 4; i++)
			values[i] = slot[i];
	return true;
}

static void set_viewport(struct fxp_gl_context *c, const uint64_t *values)
{
	if (!c->in_begin && (int32_t)values[2] >= 0 && (int32_t)values[3] >= 0)
		c->viewport = (struct fxp_gl_viewport){
			true, (int32_t)values[0], (int32_t)values[1],
			(int32_t)values[2], (int32_t)values[3]};
}

bool fxp_gl_track_view(struct fxp_gl_context *c, unsigned what,
		       const uint64_t *slot)
{
	uint64_t values[4];
	bool sets = false;

	if (what == FXP_GL_W_VIEWPORT) {
		set_viewport(c, slot);
		return true;
	}
	if (!fxp_gl_viewport_of(what, slot, values, &sets))
		return false;
	if (sets)
		set_viewport(c, values);
	return true;
}

void fxp_gl_view_begin(struct fxp_gl_context *c, int32_t width, int32_t height)
{
	if (width >= 0 && height >= 0)
		c->viewport =
			(struct fxp_gl_viewport){true, 0, 0, width, height};
}

void fxp_gl_view_leave(struct fxp_gl_context *c, uint32_t framebuffer)
{
	if (!c->framebuffer && framebuffer)
		c->drawable_viewport = c->viewport;
}

const struct fxp_gl_viewport *fxp_gl_view(const struct fxp_gl_context *c)
{
	return c->framebuffer ? &c->drawable_viewport : &c->viewport;
}

bool fxp_gl_view_is(const struct fxp_gl_viewport *a,
		    const struct fxp_gl_viewport *b)
{
	return a->is_known && b->is_known && a->x == b->x && a->y == b->y &&
	       a->width == b->width && a->height == b->height;
}

bool fxp_gl_view_reach(const struct fxp_gl_viewport *view, int32_t *width,
		       int32_t *height)
{
	int64_t right = (int64_t)view->x + view->width;
	int64_t top = (int64_t)view->y + view->height;

	if (!view->is_known || view->width <= 0 || view->height <= 0 ||
	    right <= 0 || top <= 0 || right > MAX_SIZE || top > MAX_SIZE)
		return false;
	*width = (int32_t)right;
	*height = (int32_t)top;
	return true;
}
