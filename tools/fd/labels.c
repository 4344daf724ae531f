/* SPDX-License-Identifier: MIT */
/*
 * Labels of OpenGL's objects, see labels.h.
 */
#include "tools/fd/labels.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct labels {
	struct fxr_map map;
	char **texts; /* NULL: it has none any more */
	size_t n_texts, texts_capacity;
	struct fxr_map context_map; /* provider, handle */
	uint64_t *groups; /* of each: contexts that share their objects */
	size_t n_contexts, groups_capacity;
	struct fxr_map current_map; /* provider, pid, tid */
	uint64_t *current;	    /* handles */
	size_t n_current, current_capacity;
};

/* Names of objects are numbers in one of these. */
struct space {
	char name[24];
	bool is_shared;
};
static const struct space spaces[] = {
	{"texture", true},
	{"buffer", true},
	{"renderbuffer", true},
	{"sampler", true},
	{"shader", true},
	{"program", true},
	{"list", true},
	{"sync", true},
	{"framebuffer", false},
	{"vertex_array", false},
	{"query", false},
	{"transform_feedback", false},
	{"program_pipeline", false},
};
enum { N_SPACES = sizeof(spaces) / sizeof(spaces[0]), SYNC = 7 };

struct labels *labels_open(void)
{
	return fxr_new(1, sizeof(struct labels));
}

void labels_close(struct labels *labels)
{
	if (!labels)
		return;
	for (size_t i = 0; i < labels->n_texts; i++)
		fxr_free(labels->texts[i]);
	fxr_free(labels->texts);
	fxr_free(labels->groups);
	fxr_free(labels->current);
	fxr_map_fini(&labels->map);
	fxr_map_fini(&labels->context_map);
	fxr_map_fini(&labels->current_map);
	fxr_free(labels);
}

static bool begins(const char *text, const char *begin)
{
	return strncmp(text, begin, strlen(begin)) == 0;
}

static bool labels_objects(const char *name)
{
	return begins(name, "glObjectLabel") || begins(name, "glLabelObject") ||
	       begins(name, "glObjectPtrLabel");
}

static bool makes_current(const char *name)
{
	return begins(name, "glXMakeC") || begins(name, "eglMakeC");
}

static bool creates_context(const char *name)
{
	return begins(name, "glXCreateContext") ||
	       begins(name, "glXCreateNewContext") ||
	       begins(name, "eglCreateContext");
}

bool labels_need(const char *category, const char *name)
{
	if (strcmp(category, "gl") == 0)
		return labels_objects(name) || begins(name, "glDelete");
	return (strcmp(category, "glx") == 0 || strcmp(category, "egl") == 0) &&
	       (makes_current(name) || creates_context(name));
}

static const struct fxr_value *value_of(const struct fxr_call *call,
					const char *name)
{
	for (size_t i = 0; i < call->n_args; i++)
		if (fxr_is(call->args[i].name, name))
			return &call->args[i].value;
	return NULL;
}

/* 0 if the value is none. */
static uint64_t number_of(const struct fxr_value *value)
{
	bool is_number = value && (value->kind == FXR_VALUE_INT ||
				   value->kind == FXR_VALUE_UINT ||
				   value->kind == FXR_VALUE_POINTER);

	return is_number ? value->as.u64 : 0;
}

static uint64_t current_of(const struct labels *labels,
			   const struct fxr_thread *thread)
{
	uint32_t at = fxr_map_find(&labels->current_map, thread->provider,
				   thread->pid, thread->tid);

	return at == FXR_NONE ? 0 : labels->current[at];
}

/* The owner of the names in that space that a thread uses now. */
static uint64_t owner_of(const struct labels *labels,
			 const struct fxr_thread *thread, unsigned space)
{
	uint64_t context = current_of(labels, thread);
	uint32_t at;

	at = fxr_map_find(&labels->context_map, thread->provider, context, 0);
	if (at == FXR_NONE)
		return 0;
	return spaces[space].is_shared ? labels->groups[at] : at + 1;
}

/* "gl:texture"; N_SPACES: another space. */
static unsigned space_of(struct fxr_text name)
{
	unsigned i = 0;

	if (name.n_bytes < 3 || memcmp(name.bytes, "gl:", 3))
		return N_SPACES;
	name = fxr_text(name.bytes + 3, name.n_bytes - 3);
	while (i < N_SPACES && !fxr_is(name, spaces[i].name))
		i++;
	return i;
}

/* GL_TEXTURE, GL_BUFFER_OBJECT_EXT, GL_DISPLAY_LIST. */
static unsigned space_of_constant(const struct fxr_value *value)
{
	static const char end[] = "_OBJECT_EXT";
	char text[48] = "gl:";
	size_t n, n_end = sizeof(end) - 1;

	if (!value || value->kind != FXR_VALUE_SYMBOL)
		return N_SPACES;
	n = value->as.text.n_bytes;
	if (n < 3 || n >= sizeof(text) ||
	    memcmp(value->as.text.bytes, "GL_", 3))
		return N_SPACES;
	if (n > n_end && !memcmp(value->as.text.bytes + n - n_end, end, n_end))
		n -= n_end;
	if (fxr_is(fxr_text(value->as.text.bytes, n), "GL_DISPLAY_LIST"))
		return space_of(fxr_text("gl:list", 7));
	for (size_t i = 3; i < n; i++)
		text[i] = (char)tolower((unsigned char)value->as.text.bytes[i]);
	return space_of(fxr_text(text, n));
}

