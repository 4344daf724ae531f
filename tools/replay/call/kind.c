/* SPDX-License-Identifier: MIT */
/*
 * Kinds of functions by their names, see kind.h. The beginning of a name
 * decides, whatever extension it is of; exceptions begin with more.
 */
#include "tools/replay/call/kind.h"

#include <stdbool.h>
#include <string.h>

static const char *const draws[] = {
	"glDraw",	 "glMultiDraw",	      "glMultiMode",	"glRect",
	"glCallList",	 "glCallCommandList", "glBitmap",	"glCopyPixels",
	"glEvalMesh",	 "glClear",	      "glBlit",		"glAccum",
	"glEnd",	 "glCoverFill",	      "glCoverStroke",	"glStencilFill",
	"glStencilThen", "glStencilStroke",   "glResolveMulti", NULL,
};
static const char *const not_draws[] = {
	"glDrawBuffer",	      "glClearColor", "glClearDepth",
	"glClearStencil",     "glClearIndex", "glClearAccum",
	"glClearBufferData",  "glClearTex",   "glClearBufferSub",
	"glClearNamedBuffer", "glClearPixel", NULL,
};

static const char *const works[] = {
	"glClearBufferData",
	"glClearBufferSub",
	"glClearNamedBuffer",
	"glClearTex",
	"glCopy",
	"glDispatch",
	"glReadPixels",
	"glReadnPixels",
	"glTexImage",
	"glTexSubImage",
	"glTextureSubImage",
	"glCompressedTex",
	"glGenerate",
	"glBufferData",
	"glBufferSubData",
	"glNamedBufferData",
	"glNamedBufferSubData",
	"glGetTexImage",
	"glGetTextureImage",
	"glGetnTexImage",
	NULL,
};

static const char *const queries[] = {
	"glGet",   "glIs",     "glAre",	       "glTest",	"glCheck",
	"glFlush", "glFinish", "glReadPixels", "glReadnPixels", NULL,
};

static bool begins_with_one(const char *name, const char *const *starts)
{
	for (; *starts; starts++)
		if (!strncmp(name, *starts, strlen(*starts)))
			return true;
	return false;
}

/* Other functions begin like glBegin and glEnd. */
static bool is_draw(const char *name)
{
	if (!strncmp(name, "glEnd", 5))
		return !name[5];
	return begins_with_one(name, draws) &&
	       !begins_with_one(name, not_draws);
}

unsigned kind_of(const char *name)
{
	unsigned kind = 0;

	if (is_draw(name))
		kind |= KIND_DRAW | KIND_WORK;
	if (begins_with_one(name, works) || !strcmp(name, "glBegin"))
		kind |= KIND_WORK;
	if (begins_with_one(name, queries))
		kind |= KIND_QUERY;
	return kind;
}
