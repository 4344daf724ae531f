/* SPDX-License-Identifier: MIT */
/*
 * What a draw can change, see reach.h.
 */
#include "tools/inspect/reach.h"

#include <fnmatch.h>

#define BIT(aspect) (1u << (aspect))

/* Pixels that a program hands over ignore some tests, and extensions have
 * their own rules. */
static const char *const of_state[] = {
	"glDrawArrays*",       "glDrawElements*", "glDrawRangeElements*",
	"glMultiDrawArrays*",  "glEnd",		  "glMultiDrawElements*",
	"glRect[dfis]",	       "glRect[dfis]v",	  "glClear",
	"glClearBuffer[fiu]*", "glEvalMesh*",	  "glBlitFramebuffer*",
};

static const char *const indexed[] = {
	"glScissorArrayv*", "glScissorIndexed*", "glEnablei*",
	"glEnableIndexed*", "glDisablei*",	 "glDisableIndexed*",
};

static bool has(const char *const *patterns, size_t n, const char *function)
{
	for (size_t i = 0; i < n; i++)
		if (!fnmatch(patterns[i], function, 0))
			return true;
	return false;
}

bool reach_is_of_state(const char *function)
{
	return has(of_state, sizeof(of_state) / sizeof(of_state[0]), function);
}

bool reach_is_indexed(const char *function)
{
	return has(indexed, sizeof(indexed) / sizeof(indexed[0]), function);
}

static unsigned of_mask(uint64_t mask)
{
	return (mask & GL_COLOR_BUFFER_BIT ? BIT(IMAGE_COLOR) : 0) |
	       (mask & GL_DEPTH_BUFFER_BIT ? BIT(IMAGE_DEPTH) : 0) |
	       (mask & GL_STENCIL_BUFFER_BIT ? BIT(IMAGE_STENCIL) : 0);
}

static unsigned of_buffer(uint64_t buffer)
{
	switch (buffer) {
	case GL_COLOR:
		return BIT(IMAGE_COLOR);
	case GL_DEPTH:
		return BIT(IMAGE_DEPTH);
	case GL_STENCIL:
		return BIT(IMAGE_STENCIL);
	default:
		return BIT(IMAGE_DEPTH) | BIT(IMAGE_STENCIL);
	}
}

/* Colors may be masked one by one: what a mask keeps is not looked at. */
static unsigned of_tests(const struct procs *gl)
{
	unsigned aspects = BIT(IMAGE_COLOR);
	GLboolean writes = GL_FALSE;

	gl->GetBooleanv(GL_DEPTH_WRITEMASK, &writes);
	if (writes && gl->IsEnabled(GL_DEPTH_TEST))
		aspects |= BIT(IMAGE_DEPTH);
	if (gl->IsEnabled(GL_STENCIL_TEST))
		aspects |= BIT(IMAGE_STENCIL);
	return aspects;
}

static uint32_t from_zero(GLint *size, GLint at)
{
	if (at >= 0)
		return (uint32_t)at;
	*size = *size + at > 0 ? *size + at : 0;
	return 0;
}

static void find_box(struct reach *reach, const struct procs *gl)
{
	GLint box[4] = {0};

	if (!gl->IsEnabled(GL_SCISSOR_TEST))
		return;
	gl->GetIntegerv(GL_SCISSOR_BOX, box);
	reach->has_box = true;
	reach->x = from_zero(&box[2], box[0]);
	reach->y = from_zero(&box[3], box[1]);
	reach->width = (uint32_t)box[2];
	reach->height = (uint32_t)box[3];
}

struct reach reach_of(const struct play_view *view)
{
	struct reach reach = {0};
	uint64_t value;

	if (view_argument(view, "mask", &value))
		reach.aspects = of_mask(value);
	else if (view_argument(view, "buffer", &value))
		reach.aspects = of_buffer(value);
	else
		reach.aspects = of_tests(view->gl);
	find_box(&reach, view->gl);
	return reach;
}
