/* SPDX-License-Identifier: MIT */
/*
 * Contexts, as near to the wish as EGL can make them. A replay runs best with
 * the recorded version; without it, with the next lower one that there is: a
 * higher one of the same profile has all that lower ones have, so that drivers
 * give it by themselves.
 */
#include <stdlib.h>

#include "tools/replay/stage_config.h"
#include "tools/replay/stage_type.h"

#define CORE GL_CONTEXT_CORE_PROFILE_BIT
#define COMPATIBILITY GL_CONTEXT_COMPATIBILITY_PROFILE_BIT
/* The first version with profiles. */
#define PROFILES 302

#define N_ATTRIBUTES_MAX 16

/* What is tried at once; version is major x 100 + minor, 0: any. */
struct
try {
	enum stage_api api;
	int version;
	unsigned profile, flags;
	EGLConfig config;
	EGLContext share;
};

static const int gl_versions[] = {406, 405, 404, 403, 402, 401, 400, 303, 302,
				  301, 300, 201, 200, 105, 104, 103, 102, 101};
static const int gles_versions[] = {302, 301, 300, 200, 101, 100};

struct attributes {
	EGLint list[N_ATTRIBUTES_MAX * 2 + 1];
	int n;
};

static void add(struct attributes *a, EGLint name, EGLint value)
{
	a->list[a->n++] = name;
	a->list[a->n++] = value;
}

static void add_flags(const struct stage *stage, const struct try *try,
		      struct attributes *a)
{
	unsigned flags = try->flags;

	if (flags & GL_CONTEXT_FLAG_NO_ERROR_BIT)
		add(a, EGL_CONTEXT_OPENGL_NO_ERROR_KHR, EGL_TRUE);
	if (stage->minor >= 5) {
		if (flags & GL_CONTEXT_FLAG_DEBUG_BIT)
			add(a, EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE);
		if (flags & GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT)
			add(a, EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, EGL_TRUE);
		if (flags & GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT)
			add(a, EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE);
		return;
	}
	flags &= GL_CONTEXT_FLAG_DEBUG_BIT |
		 GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT |
		 GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT;
	if (!flags)
		return;
	/* the two that EGL and OpenGL number the other way round */
	add(a, EGL_CONTEXT_FLAGS_KHR,
	    (EGLint)((flags & GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT) |
		     (flags & GL_CONTEXT_FLAG_DEBUG_BIT
			      ? EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR
			      : 0) |
		     (flags & GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT
			      ? EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR
			      : 0)));
}

static EGLContext attempt(const struct stage *stage, const struct try *try)
{
	struct attributes a = {.n = 0};
	EGLContext handle;
	bool is_gl = try->api == STAGE_GL;

	if (try->version) {
		add(&a, EGL_CONTEXT_MAJOR_VERSION, try->version / 100);
		add(&a, EGL_CONTEXT_MINOR_VERSION, try->version % 100);
	}
	if (is_gl && try->profile && try->version >= PROFILES)
		add(&a, EGL_CONTEXT_OPENGL_PROFILE_MASK, (EGLint)try->profile);
	add_flags(stage, try, &a);
	a.list[a.n] = EGL_NONE;
	if (!stage->egl.bind_api(is_gl ? EGL_OPENGL_API : EGL_OPENGL_ES_API))
		return EGL_NO_CONTEXT;
	handle = stage->egl.create_context(stage->display, try->config,
					   try->share, a.list);
	return handle;
}

/* Without some flags, if it does not go with all: errors are raised where none
 * were, and messages are lacking, but the calls do the same. */
static EGLContext attempt_flags(const struct stage *stage, struct try *try)
{
	static const unsigned fewer[] = {
		~0u,
		~(unsigned)GL_CONTEXT_FLAG_NO_ERROR_BIT,
		GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT,
		0,
	};
	unsigned all = try->flags;

	for (int i = 0; i < 4; i++) {
		EGLContext handle;

		if (i && (all & fewer[i]) == try->flags)
			continue;
		try->flags = all & fewer[i];
		handle = attempt(stage, try);
		if (handle != EGL_NO_CONTEXT)
			return handle;
	}
	try->flags = all;
	return EGL_NO_CONTEXT;
}

