/* SPDX-License-Identifier: MIT */
/*
 * The program's memory that OpenGL reads when it draws. The recorder emits it
 * before the draw (gen/api/gl/fake.api), and there the arrays are set to the
 * replay's memory. Until then they point to an unused block.
 */
#include <string.h>

#include "tools/replay/gl/rules.h"

/* Elements before the first are never read. */
#define NOTHING_BYTES 65536u
static char nothing[NOTHING_BYTES];

static const void *copy_bytes(struct gl *gl, const struct gl_call *call,
			      size_t i)
{
	size_t n_bytes = call->args.bytes[i];
	void *copied = fxr_arena_alloc(&gl->thread->memory, n_bytes + 16);

	if (n_bytes)
		memcpy(copied, args_pointer(&call->args, i), n_bytes);
	gl->thread->has_emitted = true;
	return copied;
}

void gl_forget_emitted(struct gl *gl)
{
	struct gl_thread *thread = gl->thread;

	if (!thread->has_emitted)
		return;
	thread->has_emitted = false;
	thread->n_indices = thread->n_strings = 0;
	fxr_arena_reset(&thread->memory);
}

static GLint attribute(struct gl *gl, GLuint index, GLenum name)
{
	GLint value[4] = {0};

	if (gl->procs.glGetVertexAttribiv)
		gl->procs.glGetVertexAttribiv(index, name, value);
	return value[0];
}

struct array {
	GLenum array;
	GLuint index;
	GLint size;
	GLenum type;
	GLsizei stride;
	const char *at; /* element 0, which need not exist */
};

/* Sets the attribute's array as the program has specified it. */
static void set_attribute(struct gl *gl, const struct array *a)
{
	const struct gl_procs *p = &gl->procs;
	bool is_normalized =
		attribute(gl, a->index, GL_VERTEX_ATTRIB_ARRAY_NORMALIZED);

	if (gl_has_version(gl, 3, 0, 3) && p->glVertexAttribIPointer &&
	    attribute(gl, a->index, GL_VERTEX_ATTRIB_ARRAY_INTEGER))
		p->glVertexAttribIPointer(a->index, a->size, a->type, a->stride,
					  a->at);
	else if (gl_has_version(gl, 4, 3, 0) && p->glVertexAttribLPointer &&
		 attribute(gl, a->index, GL_VERTEX_ATTRIB_ARRAY_LONG))
		p->glVertexAttribLPointer(a->index, a->size, a->type, a->stride,
					  a->at);
	else if (p->glVertexAttribPointer)
		p->glVertexAttribPointer(a->index, a->size, a->type,
					 is_normalized, a->stride, a->at);
}

static void set_coordinates(struct gl *gl, const struct array *a)
{
	GLint unit = gl_get(gl, GL_CLIENT_ACTIVE_TEXTURE);
	bool is_other = unit != (GLint)(GL_TEXTURE0 + a->index);

	if (is_other && gl->procs.glClientActiveTexture)
		gl->procs.glClientActiveTexture(GL_TEXTURE0 + a->index);
	gl->procs.glTexCoordPointer(a->size, a->type, a->stride, a->at);
	if (is_other && gl->procs.glClientActiveTexture)
		gl->procs.glClientActiveTexture((GLenum)unit);
}

static void set_array(struct gl *gl, const struct array *a)
{
	const struct gl_procs *p = &gl->procs;

	switch (a->array) {
	case GL_VERTEX_ARRAY:
		p->glVertexPointer(a->size, a->type, a->stride, a->at);
		break;
	case GL_NORMAL_ARRAY:
		p->glNormalPointer(a->type, a->stride, a->at);
		break;
	case GL_COLOR_ARRAY:
		p->glColorPointer(a->size, a->type, a->stride, a->at);
		break;
	case GL_SECONDARY_COLOR_ARRAY:
		p->glSecondaryColorPointer(a->size, a->type, a->stride, a->at);
		break;
	case GL_INDEX_ARRAY:
		p->glIndexPointer(a->type, a->stride, a->at);
		break;
	case GL_EDGE_FLAG_ARRAY:
		p->glEdgeFlagPointer(a->stride, a->at);
		break;
	case GL_FOG_COORD_ARRAY:
		p->glFogCoordPointer(a->type, a->stride, a->at);
		break;
	case GL_TEXTURE_COORD_ARRAY:
		set_coordinates(gl, a);
		break;
	case GL_POINT_SIZE_ARRAY_OES:
		p->glPointSizePointerOES(a->type, a->stride, a->at);
		break;
	default:
		set_attribute(gl, a);
	}
}

