/* SPDX-License-Identifier: MIT */
/*
 * Calls whose result depends on time or on the window. Fences and queries that
 * were done in the recording are waited for. Missing buffers of the window are
 * replaced, and callbacks of the program are left out.
 */
#include <string.h>

#include "tools/replay/gl/rules.h"

#define WAIT_NS 10000000000u
#define MAX_SELECT_BYTES (1u << 28)

static uint64_t recorded_ret(struct gl *gl, const struct gl_call *call)
{
	uint64_t number = 0;

	if (call->call->has_ret)
		(void)args_number(&gl->maker, &call->call->ret, &number);
	return number;
}

/* It was signalled in the recording, so it will be: waits as long as it
 * takes. */
static bool wait_sync(struct gl *gl, struct gl_call *call)
{
	uint64_t was = recorded_ret(gl, call);
	size_t flags = gl_param(call, "flags");
	size_t timeout = gl_param(call, "timeout");

	if (was == GL_TIMEOUT_EXPIRED) {
		gl->counts.n_skipped++;
		return false;
	}
	if (flags != INVOKE_MAX)
		args_set(&call->args, flags,
			 call->args.values[flags].words[0] |
				 GL_SYNC_FLUSH_COMMANDS_BIT);
	if (timeout != INVOKE_MAX)
		args_set(&call->args, timeout, WAIT_NS);
	return true;
}

/* The number with which an output begins. */
static GLuint first_left(const struct gl_call *call, const char *name)
{
	size_t i = gl_param(call, name);
	const struct fxr_arg *left =
		i == INVOKE_MAX ? NULL : call->args.before[i];
	GLuint number = 0;

	if (!left)
		return 0;
	if (left->value.kind == FXR_VALUE_BYTES &&
	    left->value.as.text.n_bytes >= sizeof(number))
		memcpy(&number, left->value.as.text.bytes, sizeof(number));
	else if (left->value.kind == FXR_VALUE_INT ||
		 left->value.kind == FXR_VALUE_UINT)
		number = (GLuint)left->value.as.u64;
	return number;
}

/* A result that was available is available after glFinish. */
static bool wait_query(struct gl *gl, struct gl_call *call)
{
	GLenum name = (GLenum)gl_number(gl, call, "pname");

	if (name == GL_QUERY_RESULT_AVAILABLE && first_left(call, "params"))
		gl->procs.glFinish();
	return true;
}

static void take_query(struct gl *gl, struct gl_call *call)
{
	uint64_t target = gl_number(gl, call, "target");

	if (target == GL_TIME_ELAPSED || target == GL_TIMESTAMP)
		fxr_map_put(&gl->timer_map, gl_number(gl, call, "id"),
			    gl_scope(gl, FXG_CONTEXT), 0, 1);
}

/* A window with one buffer has only a front buffer. */
static GLenum in_front(GLenum buffer)
{
	switch (buffer) {
	case GL_BACK:
		return GL_FRONT;
	case GL_BACK_LEFT:
		return GL_FRONT_LEFT;
	case GL_BACK_RIGHT:
		return GL_FRONT_RIGHT;
	default:
		return buffer;
	}
}

static bool lacks_back(struct gl *gl, GLenum binding)
{
	const struct gl_drawable *drawable = gl_drawable(gl);

	return drawable && drawable->stage &&
	       gl_current(gl)->wish.api == STAGE_GL &&
	       !stage_has_back(gl->stage, drawable->stage) &&
	       (!binding || !gl_get(gl, binding));
}

static bool choose_buffer(struct gl *gl, struct gl_call *call)
{
	static const char *const names[] = {"buf", "mode", "src"};
	bool is_read = strstr(call->call->name->name.bytes, "Read");

	if (call->args.plan->n > 1
		    ? call->args.values[0].words[0] || !lacks_back(gl, 0)
		    : !lacks_back(gl, is_read ? GL_READ_FRAMEBUFFER_BINDING
					      : GL_DRAW_FRAMEBUFFER_BINDING))
		return true;
	for (size_t k = 0; k < 3; k++) {
		size_t i = gl_param(call, names[k]);

		if (i != INVOKE_MAX)
			args_set(
				&call->args, i,
				in_front(
					(GLenum)call->args.values[i].words[0]));
	}
	return true;
}

