/* SPDX-License-Identifier: MIT */
/*
 * Arrays in the replay's memory. OpenGL is given their addresses by one call
 * and reads them in later ones, as far as the draw says. So before each draw
 * from memory all arrays that are enabled are looked up here, and the draw must
 * stay within them. OpenGL itself is queried for these: it knows about
 * vertex array objects, and states that were pushed and popped.
 */
#include <stdlib.h>
#include <string.h>

#include "preload/gl/size/size.h"
#include "tools/replay/call/guarded.h"
#include "tools/replay/gl/rules.h"

#define MAX_UNITS 32u
/* No program has memory at addresses below this one. */
#define FEW_BYTES 65536u

/* Arrays that are no attributes, and how OpenGL describes them. OpenGL ES 1 has
 * the first ones. */
#define N_OF_ES 3u
static const struct fixed {
	GLenum cap, pointer, size, type, stride, buffer;
} fixed[] = {
	{GL_VERTEX_ARRAY, GL_VERTEX_ARRAY_POINTER, GL_VERTEX_ARRAY_SIZE,
	 GL_VERTEX_ARRAY_TYPE, GL_VERTEX_ARRAY_STRIDE,
	 GL_VERTEX_ARRAY_BUFFER_BINDING},
	{GL_NORMAL_ARRAY, GL_NORMAL_ARRAY_POINTER, 0, GL_NORMAL_ARRAY_TYPE,
	 GL_NORMAL_ARRAY_STRIDE, GL_NORMAL_ARRAY_BUFFER_BINDING},
	{GL_COLOR_ARRAY, GL_COLOR_ARRAY_POINTER, GL_COLOR_ARRAY_SIZE,
	 GL_COLOR_ARRAY_TYPE, GL_COLOR_ARRAY_STRIDE,
	 GL_COLOR_ARRAY_BUFFER_BINDING},
	{GL_SECONDARY_COLOR_ARRAY, GL_SECONDARY_COLOR_ARRAY_POINTER,
	 GL_SECONDARY_COLOR_ARRAY_SIZE, GL_SECONDARY_COLOR_ARRAY_TYPE,
	 GL_SECONDARY_COLOR_ARRAY_STRIDE,
	 GL_SECONDARY_COLOR_ARRAY_BUFFER_BINDING},
	{GL_FOG_COORD_ARRAY, GL_FOG_COORD_ARRAY_POINTER, 0,
	 GL_FOG_COORD_ARRAY_TYPE, GL_FOG_COORD_ARRAY_STRIDE,
	 GL_FOG_COORD_ARRAY_BUFFER_BINDING},
	{GL_INDEX_ARRAY, GL_INDEX_ARRAY_POINTER, 0, GL_INDEX_ARRAY_TYPE,
	 GL_INDEX_ARRAY_STRIDE, GL_INDEX_ARRAY_BUFFER_BINDING},
	{GL_EDGE_FLAG_ARRAY, GL_EDGE_FLAG_ARRAY_POINTER, 0, 0,
	 GL_EDGE_FLAG_ARRAY_STRIDE, GL_EDGE_FLAG_ARRAY_BUFFER_BINDING},
};
static const struct fixed coordinates = {
	GL_TEXTURE_COORD_ARRAY,	       GL_TEXTURE_COORD_ARRAY_POINTER,
	GL_TEXTURE_COORD_ARRAY_SIZE,   GL_TEXTURE_COORD_ARRAY_TYPE,
	GL_TEXTURE_COORD_ARRAY_STRIDE, GL_TEXTURE_COORD_ARRAY_BUFFER_BINDING};

const void *gl_keep_memory(struct gl *gl, const struct gl_memory_key *key,
			   const void *bytes, size_t n_bytes)
{
	struct gl_context *context = gl_current(gl);
	struct gl_memory *memory = NULL;

	for (size_t i = 0; i < context->n_memories && !memory; i++)
		if (!memcmp(&context->memories[i].key, key, sizeof(*key)))
			memory = &context->memories[i];
	if (!memory) {
		context->memories = fxr_grow(
			context->memories, &context->memories_capacity,
			context->n_memories + 1, sizeof(*context->memories));
		memory = &context->memories[context->n_memories++];
		memory->key = *key;
	}
	free(memory->bytes);
	memory->bytes = fxr_new(n_bytes + 1, 1);
	if (n_bytes)
		memcpy(memory->bytes, bytes, n_bytes);
	memory->n_bytes = n_bytes;
	context->has_client_arrays = true;
	return memory->bytes;
}

