/* SPDX-License-Identifier: MIT */
/*
 * The tracked state that glPushAttrib saves: bound textures, the active unit,
 * the viewport, and the base of lists' names. (GL does not save evaluators and
 * pixel maps.)
 */
#include "preload/gl/driver/const.h"
#include "preload/gl/track/track.h"
#include "writer/bytes.h"

static void push_attribs(struct fxp_gl_context *c, uint32_t mask)
{
	struct fxp_gl_attrib **top;

	if (c->in_begin || c->n_attribs == FXP_GL_ATTRIB_DEPTH)
		return;
	top = &c->attribs[c->n_attribs++];
	if (!*top)
		*top = fxp_gl_alloc(sizeof(**top));
	if (!*top)
		return;
	(*top)->mask = mask;
	(*top)->viewport = c->viewport;
	(*top)->list_base = c->list_base;
	(*top)->texture_unit = c->texture_unit;
	if (mask & GL_TEXTURE_BIT)
		fxw_copy((*top)->textures, c->textures, sizeof(c->textures));
}

static void pop_attribs(struct fxp_gl_context *c)
{
	const struct fxp_gl_attrib *top;

	if (c->in_begin || !c->n_attribs)
		return;
	top = c->attribs[--c->n_attribs];
	if (!top) /* there was no memory */
		return;
	if (top->mask & GL_VIEWPORT_BIT)
		c->viewport = top->viewport;
	if (top->mask & GL_LIST_BIT)
		c->list_base = top->list_base;
	if (!(top->mask & GL_TEXTURE_BIT))
		return;
	c->texture_unit = top->texture_unit;
	fxw_copy(c->textures, top->textures, sizeof(c->textures));
}

bool fxp_gl_track_attrib(struct fxp_gl_context *c, unsigned what,
			 const uint64_t *slot)
{
	switch (what) {
	case FXP_GL_W_PUSH_ATTRIB:
		push_attribs(c, (uint32_t)slot[0]);
		return true;
	case FXP_GL_W_POP_ATTRIB:
		pop_attribs(c);
		return true;
	default:
		return false;
	}
}
