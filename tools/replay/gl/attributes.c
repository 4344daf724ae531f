/* SPDX-License-Identifier: MIT */
/*
 * What calls of GLX and EGL say of contexts and drawables, for archives without
 * the recorder's descriptions (gen/api/gl/facts.api). The recorder's lists of
 * attributes are the program's memory. In files of apitrace they are arrays.
 * Both have name and value in turn.
 */
#include "tools/replay/gl/rules.h"

/* GLX_ARB_create_context and EGL 1.5 have other names than OpenGL. */
#define GLX_DEBUG 1
#define GLX_FORWARD_COMPATIBLE 2
#define GLX_ES2_PROFILE 4

/* Pair number k of parameter i, a list in either form. False: it has no such
 * pair. */
static bool read_pair(struct gl *gl, const struct gl_call *call, size_t i,
		      size_t k, uint64_t *key, uint64_t *number)
{
	const struct fxr_value *value = &call->args.before[i]->value;
	const int *memory = args_pointer(&call->args, i);

	if (value->kind == FXR_VALUE_ARRAY)
		return 2 * k + 1 < value->as.list.n &&
		       args_number(&gl->maker, &value->as.list.items[2 * k],
				   key) &&
		       args_number(&gl->maker, &value->as.list.items[2 * k + 1],
				   number);
	if ((2 * k + 2) * sizeof(*memory) > call->args.bytes[i])
		return false;
	*key = (unsigned)memory[2 * k];
	*number = (unsigned)memory[2 * k + 1];
	return true;
}

bool gl_attribute(struct gl *gl, const struct gl_call *call, uint64_t name,
		  int *value)
{
	size_t i = gl_param(call, "attrib_list");
	uint64_t key, number;

	if (i == INVOKE_MAX || !call->args.before[i])
		return false;
	for (size_t k = 0; read_pair(gl, call, i, k, &key, &number); k++) {
		if (key != name)
			continue;
		*value = (int)number;
		return true;
	}
	return false;
}

static void wish_by_glx(struct gl *gl, const struct gl_call *call,
			struct stage_wish *wish)
{
	int flags = 0, profile = 0;

	(void)gl_attribute(gl, call, GLX_CONTEXT_MAJOR_VERSION_ARB,
			   &wish->major);
	(void)gl_attribute(gl, call, GLX_CONTEXT_MINOR_VERSION_ARB,
			   &wish->minor);
	(void)gl_attribute(gl, call, GLX_CONTEXT_FLAGS_ARB, &flags);
	(void)gl_attribute(gl, call, GLX_CONTEXT_PROFILE_MASK_ARB, &profile);
	if (flags & GLX_DEBUG)
		wish->flags |= GL_CONTEXT_FLAG_DEBUG_BIT;
	if (flags & GLX_FORWARD_COMPATIBLE)
		wish->flags |= GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT;
	if (profile & GLX_ES2_PROFILE)
		wish->api = STAGE_GLES;
	else
		wish->profile = (unsigned)profile;
}

static void wish_by_egl(struct gl *gl, const struct gl_call *call,
			struct stage_wish *wish)
{
	int profile = 0;

	wish->api = gl->thread->is_desktop ? STAGE_GL : STAGE_GLES;
	wish->major = wish->api == STAGE_GLES;
	(void)gl_attribute(gl, call, EGL_CONTEXT_MAJOR_VERSION, &wish->major);
	(void)gl_attribute(gl, call, EGL_CONTEXT_MINOR_VERSION, &wish->minor);
	(void)gl_attribute(gl, call, EGL_CONTEXT_OPENGL_PROFILE_MASK, &profile);
	wish->profile = (unsigned)profile;
}

void gl_wish(struct gl *gl, const struct gl_call *call, struct stage_wish *wish)
{
	if (fxr_is(call->call->name->category, "egl"))
		wish_by_egl(gl, call, wish);
	else
		wish_by_glx(gl, call, wish);
	/* without one, versions that have profiles have core */
	if (wish->api == STAGE_GL && !wish->profile &&
	    wish->major * 10 + wish->minor >= 32)
		wish->profile = GL_CONTEXT_CORE_PROFILE_BIT;
}

static bool bind_api(struct gl *gl, struct gl_call *call)
{
	gl->thread->is_desktop = gl_number(gl, call, "api") == EGL_OPENGL_API;
	return true;
}

void gl_size_of(struct gl *gl, const struct gl_call *call, int *width,
		int *height)
{
	bool is_egl = fxr_is(call->call->name->category, "egl");

	(void)gl_attribute(gl, call, is_egl ? EGL_WIDTH : GLX_PBUFFER_WIDTH,
			   width);
	(void)gl_attribute(gl, call, is_egl ? EGL_HEIGHT : GLX_PBUFFER_HEIGHT,
			   height);
}

const struct gl_rule gl_attribute_rules[] = {
	{"eglBindAPI", bind_api, NULL},
	{0},
};
