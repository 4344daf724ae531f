/* SPDX-License-Identifier: MIT */
/*
 * Mapped buffers. The recorder emits the program's writes to them as copies to
 * the mapped addresses.
 */
#include <string.h>

#include "tools/replay/gl/rules.h"

/* The state that names the buffer bound to a target. */
static GLenum binding_of(GLenum target)
{
	switch (target) {
	case GL_ARRAY_BUFFER:
		return GL_ARRAY_BUFFER_BINDING;
	case GL_ELEMENT_ARRAY_BUFFER:
		return GL_ELEMENT_ARRAY_BUFFER_BINDING;
	case GL_PIXEL_PACK_BUFFER:
		return GL_PIXEL_PACK_BUFFER_BINDING;
	case GL_PIXEL_UNPACK_BUFFER:
		return GL_PIXEL_UNPACK_BUFFER_BINDING;
	case GL_UNIFORM_BUFFER:
		return GL_UNIFORM_BUFFER_BINDING;
	case GL_TEXTURE_BUFFER:
		return GL_TEXTURE_BUFFER_BINDING;
	case GL_TRANSFORM_FEEDBACK_BUFFER:
		return GL_TRANSFORM_FEEDBACK_BUFFER_BINDING;
	case GL_COPY_READ_BUFFER:
		return GL_COPY_READ_BUFFER_BINDING;
	case GL_COPY_WRITE_BUFFER:
		return GL_COPY_WRITE_BUFFER_BINDING;
	case GL_DRAW_INDIRECT_BUFFER:
		return GL_DRAW_INDIRECT_BUFFER_BINDING;
	case GL_DISPATCH_INDIRECT_BUFFER:
		return GL_DISPATCH_INDIRECT_BUFFER_BINDING;
	case GL_SHADER_STORAGE_BUFFER:
		return GL_SHADER_STORAGE_BUFFER_BINDING;
	case GL_ATOMIC_COUNTER_BUFFER:
		return GL_ATOMIC_COUNTER_BUFFER_BINDING;
	case GL_QUERY_BUFFER:
		return GL_QUERY_BUFFER_BINDING;
	case GL_PARAMETER_BUFFER:
		return GL_PARAMETER_BUFFER_BINDING;
	default:
		return 0;
	}
}

/* The value that the driver gets for a parameter, 0: there is none. */
static uint64_t word(const struct gl_call *call, const char *name)
{
	size_t i = gl_param(call, name);

	return i == INVOKE_MAX ? 0 : call->args.values[i].words[0];
}

/* The call's buffer, by its name or by its binding point. */
static GLuint buffer_of(struct gl *gl, const struct gl_call *call)
{
	GLenum binding = binding_of((GLenum)word(call, "target"));

	if (gl_param(call, "buffer") != INVOKE_MAX)
		return (GLuint)word(call, "buffer");
	return binding ? (GLuint)gl_get(gl, binding) : 0;
}

static uint64_t bytes_of(struct gl *gl, const struct gl_call *call)
{
	GLint n_bytes = 0;

	if (gl_param(call, "length") != INVOKE_MAX)
		return word(call, "length");
	if (gl_param(call, "target") != INVOKE_MAX &&
	    gl->procs.glGetBufferParameteriv)
		gl->procs.glGetBufferParameteriv((GLenum)word(call, "target"),
						 GL_BUFFER_SIZE, &n_bytes);
	else if (gl->procs.glGetNamedBufferParameteriv)
		gl->procs.glGetNamedBufferParameteriv(buffer_of(gl, call),
						      GL_BUFFER_SIZE, &n_bytes);
	return n_bytes > 0 ? (uint64_t)n_bytes : 0;
}

static void take_map(struct gl *gl, struct gl_call *call)
{
	const struct fxr_value *ret = &call->call->ret;
	struct gl_region *region;

	if (!call->call->has_ret || ret->kind != FXR_VALUE_POINTER ||
	    !ret->as.u64)
		return; /* it failed in the recording, too */
	if (!call->args.ret.words[0]) {
		(void)gl_fail(gl, call, "the buffer cannot be mapped here");
		return;
	}
	gl->regions = fxr_grow(gl->regions, &gl->regions_capacity,
			       gl->n_regions + 1, sizeof(*gl->regions));
	region = &gl->regions[gl->n_regions++];
	*region = (struct gl_region){
		.recorded = ret->as.u64,
		.n_bytes = bytes_of(gl, call),
		.replayed = (char *)(uintptr_t)call->args.ret.words[0],
		.buffer = buffer_of(gl, call)};
}

static void forget_region(struct gl *gl, GLuint buffer)
{
	size_t n = 0;

	for (size_t i = 0; i < gl->n_regions; i++)
		if (gl->regions[i].buffer != buffer)
			gl->regions[n++] = gl->regions[i];
	gl->n_regions = n;
}

static bool unmap_buffer(struct gl *gl, struct gl_call *call)
{
	if (gl->n_regions)
		forget_region(gl, buffer_of(gl, call));
	return true;
}

static bool delete (struct gl *gl, struct gl_call *call)
{
	size_t i = gl_param(call, "buffers");

	if (i == INVOKE_MAX || !gl->n_regions)
		return true;
	for (size_t k = 0; k + 4 <= call->args.bytes[i]; k += 4) {
		GLuint buffer;

		memcpy(&buffer, (char *)args_pointer(&call->args, i) + k, 4);
		forget_region(gl, buffer);
	}
	return true;
}

/* The program has written to a mapping. */
static bool copy_to_mapping(struct gl *gl, struct gl_call *call)
{
	uint64_t dest = gl_number(gl, call, "dest"), off;
	size_t src = gl_param(call, "src"), n_bytes;

	if (src == INVOKE_MAX)
		return false;
	n_bytes = call->args.bytes[src];
	/* the newest first: addresses are used again */
	for (size_t i = gl->n_regions; i--;) {
		const struct gl_region *region = &gl->regions[i];

		off = dest - region->recorded;
		if (dest < region->recorded || off > region->n_bytes ||
		    n_bytes > region->n_bytes - off)
			continue;
		memcpy(region->replayed + off, args_pointer(&call->args, src),
		       n_bytes);
		return true;
	}
	return gl_fail(gl, call, "no mapped memory is there");
}

const struct gl_rule gl_memory_rules[] = {
	{"memcpy", copy_to_mapping, NULL},
	{"glMapBuffer", NULL, take_map},
	{"glMapBufferRange", NULL, take_map},
	{"glMapNamedBuffer", NULL, take_map},
	{"glMapNamedBufferRange", NULL, take_map},
	{"glMapObjectBuffer", NULL, take_map},
	{"glUnmapBuffer", unmap_buffer, NULL},
	{"glUnmapNamedBuffer", unmap_buffer, NULL},
	{"glUnmapObjectBuffer", unmap_buffer, NULL},
	{"glBufferData", unmap_buffer, NULL},
	{"glNamedBufferData", unmap_buffer, NULL},
	{"glBufferStorage", unmap_buffer, NULL},
	{"glNamedBufferStorage", unmap_buffer, NULL},
	{"glDeleteBuffers", delete, NULL},
	{0},
};