void gl_forget_memory(struct gl_context *context)
{
	for (size_t i = 0; i < context->n_memories; i++)
		free(context->memories[i].bytes);
	free(context->memories);
	context->memories = NULL;
	context->n_memories = context->memories_capacity = 0;
}

const struct gl_nothing *gl_nothing(void)
{
	static struct gl_nothing nothing;
	static char few[FEW_BYTES];

	if (nothing.bytes)
		return &nothing;
	nothing = (struct gl_nothing){guarded_zeros(), GUARDED_ZEROS};
	if (!nothing.bytes)
		nothing = (struct gl_nothing){few, sizeof(few)};
	return &nothing;
}

/* One array that the draw reads. */
struct array {
	uintptr_t at;
	int64_t stride, element_bytes;
	GLuint divisor;
};

static bool is_inside(const void *bytes, size_t n_bytes, uintptr_t from,
		      uintptr_t end)
{
	return from >= (uintptr_t)bytes && end >= from &&
	       end <= (uintptr_t)bytes + n_bytes;
}

/* Where the draw reads of the array. False: that is no memory. */
static bool range_of(const struct array *array, const struct gl_draw *draw,
		     uintptr_t *from, uintptr_t *end)
{
	uint64_t first = draw->first, last = draw->last;

	if (array->divisor) {
		first = draw->base_instance;
		last = first + (draw->n_instances - 1) / array->divisor;
	}
	return array->stride >= 0 && array->element_bytes > 0 &&
	       !__builtin_mul_overflow(first, (uint64_t)array->stride, from) &&
	       !__builtin_add_overflow(*from, array->at, from) &&
	       !__builtin_mul_overflow(last, (uint64_t)array->stride, end) &&
	       !__builtin_add_overflow(*end, (uint64_t)array->element_bytes,
				       end) &&
	       !__builtin_add_overflow(*end, array->at, end);
}

/* The elements from the first one on that lie before the end. */
static void count_there(struct gl *gl, const struct array *array,
			uintptr_t from, uintptr_t end)
{
	uint64_t n = UINT64_MAX;

	if (array->stride > 0)
		n = (end - from - (uint64_t)array->element_bytes) /
			    (uint64_t)array->stride +
		    1;
	gl->n_there = n < gl->n_there ? n : gl->n_there;
}

static bool is_there(struct gl *gl, const struct array *array,
		     const struct gl_draw *draw)
{
	const struct gl_context *context = gl_current(gl);
	const struct gl_nothing *nothing = gl_nothing();
	uintptr_t from, end;

	if (!range_of(array, draw, &from, &end))
		return false;
	/* never set: no memory is there, unless the draw reaches further */
	if (!array->at) {
		count_there(gl, array, from,
			    from < FEW_BYTES ? FEW_BYTES : end);
		return end <= FEW_BYTES;
	}
	for (size_t i = 0; i < context->n_memories; i++) {
		const struct gl_memory *memory = &context->memories[i];

		if (!is_inside(memory->bytes, memory->n_bytes, from, end))
			continue;
		count_there(gl, array, from,
			    (uintptr_t)memory->bytes + memory->n_bytes);
		return true;
	}
	if (!is_inside(nothing->bytes, nothing->n_bytes, from, end))
		return false;
	count_there(gl, array, from,
		    (uintptr_t)nothing->bytes + nothing->n_bytes);
	return true;
}

static GLint attribute(struct gl *gl, GLuint index, GLenum name)
{
	GLint value[4] = {0};

	gl->procs.glGetVertexAttribiv(index, name, value);
	return value[0];
}

