/* SPDX-License-Identifier: MIT */
/*
 * Configurations of GLX and EGL: their attributes are queried and emitted, see
 * fact.h.
 */
#include "preload/gl/driver/const.h"
#include "preload/gl/state/fact.h"
#include "preload/gl/state/fact_archive.h"
#include "preload/gl/state/query.h"

static struct fxp_gl_config *configs;

/* Keys in the order of struct fxtrace_glx_config and fxtrace_egl_config. */
static int32_t key_of(bool is_egl, unsigned i)
{
	static const uint32_t glx[FXP_GL_N_ATTRIBUTES] = {
		GLX_FBCONFIG_ID,     GLX_VISUAL_ID,
		GLX_X_VISUAL_TYPE,   GLX_DRAWABLE_TYPE,
		GLX_RENDER_TYPE,     GLX_BUFFER_SIZE,
		GLX_RED_SIZE,	     GLX_GREEN_SIZE,
		GLX_BLUE_SIZE,	     GLX_ALPHA_SIZE,
		GLX_DEPTH_SIZE,	     GLX_STENCIL_SIZE,
		GLX_SAMPLE_BUFFERS,  GLX_SAMPLES,
		GLX_DOUBLEBUFFER,    GLX_STEREO,
		GLX_AUX_BUFFERS,     GLX_LEVEL,
		GLX_ACCUM_RED_SIZE,  GLX_ACCUM_GREEN_SIZE,
		GLX_ACCUM_BLUE_SIZE, GLX_ACCUM_ALPHA_SIZE,
		GLX_CONFIG_CAVEAT,   GLX_TRANSPARENT_TYPE,
		GLX_X_RENDERABLE,    GLX_FRAMEBUFFER_SRGB_CAPABLE_ARB,
	};
	static const uint32_t egl[FXP_GL_N_ATTRIBUTES] = {
		EGL_CONFIG_ID,
		EGL_NATIVE_VISUAL_ID,
		EGL_NATIVE_VISUAL_TYPE,
		EGL_SURFACE_TYPE,
		EGL_RENDERABLE_TYPE,
		EGL_CONFORMANT,
		EGL_COLOR_BUFFER_TYPE,
		EGL_BUFFER_SIZE,
		EGL_RED_SIZE,
		EGL_GREEN_SIZE,
		EGL_BLUE_SIZE,
		EGL_ALPHA_SIZE,
		EGL_DEPTH_SIZE,
		EGL_STENCIL_SIZE,
		EGL_SAMPLE_BUFFERS,
		EGL_SAMPLES,
		EGL_LUMINANCE_SIZE,
		EGL_ALPHA_MASK_SIZE,
		EGL_LEVEL,
		EGL_CONFIG_CAVEAT,
		EGL_TRANSPARENT_TYPE,
		EGL_NATIVE_RENDERABLE,
		EGL_BIND_TO_TEXTURE_RGB,
		EGL_BIND_TO_TEXTURE_RGBA,
		EGL_MIN_SWAP_INTERVAL,
		EGL_MAX_SWAP_INTERVAL,
	};

	return (int32_t)(is_egl ? egl[i] : glx[i]);
}

static struct fxp_gl_config *find_config(uint64_t display, uint64_t handle,
					 bool is_egl)
{
	/* acquire: pairs with the release in make_config() */
	struct fxp_gl_config *c = __atomic_load_n(&configs, __ATOMIC_ACQUIRE);

	while (c && (c->handle != handle || c->display != display ||
		     c->is_egl != is_egl))
		c = c->next;
	return c;
}

/* Queries its attributes. Relaxed, like `archive`: threads whose contexts have
 * the same configuration may race here, but get the same values. */
static void query_attributes(struct fxp_gl_config *c)
{
	for (unsigned i = 0; i < FXP_GL_N_ATTRIBUTES; i++) {
		int32_t value = fxp_gl_query_config(
			c->is_egl, c->display, c->handle, key_of(c->is_egl, i));

		if (value != __atomic_load_n(&c->values[i], __ATOMIC_RELAXED))
			__atomic_store_n(&c->archive, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&c->values[i], value, __ATOMIC_RELAXED);
	}
}

static struct fxp_gl_config *make_config(uint64_t display, uint64_t handle,
					 bool is_egl)
{
	struct fxp_gl_config *c = fxp_gl_alloc(sizeof(*c));

	if (!c)
		return NULL;
	c->display = display;
	c->handle = handle;
	c->is_egl = is_egl;
	query_attributes(c);
	c->next = __atomic_load_n(&configs, __ATOMIC_RELAXED);
	/* Two threads may add the same one: one of the two is never found
	 * again. */
	while (!__atomic_compare_exchange_n(&configs, &c->next, c, false,
					    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	return c;
}

void fxp_gl_config_emit(uint64_t display, uint64_t handle, bool is_egl,
			enum fxp_gl_config_query how)
{
	struct fxp_gl_config *c =
		handle ? find_config(display, handle, is_egl) : NULL;
	uint64_t archive = fxp_gl_facts_archive();

	if (!handle || (!c && how == FXP_GL_CONFIG_NO_QUERY))
		return;
	/* after a display was closed and opened again, the same handles may
	 * mean others */
	if (c && how == FXP_GL_CONFIG_QUERY_AGAIN)
		query_attributes(c);
	if (!c)
		c = make_config(display, handle, is_egl);
	if (!c || __atomic_exchange_n(&c->archive, archive, __ATOMIC_RELAXED) ==
			  archive)
		return;
	fxp_gl_event_config(c);
}
