/* SPDX-License-Identifier: MIT */
/*
 * The images that are attached to the framebuffer object that is drawn to.
 */
#ifndef TOOLS_INSPECT_ATTACHED_H
#define TOOLS_INSPECT_ATTACHED_H

#include "tools/replay/look/attachment.h"

#define ATTACHED_MAX 34u /* colors, depth and stencil */

struct attached {
	char name[24];		  /* "color 0" */
	unsigned of;		  /* for attachment_read */
	enum image_aspect aspect; /* for attachment_read */
	GLenum type;		  /* GL_TEXTURE or GL_RENDERBUFFER */
	uint32_t object;	  /* its name */
	uint32_t level, layer;
	GLenum face; /* GL_TEXTURE_CUBE_MAP_POSITIVE_X ...; 0: none */
};

/* The name of the framebuffer object that is drawn to; 0: it is a window. */
uint32_t attached_framebuffer(const struct procs *gl);
/* Its images. list: space for ATTACHED_MAX. Returns how many there are. */
size_t attached_list(const struct procs *gl, struct attached *list);

#endif
