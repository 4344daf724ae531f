/* SPDX-License-Identifier: MIT */
/*
 * Contexts as GLX and EGL make them, see preload/gl/state/state.h.
 */
#include "preload/gl/state/adopt.h"
#include "preload/gl/driver/const.h"
#include "preload/gl/driver/synthetic.h"
#include "preload/gl/state/fact.h"
#include "preload/gl/driver/real.h"
#include "preload/gl/size/size.h"
#include "preload/gl/track/track.h"
#include "preload/gl/state/visual.h"
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

/* The arguments of a context's creation. */
struct creation {
	uint64_t handle, share, config, list;
	uint32_t render_type;
};

/* Flags of GL as attributes of GLX and EGL: bits of an attribute's value. */
static const struct flag {
	uint16_t glx, egl; /* 0: it has none such */
	uint32_t bits;	   /* ~0: the attribute is a boolean */
	uint32_t flag;
} flags[] = {
	{GLX_CONTEXT_FLAGS_ARB, EGL_CONTEXT_FLAGS_KHR,
	 GLX_CONTEXT_DEBUG_BIT_ARB, GL_CONTEXT_FLAG_DEBUG_BIT},
	{GLX_CONTEXT_FLAGS_ARB, EGL_CONTEXT_FLAGS_KHR,
	 GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB,
	 GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT},
	{GLX_CONTEXT_FLAGS_ARB, EGL_CONTEXT_FLAGS_KHR,
	 GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB, GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT},
	{GLX_CONTEXT_OPENGL_NO_ERROR_ARB, EGL_CONTEXT_OPENGL_NO_ERROR_KHR, ~0u,
	 GL_CONTEXT_FLAG_NO_ERROR_BIT},
	{0, EGL_CONTEXT_OPENGL_DEBUG, ~0u, GL_CONTEXT_FLAG_DEBUG_BIT},
	{0, EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, ~0u,
	 GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT},
	{0, EGL_CONTEXT_OPENGL_ROBUST_ACCESS, ~0u,
	 GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT},
	{0, EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, ~0u,
	 GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT},
	{0, EGL_PROTECTED_CONTENT_EXT, ~0u,
	 GL_CONTEXT_FLAG_PROTECTED_CONTENT_BIT_EXT},
};

static uint32_t flags_of(uint64_t list, bool is_egl)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		const struct flag *f = &flags[i];
		uint32_t key = is_egl ? f->egl : f->glx;

		if (key &&
		    fxp_gl_attribute(list, is_egl ? EGL_NONE : 0, key, 0) &
			    f->bits)
			sum |= f->flag;
	}
	return sum;
}

/* 0: no version was requested. The result is the highest version with the
 * deprecated functions. For OpenGL ES it is 1.0. */
static void set_version(struct fxp_gl_context *c, uint32_t major,
			uint32_t minor, bool is_es)
{
	if (!major && (minor || is_es))
		major = 1;
	if (major < 10 && minor < 10)
		c->version = major * 10 + minor;
	if (is_es)
		c->api = c->version < 20 ? FXP_GL_API_ES1 : FXP_GL_API_ES2;
}

/* For desktop GL. Versions before 3.2 have no profile, whatever was requested.
 * Others have the core profile unless another was requested. */
static void set_profile(struct fxp_gl_context *c, uint32_t said)
{
	if (c->api != FXP_GL_API_GL || c->version < 32)
		return;
	c->profile = said & (GL_CONTEXT_CORE_PROFILE_BIT |
			     GL_CONTEXT_COMPATIBILITY_PROFILE_BIT);
	c->is_core = c->profile == GL_CONTEXT_CORE_PROFILE_BIT;
}

static struct fxp_gl_context *create_context(const struct creation *how,
					     bool is_egl)
{
	struct fxp_gl_context *c =
		fxp_gl_context_create(how->handle, how->share, is_egl);

	if (!c)
		return NULL;
	c->is_seen = true;
	c->share = how->share;
	c->config = how->config;
	c->render_type = how->render_type;
	c->flags = flags_of(how->list, is_egl);
	return c;
}

