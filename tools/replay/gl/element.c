/* SPDX-License-Identifier: MIT */
/*
 * glArrayElement between glBegin and glEnd, where arrays must not be set. The
 * values that it would read are passed one by one, as OpenGL itself does.
 * Arrays in buffers are left to OpenGL.
 */
#include <stdio.h>
#include <string.h>

#include "preload/gl/size/size.h"
#include "tools/replay/gl/rules.h"

#define NAME_BYTES 40

static const char *letters_of(GLenum type)
{
	switch (type) {
	case GL_BYTE:
		return "b";
	case GL_UNSIGNED_BYTE:
		return "ub";
	case GL_SHORT:
		return "s";
	case GL_UNSIGNED_SHORT:
		return "us";
	case GL_INT:
		return "i";
	case GL_UNSIGNED_INT:
		return "ui";
	case GL_FLOAT:
		return "f";
	case GL_DOUBLE:
		return "d";
	default:
		return NULL;
	}
}

/* The function without its size, its type and its "v". */
static const char *stem_of(GLenum array)
{
	switch (array) {
	case GL_VERTEX_ARRAY:
		return "glVertex";
	case GL_NORMAL_ARRAY:
		return "glNormal";
	case GL_COLOR_ARRAY:
		return "glColor";
	case GL_SECONDARY_COLOR_ARRAY:
		return "glSecondaryColor";
	case GL_INDEX_ARRAY:
		return "glIndex";
	case GL_FOG_COORD_ARRAY:
		return "glFogCoord";
	case GL_EDGE_FLAG_ARRAY:
		return "glEdgeFlag";
	case GL_TEXTURE_COORD_ARRAY:
		return "glMultiTexCoord";
	default:
		return "glVertexAttrib";
	}
}

static bool is_attribute(const struct gl_element *e)
{
	return !strcmp(stem_of(e->array), "glVertexAttrib");
}

/* As in glVertex2fv. */
static void name_of(const struct gl_element *e, char *name)
{
	const char *letters = letters_of(e->type);
	char size[12] = "";

	if (e->array == GL_EDGE_FLAG_ARRAY)
		letters = "";
	else if (e->array != GL_INDEX_ARRAY && e->array != GL_FOG_COORD_ARRAY)
		snprintf(size, sizeof(size), "%d",
			 e->array == GL_NORMAL_ARRAY ? 3 : e->size);
	snprintf(name, NAME_BYTES, "%s%s%sv", stem_of(e->array), size,
		 letters ? letters : "?");
}

static void give_element(struct gl *gl, const struct gl_element *e)
{
	char name[NAME_BYTES];
	union {
		void *proc;
		void (*plain)(const void *at);
		void (*at)(GLuint index, const void *at);
	} f;

	name_of(e, name);
	f.proc = stage_proc(gl->stage, name);
	if (!f.proc)
		return;
	if (e->array == GL_TEXTURE_COORD_ARRAY)
		f.at(GL_TEXTURE0 + e->index, e->data);
	else if (is_attribute(e))
		f.at(e->index, e->data);
	else
		f.plain(e->data);
}

void gl_give_element(struct gl *gl, const struct gl_element *element)
{
	if (element->array == GL_VERTEX_ARRAY ||
	    (is_attribute(element) && !element->index))
		gl->thread->vertex = *element; /* passed last */
	else
		give_element(gl, element);
}

/* The array that a function sets; 0: an attribute's. */
static GLenum array_of(const char *name)
{
	static const struct {
		const char *stem;
		GLenum array;
	} arrays[] = {
		{"glVertexPointer", GL_VERTEX_ARRAY},
		{"glNormalPointer", GL_NORMAL_ARRAY},
		{"glColorPointer", GL_COLOR_ARRAY},
		{"glSecondaryColorPointer", GL_SECONDARY_COLOR_ARRAY},
		{"glIndexPointer", GL_INDEX_ARRAY},
		{"glFogCoordPointer", GL_FOG_COORD_ARRAY},
		{"glEdgeFlagPointer", GL_EDGE_FLAG_ARRAY},
		{"glTexCoordPointer", GL_TEXTURE_COORD_ARRAY},
	};

	for (size_t i = 0; i < sizeof(arrays) / sizeof(*arrays); i++)
		if (!strncmp(name, arrays[i].stem, strlen(arrays[i].stem)))
			return arrays[i].array;
	return 0;
}

