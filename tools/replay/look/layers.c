/* SPDX-License-Identifier: MIT */
/*
 * Reads layers, see layers.h.
 */
#include "tools/replay/look/layers.h"

#include "tools/replay/look/pixels.h"

static GLint get_integer(const struct procs *gl, GLenum name)
{
	GLint value[4] = {0};

	gl->GetIntegerv(name, value);
	return value[0];
}

static void attach(const struct procs *gl, const struct texture_part *part,
		   GLenum target, GLint layer)
{
	GLenum to = part->aspect == IMAGE_COLOR	  ? GL_COLOR_ATTACHMENT0
		    : part->aspect == IMAGE_DEPTH ? GL_DEPTH_ATTACHMENT
						  : GL_STENCIL_ATTACHMENT;

	switch (part->target) {
	case GL_TEXTURE_2D:
	case GL_TEXTURE_CUBE_MAP:
		gl->FramebufferTexture2D(GL_FRAMEBUFFER, to, target, part->name,
					 part->level);
		break;
	default:
		gl->FramebufferTextureLayer(GL_FRAMEBUFFER, to, part->name,
					    part->level, layer);
	}
}

static const char *read_layer(struct image *image, const struct procs *gl,
			      const struct texture_part *part,
			      const struct level *level, uint32_t layer)
{
	struct pixels pixels;
	const char *why;

	if (gl->CheckFramebufferStatus(GL_FRAMEBUFFER) !=
	    GL_FRAMEBUFFER_COMPLETE)
		return "OpenGL ES does not return such a format";
	why = pixels_begin(&pixels, gl, level, part->aspect);
	if (!why && layer == 0)
		why = image_begin(image, &pixels.form, level->width,
				  level->height, level->depth);
	return why ? why : pixels_read(&pixels, image, layer);
}

const char *layers_read(struct image *image, const struct procs *gl,
			const struct texture_part *part,
			const struct level *level, GLenum target)
{
	GLint draw, read = 0;
	const char *why = NULL;
	GLuint framebuffer;

	if (!gl->GenFramebuffers || (part->target != GL_TEXTURE_2D &&
				     part->target != GL_TEXTURE_CUBE_MAP &&
				     !gl->FramebufferTextureLayer))
		return "this OpenGL ES does not return textures";
	draw = get_integer(gl, GL_FRAMEBUFFER_BINDING);
	if (gl->has_read_framebuffer)
		read = get_integer(gl, GL_READ_FRAMEBUFFER_BINDING);
	gl->GenFramebuffers(1, &framebuffer);
	gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
	for (uint32_t i = 0; !why && i < level->depth; i++) {
		attach(gl, part, target, (GLint)i);
		why = read_layer(image, gl, part, level, i);
	}
	gl->BindFramebuffer(GL_FRAMEBUFFER, (GLuint)draw);
	if (gl->has_read_framebuffer && read != draw)
		gl->BindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)read);
	gl->DeleteFramebuffers(1, &framebuffer);
	if (why)
		image->n_bytes = 0;
	return why;
}
