/* SPDX-License-Identifier: MIT */
/*
 * Drawables as GLX and EGL make, show and destroy them, see
 * preload/gl/state/fact.h.
 */
#include "preload/gl/driver/const.h"
#include "preload/gl/state/fact.h"
#include "preload/gl/track/track.h"

static void make_pbuffer(const uint64_t *slot)
{
	int32_t width =
		(int32_t)fxp_gl_attribute(slot[2], 0, GLX_PBUFFER_WIDTH, 0);
	int32_t height =
		(int32_t)fxp_gl_attribute(slot[2], 0, GLX_PBUFFER_HEIGHT, 0);

	if (fxp_gl_attribute(slot[2], 0, GLX_LARGEST_PBUFFER, 0))
		width = -1; /* as large as the server allows */
	fxp_gl_drawable_made(slot[0], slot[3], false, slot[1], width, height);
}

static void make_pbuffer_sgix(const uint64_t *slot)
{
	int32_t width = (int32_t)slot[2];

	if (fxp_gl_attribute(slot[4], 0, GLX_LARGEST_PBUFFER, 0))
		width = -1;
	fxp_gl_drawable_made(slot[0], slot[5], false, slot[1], width,
			     (int32_t)slot[3]);
}

/* A drawable for a window or pixmap of X. */
static void make_shown(const uint64_t *slot, unsigned ret, uint64_t config)
{
	fxp_gl_drawable_made(slot[0], slot[ret], false, config, -1, -1);
	fxp_gl_drawable_shows(slot[0], slot[ret], slot[2]);
}

static void track_glx(unsigned what, const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_GLX_CREATE_PBUFFER:
		make_pbuffer(slot);
		break;
	case FXP_GL_W_GLX_CREATE_PBUFFER_SGIX:
		make_pbuffer_sgix(slot);
		break;
	case FXP_GL_W_GLX_CREATE_WINDOW:
		make_shown(slot, 4, slot[1]);
		break;
	case FXP_GL_W_GLX_CREATE_PIXMAP: /* with a visual */
		make_shown(slot, 3, 0);
		break;
	case FXP_GL_W_GLX_CREATE_PIXMAP_MESA:
		make_shown(slot, 4, 0);
		break;
	case FXP_GL_W_GLX_CREATE_PIXMAP_SGIX:
		make_shown(slot, 3, slot[1]);
		break;
	case FXP_GL_W_GLX_DESTROY_DRAWABLE:
		fxp_gl_drawable_gone(slot[0], slot[1], false);
		break;
	default:
		fxp_gl_facts_swapped(slot[0], slot[1], false);
		break;
	}
}

bool fxp_gl_track_drawable(unsigned what, const uint64_t *slot)
{
	if (what < FXP_GL_W_GLX_CREATE_PBUFFER ||
	    what > FXP_GL_W_EGL_SWAP_DAMAGE)
		return false;
	switch (what) {
	case FXP_GL_W_EGL_CREATE_SURFACE:
		fxp_gl_drawable_made(slot[0], slot[4], true, slot[1], -1, -1);
		break;
	case FXP_GL_W_EGL_CREATE_PBUFFER:
		fxp_gl_drawable_made(slot[0], slot[3], true, slot[1], -1, -1);
		break;
	case FXP_GL_W_EGL_CREATE_PBUFFER_FROM:
		fxp_gl_drawable_made(slot[0], slot[5], true, slot[3], -1, -1);
		break;
	case FXP_GL_W_EGL_DESTROY_SURFACE:
		if (slot[2])
			fxp_gl_drawable_gone(slot[0], slot[1], true);
		break;
	case FXP_GL_W_EGL_SWAP:
		if (slot[2])
			fxp_gl_facts_swapped(slot[0], slot[1], true);
		break;
	case FXP_GL_W_EGL_SWAP_DAMAGE:
		if (slot[4])
			fxp_gl_facts_swapped(slot[0], slot[1], true);
		break;
	default:
		track_glx(what, slot);
		break;
	}
	return true;
}