/* glXCreateContext: a visual is its only argument. */
static void create_of_visual(const uint64_t *slot)
{
	struct creation how = {slot[4], slot[2], 0, 0, GLX_RGBA_TYPE};
	struct fxp_gl_context *c = create_context(&how, false);

	if (c)
		c->visual = fxp_gl_visual_given(slot[0], slot[1], &c->config);
}

static void create_glx(const struct creation *how)
{
	struct fxp_gl_context *c = create_context(how, false);
	uint64_t list = how->list;
	uint32_t profiles;

	if (!c || !list)
		return;
	c->render_type =
		fxp_gl_attribute(list, 0, GLX_RENDER_TYPE, GLX_RGBA_TYPE);
	profiles = fxp_gl_attribute(list, 0, GLX_CONTEXT_PROFILE_MASK_ARB,
				    GLX_CONTEXT_CORE_PROFILE_BIT_ARB);
	set_version(c,
		    fxp_gl_attribute(list, 0, GLX_CONTEXT_MAJOR_VERSION_ARB, 0),
		    fxp_gl_attribute(list, 0, GLX_CONTEXT_MINOR_VERSION_ARB, 0),
		    profiles & GLX_CONTEXT_ES2_PROFILE_BIT_EXT);
	set_profile(c, profiles);
}

static void create_egl(const struct creation *how)
{
	struct fxp_gl_context *c = create_context(how, true);
	uint64_t list = how->list;

	if (!c)
		return;
	set_version(
		c,
		fxp_gl_attribute(list, EGL_NONE, EGL_CONTEXT_MAJOR_VERSION, 0),
		fxp_gl_attribute(list, EGL_NONE, EGL_CONTEXT_MINOR_VERSION, 0),
		fxp_gl_egl_api() != EGL_OPENGL_API);
	set_profile(c, fxp_gl_attribute(list, EGL_NONE,
					EGL_CONTEXT_OPENGL_PROFILE_MASK,
					EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT));
}

/* A context is current, or none. One that is unknown here is not new. */
static void use_context(uint64_t handle, uint64_t display, uint64_t draw,
			uint64_t read, bool is_egl)
{
	bool is_met = handle && !fxp_gl_context_find(handle, is_egl);
	struct fxp_gl_context *c;

	fxp_gl_context_use(handle, is_egl);
	c = fxp_gl_current();
	if (!c)
		return;
	if (is_egl)
		fxp_gl_query_prepare();
	if (is_met)
		fxp_gl_adopt(c);
	fxp_gl_facts_current(c, display, draw, read);
}

static bool track_glx(unsigned what, const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_GLX_CREATE_CONTEXT:
		create_of_visual(slot);
		return true;
	case FXP_GL_W_GLX_CREATE_NEW_CONTEXT:
		create_glx(&(struct creation){slot[5], slot[3], slot[1], 0,
					      (uint32_t)slot[2]});
		return true;
	case FXP_GL_W_GLX_CREATE_CONTEXT_ATTRIBS:
		create_glx(&(struct creation){slot[5], slot[2], slot[1],
					      slot[4], GLX_RGBA_TYPE});
		return true;
	case FXP_GL_W_GLX_CHOOSE_VISUAL:
		fxp_gl_visual_chosen(slot[0], slot[3], slot[2]);
		return true;
	case FXP_GL_W_GLX_VISUAL_OF_CONFIG:
		fxp_gl_visual_is_of(slot[0], slot[2], slot[1]);
		return true;
	case FXP_GL_W_GLX_GET_CONFIG:
		if (!slot[4])
			fxp_gl_visual_answer(slot[0], slot[1],
					     (uint32_t)slot[2], slot[3]);
		return true;
	case FXP_GL_W_GLX_DESTROY_CONTEXT:
		fxp_gl_context_destroy(slot[1], false);
		return true;
	case FXP_GL_W_GLX_MAKE_CURRENT:
		if (slot[3])
			use_context(slot[2], slot[0], slot[1], slot[1], false);
		return true;
	case FXP_GL_W_GLX_MAKE_CONTEXT_CURRENT:
		if (slot[4])
			use_context(slot[3], slot[0], slot[1], slot[2], false);
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
			use_context(slot[3], slot[0], slot[1], slot[2], true);
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
