/* SPDX-License-Identifier: MIT */
/*
 * Contexts as GLX and EGL make them, see gl_state.h.
 */
#include "preload/gl_adopt.h"
#include "preload/gl_const.h"
#include "preload/gl_event.h"
#include "preload/gl_fact.h"
#include "preload/gl_real.h"
#include "preload/gl_size.h"
#include "preload/gl_track.h"
#include "writer/bytes.h"

uint32_t fxp_gl_attribute(uint64_t list, uint32_t end, uint32_t key,
			  uint32_t otherwise)
{
	const char *p = (const char *)(uintptr_t)list;
	enum fxp_gl_list kind = end ? FXP_GL_LIST_EGL : FXP_GL_LIST_GLX;
	int64_t n = fxp_gl_list_length(p, kind, fxp_gl_is_there);

	for (int64_t i = 0; i + 1 < n; i += 2)
		if (fxw_load4(p + i * 4) == key)
			return fxw_load4(p + i * 4 + 4);
	return otherwise;
}

/* Only what is asked for by both, version and profile, is surely without what
 * is old. */
static bool is_core(uint32_t version, uint32_t profiles)
{
	return version >= 32 && profiles == GLX_CONTEXT_CORE_PROFILE_BIT_ARB;
}

static void set_version(struct fxp_gl_context *c, uint32_t major,
			uint32_t minor)
{
	if (major < 10 && minor < 10)
		c->version = major * 10 + minor;
}

/* What its creation says of a context. */
struct creation {
	uint64_t handle, share, config, list;
	uint32_t render_type;
};

static struct fxp_gl_context *create(const struct creation *how, bool is_egl)
{
	struct fxp_gl_context *c =
		fxp_gl_context_create(how->handle, how->share, is_egl);

	if (!c)
		return NULL;
	c->is_seen = true;
	c->share = how->share;
	c->config = how->config;
	c->render_type = how->render_type;
	return c;
}

static void create_glx(const struct creation *how)
{
	struct fxp_gl_context *c = create(how, false);
	uint64_t list = how->list;
	uint32_t profiles;

	if (!c || !list)
		return;
	c->render_type =
		fxp_gl_attribute(list, 0, GLX_RENDER_TYPE, GLX_RGBA_TYPE);
	set_version(
		c, fxp_gl_attribute(list, 0, GLX_CONTEXT_MAJOR_VERSION_ARB, 1),
		fxp_gl_attribute(list, 0, GLX_CONTEXT_MINOR_VERSION_ARB, 0));
	profiles = fxp_gl_attribute(list, 0, GLX_CONTEXT_PROFILE_MASK_ARB,
				    GLX_CONTEXT_CORE_PROFILE_BIT_ARB);
	if (profiles & GLX_CONTEXT_ES2_PROFILE_BIT_EXT)
		c->api = c->version < 20 ? FXP_GL_API_ES1 : FXP_GL_API_ES2;
	else
		c->is_core = is_core(c->version, profiles);
}

static void create_egl(const struct creation *how)
{
	struct fxp_gl_context *c = create(how, true);
	uint64_t list = how->list;

	if (!c)
		return;
	set_version(
		c,
		fxp_gl_attribute(list, EGL_NONE, EGL_CONTEXT_MAJOR_VERSION, 1),
		fxp_gl_attribute(list, EGL_NONE, EGL_CONTEXT_MINOR_VERSION, 0));
	if (fxp_gl_egl_api() == EGL_OPENGL_API)
		c->is_core = is_core(
			c->version,
			fxp_gl_attribute(list, EGL_NONE,
					 EGL_CONTEXT_OPENGL_PROFILE_MASK,
					 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT));
	else
		c->api = c->version < 20 ? FXP_GL_API_ES1 : FXP_GL_API_ES2;
}

/* A context is current, or none. One that is met here is not new. */
static void use(uint64_t handle, uint64_t display, uint64_t draw, uint64_t read,
		bool is_egl)
{
	bool is_met = handle && !fxp_gl_context_find(handle, is_egl);
	struct fxp_gl_context *c;

	fxp_gl_context_use(handle, is_egl);
	c = fxp_gl_current();
	if (!c)
		return;
	if (is_egl)
		fxp_gl_ask_prepare();
	if (is_met)
		fxp_gl_adopt(c);
	fxp_gl_facts_current(c, display, draw, read);
}

static bool track_glx(unsigned what, const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_GLX_CREATE_CONTEXT:
		create_glx(&(struct creation){slot[4], slot[2], 0, 0,
					      GLX_RGBA_TYPE});
		return true;
	case FXP_GL_W_GLX_CREATE_NEW_CONTEXT:
		create_glx(&(struct creation){slot[5], slot[3], slot[1], 0,
					      (uint32_t)slot[2]});
		return true;
	case FXP_GL_W_GLX_CREATE_CONTEXT_ATTRIBS:
		create_glx(&(struct creation){slot[5], slot[2], slot[1],
					      slot[4], 0});
		return true;
	case FXP_GL_W_GLX_DESTROY_CONTEXT:
		fxp_gl_context_destroy(slot[1], false);
		return true;
	case FXP_GL_W_GLX_MAKE_CURRENT:
		if (slot[3])
			use(slot[2], slot[0], slot[1], slot[1], false);
		return true;
	case FXP_GL_W_GLX_MAKE_CONTEXT_CURRENT:
		if (slot[4])
			use(slot[3], slot[0], slot[1], slot[2], false);
		return true;
	default:
		return false;
	}
}

bool fxp_gl_track_context(unsigned what, const uint64_t *slot)
{
	if (what > FXP_GL_W_EGL_RELEASE_THREAD)
		return false;
	switch (what) {
	case FXP_GL_W_EGL_BIND_API:
		if (slot[1])
			fxp_gl_set_egl_api((uint32_t)slot[0]);
		return true;
	case FXP_GL_W_EGL_CREATE_CONTEXT:
		create_egl(&(struct creation){slot[4], slot[2], slot[1],
					      slot[3], 0});
		return true;
	case FXP_GL_W_EGL_DESTROY_CONTEXT:
		if (slot[2])
			fxp_gl_context_destroy(slot[1], true);
		return true;
	case FXP_GL_W_EGL_MAKE_CURRENT:
		if (slot[4])
			use(slot[3], slot[0], slot[1], slot[2], true);
		return true;
	case FXP_GL_W_EGL_RELEASE_THREAD:
		if (slot[0])
			fxp_gl_context_use(0, true);
		fxp_gl_set_egl_api(0);
		return true;
	default:
		return track_glx(what, slot);
	}
}
