/* SPDX-License-Identifier: MIT */
/*
 * Errors that a view of the replay has taken: the program gets them.
 */
#include "tools/replay/gl/rules.h"

/* What the driver has now, it would not have kept behind the other one. */
static void give_error(struct gl *gl, struct gl_call *call)
{
	struct gl_context *context = gl_current(gl);

	if (!context->pending || context->is_in_begin)
		return;
	call->args.ret.words[0] = context->pending;
	context->pending = GL_NO_ERROR;
}

const struct gl_rule gl_pending_rules[] = {
	{"glGetError", NULL, give_error},
	{0},
};
