/* SPDX-License-Identifier: MIT */
/*
 * Compares the results of calls with the recording. Values that differ on
 * another machine or at another time are skipped: addresses, times, and the
 * driver's description of itself.
 */
#include <stdio.h>
#include <string.h>

#include "tools/replay/call/output_space.h"
#include "tools/replay/gl/rules.h"
#include "tools/replay/call/result.h"

#define TEXT_BYTES 320

/* Functions whose results depend on the driver, or on the time. */
static bool is_about_driver(const char *name)
{
	static const char *const names[] = {
		"glGetString",	       "glGetStringi",
		"glGetInternalformat", "glGetProgramBinary",
		"glGetPointerv",       "glGetVertexAttribPointerv",
		"glGetBufferPointerv", "glGetNamedBufferPointerv",
		"glGetSynciv",	       "glMapBuffer",
		"glMapNamedBuffer",    "glGetGraphicsResetStatus",
		"glFenceSync",	       "glIsSync",
		"glGetDebugMessageLog"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			return true;
	/* a compiler that finds its work in a cache says nothing */
	return strstr(name, "InfoLog");
}

/* States that depend on the window, the driver, or the time. */
static bool is_about_place(GLenum pname)
{
	switch (pname) {
	case GL_DRAW_BUFFER:
	case GL_READ_BUFFER:
	case GL_DOUBLEBUFFER:
	case GL_STEREO:
	case GL_TIMESTAMP:
	case GL_QUERY_RESULT_AVAILABLE:
	case GL_QUERY_RESULT_NO_WAIT:
	case GL_NUM_EXTENSIONS:
	case GL_INFO_LOG_LENGTH:
	case GL_DEPTH_BITS:
	case GL_STENCIL_BITS:
	case GL_ACCUM_RED_BITS:
	case GL_ACCUM_GREEN_BITS:
	case GL_ACCUM_BLUE_BITS:
	case GL_ACCUM_ALPHA_BITS:
	case GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX:
	case GL_GPU_MEMORY_INFO_EVICTED_MEMORY_NVX:
	case GL_GPU_MEMORY_INFO_EVICTION_COUNT_NVX:
		return true;
	default:
		return pname >= GL_DRAW_BUFFER0 && pname <= GL_DRAW_BUFFER15;
	}
}

static bool is_timer(struct gl *gl, const struct gl_call *call)
{
	return strstr(call->call->name->name.bytes, "QueryObject") &&
	       fxr_map_find(&gl->timer_map, gl_number(gl, call, "id"),
			    gl_scope(gl, FXG_CONTEXT), 0) != FXR_NONE;
}

static void report_difference(struct gl *gl, const struct gl_call *call,
			      const char *text)
{
	gl->counts.n_different++;
	if (gl->options->on_difference)
		gl->options->on_difference(gl->options->context, call->call,
					   text);
}

static bool is_same_sync(uint64_t a, uint64_t b)
{
	return (a == GL_ALREADY_SIGNALED || a == GL_CONDITION_SATISFIED) &&
	       (b == GL_ALREADY_SIGNALED || b == GL_CONDITION_SATISFIED);
}

static void compare_ret(struct gl *gl, struct gl_call *call)
{
	const struct plan_value *ret = &call->args.plan->ret;
	uint64_t was, is = call->args.ret.words[0];
	char text[TEXT_BYTES];

	if (!call->call->has_ret || ret->as.class != INVOKE_INT ||
	    ret->handle || gl_param(call, "program") != INVOKE_MAX ||
	    fxr_is(ret->type->c_name, "GLhandleARB") ||
	    strstr(call->call->name->name.bytes, "Location") ||
	    !args_number(&gl->maker, &call->call->ret, &was))
		return;
	if (ret->as.size < 8) {
		was &= (1ull << 8 * ret->as.size) - 1;
		is &= (1ull << 8 * ret->as.size) - 1;
	}
	gl->counts.n_compared++;
	if (was == is || is_same_sync(was, is))
		return;
	snprintf(text, sizeof(text), "it returned 0x%llx, now 0x%llx",
		 (unsigned long long)was, (unsigned long long)is);
	report_difference(gl, call, text);
}

/* The name of an object whose name has changed. */
static bool is_renamed(const struct gl *gl, const void *was, const void *is,
		       size_t n_bytes)
{
	GLuint a, b;

	if (n_bytes != sizeof(a) || !gl->names.n)
		return false;
	memcpy(&a, was, sizeof(a));
	memcpy(&b, is, sizeof(b));
	return gl_is_renamed(gl, a, b);
}

/*
 * Not all bytes of an output need be written: rows of pixels have gaps, and a
 * call may fail. The call is repeated with memory whose bits are all inverted:
 * bytes that stay so were not written. Returns that memory; NULL: the call must
 * not be repeated.
 */
static const unsigned char *call_again(struct gl *gl, struct gl_call *call,
				       size_t i)
{
	const char *name = call->call->name->name.bytes;
	size_t n_bytes = call->args.bytes[i];
	unsigned char *is = args_pointer(&call->args, i), *other;
	struct invoke_value ret;

	if (strncmp(name, "glGet", 5) && strncmp(name, "glRead", 6))
		return NULL;
	other = fxr_arena_alloc(&gl->arena, n_bytes + ARGS_SLACK_BYTES);
	for (size_t k = 0; k < n_bytes; k++)
		other[k] = (unsigned char)~is[k];
	args_set_pointer(&call->args, i, other);
	invoke_call(call->args.plan->invoke, call->function->address,
		    call->args.values, &ret);
	args_set_pointer(&call->args, i, is);
	return other;
}

/* Counts bytes that differ, except for bytes that were not written. */
static size_t count_different(struct gl *gl, struct gl_call *call, size_t i,
			      const unsigned char *was, size_t n_bytes,
			      size_t *first)
{
	const unsigned char *is = args_pointer(&call->args, i);
	const unsigned char *other = call_again(gl, call, i);
	struct gl_rows rows = {0};
	size_t n = 0;

	/* pixels outside of the window are not written, but are compared */
	if (!strncmp(call->call->name->name.bytes, "glRead", 6))
		rows = gl_rows_of(gl, call);
	for (size_t k = n_bytes; k--;) {
		bool is_pixel = rows.n_bytes && k >= rows.first &&
				(k - rows.first) % rows.stride < rows.n_bytes;

		if (was[k] == is[k] ||
		    (other && !is_pixel && (other[k] ^ is[k]) == 0xff))
			continue;
		*first = k;
		n++;
	}
	return n;
}

static void compare_out(struct gl *gl, struct gl_call *call, size_t i)
{
	const struct fxr_arg *left = call->args.before[i];
	const unsigned char *was, *is = args_pointer(&call->args, i);
	size_t n_bytes = 0, at = 0, n;
	char text[TEXT_BYTES];

	if (!left || left->value.kind == FXR_VALUE_NULL ||
	    left->value.kind == FXR_VALUE_POINTER ||
	    call->args.plan->params[i].handle)
		return;
	was = result_recorded(&gl->maker, &call->args, i, left, &n_bytes);
	if (!was || n_bytes > call->args.bytes[i])
		return;
	gl->counts.n_compared++;
	if (!memcmp(was, is, n_bytes) || is_renamed(gl, was, is, n_bytes))
		return;
	n = count_different(gl, call, i, was, n_bytes, &at);
	if (!n)
		return;
	snprintf(text, sizeof(text),
		 "%.*s: %zu of %zu bytes differ, the first at %zu: it was "
		 "0x%02x, now 0x%02x",
		 (int)left->base.n_bytes, left->base.bytes, n, n_bytes, at,
		 was[at], is[at]);
	report_difference(gl, call, text);
}

void gl_compare(struct gl *gl, struct gl_call *call)
{
	const struct plan *plan = call->args.plan;

	if (is_about_driver(call->call->name->name.bytes) ||
	    call->call->state != FXR_CALL_DONE)
		return;
	if (gl_param(call, "pname") != INVOKE_MAX &&
	    is_about_place((GLenum)gl_number(gl, call, "pname")))
		return;
	if (is_timer(gl, call))
		return;
	compare_ret(gl, call);
	for (size_t i = 0; i < plan->n; i++)
		if (call->args.is_out[i])
			compare_out(gl, call, i);
}
