/* SPDX-License-Identifier: MIT */
/*
 * The draw and read framebuffers, see part.h.
 */
#include <stdio.h>

#include "tools/replay/state/part.h"

static void get_attachment(const struct state_subject *subject, GLenum name,
			   GLint *values)
{
	subject->gl->GetFramebufferAttachmentParameteriv(
		subject->target, subject->attachment, name, values);
}

static void get_renderbuffer(const struct state_subject *subject, GLenum name,
			     GLint *values)
{
	subject->gl->GetRenderbufferParameteriv(subject->target, name, values);
}

static void get_level(const struct state_subject *subject, GLenum name,
		      GLint *values)
{
	subject->gl->GetTextureLevelParameteriv(subject->name, subject->level,
						name, values);
}

static void get_framebuffer(const struct state_subject *subject, GLenum name,
			    GLint *values)
{
	subject->gl->GetFramebufferParameteriv(subject->target, name, values);
}

static const struct state_query attachment_query = {
	.function = "glGetFramebufferAttachmentParameteriv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_attachment,
};
static const struct state_query renderbuffer_query = {
	.function = "glGetRenderbufferParameteriv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_renderbuffer,
};
static const struct state_query level_query = {
	.function = "glGetTexLevelParameteriv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_level,
};
static const struct state_query framebuffer_query = {
	.function = "glGetFramebufferParameteriv",
	.rule = PARAMETERS_OBJECT,
	.integers = get_framebuffer,
};

static GLint query_attachment(struct state *state,
			      const struct state_subject *subject, GLenum name)
{
	GLint value = 0;

	get_attachment(subject, name, &value);
	return state_is_ok(state) ? value : 0;
}

/* Binding a name that is not there would make an object: another context, or
 * the program itself, may have deleted it. */
static bool can_bind(struct state *state, GLuint name, GLuint bound)
{
	const struct procs *gl = state->gl;
	bool is_there = gl->IsRenderbuffer && gl->IsRenderbuffer(name) &&
			(!bound || gl->IsRenderbuffer(bound));

	return state_is_ok(state) && is_there;
}

/* The attached renderbuffer is bound for a moment. */
static void put_renderbuffer(struct state *state, GLuint name)
{
	struct state_subject subject = {.gl = state->gl,
					.target = GL_RENDERBUFFER};
	GLint bound = state_get(state, GL_RENDERBUFFER_BINDING);

	if (!state->gl->BindRenderbuffer ||
	    !state->gl->GetRenderbufferParameteriv ||
	    !can_bind(state, name, (GLuint)bound))
		return;
	state->gl->BindRenderbuffer(GL_RENDERBUFFER, name);
	state_read(state, &renderbuffer_query, &subject);
	state->gl->BindRenderbuffer(GL_RENDERBUFFER, (GLuint)bound);
	(void)state_is_ok(state);
}

static void put_attachment(struct state *state, GLenum target,
			   GLenum attachment, const char *text)
{
	struct state_subject subject = {
		.gl = state->gl,
		.target = target,
		.attachment = attachment,
	};
	GLint type = query_attachment(state, &subject,
				      GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);

	if (type == GL_NONE)
		return;
	subject.name = (GLuint)query_attachment(
		state, &subject, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
	subject.level = query_attachment(
		state, &subject, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
	json_map(&state->json, text);
	state_read(state, &attachment_query, &subject);
	if (type == GL_RENDERBUFFER) {
		state_label(state, GL_RENDERBUFFER, subject.name);
		put_renderbuffer(state, subject.name);
	} else if (type == GL_TEXTURE) {
		state_label(state, GL_TEXTURE, subject.name);
		if (state->gl->GetTextureLevelParameteriv)
			state_read(state, &level_query, &subject);
	}
	json_close(&state->json);
}

static void put_colors(struct state *state, GLenum target)
{
	GLint n = state_get(state, GL_MAX_COLOR_ATTACHMENTS);
	char text[40];

	/* OpenGL ES 2.0 has one */
	for (GLint i = 0; i < (n > 1 ? n : 1); i++) {
		snprintf(text, sizeof(text), "GL_COLOR_ATTACHMENT%d", i);
		put_attachment(state, target, GL_COLOR_ATTACHMENT0 + (GLenum)i,
			       text);
	}
	put_attachment(state, target, GL_DEPTH_ATTACHMENT,
		       "GL_DEPTH_ATTACHMENT");
	put_attachment(state, target, GL_STENCIL_ATTACHMENT,
		       "GL_STENCIL_ATTACHMENT");
}

static void put_window(struct state *state, GLenum target)
{
	static const struct {
		GLenum name;
		const char *text;
	} parts[] = {
		{GL_FRONT_LEFT, "GL_FRONT_LEFT"},
		{GL_FRONT_RIGHT, "GL_FRONT_RIGHT"},
		{GL_BACK_LEFT, "GL_BACK_LEFT"},
		{GL_BACK_RIGHT, "GL_BACK_RIGHT"},
		{GL_BACK, "GL_BACK"},
		{GL_DEPTH, "GL_DEPTH"},
		{GL_STENCIL, "GL_STENCIL"},
	};

	/* only OpenGL ES has no sides */
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (parts[i].name != GL_BACK || state->gl->is_es)
			put_attachment(state, target, parts[i].name,
				       parts[i].text);
}

static void put_framebuffer(struct state *state, const char *key, GLenum target,
			    GLint name)
{
	struct state_subject subject = {.gl = state->gl, .target = target};

	json_map(&state->json, key);
	json_integer(&state->json, "name", name);
	if (name)
		state_label(state, GL_FRAMEBUFFER, (GLuint)name);
	state_constant(state, "status", "glCheckFramebufferStatus", 1,
		       (GLint)state->gl->CheckFramebufferStatus(target));
	(void)state_is_ok(state);
	if (state->gl->GetFramebufferParameteriv)
		state_read(state, &framebuffer_query, &subject);
	json_map(&state->json, "attachments");
	if (state->gl->GetFramebufferAttachmentParameteriv)
		(name ? put_colors : put_window)(state, target);
	json_close(&state->json);
	json_close(&state->json);
}

void state_framebuffers(struct state *state)
{
	if (!state->gl->CheckFramebufferStatus)
		return;
	if (!state->gl->has_read_framebuffer) {
		put_framebuffer(state, "framebuffer", GL_FRAMEBUFFER,
				state_get(state, GL_FRAMEBUFFER_BINDING));
		return;
	}
	put_framebuffer(state, "draw_framebuffer", GL_DRAW_FRAMEBUFFER,
			state_get(state, GL_DRAW_FRAMEBUFFER_BINDING));
	put_framebuffer(state, "read_framebuffer", GL_READ_FRAMEBUFFER,
			state_get(state, GL_READ_FRAMEBUFFER_BINDING));
}
