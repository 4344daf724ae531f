/* SPDX-License-Identifier: MIT */
/*
 * What functions of OpenGL do, by their names.
 */
#include "tools/replay/call/kind.h"

#include "tests/tap.h"

static void are(const char *const *names, unsigned mask, unsigned kind)
{
	for (; *names; names++)
		ok((kind_of(*names) & mask) == kind, "%s", *names);
}

static void draws(void)
{
	static const char *const yes[] = {
		"glDrawArrays",
		"glMultiDrawElementsIndirect",
		"glMultiModeDrawArraysIBM",
		"glDrawPixels",
		"glDrawTexfOES",
		"glDrawTransformFeedback",
		"glEnd",
		"glRectf",
		"glRectdv",
		"glCallList",
		"glCallLists",
		"glBitmap",
		"glCopyPixels",
		"glEvalMesh2",
		"glAccum",
		"glClear",
		"glClearBufferfv",
		"glClearNamedFramebufferiv",
		"glBlitFramebuffer",
		"glBlitNamedFramebuffer",
		NULL,
	};
	static const char *const no[] = {
		"glDrawBuffer",
		"glDrawBuffersARB",
		"glClearColor",
		"glClearDepthf",
		"glClearAccum",
		"glClearTexImage",
		"glClearNamedBufferData",
		"glClearBufferSubData",
		"glBegin",
		"glEndList",
		"glEndQuery",
		"glEndTransformFeedback",
		"glEndConditionalRender",
		"glVertex2f",
		"glEvalCoord1f",
		"glCopyTexImage2D",
		"glDispatchCompute",
		NULL,
	};

	are(yes, KIND_DRAW | KIND_WORK, KIND_DRAW | KIND_WORK);
	are(no, KIND_DRAW, 0);
}

static void works(void)
{
	static const char *const yes[] = {
		"glCopyTexImage2D", "glDispatchCompute",  "glReadPixels",
		"glTexSubImage2D",  "glGenerateMipmap",	  "glBegin",
		"glClearTexImage",  "glCopyImageSubData", NULL,
	};
	static const char *const no[] = {
		"glUniform1f",	   "glBeginQuery",    "glEndList",
		"glEnable",	   "glGetError",      "glBindTexture",
		"glTexParameteri", "glBufferStorage", NULL,
	};

	are(yes, KIND_WORK, KIND_WORK);
	are(no, KIND_WORK, 0);
}

static void queries(void)
{
	static const char *const yes[] = {
		"glGetError",	"glIsEnabled",
		"glReadPixels", "glCheckFramebufferStatus",
		"glFinish",	NULL,
	};
	static const char *const no[] = {"glGenTextures", "glEnable",
					 "glDrawArrays", "glIndexi", NULL};

	are(yes, KIND_QUERY, KIND_QUERY);
	are(no, KIND_QUERY, 0);
}

static const struct tap_test tests[] = {
	{"what changes pixels is a draw, and work", draws},
	{"so is what clears, copies, computes or uploads, but no draw", works},
	{"what only returns something is neither", queries},
};
TAP_MAIN(tests)
