/* SPDX-License-Identifier: MIT */
/*
 * Which names belong together: names of objects count within the contexts that
 * share them, those of some kinds within one context. See gl_leaks.h.
 */
#include "tools/leaks/gl_leaks.h"

#include <stdlib.h>

#include "tools/leaks/leak_call.h"

struct context {
	uint32_t process, group; /* of contexts that share */
	bool is_there;
};

struct gl_leaks {
	const struct fxr_world *world;
	struct held_table *table;
	struct fxr_map context_map; /* process, handle */
	struct context *contexts;
	size_t n_contexts, space;
	uint32_t n_groups;
	struct fxr_map current_map; /* thread -> context + 1 */
};

struct gl_leaks *gl_leaks_open(const struct fxr_world *world,
			       struct held_table *table)
{
	struct gl_leaks *gl = fxr_new(1, sizeof(*gl));

	gl->world = world;
	gl->table = table;
	return gl;
}

void gl_leaks_close(struct gl_leaks *gl)
{
	if (!gl)
		return;
	fxr_map_fini(&gl->context_map);
	fxr_map_fini(&gl->current_map);
	free(gl->contexts);
	free(gl);
}

static bool begins(struct fxr_text text, const char *begin)
{
	size_t n = strlen(begin);

	return text.n_bytes >= n && !memcmp(text.bytes, begin, n);
}

/* The name without gl, glX or egl. */
static struct fxr_text verb_of(struct fxr_text name)
{
	size_t n = begins(name, "glX") || begins(name, "egl") ? 3 : 2;

	return name.n_bytes > n ? fxr_text(name.bytes + n, name.n_bytes - n)
				: fxr_text("", 0);
}

static struct context *find_context(const struct gl_leaks *gl, uint32_t process,
				    uint64_t handle)
{
	uint32_t at = fxr_map_find(&gl->context_map, process, handle, 0);

	return at != FXR_NONE && gl->contexts[at].is_there ? &gl->contexts[at]
							   : NULL;
}

static struct context *current_context(const struct gl_leaks *gl,
				       const struct fxr_call *call)
{
	uint32_t at = fxr_map_find(
		&gl->current_map, (uint64_t)(call->thread - gl->world->threads),
		0, 0);

	return at != FXR_NONE && at ? &gl->contexts[at - 1] : NULL;
}

/* The handle type of a value, or of its target; NULL: it has none. */
static const struct fxr_type *handle_of(const struct gl_leaks *gl,
					const struct fxr_type *type)
{
	type = fxr_type_target(&gl->world->types, type);
	return type && type->class == FXG_HANDLE && type->space.n_bytes ? type
									: NULL;
}

static bool is_own(struct fxr_text space)
{
	return fxr_is(space, "gl:framebuffer") ||
	       fxr_is(space, "gl:vertex_array") || fxr_is(space, "gl:query") ||
	       fxr_is(space, "gl:transform_feedback") ||
	       fxr_is(space, "gl:program_pipeline");
}

/* The space of an object: a group of contexts, one of them, or the process. */
static uint64_t space_of(const struct gl_leaks *gl, const struct fxr_call *call,
			 struct fxr_text space)
{
	const struct context *context = current_context(gl, call);

	if (!begins(space, "gl:") || !context)
		return 1;
	return is_own(space) ? 2 * (uint64_t)(context - gl->contexts) + 2
			     : 2 * (uint64_t)context->group + 3;
}

/* Each kind has names of its own. */
static uint64_t key_of(struct fxr_text space, uint64_t name)
{
	return fxr_hash(space.bytes, space.n_bytes) * 31 + name;
}

static void put_name(struct gl_leaks *gl, const struct fxr_call *call,
		     uint32_t process, struct fxr_text space, uint64_t name,
		     bool is_made)
{
	struct held item = {.kind = LEAK_GL,
			    .process = process,
			    .key = key_of(space, name),
			    .space = space_of(gl, call, space),
			    .call = call->number,
			    .descriptor = -1,
			    .sort = space,
			    .name = name};

	if (!name)
		return;
	if (is_made)
		held_put(gl->table, &item);
	else
		held_close(gl->table, process, LEAK_GL, item.key, item.space);
}

/* One name, or a list of them. */
static void put_names(struct gl_leaks *gl, const struct fxr_call *call,
		      uint32_t process, const struct fxr_type *type,
		      const struct fxr_value *value, bool is_made)
{
	const struct fxr_type *handle = handle_of(gl, type);
	uint64_t name;

	if (!handle)
		return;
	if (leak_number(value, &name))
		put_name(gl, call, process, handle->space, name, is_made);
	for (size_t i = 0;
	     value->kind == FXR_VALUE_ARRAY && i < value->as.list.n; i++)
		if (leak_number(&value->as.list.items[i], &name))
			put_name(gl, call, process, handle->space, name,
				 is_made);
}

