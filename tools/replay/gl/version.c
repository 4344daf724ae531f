/* SPDX-License-Identifier: MIT */
/*
 * The version of the replay's contexts. Most archives have only the requested
 * version, and a context may have another one.
 */
#include <stdio.h>

#include "tools/replay/gl/rules.h"

/* "4.5 ...", "OpenGL ES 3.2 ...", "OpenGL ES-CM 1.1 ...". */
static bool read_version(const char *text, int *major, int *minor)
{
	while (*text && (*text < '0' || *text > '9'))
		text++;
	return sscanf(text, "%d.%d", major, minor) == 2;
}

void gl_learn_version(struct gl *gl)
{
	struct gl_context *context = gl_current(gl);
	const char *text;

	if (context->major)
		return;
	text = gl->procs.glGetString
		       ? (const char *)gl->procs.glGetString(GL_VERSION)
		       : NULL;
	if (text && read_version(text, &context->major, &context->minor))
		return;
	context->major = context->wish.major;
	context->minor = context->wish.minor;
}

bool gl_has_version(const struct gl *gl, int major, int minor, int es_major)
{
	const struct gl_context *context = gl_current(gl);

	if (context->wish.api == STAGE_GLES)
		return es_major && context->major >= es_major;
	return context->major > major ||
	       (context->major == major && context->minor >= minor);
}