static bool is_attribute_there(struct gl *gl, GLuint i,
			       const struct gl_draw *draw)
{
	struct array array;
	void *at = NULL;
	GLint size, stride;

	if (!attribute(gl, i, GL_VERTEX_ATTRIB_ARRAY_ENABLED) ||
	    attribute(gl, i, GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING))
		return true;
	gl->procs.glGetVertexAttribPointerv(i, GL_VERTEX_ATTRIB_ARRAY_POINTER,
					    &at);
	size = attribute(gl, i, GL_VERTEX_ATTRIB_ARRAY_SIZE);
	stride = attribute(gl, i, GL_VERTEX_ATTRIB_ARRAY_STRIDE);
	array.at = (uintptr_t)at;
	array.element_bytes = fxp_gl_element_bytes(
		size, (GLenum)attribute(gl, i, GL_VERTEX_ATTRIB_ARRAY_TYPE));
	array.stride = stride ? stride : array.element_bytes;
	array.divisor = gl_has_version(gl, 3, 3, 3)
				? (GLuint)attribute(
					  gl, i, GL_VERTEX_ATTRIB_ARRAY_DIVISOR)
				: 0;
	return is_there(gl, &array, draw);
}

static bool is_fixed_there(struct gl *gl, const struct fixed *of,
			   const struct gl_draw *draw)
{
	struct array array = {0};
	void *at = NULL;
	GLint size = of->cap == GL_NORMAL_ARRAY ? 3 : 1;

	if (!gl->procs.glIsEnabled(of->cap) || gl_get(gl, of->buffer))
		return true;
	gl->procs.glGetPointerv(of->pointer, &at);
	if (of->size)
		size = gl_get(gl, of->size);
	array.at = (uintptr_t)at;
	array.element_bytes =
		of->type ? fxp_gl_element_bytes(size,
						(GLenum)gl_get(gl, of->type))
			 : 1;
	array.stride = gl_get(gl, of->stride);
	if (!array.stride)
		array.stride = array.element_bytes;
	return is_there(gl, &array, draw);
}

/* Of each unit: they are described for one unit at a time. */
static bool are_coordinates_there(struct gl *gl, GLenum max_units,
				  const struct gl_draw *draw)
{
	GLint n = gl_get(gl, max_units);
	GLint unit = gl_get(gl, GL_CLIENT_ACTIVE_TEXTURE);
	bool is_good = true;

	for (GLint i = 0; is_good && i < n && i < (GLint)MAX_UNITS; i++) {
		gl->procs.glClientActiveTexture(GL_TEXTURE0 + (GLenum)i);
		is_good = is_fixed_there(gl, &coordinates, draw);
	}
	gl->procs.glClientActiveTexture((GLenum)unit);
	return is_good;
}

/* How many kinds of arrays that are no attributes the context has. */
static size_t count_fixed(struct gl *gl)
{
	const struct gl_context *context = gl_current(gl);
	const struct gl_procs *p = &gl->procs;
	bool is_core;

	if (!p->glIsEnabled || !p->glGetPointerv || !p->glClientActiveTexture)
		return 0;
	if (context->wish.api == STAGE_GLES)
		return context->major == 1 ? N_OF_ES : 0;
	is_core = gl_has_version(gl, 3, 2, 0) &&
		  gl_get(gl, GL_CONTEXT_PROFILE_MASK) &
			  GL_CONTEXT_CORE_PROFILE_BIT;
	return is_core ? 0 : sizeof(fixed) / sizeof(*fixed);
}

static bool are_fixed_there(struct gl *gl, const struct gl_draw *draw)
{
	size_t n = count_fixed(gl);

	for (size_t i = 0; i < n; i++)
		if (!is_fixed_there(gl, &fixed[i], draw))
			return false;
	return !n || are_coordinates_there(gl,
					   n == N_OF_ES ? GL_MAX_TEXTURE_UNITS
							: GL_MAX_TEXTURE_COORDS,
					   draw);
}

bool gl_has_arrays(struct gl *gl, const struct gl_draw *draw)
{
	const struct gl_procs *p = &gl->procs;
	GLint n = 0;

	gl->n_there = UINT64_MAX;
	if (!draw->n_instances || draw->last < draw->first)
		return true;
	if (gl_has_version(gl, 2, 0, 2) && p->glGetVertexAttribiv &&
	    p->glGetVertexAttribPointerv)
		n = gl_get(gl, GL_MAX_VERTEX_ATTRIBS);
	for (GLint i = 0; i < n; i++)
		if (!is_attribute_there(gl, (GLuint)i, draw))
			return false;
	return are_fixed_there(gl, draw);
}