/* A map's key has no space for more. */
static uint64_t kind_of(const struct fxr_thread *thread, unsigned space)
{
	return (uint64_t)thread->provider << 8 | space;
}

static void set_label(struct labels *labels, const struct fxr_call *call,
		      unsigned space, uint64_t number, struct fxr_text text)
{
	uint64_t kind = kind_of(call->thread, space);
	uint64_t owner = owner_of(labels, call->thread, space);
	uint32_t at = fxr_map_find(&labels->map, kind, owner, number);

	if (at == FXR_NONE && !text.n_bytes)
		return;
	if (at == FXR_NONE) {
		at = (uint32_t)labels->n_texts++;
		labels->texts =
			fxr_grow(labels->texts, &labels->texts_capacity,
				 labels->n_texts, sizeof(*labels->texts));
		fxr_map_put(&labels->map, kind, owner, number, at);
	}
	fxr_free(labels->texts[at]);
	labels->texts[at] = NULL;
	if (!text.n_bytes)
		return;
	labels->texts[at] = fxr_new(text.n_bytes + 1, 1);
	memcpy(labels->texts[at], text.bytes, text.n_bytes);
}

/* As long as `length` says, unless that is negative. Empty if it is withheld or
 * was not recorded: then the old name is wrong. */
static struct fxr_text text_of(const struct fxr_call *call)
{
	const struct fxr_value *label = value_of(call, "label");
	const struct fxr_value *length = value_of(call, "length");
	struct fxr_text text = fxr_text("", 0);

	if (label && label->kind == FXR_VALUE_STRING)
		text = label->as.text;
	if (length && length->kind == FXR_VALUE_INT && length->as.i64 >= 0 &&
	    (uint64_t)length->as.i64 < text.n_bytes)
		text.n_bytes = (size_t)length->as.i64;
	return text;
}

static void take_label(struct labels *labels, const struct fxr_call *call)
{
	unsigned space = space_of_constant(value_of(call, "identifier")
						   ?: value_of(call, "type"));
	const struct fxr_value *name = value_of(call, "name");

	if (!name)
		name = value_of(call, "object");
	if (!name) {
		name = value_of(call, "ptr");
		space = SYNC;
	}
	if (space < N_SPACES && name)
		set_label(labels, call, space, number_of(name), text_of(call));
}

static void drop_label(struct labels *labels, const struct fxr_call *call,
		       const struct fxr_value *value)
{
	unsigned space = N_SPACES;

	for (size_t i = 0;
	     value->kind == FXR_VALUE_ARRAY && i < value->as.list.n; i++)
		if (value->as.list.items[i].kind != FXR_VALUE_ARRAY)
			drop_label(labels, call, &value->as.list.items[i]);
	if (value->type && value->type->class == FXG_HANDLE)
		space = space_of(value->type->space);
	if (space < N_SPACES && value->kind != FXR_VALUE_ARRAY)
		set_label(labels, call, space, number_of(value),
			  fxr_text("", 0));
}

static void take_current(struct labels *labels, const struct fxr_call *call)
{
	const struct fxr_thread *t = call->thread;
	const struct fxr_value *context = value_of(call, "ctx");
	uint32_t at;

	if (!context ||
	    (call->ret.kind == FXR_VALUE_BOOL && !call->ret.as.boolean))
		return;
	at = fxr_map_find(&labels->current_map, t->provider, t->pid, t->tid);
	if (at == FXR_NONE) {
		at = (uint32_t)labels->n_current++;
		labels->current =
			fxr_grow(labels->current, &labels->current_capacity,
				 labels->n_current, sizeof(*labels->current));
		fxr_map_put(&labels->current_map, t->provider, t->pid, t->tid,
			    at);
	}
	labels->current[at] = number_of(context);
}

static void take_context(struct labels *labels, const struct fxr_call *call)
{
	const struct fxr_value *share = value_of(call, "share_context");
	uint64_t handle = call->has_ret ? number_of(&call->ret) : 0, other;
	uint32_t provider = call->thread->provider, at, from;

	if (!share)
		share = value_of(call, "shareList");
	other = number_of(share);
	if (!handle)
		return;
	from = fxr_map_find(&labels->context_map, provider, other, 0);
	at = (uint32_t)labels->n_contexts++;
	labels->groups = fxr_grow(labels->groups, &labels->groups_capacity,
				  labels->n_contexts, sizeof(*labels->groups));
	/* a handle may be used again, a number may not */
	labels->groups[at] = other && from != FXR_NONE ? labels->groups[from]
						       : labels->n_contexts;
	fxr_map_put(&labels->context_map, provider, handle, 0, at);
}

void labels_take(struct labels *labels, const struct fxr_call *call)
{
	const char *name = call->name->name.bytes;

	if (!labels_need(call->name->category.bytes, name))
		return;
	if (labels_objects(name))
		take_label(labels, call);
	else if (makes_current(name))
		take_current(labels, call);
	else if (creates_context(name))
		take_context(labels, call);
	else
		for (size_t i = 0; i < call->n_args; i++)
			drop_label(labels, call, &call->args[i].value);
}

const char *labels_find(const struct labels *labels,
			const struct fxr_call *call,
			const struct fxr_value *value)
{
	unsigned space;
	uint32_t at;

	if (!labels || !value->type || value->type->class != FXG_HANDLE)
		return NULL;
	space = space_of(value->type->space);
	if (space == N_SPACES || !number_of(value))
		return NULL;
	at = fxr_map_find(&labels->map, kind_of(call->thread, space),
			  owner_of(labels, call->thread, space),
			  number_of(value));
	return at == FXR_NONE ? NULL : labels->texts[at];
}
