/* SPDX-License-Identifier: MIT */
/*
 * See spawn.h. A list is the tag of an object; processes share it through that.
 */
#include "tools/fd/spawn.h"

#include <stdlib.h>
#include <string.h>

#include "tools/reader/number.h"

/* A longer list is unknown from then on. */
#define MAX_ACTIONS 512u

struct action {
	enum fd_act act;
	uint64_t fd, to, flags, mode;
	char *path; /* NULL: none, or not all of it is known */
};

struct list {
	bool is_whole;
	size_t n;
	struct action items[];
};

static void drop_list(void *tag)
{
	struct list *list = tag;

	for (size_t i = 0; i < list->n; i++)
		fxr_free(list->items[i].path);
	fxr_free(list);
}

static struct list *list_of(size_t n)
{
	return fxr_new(1, sizeof(struct list) + n * sizeof(struct action));
}

static struct object *object_of(struct list *list)
{
	struct object *object = object_new("", 0);

	object_set_tag(object, list, drop_list);
	return object;
}

struct object *fd_spawn_list(void)
{
	struct list *list = list_of(0);

	list->is_whole = true;
	return object_of(list);
}

static const struct fxr_value *value_of(const struct fxr_call *call, unsigned n)
{
	for (size_t i = 0; i < call->n_args; i++)
		if (call->args[i].param == n && !call->args[i].is_address)
			return &call->args[i].value;
	return NULL;
}

static bool take_number(const struct fxr_types *types,
			const struct fxr_call *call, unsigned n, uint64_t *to)
{
	const struct fxr_value *value = value_of(call, n);

	return value && fxr_number(types, value, to);
}

static char *copy_text(const char *bytes, size_t n)
{
	char *to = fxr_new(n + 1, 1);

	return memcpy(to, bytes, n);
}

static bool take_path(const struct fxr_call *call, unsigned n, char **path)
{
	const struct fxr_value *value = value_of(call, n);
	size_t n_bytes;

	if (!value ||
	    (value->kind != FXR_VALUE_STRING && value->kind != FXR_VALUE_BYTES))
		return false;
	n_bytes = strnlen(value->as.text.bytes, value->as.text.n_bytes);
	if (n_bytes < value->true_bytes && n_bytes == value->as.text.n_bytes)
		return false; /* it was cut */
	*path = copy_text(value->as.text.bytes, n_bytes);
	return true;
}

/* False: a needed value is unknown. */
static bool take_action(const struct fxr_types *types,
			const struct fxr_call *call, struct action *action)
{
	switch (action->act) {
	case FD_ADD_OPEN:
		return take_number(types, call, 1, &action->fd) &&
		       take_path(call, 2, &action->path) &&
		       take_number(types, call, 3, &action->flags) &&
		       take_number(types, call, 4, &action->mode);
	case FD_ADD_DUP2:
		return take_number(types, call, 1, &action->fd) &&
		       take_number(types, call, 2, &action->to);
	case FD_ADD_CHDIR:
		return take_path(call, 1, &action->path);
	default:
		return take_number(types, call, 1, &action->fd);
	}
}

struct object *fd_spawn_add(const struct fxr_types *types, struct object *from,
			    const struct fxr_call *call, enum fd_act act)
{
	const struct list *old = object_tag(from);
	size_t n = old ? old->n : 0;
	struct list *list = list_of(n + 1);

	for (size_t i = 0; i < n; i++) {
		list->items[i] = old->items[i];
		if (old->items[i].path)
			list->items[i].path = copy_text(
				old->items[i].path, strlen(old->items[i].path));
	}
	list->n = n;
	list->is_whole = old && old->is_whole && n < MAX_ACTIONS;
	if (!list->is_whole)
		return object_of(list);
	list->items[n].act = act;
	list->is_whole = take_action(types, call, &list->items[n]);
	list->n += list->is_whole;
	if (!list->is_whole)
		fxr_free(list->items[n].path);
	return object_of(list);
}

static void change_descriptors(struct fd_tables *tables, struct fd_table *child,
			       uint64_t from, uint64_t to,
			       struct object *object)
{
	struct fd_change change = {.kind = object ? FD_PUT : FD_REMOVE,
				   .shelf = FD_DESCRIPTORS,
				   .from = from,
				   .to = to,
				   .partner = FD_NO_PARTNER,
				   .object = object};

	fd_tables_change(tables, child, &change);
}

static struct object *object_at(const struct fd_table *child, uint64_t fd)
{
	return fd_table_find(child, FD_DESCRIPTORS, fd, UINT64_MAX);
}

static void change_folder(struct fd_tables *tables, struct fd_table *child,
			  struct object *folder)
{
	struct fd_change change = {.kind = FD_FOLDER, .object = folder};

	fd_tables_change(tables, child, &change);
}

static struct fd_step *new_step(struct fd_steps *steps,
				const struct fd_table *child,
				const struct action *action)
{
	struct fd_step *step;

	steps->items = fxr_grow(steps->items, &steps->capacity, steps->n + 1,
				sizeof(*steps->items));
	step = &steps->items[steps->n++];
	*step = (struct fd_step){.act = action->act,
				 .path = action->path,
				 .folder = object_hold(fd_table_folder(child)),
				 .flags = action->flags,
				 .mode = action->mode};
	return step;
}

static void do_action(struct fd_tables *tables, struct fd_table *child,
		      const struct action *action, struct fd_steps *steps)
{
	struct object *file;

	switch (action->act) {
	case FD_ADD_OPEN:
		file = object_file(action->path, fd_table_folder(child));
		new_step(steps, child, action)->made = object_hold(file);
		change_descriptors(tables, child, action->fd, action->fd, file);
		break;
	case FD_ADD_DUP2:
		if (action->fd != action->to)
			change_descriptors(
				tables, child, action->to, action->to,
				object_hold(object_at(child, action->fd)));
		break;
	case FD_ADD_CLOSE:
		change_descriptors(tables, child, action->fd, action->fd, NULL);
		break;
	case FD_ADD_CLOSE_FROM:
		change_descriptors(tables, child, action->fd, INT32_MAX, NULL);
		break;
	case FD_ADD_CHDIR:
		file = object_file(action->path, fd_table_folder(child));
		(void)new_step(steps, child, action);
		change_folder(tables, child, file);
		break;
	default:
		change_folder(tables, child,
			      object_hold(object_at(child, action->fd)));
	}
}

void fd_spawn_do(struct fd_tables *tables, struct fd_table *child,
		 struct object *object, struct fd_steps *steps)
{
	const struct list *list = object_tag(object);

	fd_steps_empty(steps);
	steps->list = object_hold(object); /* its paths are used */
	steps->is_whole = list && list->is_whole;
	for (size_t i = 0; list && i < list->n; i++)
		do_action(tables, child, &list->items[i], steps);
}

void fd_steps_empty(struct fd_steps *steps)
{
	while (steps->n) {
		struct fd_step *step = &steps->items[--steps->n];

		object_drop(step->folder);
		object_drop(step->made);
	}
	object_drop(steps->list);
	steps->list = NULL;
	steps->pid = 0;
}

void fd_steps_fini(struct fd_steps *steps)
{
	fd_steps_empty(steps);
	fxr_free(steps->items);
	*steps = (struct fd_steps){0};
}