static bool take_array(struct gl *gl, struct gl_call *call)
{
	size_t data = gl_param(call, "data");
	uint64_t first = gl_number(gl, call, "first");
	uint64_t stride = gl_number(gl, call, "stride");
	struct array a = {
		.array = (GLenum)gl_number(gl, call, "array"),
		.index = (GLuint)gl_number(gl, call, "index"),
		.size = (GLint)gl_number(gl, call, "size"),
		.type = (GLenum)gl_number(gl, call, "type"),
		.stride = (GLsizei)stride,
	};
	GLint buffer;

	if (data == INVOKE_MAX || !gl_current(gl) || !gl_make_current(gl, call))
		return false;
	if (gl_current(gl)->is_in_begin) {
		const struct gl_element element = {a.array, a.index, a.size,
						   a.type,
						   copy_bytes(gl, call, data)};

		gl_give_element(gl, &element);
		return true;
	}
	/* the address of element 0, which may precede the data */
	a.at = (const char *)((uintptr_t)copy_bytes(gl, call, data) -
			      first * stride);
	buffer = gl_get(gl, GL_ARRAY_BUFFER_BINDING);
	if (buffer)
		gl->procs.glBindBuffer(GL_ARRAY_BUFFER, 0);
	set_array(gl, &a);
	if (buffer)
		gl->procs.glBindBuffer(GL_ARRAY_BUFFER, (GLuint)buffer);
	return true;
}

static bool take_indices(struct gl *gl, struct gl_call *call)
{
	struct gl_thread *thread = gl->thread;
	size_t i = gl_param(call, "indices");
	const struct fxr_arg *address;
	struct gl_emitted *emitted;

	if (i == INVOKE_MAX)
		return false;
	thread->indices =
		fxr_grow(thread->indices, &thread->indices_capacity,
			 thread->n_indices + 1, sizeof(*thread->indices));
	emitted = &thread->indices[thread->n_indices++];
	address = call->args.address[i];
	*emitted = (struct gl_emitted){.index = gl_number(gl, call, "draw"),
				       .n_bytes = call->args.bytes[i]};
	emitted->bytes =
		emitted->n_bytes ? copy_bytes(gl, call, i)
		: address ? (const void *)(uintptr_t)address->value.as.u64
			  : NULL;
	thread->has_emitted = true;
	return true;
}

static bool take_string(struct gl *gl, struct gl_call *call)
{
	struct gl_thread *thread = gl->thread;
	size_t i = gl_param(call, "string");

	if (i == INVOKE_MAX)
		return false;
	thread->strings =
		fxr_grow(thread->strings, &thread->strings_capacity,
			 thread->n_strings + 1, sizeof(*thread->strings));
	thread->strings[thread->n_strings++] =
		(struct gl_emitted){.index = gl_number(gl, call, "index"),
				    .bytes = copy_bytes(gl, call, i),
				    .n_bytes = call->args.bytes[i]};
	return true;
}

/* The number of elements; a negative one, an error of the program, is 0. */
static uint64_t count_of(const struct gl_call *call, size_t param)
{
	int32_t n = (int32_t)call->args.values[param].words[0];

	return n > 0 ? (uint64_t)n : 0;
}

/* Replaces parameter i with an array of pointers to the emitted data. */
static bool give_pointers(struct gl *gl, struct gl_call *call, size_t i,
			  uint64_t n, const struct gl_emitted *emitted,
			  size_t n_emitted)
{
	const void **pointers;

	if (i == INVOKE_MAX)
		return true;
	if (n > 1u << 20)
		return gl_fail(gl, call, "it has too many parts");
	pointers = fxr_arena_alloc(&gl->arena, (n + 1) * sizeof(*pointers));
	for (size_t k = 0; k < n; k++)
		pointers[k] = nothing;
	for (size_t k = 0; k < n_emitted; k++)
		if (emitted[k].index < n)
			pointers[emitted[k].index] = emitted[k].bytes;
	args_set_pointer(&call->args, i, pointers);
	call->args.raw &= ~(1u << i);
	return true;
}

/* Where each draw's indices begin: in emitted memory, or in a buffer. */
static bool give_indices(struct gl *gl, struct gl_call *call)
{
	size_t i = gl_param(call, "indices"), n = gl_param(call, "drawcount");
	const void *const *were;
	const void **are;
	size_t n_were;

	if (n == INVOKE_MAX)
		n = gl_param(call, "primcount");
	if (n == INVOKE_MAX || i == INVOKE_MAX)
		return true;
	were = call->args.raw >> i & 1 ? NULL : args_pointer(&call->args, i);
	n_were = were ? call->args.bytes[i] / sizeof(*were) : 0;
	if (!give_pointers(gl, call, i, count_of(call, n), gl->thread->indices,
			   gl->thread->n_indices))
		return false;
	are = args_pointer(&call->args, i);
	if (gl_get(gl, GL_ELEMENT_ARRAY_BUFFER_BINDING) &&
	    n_were <= count_of(call, n))
		for (size_t k = 0; k < n_were; k++)
			are[k] = were[k];
	return true;
}

/* The parameter with strings, and the one with their number. */
static bool give_strings(struct gl *gl, struct gl_call *call)
{
	static const char *const names[] = {"string", "strings", "uniformNames",
					    "varyings", "path"};
	static const char *const counts[] = {"count", "uniformCount"};
	size_t i = INVOKE_MAX, n = INVOKE_MAX;

	for (size_t k = 0; k < 5 && i == INVOKE_MAX; k++)
		i = gl_param(call, names[k]);
	for (size_t k = 0; k < 2 && n == INVOKE_MAX; k++)
		n = gl_param(call, counts[k]);
	if (i == INVOKE_MAX || n == INVOKE_MAX)
		return true;
	return give_pointers(gl, call, i, count_of(call, n),
			     gl->thread->strings, gl->thread->n_strings);
}

