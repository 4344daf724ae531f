/* SPDX-License-Identifier: MIT */
/*
 * Which elements of arrays a draw reads, by its arguments and its indices. A
 * draw that would read more than there is in memory is refused (client.c).
 */
#include <string.h>

#include "preload/gl/size/size.h"
#include "tools/replay/gl/rules.h"

/* Larger lists of indices are not read back from a buffer. */
#define MAX_READ_BYTES (1ll << 30)
#define MAX_DRAWS (1u << 20)

static const char unreadable[] =
	"which elements of its arrays it draws cannot be read";
static const char too_much[] =
	"it draws more than the archive has of its arrays in memory";

static uint64_t word_of(const struct gl_call *call, const char *name,
			uint64_t otherwise)
{
	size_t i = gl_param(call, name);

	return i == INVOKE_MAX ? otherwise : call->args.values[i].words[0];
}

/* Numbers that are negative make the call an error, which draws nothing. */
static uint64_t count(const struct gl_call *call, const char *name,
		      uint64_t otherwise)
{
	int64_t n = (int32_t)word_of(call, name, otherwise);

	return n > 0 ? (uint64_t)n : 0;
}

static void set_instances(const struct gl_call *call, struct gl_draw *draw)
{
	draw->n_instances =
		count(call, "instancecount", count(call, "primcount", 1));
	draw->base_instance = word_of(call, "baseinstance", 0) & UINT32_MAX;
}

static bool check(struct gl *gl, struct gl_call *call,
		  const struct gl_draw *draw)
{
	return gl_has_arrays(gl, draw) || gl_fail(gl, call, too_much);
}

/* n elements from first on. */
static bool check_arrays(struct gl *gl, struct gl_call *call, int64_t first,
			 int64_t n, struct gl_draw draw)
{
	if (n <= 0 || first < 0)
		return true;
	draw.first = (uint64_t)first;
	draw.last = (uint64_t)(first + n - 1);
	return check(gl, call, &draw);
}

/* Item k of a list that the call is given; its memory is large enough. */
static int64_t item(const struct gl_call *call, const char *name, uint64_t k)
{
	size_t i = gl_param(call, name);
	int32_t number = 0;

	if (i != INVOKE_MAX && !(call->args.raw >> i & 1) &&
	    args_pointer(&call->args, i) &&
	    (k + 1) * sizeof(number) <= call->args.bytes[i])
		memcpy(&number,
		       (char *)args_pointer(&call->args, i) +
			       k * sizeof(number),
		       sizeof(number));
	return number;
}

static uint64_t n_draws(const struct gl_call *call)
{
	return count(call, "drawcount", count(call, "primcount", 0));
}

static bool check_many_arrays(struct gl *gl, struct gl_call *call)
{
	const struct gl_draw draw = {.n_instances = 1};

	for (uint64_t k = 0; k < n_draws(call); k++)
		if (!check_arrays(gl, call, item(call, "first", k),
				  item(call, "count", k), draw))
			return false;
	return true;
}

/* Whether the index begins a new strip instead. */
static bool is_restart(struct gl *gl, int64_t size, uint32_t index)
{
	uint32_t last = (uint32_t)(UINT32_MAX >> (32 - 8 * size));

	if (gl_has_version(gl, 4, 3, 3) && index == last &&
	    gl->procs.glIsEnabled(GL_PRIMITIVE_RESTART_FIXED_INDEX))
		return true;
	return gl_has_version(gl, 3, 1, 0) &&
	       gl->procs.glIsEnabled(GL_PRIMITIVE_RESTART) &&
	       index == (uint32_t)gl_get(gl, GL_PRIMITIVE_RESTART_INDEX);
}

/* The least and the largest index, without those that begin a new strip. The
 * largest number can be one, or that of the state. */
static void find_range(struct gl *gl, const void *indices, uint64_t n,
		       int64_t size, struct gl_draw *draw)
{
	uint32_t restart = (uint32_t)(UINT32_MAX >> (32 - 8 * size));
	bool has_restart;

	if (!is_restart(gl, size, restart) && gl_has_version(gl, 3, 1, 0))
		restart = (uint32_t)gl_get(gl, GL_PRIMITIVE_RESTART_INDEX);
	has_restart = is_restart(gl, size, restart);
	draw->first = UINT64_MAX;
	draw->last = 0;
	for (uint64_t i = 0; i < n; i++) {
		uint32_t index = 0;

		memcpy(&index, (const char *)indices + i * (uint64_t)size,
		       (size_t)size);
		if (has_restart && index == restart)
			continue;
		draw->first = index < draw->first ? index : draw->first;
		draw->last = index > draw->last ? index : draw->last;
	}
}

/* What the buffer bound to the target has there; NULL: it cannot be read. */
static const void *read_buffer(struct gl *gl, GLenum target, uint64_t off,
			       int64_t n_bytes)
{
	const struct gl_procs *p = &gl->procs;
	GLint size = 0, is_mapped = 1;
	void *copy, *mapped;

	p->glGetBufferParameteriv(target, GL_BUFFER_SIZE, &size);
	p->glGetBufferParameteriv(target, GL_BUFFER_MAPPED, &is_mapped);
	if (n_bytes > MAX_READ_BYTES || off > (uint64_t)size ||
	    (uint64_t)n_bytes > (uint64_t)size - off)
		return NULL;
	copy = fxr_arena_alloc(&gl->arena, (size_t)n_bytes);
	if (p->glGetBufferSubData && gl_has_version(gl, 1, 5, 0) &&
	    !is_mapped) {
		p->glGetBufferSubData(target, (GLintptr)off, n_bytes, copy);
		return copy;
	}
	if (!p->glMapBufferRange || !p->glUnmapBuffer || is_mapped)
		return NULL;
	mapped = p->glMapBufferRange(target, (GLintptr)off, n_bytes,
				     GL_MAP_READ_BIT);
	if (!mapped)
		return NULL;
	memcpy(copy, mapped, (size_t)n_bytes);
	p->glUnmapBuffer(target);
	return copy;
}

