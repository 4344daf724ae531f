/* SPDX-License-Identifier: MIT */
/*
 * Color tables, filters and histograms: their sizes, as their calls set them.
 * Reading one back writes as much.
 */
#include "preload/gl/driver/const.h"
#include "preload/gl/measure/state_size.h"
#include "preload/gl/measure/imaging.h"

#define N_TABLES 3u

static int32_t *width_of(struct fxp_gl_context *c, uint64_t target)
{
	if (target - GL_COLOR_TABLE < N_TABLES)
		return &c->color_table[target - GL_COLOR_TABLE];
	switch (target) {
	case GL_CONVOLUTION_1D:
	case GL_CONVOLUTION_2D:
	case GL_SEPARABLE_2D:
		return &c->filter[target - GL_CONVOLUTION_1D][0];
	case GL_HISTOGRAM:
		return &c->histogram;
	default:
		return NULL;
	}
}

static void set_sizes(struct fxp_gl_context *c, uint64_t target, uint64_t width,
		      uint64_t height)
{
	int32_t *at = width_of(c, target);

	if (!at || (int32_t)width < 0 || (int32_t)height < 0)
		return;
	*at = (int32_t)width;
	if (target - GL_CONVOLUTION_1D <= GL_SEPARABLE_2D - GL_CONVOLUTION_1D)
		at[1] = (int32_t)height;
}

bool fxp_gl_track_imaging(struct fxp_gl_context *c, unsigned what,
			  const uint64_t *slot)
{
	if (c->in_begin)
		return what >= FXP_GL_W_IMAGING_TABLE &&
		       what <= FXP_GL_W_IMAGING_COPY2D;
	switch (what) {
	case FXP_GL_W_IMAGING_TABLE:
		set_sizes(c, slot[0], slot[2], 1);
		return true;
	case FXP_GL_W_IMAGING_HISTOGRAM:
		set_sizes(c, slot[0], slot[1], 1);
		return true;
	case FXP_GL_W_IMAGING_FILTER2D:
		set_sizes(c, slot[0], slot[2], slot[3]);
		return true;
	case FXP_GL_W_IMAGING_COPY1D:
		set_sizes(c, slot[0], slot[4], 1);
		return true;
	case FXP_GL_W_IMAGING_COPY2D:
		set_sizes(c, slot[0], slot[4], slot[5]);
		return true;
	default:
		return false;
	}
}

int64_t fxp_gl_imaging_bytes(unsigned target, bool is_column, unsigned format,
			     unsigned type)
{
	struct fxp_gl_context *c = fxp_gl_current();
	struct fxp_gl_box box = {0, 1, 1, 1};
	const int32_t *at = c ? width_of(c, target) : NULL;

	if (target == GL_MINMAX)
		box.width = 2;
	else if (at)
		box.width = at[is_column];
	if (target == GL_CONVOLUTION_2D && at) {
		box.height = at[1];
		box.dimensions = 2;
	}
	return fxp_gl_pack_bytes(format, type, &box);
}