/* An array in memory is emitted with the draw, or not at all. */
static bool set_pointer(struct gl *gl, struct gl_call *call)
{
	size_t i = gl_param(call, "pointer");

	if (i == INVOKE_MAX || !(call->args.raw >> i & 1))
		return true;
	if (!gl_get(gl, GL_ARRAY_BUFFER_BINDING))
		args_set_pointer(&call->args, i, nothing);
	call->args.raw &= ~(1u << i);
	return true;
}

/* Whether a command writes pixels, to a buffer if one is bound. */
static bool packs_pixels(const char *name)
{
	static const char *const stems[] = {"glReadPixels",
					    "glReadnPixels",
					    "glGetTexImage",
					    "glGetnTexImage",
					    "glGetTextureImage",
					    "glGetTextureSubImage",
					    "glGetCompressedTex",
					    "glGetnCompressedTex",
					    "glGetMultiTexImage",
					    "glGetCompressedMultiTexImage",
					    "glGetColorTable",
					    "glGetnColorTable",
					    "glGetConvolutionFilter",
					    "glGetnConvolutionFilter",
					    "glGetSeparableFilter",
					    "glGetnSeparableFilter",
					    "glGetHistogram",
					    "glGetnHistogram",
					    "glGetMinmax",
					    "glGetnMinmax",
					    "glGetPolygonStipple",
					    "glGetnPolygonStipple",
					    "glGetPixelMap",
					    "glGetnPixelMap"};

	if (strstr(name, "Parameter"))
		return false;
	for (size_t i = 0; i < sizeof(stems) / sizeof(*stems); i++)
		if (!strncmp(name, stems[i], strlen(stems[i])))
			return true;
	return false;
}

/* By our own description: the archive's could declare any pointer an offset. */
bool gl_has_buffer(struct gl *gl, struct gl_call *call, size_t param)
{
	const char *name = call->call->name->name.bytes;
	const struct bounds *bounds = &call->function->bounds;
	const struct fxg_type *type = bounds_type(bounds, param);
	const char *param_name = bounds_param(bounds, param);
	bool is_out = type->dir & FXG_OUT;

	if (type->class != FXG_PTR)
		return false;
	if (!is_out && strstr(param_name, "indices"))
		return gl_get(gl, GL_ELEMENT_ARRAY_BUFFER_BINDING);
	if (!is_out && strstr(param_name, "indirect"))
		return gl_get(gl, strstr(name, "Dispatch")
					  ? GL_DISPATCH_INDIRECT_BUFFER_BINDING
					  : GL_DRAW_INDIRECT_BUFFER_BINDING);
	if (!strncmp(name, "glGetQueryObject", 16))
		return gl_get(gl, GL_QUERY_BUFFER_BINDING);
	if (!is_out)
		return gl_get(gl, GL_PIXEL_UNPACK_BUFFER_BINDING);
	return packs_pixels(name) && gl_get(gl, GL_PIXEL_PACK_BUFFER_BINDING);
}

const struct gl_rule gl_array_rules[] = {
	{"fxtrace_client_array", take_array, NULL},
	{"fxtrace_client_indices", take_indices, NULL},
	{"fxtrace_string", take_string, NULL},
	{"glMultiDrawElements", give_indices, NULL},
	{"glMultiDrawElementsBaseVertex", give_indices, NULL},
	{"glMultiModeDrawElementsIBM", give_indices, NULL},
	{"glShaderSource", give_strings, NULL},
	{"glCreateShaderProgramv", give_strings, NULL},
	{"glTransformFeedbackVaryings", give_strings, NULL},
	{"glGetUniformIndices", give_strings, NULL},
	{"glCompileShaderInclude", give_strings, NULL},
	{"glVertexPointer", set_pointer, NULL},
	{"glNormalPointer", set_pointer, NULL},
	{"glColorPointer", set_pointer, NULL},
	{"glSecondaryColorPointer", set_pointer, NULL},
	{"glIndexPointer", set_pointer, NULL},
	{"glEdgeFlagPointer", set_pointer, NULL},
	{"glFogCoordPointer", set_pointer, NULL},
	{"glTexCoordPointer", set_pointer, NULL},
	{"glMultiTexCoordPointer", set_pointer, NULL},
	{"glPointSizePointer", set_pointer, NULL},
	{"glMatrixIndexPointer", set_pointer, NULL},
	{"glWeightPointer", set_pointer, NULL},
	{"glVertexAttribPointer", set_pointer, NULL},
	{"glVertexAttribIPointer", set_pointer, NULL},
	{"glVertexAttribLPointer", set_pointer, NULL},
	{"glInterleavedArrays", set_pointer, NULL},
	{0},
};
