/* SPDX-License-Identifier: MIT */
/*
 * Images of a framebuffer object, see attached.h.
 */
#include "tools/inspect/attached.h"

#include <stdio.h>

#define MAX_COLORS (ATTACHED_MAX - 2)

static GLint get(const struct procs *gl, GLenum name)
{
	GLint value[4] = {0};

	gl->GetIntegerv(name, value);
	return value[0];
}

uint32_t attached_framebuffer(const struct procs *gl)
{
	if (!gl->BindFramebuffer)
		return 0;
	return (uint32_t)get(gl, gl->has_read_framebuffer
					 ? GL_DRAW_FRAMEBUFFER_BINDING
					 : GL_FRAMEBUFFER_BINDING);
}

static uint32_t get_of(const struct procs *gl, GLenum attachment, GLenum name)
{
	GLint value = 0;

	gl->GetFramebufferAttachmentParameteriv(
		gl->has_read_framebuffer ? GL_DRAW_FRAMEBUFFER : GL_FRAMEBUFFER,
		attachment, name, &value);
	return (uint32_t)value;
}

/* False: there is none. */
static bool find(const struct procs *gl, GLenum attachment, struct attached *to)
{
	to->type =
		get_of(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
	if (to->type == GL_NONE)
		return false;
	to->object =
		get_of(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME);
	if (to->type != GL_TEXTURE)
		return true;
	to->level =
		get_of(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
	to->face = get_of(gl, attachment,
			  GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE);
	/* OpenGL ES 2.0 has no layers */
	if (procs_is_since(gl, 10, 30))
		to->layer = get_of(gl, attachment,
				   GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER);
	return true;
}

size_t attached_list(const struct procs *gl, struct attached *list)
{
	/* OpenGL ES 2.0 has one, and no name for how many */
	GLint n_colors = procs_is_since(gl, 30, 30)
				 ? get(gl, GL_MAX_COLOR_ATTACHMENTS)
				 : 1;
	size_t n = 0;

	for (unsigned i = 0; i < MAX_COLORS && (GLint)i < n_colors; i++) {
		list[n] = (struct attached){.of = ATTACHMENT_COLOR + i,
					    .aspect = IMAGE_COLOR};
		snprintf(list[n].name, sizeof(list[n].name), "color %u", i);
		n += find(gl, GL_COLOR_ATTACHMENT0 + (GLenum)i, &list[n]);
	}
	list[n] = (struct attached){
		.name = "depth", .of = ATTACHMENT_DRAWN, .aspect = IMAGE_DEPTH};
	n += find(gl, GL_DEPTH_ATTACHMENT, &list[n]);
	list[n] = (struct attached){.name = "stencil",
				    .of = ATTACHMENT_DRAWN,
				    .aspect = IMAGE_STENCIL};
	n += find(gl, GL_STENCIL_ATTACHMENT, &list[n]);
	return n;
}
