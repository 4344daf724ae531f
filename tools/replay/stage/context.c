/* SPDX-License-Identifier: MIT */
/*
 * Contexts, as near to the wish as the driver can make them. A replay works
 * best with the recorded version. Otherwise it takes the next lower one that
 * exists: a higher one of the same profile includes all lower ones, so drivers
 * return it themselves.
 */
#include <stdlib.h>

#include "tools/replay/stage/config.h"
#include "tools/replay/stage/type.h"

#define CORE GL_CONTEXT_CORE_PROFILE_BIT
#define COMPATIBILITY GL_CONTEXT_COMPATIBILITY_PROFILE_BIT
/* The first version with profiles. */
#define PROFILES 302

static const int gl_versions[] = {406, 405, 404, 403, 402, 401, 400, 303, 302,
				  301, 300, 201, 200, 105, 104, 103, 102, 101};
static const int gles_versions[] = {302, 301, 300, 200, 101, 100};

/* Profiles do not apply to older versions. */
static stage_handle try_context(struct stage *stage,
				const struct stage_try *try, char *note)
{
	struct stage_try now = *try;

	if (now.api != STAGE_GL || now.version < PROFILES)
		now.profile = 0;
	return stage->driver->context_new(stage, &now, note);
}

/* Drops flags that are not supported together. Without them errors or messages
 * may differ, but the calls do the same. */
static stage_handle try_flags(struct stage *stage, struct stage_try *try,
			      char *note)
{
	static const unsigned fewer[] = {
		~0u,
		~(unsigned)GL_CONTEXT_FLAG_NO_ERROR_BIT,
		GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT,
		0,
	};
	unsigned all = try->flags;

	for (int i = 0; i < 4; i++) {
		stage_handle handle;

		if (i && (all & fewer[i]) == try->flags)
			continue;
		try->flags = all & fewer[i];
		handle = try_context(stage, try, note);
		if (handle)
			return handle;
	}
	try->flags = all;
	return NULL;
}

/* The version, else the next lower ones; at last any, if allowed. */
static stage_handle try_versions(struct stage *stage, struct stage_try *try,
				 char *note)
{
	bool is_gl = try->api == STAGE_GL;
	const int *versions = is_gl ? gl_versions : gles_versions;
	int n = is_gl ? sizeof(gl_versions) / sizeof(*gl_versions)
		      : sizeof(gles_versions) / sizeof(*gles_versions);
	int wanted = try->version;
	stage_handle handle = try_flags(stage, try, note);

	for (int i = 0; i < n && !handle; i++) {
		if (versions[i] >= wanted)
			continue;
		if (try->profile == CORE && versions[i] < PROFILES)
			break;
		try->version = versions[i];
		handle = try_flags(stage, try, note);
	}
	if (!handle)
		try->version = wanted;
	return handle;
}

static stage_handle attempt_profiles(struct stage *stage, struct stage_try *try,
				     char *note)
{
	stage_handle handle = try_versions(stage, try, note);

	if (handle || try->api != STAGE_GL)
		return handle;
	try->profile = try->profile == CORE ? COMPATIBILITY : CORE;
	handle = try_versions(stage, try, note);
	if (handle)
		return handle;
	try->profile = 0;
	try->version = 0;
	return try_flags(stage, try, note);
}

static const char *profile_name(unsigned profile)
{
	if (profile == CORE)
		return " core";
	return profile == COMPATIBILITY ? " compatibility" : "";
}

static void note_differences(const struct stage_try *wished,
			     const struct stage_try *got, char *note)
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

static struct stage_try wished(const struct stage *stage,
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
	const struct stage_config *config;
	char unused[STAGE_NOTE_BYTES] = "";
	struct stage_try try = {
		.api = wish->api,
		.version = wish->major * 100 + wish->minor,
		.profile = wish->profile,
		.flags = wish->flags,
		.share = share ? share->handle : NULL,
	};

	if (try.profile == CORE && try.version < PROFILES)
		try.version = PROFILES;
	if (stage->is_config_free)
		return try;
	config = stage_config_nearest(stage, format ? format : &any,
				      stage->x11 != NULL, unused);
	try.config = config ? config->handle : NULL;
	return try;
}

struct stage_context *stage_context_new(struct stage *stage,
					const struct stage_format *format,
					const struct stage_wish *wish,
					struct stage_context *share, char *note)
{
	struct stage_try want = wished(stage, format, wish, share), try = want;
	struct stage_context *context = calloc(1, sizeof(*context));

	*note = '\0';
	if (!context) {
		stage_note(note, "out of memory");
		return NULL;
	}
	context->api = wish->api;
	context->handle = attempt_profiles(stage, &try, note);
	if (!context->handle && share) {
		try = want;
		try.share = NULL;
		context->handle = attempt_profiles(stage, &try, note);
	}
	if (!context->handle) {
		free(context);
		return NULL;
	}
	*note = '\0';
	note_differences(&want, &try, note);
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
	stage->driver->context_free(stage, context->handle);
	free(context);
}