/* glGenLists(range), glDeleteLists(list, range) */
static bool put_lists(struct gl_leaks *gl, const struct fxr_call *call,
		      uint32_t process)
{
	bool is_made = fxr_is(call->name->name, "glGenLists");
	struct fxr_text space = fxr_text("gl:list", 7);
	uint64_t first, n;

	if (!is_made && !fxr_is(call->name->name, "glDeleteLists"))
		return false;
	if (leak_number(leak_value(call, is_made ? -1 : 0), &first) &&
	    leak_number(leak_value(call, is_made ? 0 : 1), &n))
		for (uint64_t i = 0; first && i < n && i < 65536; i++)
			put_name(gl, call, process, space, first + i, is_made);
	return true;
}

static void put_made(struct gl_leaks *gl, const struct fxr_call *call,
		     uint32_t process)
{
	const struct fxr_type *ret =
		call->function ? fxr_type_find(&gl->world->types,
					       call->function->provider,
					       call->function->ret)
			       : NULL;

	if (call->has_ret && ret && ret->class == FXG_HANDLE) {
		put_names(gl, call, process, ret, &call->ret, true);
		return;
	}
	for (size_t i = 0; i < call->n_args; i++) {
		const struct fxr_type *type = call->args[i].declared;

		/* the created object's parts are no list */
		if (type && type->class == FXG_PTR && !call->args[i].is_address)
			put_names(gl, call, process, type, &call->args[i].value,
				  true);
	}
}

static void delete (struct gl_leaks *gl, const struct fxr_call *call,
		    uint32_t process)
{
	for (size_t i = 0; i < call->n_args; i++)
		if (!call->args[i].is_address)
			put_names(gl, call, process, call->args[i].declared,
				  &call->args[i].value, false);
}

static void make_context(struct gl_leaks *gl, const struct fxr_call *call,
			 uint32_t process)
{
	static const char *const names[] = {"shareList", "share_list",
					    "share_context"};
	uint64_t handle, other = 0;
	struct context context = {.process = process, .is_there = true};
	const struct context *shared;

	if (!leak_number(leak_value(call, -1), &handle) || !handle)
		return;
	for (size_t i = 0; i < 3 && !other; i++) {
		const struct fxr_arg *arg = leak_arg(call, names[i]);

		if (arg)
			(void)leak_number(&arg->value, &other);
	}
	shared = other ? find_context(gl, process, other) : NULL;
	context.group = shared ? shared->group : gl->n_groups++;
	gl->contexts = fxr_grow(gl->contexts, &gl->space, gl->n_contexts + 1,
				sizeof(*gl->contexts));
	gl->contexts[gl->n_contexts] = context;
	fxr_map_put(&gl->context_map, process, handle, 0,
		    (uint32_t)gl->n_contexts++);
}

static void make_current(struct gl_leaks *gl, const struct fxr_call *call,
			 uint32_t process)
{
	const struct fxr_arg *arg = leak_arg(call, "ctx");
	struct context *context = NULL;
	uint64_t handle;

	if (arg && leak_number(&arg->value, &handle))
		context = find_context(gl, process, handle);
	fxr_map_put(&gl->current_map,
		    (uint64_t)(call->thread - gl->world->threads), 0, 0,
		    context ? (uint32_t)(context - gl->contexts) + 1 : 0);
}

static void drop_context(struct gl_leaks *gl, const struct fxr_call *call,
			 uint32_t process)
{
	const struct fxr_arg *arg = leak_arg(call, "ctx");
	struct context *context = NULL;
	uint64_t handle;

	if (arg && leak_number(&arg->value, &handle))
		context = find_context(gl, process, handle);
	if (!context)
		return;
	context->is_there = false;
	held_close_space(gl->table, process,
			 2 * (uint64_t)(context - gl->contexts) + 2);
	for (size_t i = 0; i < gl->n_contexts; i++)
		if (gl->contexts[i].is_there &&
		    gl->contexts[i].group == context->group)
			return;
	held_close_space(gl->table, process, 2 * (uint64_t)context->group + 3);
}

void gl_leaks_take(struct gl_leaks *gl, const struct fxr_call *call,
		   uint32_t process)
{
	struct fxr_text verb = verb_of(call->name->name);

	if (put_lists(gl, call, process))
		return;
	if (begins(verb, "CreateContext") || begins(verb, "CreateNewContext") ||
	    begins(verb, "CreateAssociatedContext"))
		make_context(gl, call, process);
	if (begins(verb, "MakeC"))
		make_current(gl, call, process);
	if (begins(verb, "DestroyContext"))
		drop_context(gl, call, process);
	if (begins(verb, "Gen") || begins(verb, "Create") ||
	    begins(verb, "FenceSync"))
		put_made(gl, call, process);
	else if (begins(verb, "Delete") || begins(verb, "Destroy"))
		delete (gl, call, process);
}
