/* SPDX-License-Identifier: MIT */
/*
 * What rules look up: parameters of a call, states of the context. Also how
 * they report a call that cannot be made.
 */
#include <string.h>

#include "tools/replay/call/kind.h"
#include "tools/replay/gl/rules.h"

bool gl_fail(struct gl *gl, struct gl_call *call, const char *why)
{
	struct gl_function *function = call->function;

	gl->counts.n_failed++;
	gl->counts.n_missed += !(function->kind & KIND_QUERY);
	if (!function->n_failed++) {
		function->first_failed = call->call->number;
		function->trouble = why;
		if (gl->options->on_trouble)
			gl->options->on_trouble(gl->options->context,
						call->call, why);
	}
	return false;
}

size_t gl_param(const struct gl_call *call, const char *name)
{
	const struct bounds *bounds = &call->function->bounds;
	const struct plan *plan = call->function->plan;

	/* other files call parameters otherwise */
	if (!bounds->function || bounds->function->n_params != plan->n)
		return plan_param(plan, name);
	for (size_t i = 0; i < plan->n; i++)
		if (!strcmp(bounds_param(bounds, i), name))
			return i;
	return INVOKE_MAX;
}

uint64_t gl_number(struct gl *gl, const struct gl_call *call, const char *name)
{
	uint64_t number = 0;
	size_t i = gl_param(call, name);

	if (i != INVOKE_MAX && call->args.before[i])
		(void)args_number(&gl->maker, &call->args.before[i]->value,
				  &number);
	return number;
}

GLint gl_get(struct gl *gl, GLenum name)
{
	const struct gl_context *context = gl_current(gl);
	GLint value[16] = {0};

	if (gl->procs.glGetIntegerv && !(context && context->is_in_begin))
		gl->procs.glGetIntegerv(name, value);
	return value[0];
}

uint64_t gl_count(const struct gl_call *call, size_t param)
{
	int32_t n = (int32_t)call->args.values[param].words[0];

	return n > 0 ? (uint64_t)n : 0;
}