/* The version, else the next lower ones; any at last, if that may be. */
static EGLContext attempt_versions(const struct stage *stage, struct try *try)
{
	bool is_gl = try->api == STAGE_GL;
	const int *versions = is_gl ? gl_versions : gles_versions;
	int n = is_gl ? sizeof(gl_versions) / sizeof(*gl_versions)
		      : sizeof(gles_versions) / sizeof(*gles_versions);
	int wanted = try->version;
	EGLContext handle = attempt_flags(stage, try);

	for (int i = 0; i < n && handle == EGL_NO_CONTEXT; i++) {
		if (versions[i] >= wanted)
			continue;
		if (try->profile == CORE && versions[i] < PROFILES)
			break;
		try->version = versions[i];
		handle = attempt_flags(stage, try);
	}
	if (handle == EGL_NO_CONTEXT)
		try->version = wanted;
	return handle;
}

static EGLContext attempt_profiles(const struct stage *stage, struct try *try)
{
	EGLContext handle = attempt_versions(stage, try);

	if (handle != EGL_NO_CONTEXT || try->api != STAGE_GL)
		return handle;
	try->profile = try->profile == CORE ? COMPATIBILITY : CORE;
	handle = attempt_versions(stage, try);
	if (handle != EGL_NO_CONTEXT)
		return handle;
	try->profile = 0;
	try->version = 0;
	return attempt_flags(stage, try);
}

static const char *profile_name(unsigned profile)
{
	if (profile == CORE)
		return " core";
	return profile == COMPATIBILITY ? " compatibility" : "";
}

static void tell(const struct try *wished, const struct try *got, char *note)
{
	if (got->share != wished->share)
		stage_note_more(note, "the context shares with no other");
	if (got->version != wished->version || got->profile != wished->profile)
		stage_note_more(
			note, "no context of version %d.%d%s, but %d.%d%s",
			wished->version / 100, wished->version % 100,
			profile_name(wished->profile), got->version / 100,
			got->version % 100, profile_name(got->profile));
	if (got->flags != wished->flags)
		stage_note_more(note, "no context with flags %#x, but %#x",
				wished->flags, got->flags);
}

static struct try wished(const struct stage *stage,
			 const struct stage_format *format,
			 const struct stage_wish *wish,
			 const struct stage_context *share)
{
	static const struct stage_format any = {
		.red = -1,
		.green = -1,
		.blue = -1,
		.alpha = -1,
		.depth = -1,
		.stencil = -1,
	};
	char unused[STAGE_NOTE_BYTES] = "";
	struct try try = {
		.api = wish->api,
		.version = wish->major * 100 + wish->minor,
		.profile = wish->profile,
		.flags = wish->flags,
		.share = share ? share->handle : EGL_NO_CONTEXT,
	};

	if (stage_egl_has(stage->extensions, "EGL_KHR_no_config_context"))
		return try;
	try.config = stage_config_nearest(stage, format ? format : &any,
					  stage->x11 != NULL, unused);
	return try;
}

struct stage_context *stage_context_new(struct stage *stage,
					const struct stage_format *format,
					const struct stage_wish *wish,
					struct stage_context *share, char *note)
{
	struct try want = wished(stage, format, wish, share), try = want;
	struct stage_context *context = calloc(1, sizeof(*context));

	*note = '\0';
	if (!context) {
		stage_note(note, "out of memory");
		return NULL;
	}
	context->api = wish->api;
	context->handle = attempt_profiles(stage, &try);
	if (context->handle == EGL_NO_CONTEXT && share) {
		try = want;
		try.share = EGL_NO_CONTEXT;
		context->handle = attempt_profiles(stage, &try);
	}
	if (context->handle == EGL_NO_CONTEXT) {
		stage_note(note, "eglCreateContext: %s",
			   stage_egl_error(&stage->egl));
		free(context);
		return NULL;
	}
	tell(&want, &try, note);
	context->next = stage->contexts;
	stage->contexts = context;
	return context;
}

void stage_context_free(struct stage *stage, struct stage_context *context)
{
	if (!context)
		return;
	for (struct stage_context **at = &stage->contexts; *at;
	     at = &(*at)->next)
		if (*at == context) {
			*at = context->next;
			break;
		}
	stage->egl.destroy_context(stage->display, context->handle);
	free(context);
}