bool gl_hold_array(struct gl *gl, struct gl_call *call, size_t param)
{
	struct gl_thread *thread = gl->thread;
	const char *name = call->call->name->name.bytes;
	struct gl_memory_key key = {
		.function = fxr_hash(name, strlen(name)),
		.index = (uint32_t)gl_number(gl, call, "index")};
	struct gl_held held = {
		.element = {.array = array_of(name),
			    .index = key.index,
			    .size = (GLint)gl_number(gl, call, "size"),
			    .type = (GLenum)gl_number(gl, call, "type")},
		.stride = (GLsizei)gl_number(gl, call, "stride"),
		.n_bytes = call->args.bytes[param]};

	if (thread->n_held == GL_MAX_HELD)
		return gl_fail(gl, call, "there are too many arrays");
	held.element.data = gl_keep_memory(
		gl, &key, args_pointer(&call->args, param), held.n_bytes);
	thread->held[thread->n_held++] = held;
	return false;
}

/* Gives element i of an array. False: the array is shorter. */
static bool give_held(struct gl *gl, const struct gl_held *held, uint64_t i)
{
	struct gl_element element = held->element;
	int64_t size = element.array == GL_NORMAL_ARRAY ? 3
		       : element.size			? element.size
							: 1;
	int64_t bytes = element.array == GL_EDGE_FLAG_ARRAY
				? 1
				: fxp_gl_element_bytes(size, element.type);
	int64_t stride = held->stride ? held->stride : bytes;
	uint64_t off;

	if (bytes <= 0 || stride < 0 || held->n_bytes < (uint64_t)bytes ||
	    __builtin_mul_overflow(i, (uint64_t)stride, &off) ||
	    off > held->n_bytes - (uint64_t)bytes)
		return false;
	element.data = (const char *)element.data + off;
	gl_give_element(gl, &element);
	return true;
}

/* Whether element i is there for OpenGL, which cannot be queried between
 * glBegin and glEnd. */
static bool is_in_buffers(struct gl *gl, uint64_t i)
{
	const struct gl_context *context = gl_current(gl);

	if (context->is_in_begin)
		return i < context->n_elements;
	return !context->has_client_arrays ||
	       gl_has_arrays(gl, &(struct gl_draw){.first = i,
						   .last = i,
						   .n_instances = 1});
}

/* Which index begins a new strip. */
static void learn_restart(struct gl *gl)
{
	struct gl_context *context = gl_current(gl);

	context->has_restart = gl_has_version(gl, 3, 1, 0) &&
			       gl->procs.glIsEnabled &&
			       gl->procs.glIsEnabled(GL_PRIMITIVE_RESTART);
	if (context->has_restart)
		context->restart =
			(uint32_t)gl_get(gl, GL_PRIMITIVE_RESTART_INDEX);
}

/* How many elements are there is seen before they are requested. */
static bool count_elements(struct gl *gl, struct gl_call *call)
{
	struct gl_context *context = gl_current(gl);
	const struct gl_draw first = {.n_instances = 1};

	(void)call;
	if (gl->has_elements && !context->is_in_begin)
		learn_restart(gl);
	context->n_elements = UINT64_MAX;
	if (gl->has_elements && context->has_client_arrays)
		context->n_elements =
			gl_has_arrays(gl, &first) ? gl->n_there : 0;
	return true;
}

static void take_begin(struct gl *gl, struct gl_call *call)
{
	(void)call;
	gl_current(gl)->is_in_begin = true;
}

/* Before the call: views of the replay look at what it draws. */
static bool take_end(struct gl *gl, struct gl_call *call)
{
	(void)call;
	gl_current(gl)->is_in_begin = false;
	return true;
}

/* Begins a new strip. No array has an element of that index. */
static bool give_restart(struct gl *gl)
{
	union {
		void *proc;
		void (*restart)(void);
	} f = {.proc = stage_proc(gl->stage, "glPrimitiveRestartNV")};

	if (!f.proc)
		return false;
	gl->thread->vertex.data = NULL;
	f.restart();
	return true;
}

static bool give_vertex(struct gl *gl, struct gl_call *call)
{
	struct gl_element *vertex = &gl->thread->vertex;
	uint64_t i = gl_number(gl, call, "i") & UINT32_MAX;
	const struct gl_context *context = gl_current(gl);
	bool is_whole = true;

	if (context->has_restart && context->is_in_begin &&
	    i == context->restart && give_restart(gl)) {
		gl->thread->n_held = 0;
		gl->counts.n_made++;
		return false;
	}
	for (size_t k = 0; k < gl->thread->n_held; k++)
		is_whole &= give_held(gl, &gl->thread->held[k], i);
	gl->thread->n_held = 0;
	if (!is_whole)
		return gl_fail(gl, call,
			       "the archive does not have that element");
	if (!vertex->data)
		return is_in_buffers(gl, i) ||
		       gl_fail(gl, call,
			       "the archive does not have that element");
	give_element(gl, vertex);
	vertex->data = NULL;
	gl->counts.n_made++;
	return false;
}

const struct gl_rule gl_element_rules[] = {
	{"glArrayElement", give_vertex, NULL},
	{"glBegin", count_elements, take_begin},
	{"glEnd", take_end, NULL},
	{0},
};