static bool has_buffer(const GLenum *buffers, size_t n, GLenum buffer)
{
	while (n && buffers[n - 1] != buffer)
		n--;
	return n;
}

/* In a list, names of several buffers are errors, but for GL_BACK alone, and so
 * is a buffer that occurs twice. A window had both buffers. */
static void put_in_front(GLenum *buffers, size_t n, bool is_window)
{
	for (size_t k = 0; k < n; k++) {
		GLenum front = in_front(buffers[k]);

		if (buffers[k] == GL_BACK && n == 1)
			buffers[k] = GL_FRONT_LEFT;
		else if (buffers[k] != GL_BACK && front != buffers[k])
			buffers[k] = is_window && has_buffer(buffers, n, front)
					     ? GL_NONE
					     : front;
	}
}

static bool choose_buffers(struct gl *gl, struct gl_call *call)
{
	size_t i = gl_param(call, "bufs");
	bool is_named = gl_param(call, "framebuffer") != INVOKE_MAX;
	GLenum *mapped;

	if (i == INVOKE_MAX || !call->args.bytes[i] ||
	    (is_named && call->args.values[0].words[0]) ||
	    !lacks_back(gl, is_named ? 0 : GL_DRAW_FRAMEBUFFER_BINDING))
		return true;
	mapped = (GLenum *)(void *)fxr_arena_copy(
		&gl->arena, args_pointer(&call->args, i), call->args.bytes[i]);
	put_in_front(mapped, call->args.bytes[i] / sizeof(*mapped),
		     !gl_drawable(gl)->is_pbuffer);
	args_set_pointer(&call->args, i, mapped);
	return true;
}

/* Memory for what the context returns when it leaves that mode. */
static bool give_memory(struct gl *gl, struct gl_call *call)
{
	struct gl_context *context = gl_current(gl);
	bool is_select = strstr(call->call->name->name.bytes, "Select");
	void **memory = is_select ? &context->select : &context->feedback;
	size_t i = gl_param(call, "buffer");
	uint64_t n_bytes = 4 * (gl_number(gl, call, "size") & INT32_MAX);

	if (i == INVOKE_MAX || n_bytes > MAX_SELECT_BYTES)
		return gl_fail(gl, call, "its buffer is too large");
	/* the context may still write to the previous memory */
	*memory = fxr_grow(NULL, &(size_t){0}, n_bytes + 1, 1);
	args_set_pointer(&call->args, i, *memory);
	call->args.raw &= ~(1u << i);
	return true;
}

/* Callbacks of the program: they do not exist in the replay. */
static bool leave_out(struct gl *gl, struct gl_call *call)
{
	(void)call;
	gl->counts.n_skipped++;
	return false;
}

const struct gl_rule gl_wait_rules[] = {
	{"glClientWaitSync", wait_sync, NULL},
	{"glGetQueryObjectiv", wait_query, NULL},
	{"glGetQueryObjectuiv", wait_query, NULL},
	{"glGetQueryObjecti64v", wait_query, NULL},
	{"glGetQueryObjectui64v", wait_query, NULL},
	{"glBeginQuery", NULL, take_query},
	{"glBeginQueryIndexed", NULL, take_query},
	{"glQueryCounter", NULL, take_query},
	{"glDrawBuffer", choose_buffer, NULL},
	{"glReadBuffer", choose_buffer, NULL},
	{"glNamedFramebufferDrawBuffer", choose_buffer, NULL},
	{"glNamedFramebufferReadBuffer", choose_buffer, NULL},
	{"glFramebufferDrawBuffer", choose_buffer, NULL},
	{"glFramebufferReadBuffer", choose_buffer, NULL},
	{"glDrawBuffers", choose_buffers, NULL},
	{"glNamedFramebufferDrawBuffers", choose_buffers, NULL},
	{"glSelectBuffer", give_memory, NULL},
	{"glFeedbackBuffer", give_memory, NULL},
	{"glDebugMessageCallback", leave_out, NULL},
	{"glGetPointerv", leave_out, NULL},
	{0},
};
