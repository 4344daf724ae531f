/* SPDX-License-Identifier: MIT */
/*
 * glArrayElement between glBegin and glEnd, where arrays must not be set. The
 * values that it would read are passed one by one, as OpenGL itself does.
 * Arrays in buffers are left to OpenGL.
 */
#include <stdio.h>
#include <string.h>

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

static bool give_vertex(struct gl *gl, struct gl_call *call)
{
	struct gl_element *vertex = &gl->thread->vertex;

	(void)call;
	if (!vertex->data)
		return true;
	give_element(gl, vertex);
	vertex->data = NULL;
	return false;
}

const struct gl_rule gl_element_rules[] = {
	{"glArrayElement", give_vertex, NULL},
	{0},
};