/* Of one draw by indices: n of them, in memory or in the bound buffer. */
static bool check_elements(struct gl *gl, struct gl_call *call,
			   const void *indices, int64_t n, int64_t base,
			   struct gl_draw draw)
{
	GLenum type = (GLenum)word_of(call, "type", 0);
	int64_t size = fxp_gl_index_bytes(type);
	int64_t from, to;

	if (n <= 0 || !size || !draw.n_instances)
		return true;
	if (gl_get(gl, GL_ELEMENT_ARRAY_BUFFER_BINDING))
		indices = read_buffer(gl, GL_ELEMENT_ARRAY_BUFFER,
				      (uintptr_t)indices, n * size);
	if (!indices)
		return gl_fail(gl, call, unreadable);
	find_range(gl, indices, (uint64_t)n, size, &draw);
	if (draw.last < draw.first)
		return true;
	from = (int64_t)draw.first + base;
	to = (int64_t)draw.last + base;
	if (from < 0)
		return gl_fail(gl, call, too_much);
	draw.first = (uint64_t)from;
	draw.last = (uint64_t)to;
	return check(gl, call, &draw);
}

static bool check_many_elements(struct gl *gl, struct gl_call *call)
{
	const struct gl_draw draw = {.n_instances = 1};
	size_t i = gl_param(call, "indices");
	const void *const *indices;

	if (i == INVOKE_MAX || !n_draws(call))
		return true;
	indices = args_pointer(&call->args, i);
	for (uint64_t k = 0; k < n_draws(call); k++)
		if (!check_elements(gl, call, indices[k],
				    item(call, "count", k),
				    item(call, "basevertex", k), draw))
			return false;
	return true;
}

/* One command in memory: count, instances, first, [base vertex,] base
 * instance. */
static bool check_command(struct gl *gl, struct gl_call *call,
			  const void *command, bool is_elements)
{
	struct gl_draw draw = {0};
	uint32_t word[5];
	int64_t size = fxp_gl_index_bytes((GLenum)word_of(call, "type", 0));

	memcpy(word, command, is_elements ? 20 : 16);
	draw.n_instances = word[1];
	draw.base_instance = word[is_elements ? 4 : 3];
	if (word[0] > INT32_MAX)
		return check(gl, call, &draw);
	if (is_elements)
		return check_elements(
			gl, call,
			(const void *)(uintptr_t)(word[2] * (uint64_t)size),
			word[0], (int32_t)word[3], draw);
	return check_arrays(gl, call, word[2], word[0], draw);
}

/* Commands are in memory, or in the bound buffer. */
static bool check_commands(struct gl *gl, struct gl_call *call)
{
	bool is_elements = strstr(call->call->name->name.bytes, "Elements");
	size_t i = gl_param(call, "indirect");
	uint64_t n = count(call, "drawcount", count(call, "primcount", 1));
	uint64_t one = is_elements ? 20 : 16;
	uint64_t stride = count(call, "stride", 0);
	const char *commands;

	if (!n || i == INVOKE_MAX)
		return true;
	stride = stride ? stride : one;
	commands = args_pointer(&call->args, i);
	if (n > MAX_DRAWS)
		return gl_fail(gl, call, "it has too many parts");
	if (gl_get(gl, GL_DRAW_INDIRECT_BUFFER_BINDING))
		commands = read_buffer(gl, GL_DRAW_INDIRECT_BUFFER,
				       (uintptr_t)commands,
				       (int64_t)((n - 1) * stride + one));
	for (uint64_t k = 0; commands && k < n; k++)
		if (!check_command(gl, call, commands + k * stride,
				   is_elements))
			return false;
	return commands || gl_fail(gl, call, unreadable);
}

static bool has_stem(const char *name, const char *stem)
{
	return !strncmp(name, stem, strlen(stem));
}

bool gl_draws_arrays(const char *name)
{
	return (has_stem(name, "glDraw") || has_stem(name, "glMultiDraw") ||
		has_stem(name, "glMultiMode")) &&
	       !has_stem(name, "glDrawPixels") &&
	       !has_stem(name, "glDrawTex") &&
	       !has_stem(name, "glDrawBuffer") && !strstr(name, "MeshTasks");
}

bool gl_check_draw(struct gl *gl, struct gl_call *call)
{
	const char *name = call->call->name->name.bytes;
	struct gl_draw draw = {.n_instances = 1, .last = UINT32_MAX};
	size_t i;

	if (gl_current(gl)->is_in_begin)
		return true;
	/* what is in a buffer only OpenGL knows */
	if (strstr(name, "IndirectCount") || strstr(name, "TransformFeedback"))
		return check(gl, call, &draw);
	if (strstr(name, "Indirect"))
		return check_commands(gl, call);
	if (has_stem(name, "glMulti") && strstr(name, "Arrays"))
		return check_many_arrays(gl, call);
	if (has_stem(name, "glMulti"))
		return check_many_elements(gl, call);
	set_instances(call, &draw);
	if (has_stem(name, "glDrawArrays"))
		return check_arrays(gl, call,
				    (int32_t)word_of(call, "first", 0),
				    (int32_t)word_of(call, "count", 0), draw);
	i = gl_param(call, "indices");
	if (i == INVOKE_MAX)
		return check(gl, call, &draw);
	return check_elements(gl, call, args_pointer(&call->args, i),
			      (int32_t)word_of(call, "count", 0),
			      (int32_t)word_of(call, "basevertex", 0), draw);
}
