/* SPDX-License-Identifier: MIT */
/*
 * The program's memory that OpenGL reads when it draws. The recorder emits it
 * before the draw (gen/api/gl/fake.api), and there the arrays are set to the
 * replay's memory. Until then they point to an unused block.
 */
#include <string.h>

#include "preload/gl/size/size.h"
#include "tools/replay/gl/rules.h"

#define MAX_DRAWS (1u << 20)

const void *gl_copy_bytes(struct gl *gl, const struct gl_call *call, size_t i)
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
	struct gl_memory_key key = {0};
	GLint buffer;

	if (data == INVOKE_MAX || !gl_current(gl) || !gl_make_current(gl, call))
		return false;
	if (gl_current(gl)->is_in_begin) {
		const struct gl_element element = {
			a.array, a.index, a.size, a.type,
			gl_copy_bytes(gl, call, data)};

		gl_give_element(gl, &element);
		return true;
	}
	key.array = a.array;
	key.index = a.index;
	/* the address of element 0, which may precede the data */
	a.at = (const char *)((uintptr_t)gl_keep_memory(
				      gl, &key, args_pointer(&call->args, data),
				      call->args.bytes[data]) -
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
		emitted->n_bytes ? gl_copy_bytes(gl, call, i)
		: address ? (const void *)(uintptr_t)address->value.as.u64
			  : NULL;
	thread->has_emitted = true;
	return true;
}

/* Where the indices of one of several draws are. */
static struct gl_emitted indices_of(struct gl *gl, const struct gl_call *call,
				    size_t i, uint64_t k)
{
	const struct gl_thread *thread = gl->thread;
	const struct fxr_arg *arg = call->args.before[i];
	struct gl_emitted found = {.index = k};
	const struct fxr_value *item;
	uint64_t off;

	for (size_t at = 0; at < thread->n_indices; at++)
		if (thread->indices[at].index == k)
			return thread->indices[at];
	if (!arg || arg->value.kind != FXR_VALUE_ARRAY ||
	    k >= arg->value.as.list.n)
		return found;
	item = &arg->value.as.list.items[k];
	if (item->kind == FXR_VALUE_BYTES || item->kind == FXR_VALUE_STRING) {
		found.bytes = item->as.text.bytes;
		found.n_bytes = item->as.text.n_bytes;
	} else if (args_number(&gl->maker, item, &off)) {
		found.bytes = (const void *)(uintptr_t)off;
	}
	return found;
}

/* How many indices one of several draws has. */
static uint64_t n_indices(const struct gl_call *call, uint64_t k)
{
	size_t i = gl_param(call, "count");
	int32_t n = 0;

	if (i != INVOKE_MAX && args_pointer(&call->args, i) &&
	    (k + 1) * sizeof(n) <= call->args.bytes[i])
		memcpy(&n, (char *)args_pointer(&call->args, i) + k * sizeof(n),
		       sizeof(n));
	return n > 0 ? (uint64_t)n : 0;
}

/* Where each draw's indices begin: in memory, or in a buffer. */
static bool give_indices(struct gl *gl, struct gl_call *call)
{
	bool is_buffer = gl_get(gl, GL_ELEMENT_ARRAY_BUFFER_BINDING);
	uint64_t unit = (uint64_t)fxp_gl_index_bytes(
		(GLenum)gl_number(gl, call, "type"));
	size_t i = gl_param(call, "indices"), n = gl_param(call, "drawcount");
	const void **are;

	if (n == INVOKE_MAX)
		n = gl_param(call, "primcount");
	if (n == INVOKE_MAX || i == INVOKE_MAX)
		return true;
	if (gl_count(call, n) > MAX_DRAWS)
		return gl_fail(gl, call, "it has too many parts");
	are = fxr_arena_alloc(&gl->arena,
			      (gl_count(call, n) + 1) * sizeof(*are));
	for (uint64_t k = 0; k < gl_count(call, n); k++) {
		struct gl_emitted at = indices_of(gl, call, i, k);

		if (!is_buffer && n_indices(call, k) * unit > at.n_bytes)
			return gl_fail(gl, call,
				       "the archive does not have all of its "
				       "indices");
		are[k] = at.bytes;
	}
	args_set_pointer(&call->args, i, are);
	call->args.bytes[i] = gl_count(call, n) * sizeof(*are);
	call->args.raw &= ~(1u << i);
	return true;
}

/* The arrays that the call sets; of texture coordinates those of its unit. */
static struct gl_memory_key key_of(struct gl *gl, const struct gl_call *call)
{
	const char *name = call->call->name->name.bytes;
	struct gl_memory_key key = {.function = fxr_hash(name, strlen(name))};

	key.index = (uint32_t)(gl_param(call, "texunit") != INVOKE_MAX
				       ? gl_number(gl, call, "texunit")
				       : gl_number(gl, call, "index"));
	if (strstr(name, "TexCoord") && gl_param(call, "texunit") == INVOKE_MAX)
		key.index = (uint32_t)gl_get(gl, GL_CLIENT_ACTIVE_TEXTURE);
	return key;
}

/* An array in memory is emitted with the draw, or is the call's, or is not in
 * the archive at all. */
static bool set_pointer(struct gl *gl, struct gl_call *call)
{
	size_t i = gl_param(call, "pointer");
	bool is_raw;

	if (i == INVOKE_MAX || !gl_current(gl))
		return true;
	if (gl_current(gl)->is_in_begin && call->args.bytes[i])
		return gl_hold_array(gl, call, i);
	is_raw = call->args.raw >> i & 1;
	call->args.raw &= ~(1u << i);
	if (gl_get(gl, GL_ARRAY_BUFFER_BINDING))
		return !call->args.bytes[i] ||
		       gl_fail(gl, call, "a buffer has what is its memory");
	gl_current(gl)->has_client_arrays = true;
	if (call->args.bytes[i]) {
		struct gl_memory_key key = key_of(gl, call);

		args_set_pointer(&call->args, i,
				 gl_keep_memory(gl, &key,
						args_pointer(&call->args, i),
						call->args.bytes[i]));
	} else if (is_raw) {
		args_set_pointer(&call->args, i, gl_nothing()->bytes);
	}
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
	{"glMultiDrawElements", give_indices, NULL},
	{"glMultiDrawElementsBaseVertex", give_indices, NULL},
	{"glMultiModeDrawElementsIBM", give_indices, NULL},
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
